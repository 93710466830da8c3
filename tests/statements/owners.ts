/** Which room owns each table (docs/decisions/0028): it alone writes, and what else reads needs a reason. */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { DB } from "#platform/database/schema.ts";

/** In order: a room may use what stands before it. The rules of imports (.dependency-cruiser.mjs) use the same list. */
export const ROOMS = [
  "language",
  "platform",
  "ui",
  "media",
  "accounts",
  "reactions",
  "results",
  "prompts",
  "library",
  "collections",
  "exchange",
  "mcp",
  "members",
  "moderation",
  "admin",
  "app",
] as const;
type Room = (typeof ROOMS)[number];

/** `08_prompts.sql`, `07_prompts_search.sql`, `0058_moderation_restrictions.sql`: the number, the room, and more of it. */
const FILE = /^\d+_([a-z]+)(?:_\w+)?\.sql$/;
const MAKES = /^create (?:unlogged )?(?:table|view) (?:if not exists )?(\w+)/gm;

/**
 * The owner of a table is the room whose migration makes it, which stands in the file's name.
 * @throws when a file that makes a table is named after no room
 */
export async function readOwners(): Promise<Map<string, Room>> {
  const owners = new Map<string, Room>([["schema_migrations", "platform"]]);
  const folder = new URL("../../migrations/", import.meta.url);
  for (const path of globSync(["*.sql", "*_schema/*.sql"], { cwd: folder })) {
    const room = FILE.exec(basename(path))?.[1] as Room;
    for (const [, table = ""] of (await readFile(new URL(path, folder), "utf8")).matchAll(MAKES)) {
      if (!ROOMS.includes(room))
        throw new Error(
          `migrations/${path} makes the table ${table}: put the room that owns it after the number.`,
        );
      owners.set(table, room);
    }
  }
  return owners;
}

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
    file: "#results/server/results.shared.queries.ts",
    tables: ["users"],
    reason: "an answer is judged with the name of who gave it",
  },
  {
    file: "#prompts/server/prompt-rows.queries.ts",
    tables: ["users", "images"],
    reason: "a page of a list shows authors and pictures: one statement, not one for each room and prompt",
  },
  {
    file: "#prompts/server/prompts.queries.ts",
    tables: ["users", "images", "favorites"],
    reason: "a prompt is shown with its author and picture; favourites are a page of a list",
  },
  {
    file: "#prompts/server/viewer-state.queries.ts",
    tables: ["likes", "favorites", "results"],
    reason: "every signed-in call joins the viewer's reactions, and to one prompt the answer, to its counts",
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
    file: "#prompts/server/moderation.shared.queries.ts",
    tables: ["users", "images", "likes"],
    reason: "the list of all prompts, as above; what is judged is of one moment: text, picture and author",
  },
  {
    file: "#prompts/server/own-prompts.shared.queries.ts",
    tables: ["users", "images", "likes", "favorites", "withdrawn_reactions"],
    reason: "an export reads thousands of prompts by pages, as above",
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
    file: "#prompts/server/versions/old-versions.shared.queries.ts",
    tables: ["images"],
    reason: "an old version is exported with the width of its picture",
  },
  {
    file: "#prompts/server/search-documents.shared.queries.ts",
    tables: ["users"],
    reason: "a prompt's search document holds its author's name",
  },
  {
    file: "#prompts/server/tags.queries.ts",
    tables: ["images"],
    reason: "a page of tags shows pictures of each, as above",
  },
  {
    file: "#library/server/lists.queries.ts",
    tables: ["prompts", "prompt_stats", "llm_types", "tags", "users", "images"],
    reason: "a list picks ids by an index of prompt_stats and fetches their rows in one statement",
  },
  {
    file: "#library/server/list-filter.queries.ts",
    tables: ["llm_types"],
    reason: "how many prompts a list has is kept by triggers in the rows of the tools",
  },
  {
    file: "#library/server/search/search.queries.ts",
    tables: ["prompts", "prompt_stats", "llm_types", "tags", "users", "images"],
    reason: "search documents are in the prompts' rows; a page of results is a page of a list",
  },
  {
    file: "#library/server/search/spelling.queries.ts",
    tables: ["search_words"],
    reason: "a misspelt word is compared with all that prompts have, by an index",
  },
  {
    file: "#library/server/confirmed.queries.ts",
    tables: ["prompts", "prompt_stats", "llm_types", "tags", "users", "images"],
    reason: "a page of what works today is a page of a list",
  },
  {
    file: "#library/server/related.queries.ts",
    tables: ["prompts", "tags", "remixes"],
    reason: "a prompt's tags with those merged into them, and its remixes among a list, are one look-up each",
  },
  {
    file: "#library/server/discovery.queries.ts",
    tables: ["prompts", "prompt_stats", "llm_types"],
    reason: "the sitemap has prompts and authors by ranges of ids",
  },
  {
    file: "#collections/server/public-list.queries.ts",
    tables: ["users", "prompts", "images"],
    reason: "a page of collections shows owners and pictures of prompts in one statement",
  },
  {
    file: "#collections/server/collections.queries.ts",
    tables: ["users", "prompts"],
    reason: "a list of collections tells owners, and how many entries are shown: not a statement for each",
  },
  {
    file: "#collections/server/collections.shared.queries.ts",
    tables: ["users", "prompts", "tags"],
    reason: "an export names the prompts of collections, and who and what is followed",
  },
  {
    file: "#collections/server/items.queries.ts",
    tables: ["prompts"],
    reason: "an entry's place is among those that are shown, under the lock of its collection",
  },
  {
    file: "#collections/server/follows.queries.ts",
    tables: ["users", "prompts", "remixes", "tags"],
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
  "src/app/operations/move-in/comparison.ts":
    "reads tables of every room beside those of the scratch schema, which no migration makes",
  "src/app/operations/move-in/move-in.ts": "a lock",
  "src/app/operations/move-in/source.ts": "reads the old site's database",
  "src/app/operations/move-in/staging.ts":
    "its own scratch schema, and what is moved of it by ids of users and prompts",
  "src/app/server/server.ts": "asks whether the database answers",
  "seeds/demo.ts": "plants rows of every room at the very first start, by Kysely's types",
};
