/** The scratch schema `move_in`: the old site's rows as they came, and what has been moved of them. */
import { pipeline } from "node:stream/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg, { type ClientBase, escapeIdentifier as quote } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { MovedAccount } from "#accounts/server/account/moved-people.service.ts";
import type { PrimaryDb } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { DEFAULTS, type Mapping, STAGES, type Stage } from "./mapping.ts";
import type { Source } from "./source.ts";

/** Kysely on one connection, whose other statements are sent by the driver itself. */
export function onConnection(client: ClientBase): PrimaryDb {
  // Texts are moved as they are, with what is hidden in them; what shows of them is decided where they are read.
  client.setTypeParser(pg.types.builtins.TEXT, (text) => text);
  const pool = {
    connect: async () => ({ query: client.query.bind(client), release() {} }),
    end: async () => {},
    options: {},
  };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) }) as PrimaryDb;
}

/** A moment that can be read as one; others count as none. */
const DATE = String.raw`^\d{4,5}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?([+-]\d\d(:?\d\d)?|Z)?$`;
const dateOf = (column: string) => `case when ${column} ~ '${DATE}' then ${column} end`;

const INDEXES = `
  create index on move_in.people (id);
  create index on move_in.profiles (id);
  create index on move_in.tools (id);
  create index on move_in.prompts (created_at, id);
  create index on move_in.prompts (id);
  create index on move_in.likes (prompt_id, user_id);
  create index on move_in.favorites (prompt_id, user_id);
  analyze move_in.people; analyze move_in.profiles; analyze move_in.prompts; analyze move_in.likes; analyze move_in.favorites`;

/**
 * Copies the old site's tables, each time anew. What has been moved stays known, and with it the reactions that the last whole
 * run has moved.
 * @param note told of each table
 * @returns rows by table; null for one that the source does not have
 */
export async function stage(
  client: ClientBase,
  source: Source,
  mapping: Mapping,
  note: (text: string) => void,
): Promise<Record<Stage, number | null>> {
  await client.query(`
    create schema if not exists move_in;
    create table if not exists move_in.moved_people (old_id text primary key, user_id uuid, digest text not null);
    alter table move_in.moved_people add column if not exists name_before text, add column if not exists name_given text,
      add column if not exists name_why text;
    create table if not exists move_in.refused (kind text, old_id text, reason text not null, primary key (kind, old_id));
    create table if not exists move_in.done_likes (prompt_id text, user_id text, primary key (prompt_id, user_id));
    create table if not exists move_in.done_identities (subject text primary key);
    create table if not exists move_in.done_favorites (prompt_id text, user_id text, primary key (prompt_id, user_id));
    truncate move_in.refused`);
  for (const name of STAGES) {
    const columns = Object.keys(DEFAULTS[name].columns).map((column) => `${quote(column)} text`);
    await client.query(`
      drop table if exists move_in.${name};
      create unlogged table move_in.${name} (${columns.join(", ")})`);
  }
  const counts = Object.fromEntries(STAGES.map((name) => [name, null])) as Record<Stage, number | null>;
  const byTable = new Map(STAGES.map((name) => [fullName(mapping[name].table), name]));
  for await (const { name: table, columns, read } of source(new Set(byTable.keys()))) {
    const name = byTable.get(table) as Stage;
    const { columns: wanted, needed } = mapping[name];
    const picked = Object.entries(wanted).map(([own, theirs]) => {
      if (columns.includes(theirs)) return theirs;
      if (!needed.includes(own)) return null;
      throw new OperatorError(
        `${name}.${own}: the table ${table} has no column “${theirs}”. It has ${columns.join(", ")}: name the right one in a ` +
          "mapping file (--mapping).",
      );
    });
    const into = client.query(copyFrom(`copy move_in.${name} from stdin`));
    await pipeline(read(picked), into);
    counts[name] = into.rowCount ?? 0;
    const none = Object.values(wanted).filter((theirs) => !columns.includes(theirs));
    const without = none.length ? `, without ${none.join(", ")}, which it does not have` : "";
    note(`${table}: ${counts[name]?.toLocaleString("en")} rows read${without}`);
  }
  for (const name of STAGES) {
    if (counts[name] !== null) continue;
    const table = fullName(mapping[name].table);
    const remedy = `name the one of ${name} in a mapping file (--mapping); a dump needs --schema=${table.split(".")[0]}.`;
    if (!mapping[name].optional) throw new OperatorError(`There is no table ${table}: ${remedy}`);
    note(`${table}: there is no such table. If there are ${name}, ${remedy}`);
  }
  // Missing dates are those of the move; reactions without one are as old as their prompt is here.
  await client.query(`
    update move_in.people set created_at = coalesce(${dateOf("created_at")}, now()::text),
      confirmed_at = ${dateOf("confirmed_at")}, last_sign_in_at = ${dateOf("last_sign_in_at")}
      where created_at is null or created_at !~ '${DATE}' or confirmed_at !~ '${DATE}' or last_sign_in_at !~ '${DATE}';
    update move_in.prompts set created_at = now()::text where created_at is null or created_at !~ '${DATE}';
    ${INDEXES}`);
  return counts;
}

