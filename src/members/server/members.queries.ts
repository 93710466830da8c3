/** SQL over everything that belongs to one person: how much of it there is, and all of it in pages. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#platform/database/schema.ts";

export interface PublicUserRow {
  id: string;
  username: string;
  created_at: Date;
  prompts_count: number;
}

/** What is public of a person; undefined for nobody's id. The count walks an index of the person's own prompts. */
export async function selectPublicUser(db: Kysely<DB>, id: string): Promise<PublicUserRow | undefined> {
  const { rows } = await sql<PublicUserRow>`
    select id, username, created_at, (select count(*) from prompts where user_id = ${id}) as prompts_count
    from users where id = ${id}
  `.execute(db);
  return rows[0];
}

export interface FootprintRow {
  prompts: number;
  pictures: number;
  likes: number;
  favorites: number;
  sessions: number;
}

/** How much a person owns. Each count walks an index of the person's own rows. */
export async function countBelongings(db: Kysely<DB>, userId: string): Promise<FootprintRow> {
  const { rows } = await sql<FootprintRow>`
    select p.prompts, p.pictures,
      (select count(*) from likes where user_id = ${userId}) as likes,
      (select count(*) from favorites where user_id = ${userId}) as favorites,
      (select count(*) from sessions where user_id = ${userId}) as sessions
    from (
      select count(*) as prompts, count(distinct image_hash) as pictures from prompts where user_id = ${userId}
    ) p
  `.execute(db);
  return rows[0] as FootprintRow;
}

/** What is kept of a person's account. */
export async function selectAccount(trx: Transaction<DB>, userId: string) {
  return trx
    .selectFrom("users")
    .where("id", "=", userId)
    .select([
      "id",
      "username",
      "email",
      "metadata",
      "created_at",
      "email_confirmed_at",
      "last_sign_in_at",
      "recovery_sent_at",
      "updated_at",
    ])
    .executeTakeFirst();
}

export async function selectSessions(trx: Transaction<DB>, userId: string) {
  return trx
    .selectFrom("sessions")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .select(["user_agent", "ip", "auth_method", "created_at", "refreshed_at"])
    .execute();
}

/** When each browser that the account knows logged in last. */
export async function selectKnownDevices(trx: Transaction<DB>, userId: string) {
  return trx
    .selectFrom("known_devices")
    .where("user_id", "=", userId)
    .orderBy("used_at")
    .select("used_at")
    .execute();
}

export interface OwnPromptRow {
  id: number;
  title: string;
  content: string;
  description: string | null;
  tool: string;
  image_hash: string;
  image_width: number;
  image_alt: string | null;
  likes_count: number;
  views: number;
  created_at: Date;
  /** Null while it is as it was published. */
  edited_at: Date | null;
}

/** The next prompts of a person, the oldest first. @param after the last id of the page before, 0 for the first */
export async function selectOwnPrompts(
  trx: Transaction<DB>,
  userId: string,
  after: number,
  limit: number,
): Promise<OwnPromptRow[]> {
  const { rows } = await sql<OwnPromptRow>`
    select p.id, p.title, p.content, p.description, t.name as tool, p.image_hash, i.width as image_width,
      p.image_alt, s.likes_count, s.views, p.created_at, p.edited_at
    from prompts p
    join prompt_stats s on s.prompt_id = p.id
    join llm_types t on t.id = p.llm_type_id
    join images i on i.hash = p.image_hash
    where p.user_id = ${userId} and p.id > ${after}
    order by p.id limit ${limit}
  `.execute(trx);
  return rows;
}

export interface ReactedPromptRow {
  prompt_id: number;
  title: string;
  author: string;
  created_at: Date;
}

/** The next prompts that a person liked or keeps, by id. @param after as above */
export async function selectReactedPrompts(
  trx: Transaction<DB>,
  table: "likes" | "favorites",
  userId: string,
  after: number,
  limit: number,
): Promise<ReactedPromptRow[]> {
  const { rows } = await sql<ReactedPromptRow>`
    select m.prompt_id, p.title, u.username as author, m.created_at
    from ${sql.table(table)} m
    join prompts p on p.id = m.prompt_id
    join users u on u.id = p.user_id
    where m.user_id = ${userId} and m.prompt_id > ${after}
    order by m.prompt_id limit ${limit}
  `.execute(trx);
  return rows;
}
