/** Which room owns each table (docs/decisions/0028): it alone writes, and what else reads needs a reason. */
import type { DB } from "#platform/database/schema.ts";

/** In order: a room may use what stands before it. The rules of imports (.dependency-cruiser.mjs) use the same list. */
export const ROOMS = [
  "platform",
  "ui",
  "language",
  "media",
  "accounts",
  "reactions",
  "results",
  "prompts",
  "collections",
  "exchange",
  "mcp",
  "members",
  "moderation",
  "admin",
  "app",
] as const;
type Room = (typeof ROOMS)[number];

export const OWNERS: Record<keyof DB | "schema_migrations", Room> = {
  schema_migrations: "platform",
  rate_limits: "platform",
  backups: "platform",
  replication_heartbeat: "platform",
  images: "media",
  barred_pictures: "media",
  users: "accounts",
  signups: "accounts",
  username_claims: "accounts",
  sessions: "accounts",
  one_time_tokens: "accounts",
  signing_keys: "accounts",
  access_records: "accounts",
  known_devices: "accounts",
  barred_addresses: "accounts",
  api_keys: "accounts",
  likes: "reactions",
  favorites: "reactions",
  results: "results",
  llm_types: "prompts",
  prompts: "prompts",
  prompt_versions: "prompts",
  remixes: "prompts",
  prompt_stats: "prompts",
  prompt_counts: "prompts",
  recent_views: "prompts",
  search_words: "prompts",
  tags: "prompts",
  search_renewal: "prompts",
  collections: "collections",
  collection_items: "collections",
  user_follows: "collections",
  collection_follows: "collections",
  news_mails: "collections",
  imports: "exchange",
  imported_prompts: "exchange",
  moderation_cases: "moderation",
  preserved_prompts: "moderation",
  reports: "moderation",
  decisions: "moderation",
  statements_of_reasons: "moderation",
  appeals: "moderation",
  moderators: "moderation",
  audit_log: "moderation",
  daily_counts: "admin",
  site_totals: "admin",
};

/**
 * Files that read tables of rooms before theirs, or lock rows there, each with its reason. Nothing allows writing, or a
 * table of a room that comes later.
 */
export const EXCEPTIONS: { file: string; tables: (keyof DB)[]; reason: string }[] = [
  {
    file: "#reactions/server/reactions.queries.ts",
    tables: ["users"],
    reason:
      "the statement that adds a reaction locks its users, so that nobody is blocked or removed meanwhile",
  },
  {
    file: "#results/server/results.queries.ts",
    tables: ["users"],
    reason: "notes are shown with the names of who wrote them",
  },
  {
    file: "#prompts/server/prompts.queries.ts",
    tables: ["users", "images", "favorites"],
    reason: "a page of a list shows authors and pictures: one statement, not one for each room and prompt",
  },
  {
    file: "#prompts/server/search/search.queries.ts",
    tables: ["users", "images"],
    reason: "a page of results is a page of a list",
  },
  {
    file: "#prompts/server/confirmed.queries.ts",
    tables: ["users", "images"],
    reason: "a page of what works today is a page of a list",
  },
  {
    file: "#prompts/server/viewer-state.queries.ts",
    tables: ["likes", "favorites"],
    reason: "every signed-in call of a list joins the viewer's reactions to its counts",
  },
  {
    file: "#prompts/server/authoring.queries.ts",
    tables: ["images"],
    reason: "an author's prompt and the width of its picture are of one moment",
  },
  {
    file: "#prompts/server/similar.queries.ts",
    tables: ["users"],
    reason: "similar prompts are told with their authors, as above",
  },
  {
    file: "#prompts/server/remixes.queries.ts",
    tables: ["users", "images"],
    reason: "a page of remixes is a page of a list; refusals name a source with its author",
  },
  {
    file: "#prompts/server/moderation.queries.ts",
    tables: ["users", "images", "likes"],
    reason: "the list of all prompts, as above",
  },
  {
    file: "#prompts/server/own-prompts.queries.ts",
    tables: ["users", "images", "likes", "favorites"],
    reason: "an export reads thousands of prompts by pages, as above",
  },
  {
    file: "#prompts/server/hiding.queries.ts",
    tables: ["users", "images"],
    reason: "what is judged is of one moment: the text, its picture and its author",
  },
  {
    file: "#prompts/server/pictures.queries.ts",
    tables: ["images", "users"],
    reason:
      "pictures without a prompt are found by one anti-join over both tables; a served one names its author",
  },
  {
    file: "#prompts/server/versions/versions.queries.ts",
    tables: ["users", "images"],
    reason: "a version is shown with its author and picture, as above",
  },
  {
    file: "#prompts/server/search/search-documents.ts",
    tables: ["users"],
    reason: "a prompt's search document holds its author's name",
  },
  {
    file: "#collections/server/collections.queries.ts",
    tables: ["users", "prompts"],
    reason: "a list of collections tells owners, and how many entries are shown: not a statement for each",
  },
  {
    file: "#collections/server/items.queries.ts",
    tables: ["prompts"],
    reason: "an entry's place is among those that are shown, under the lock of its collection",
  },
  {
    file: "#collections/server/follows.queries.ts",
    tables: ["users", "prompts", "remixes"],
    reason: "the news of all that somebody follows are one statement, the newest of each by an index",
  },
  {
    file: "#collections/server/news-mails/news-mails.queries.ts",
    tables: ["users"],
    reason: "address, name and block of who gets the weekly mail are those of the moment at which it is sent",
  },
  {
    file: "#collections/server/discovery.queries.ts",
    tables: ["users", "prompts"],
    reason: "the sitemap has collections with something to show, by ranges of ids",
  },
  {
    file: "#admin/server/growth.queries.ts",
    tables: ["users", "prompt_stats", "likes", "images"],
    reason: "an hourly job counts everything in one statement, so that the figures are of one moment",
  },
];

/** Files with SQL that is not prepared beforehand: it names no table of the schema, or only through the types of Kysely. */
export const UNPREPARED: Record<string, string> = {
  "src/platform/backup/backup.ts": "the snapshot's transaction, and the migrations' own table",
  "src/platform/backup/files.ts":
    "its own temporary tables, and texts of other files that are prepared there",
  "src/platform/backup/restore.ts": "its transaction, and the catalogue",
  "src/platform/backup/tables.ts": "tables and columns as the catalogue names them",
  "src/platform/backup/waiting-jobs.ts": "tables of pg-boss",
  "src/platform/database/cache-invalidation.ts": "listens",
  "src/platform/database/connections.ts": "limits of the server",
  "src/platform/database/db.ts": "settings of connections",
  "src/platform/database/batched-reads.ts": "sends what others ask",
  "src/platform/database/replicas.ts": "sends what others ask",
  "src/platform/database/migrate.ts": "makes the migrations' own table, and runs migrations",
  "src/platform/database/requirements.ts": "asks server and pooler what they are",
  "src/platform/jobs.ts": "tables of pg-boss, and a condition that is prepared where it is made",
  "src/platform/postgres/lock.ts": "the server's own roles, databases and locks",
  "src/app/operations/doctor/database.ts": "settings of the server",
  "src/app/server/server.ts": "asks whether the database answers",
  "seeds/demo.ts": "plants rows of every room at the very first start, by Kysely's types",
};