/** How much is not moved yet: prompts, the pictures that they have among them, likes and favourites. */
export async function countLeft(db: Kysely<DB>) {
  const { rows } = await sql<{ prompts: number; pictures: number; reactions: number }>`
    select count(*)::int as prompts, count(distinct md5(picture))::int as pictures,
      greatest(0, (select count(*) from move_in.likes) - (select count(*) from move_in.done_likes)
        + (select count(*) from move_in.favorites) - (select count(*) from move_in.done_favorites))::int as reactions
    from move_in.prompts p where not exists (select from moved_prompts m where m.old_id = p.id)`.execute(db);
  return rows[0] ?? { prompts: 0, pictures: 0, reactions: 0 };
}

/** The scratch schema's size in bytes. */
export async function stagedBytes(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as bytes from pg_class
    where relnamespace = 'move_in'::regnamespace and relkind = 'r'`.execute(db);
  return rows[0]?.bytes ?? 0;
}

const fullName = (table: string) => (table.includes(".") ? table : `public.${table}`);

export interface StagedPerson {
  id: string;
  email: string | null;
  password: string | null;
  metadata: string | null;
  confirmed_at: string | null;
  created_at: string;
  last_sign_in_at: string | null;
  deleted_at: string | null;
  is_banned: boolean;
  profile_name: string | null;
  profile_blocked: string | null;
  digest: string;
  /** Moved, and has left here since. */
  is_gone: boolean;
}

/** People after one, in the order of their ids; without those who are moved as they are. */
export async function selectPeople(db: Kysely<DB>, after: string, most: number): Promise<StagedPerson[]> {
  const { rows } = await sql<StagedPerson>`
    select p.id, p.email, p.password, p.metadata, p.confirmed_at, p.created_at, p.last_sign_in_at, p.deleted_at,
      coalesce(p.banned_until ~ ${DATE} and p.banned_until::timestamptz > now() or p.banned_until = 'infinity', false) as is_banned,
      f.username as profile_name, f.is_blocked as profile_blocked,
      m.user_id is not null and not exists (select from users u where u.id = m.user_id) as is_gone, d.digest
    from move_in.people p left join move_in.profiles f on f.id = p.id
      left join move_in.moved_people m on m.old_id = p.id
      cross join lateral (select md5(concat_ws(e'\n', p.email, p.password, p.metadata, p.confirmed_at, p.created_at,
        p.banned_until, p.deleted_at, f.username, f.is_blocked)) as digest) d
    where (m.user_id is null or m.digest <> d.digest) and p.id > ${after} order by p.id limit ${most}`.execute(
    db,
  );
  return rows;
}

/** @param moved.renamed what is kept until the person is told */
export async function recordPerson(
  db: Kysely<DB>,
  { id, digest }: StagedPerson,
  { userId, renamed }: Pick<MovedAccount, "userId" | "renamed">,
): Promise<void> {
  await sql`
    insert into move_in.moved_people as m (old_id, user_id, digest, name_before, name_given, name_why)
    values (${id}, ${userId}, ${digest}, ${renamed?.from ?? null}, ${renamed?.to ?? null}, ${renamed?.why ?? null})
    on conflict (old_id) do update set user_id = excluded.user_id, digest = excluded.digest,
      name_before = coalesce(excluded.name_before, m.name_before), name_given = coalesce(excluded.name_given, m.name_given),
      name_why = coalesce(excluded.name_why, m.name_why)`.execute(db);
}

/** People after one whose name the move has changed, who have not been told, and not chosen another since. */
export async function selectRenamed(db: Kysely<DB>, after: string, most: number) {
  const { rows } = await sql<{
    old_id: string;
    name_before: string;
    name_why: string;
    username: string;
    email: string;
    is_account: boolean;
  }>`
    select m.old_id, m.name_before, m.name_why, m.name_given as username, coalesce(u.email, s.email) as email,
      u.id is not null as is_account
    from move_in.moved_people m left join users u on u.id = m.user_id left join signups s on s.id::text = m.old_id
    where m.name_before is not null and coalesce(u.username, s.username) = m.name_given and m.old_id > ${after}
    order by m.old_id limit ${most}`.execute(db);
  return rows;
}

export async function recordTold(db: Kysely<DB>, oldIds: string[]): Promise<void> {
  await sql`update move_in.moved_people set name_before = null where old_id = any(${oldIds}::text[])`.execute(
    db,
  );
}

/** A row without a home here. */
export async function refuse(db: Kysely<DB>, kind: Stage, oldId: string, reason: string): Promise<void> {
  await sql`
    insert into move_in.refused (kind, old_id, reason) values (${kind}, ${oldId}, ${reason})
    on conflict do nothing`.execute(db);
}

export interface StagedPrompt {
  old_id: string;
  user_id: string | null;
  title: string | null;
  content: string | null;
  description: string | null;
  tool: string | null;
  views: string | null;
  created_at: string;
  digest: string;
  /** The picture's beginning. */
  picture: string | null;
}

/** Where a list of prompts goes on. */
export interface Place {
  created_at: string;
  old_id: string;
}

/** Prompts after one, the oldest first, so that ids here grow as they did there; without those that are moved as they are. */
export async function selectPrompts(db: Kysely<DB>, after: Place, most: number): Promise<StagedPrompt[]> {
  const { rows } = await sql<StagedPrompt>`
    select p.id as old_id, a.user_id, p.title, p.content, p.description, coalesce(t.name, p.tool_id) as tool, p.views,
      p.created_at, left(p.picture, 300) as picture, d.digest
    from move_in.prompts p
      left join move_in.moved_people a on a.old_id = p.user_id and exists (select from users u where u.id = a.user_id)
      left join move_in.tools t on t.id = p.tool_id
      cross join lateral (select md5(concat_ws(e'\n', p.title, p.content, p.description, p.tool_id, p.user_id, p.created_at)) as digest) d
    where (p.created_at, p.id) > (${after.created_at}, ${after.old_id})
      and not exists (select from moved_prompts m where m.old_id = p.id and m.digest = d.digest
        and m.views = case when p.views ~ '^\\d{1,15}$' then p.views::bigint else 0 end)
    order by p.created_at, p.id limit ${most}`.execute(db);
  return rows;
}

/** The whole picture of a prompt: a data URL may have millions of characters, so that one is read at a time. */
export async function selectPicture(db: Kysely<DB>, oldId: string): Promise<string | null> {
  const { rows } = await sql<{ picture: string | null }>`
    select picture from move_in.prompts where id = ${oldId} limit 1`.execute(db);
  return rows[0]?.picture ?? null;
}

/** All ids of prompts, many at a time. */
export async function* promptIds(db: Kysely<DB>): AsyncGenerator<string[]> {
  for (let after = ""; ; ) {
    const { rows } = await sql<{ id: string }>`
      select id from move_in.prompts where id > ${after} order by id limit 10000`.execute(db);
    if (rows.length === 0) return;
    yield rows.map(({ id }) => id);
    after = rows.at(-1)?.id ?? "";
  }
}

export interface StagedReaction {
  old_prompt: string;
  old_user: string;
  user_id: string | null;
  prompt_id: number | null;
  created_at: string;
  why: string | null;
}

/** Google's people after one, whose accounts are here; of other services nobody knows the issuer's address. */
export async function selectIdentities(db: Kysely<DB>, after: string, most: number) {
  const { rows } = await sql<{ user_id: string; subject: string; email: string; created_at: string }>`
    select m.user_id, i.subject, coalesce(i.data::json ->> 'email', u.email) as email,
      coalesce(${sql.raw(dateOf("i.created_at"))}, u.created_at::text) as created_at
    from move_in.identities i join move_in.moved_people m on m.old_id = i.user_id join users u on u.id = m.user_id
    where i.provider = 'google' and i.subject > ${after}
      -- An account that was here before is entered by its own password or mailbox alone; what was unlinked here stays so.
      and m.user_id::text = lower(m.old_id)
      and not exists (select from move_in.done_identities d where d.subject = i.subject)
      and length(i.subject) <= 255
    order by i.subject limit ${most}`.execute(db);
  return rows;
}

export async function recordIdentities(db: Kysely<DB>, subjects: string[]): Promise<void> {
  await sql`insert into move_in.done_identities select unnest(${subjects}::text[]) on conflict do nothing`.execute(
    db,
  );
}

/** Reactions after one that are new since the last whole run, with their homes here. */
export async function selectReactions(
  db: Kysely<DB>,
  table: "likes" | "favorites",
  after: [prompt: string, user: string],
  most: number,
): Promise<StagedReaction[]> {
  const { rows } = await sql<StagedReaction>`
    select r.prompt_id as old_prompt, r.user_id as old_user, u.id as user_id, p.id as prompt_id,
      coalesce(${sql.raw(dateOf("r.created_at"))}, p.created_at::text) as created_at,
      case when not exists (select from move_in.prompts o where o.id = r.prompt_id) then 'of a prompt that does not exist'
        when exists (select from move_in.refused f where f.kind = 'prompts' and f.old_id = r.prompt_id)
          then 'of a prompt without a home'
        when m.old_id is not null and p.id is null then 'of a prompt that is deleted here since'
        when a.old_id is null then 'of a person who is not moved'
        when a.user_id is null then 'of a person whose address is not confirmed'
        when u.id is null then 'of a person who has left since' end as why
    from move_in.${sql.raw(table)} r
      left join moved_prompts m on m.old_id = r.prompt_id left join prompts p on p.id = m.prompt_id
      left join move_in.moved_people a on a.old_id = r.user_id left join users u on u.id = a.user_id
    where (r.prompt_id, r.user_id) > (${after[0]}, ${after[1]})
      and not exists (select from move_in.${sql.raw(`done_${table}`)} d
        where d.prompt_id = r.prompt_id and d.user_id = r.user_id)
    order by r.prompt_id, r.user_id limit ${most}`.execute(db);
  return rows;
}

/** Forgets reactions that were moved and are not at the old site any more. @returns them, `most` at most */
export async function deleteTakenBack(db: Kysely<DB>, table: "likes" | "favorites", most: number) {
  const done = sql.raw(`move_in.done_${table}`);
  const { rows } = await sql<{ user_id: string | null; prompt_id: number | null }>`
    with gone as (
      delete from ${done} where ctid in (
        select d.ctid from ${done} d where not exists (select from move_in.${sql.raw(table)} r
          where r.prompt_id = d.prompt_id and r.user_id = d.user_id) limit ${most})
      returning prompt_id, user_id
    )
    select a.user_id, m.prompt_id from gone left join moved_prompts m on m.old_id = gone.prompt_id
      left join move_in.moved_people a on a.old_id = gone.user_id`.execute(db);
  return rows;
}

/** Remembers what has been moved: whoever takes a reaction back here keeps it so in the next run. */
export async function recordDone(
  db: Kysely<DB>,
  table: "likes" | "favorites",
  rows: { old_prompt: string; old_user: string }[],
): Promise<void> {
  await sql`
    insert into move_in.${sql.raw(`done_${table}`)} (prompt_id, user_id)
    select * from unnest(${rows.map((row) => row.old_prompt)}::text[], ${rows.map((row) => row.old_user)}::text[])
    on conflict do nothing`.execute(db);
}
