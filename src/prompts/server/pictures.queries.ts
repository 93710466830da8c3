/** SQL of pictures in use: `media` stores them and asks here before removing one. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** Whether a prompt uses the picture. */
export async function hasPicture(db: Kysely<DB>, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom("prompts")
    .select("id")
    .where("image_hash", "=", hash)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Other prompts with the same picture, newest first. */
export function selectWithPicture(db: Kysely<DB>, hash: string, exceptId: number, most: number) {
  return db
    .selectFrom("prompts")
    .select(["id", "title"])
    .where("image_hash", "=", hash)
    .where("id", "<>", exceptId)
    .orderBy("id", "desc")
    .limit(most)
    .execute();
}

/** Unused pictures stored at least an hour ago, so that no publication is about to use them. */
export async function selectUnusedPictures(db: Kysely<DB>, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("images")
    .select("hash")
    .where("created_at", "<", sql<Date>`now() - interval '1 hour'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom("prompts").select("prompts.id").whereRef("prompts.image_hash", "=", "images.hash")),
      ),
    )
    .limit(most)
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Hidden prompts, and their pictures unless a public prompt has the same: as many as moderation hid, by an index. */
export async function selectHiddenPictures(
  db: Kysely<DB>,
): Promise<{ promptIds: number[]; hashes: string[] }> {
  const { rows } = await sql<{ id: number; hash: string | null }>`
    select id, case when not exists (
      select from prompts p where p.image_hash = hidden.image_hash and p.hidden_at is null
    ) then image_hash end as hash
    from prompts hidden where hidden_at is not null
  `.execute(db);
  return {
    promptIds: rows.map(({ id }) => id),
    hashes: rows.flatMap(({ hash }) => hash ?? []),
  };
}

/** Of some pictures, those that a public prompt has. */
export async function selectShownPictures(db: Kysely<DB>, hashes: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("prompts")
    .select("image_hash")
    .distinct()
    .where(sql<boolean>`image_hash = any(${hashes}::text[])`)
    .where("hidden_at", "is", null)
    .execute();
  return rows.map(({ image_hash }) => image_hash);
}

/** Of some prompt ids, those that do not exist. */
export async function selectGonePrompts(db: Kysely<DB>, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("prompts")
    .select("id")
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !there.has(id));
}

/** For backups: all link previews by prompt; an edit makes a preview a new version. */
export const PREVIEWS =
  "select 'preview-' || id as name, coalesce(edited_at, created_at)::text as version from prompts";
