/** SQL of pictures in use: `media` stores them and asks here before removing one. */
import { type Kysely, sql } from "kysely";
import type { BatchedReads } from "#platform/database/batched-reads.ts";
import type { DB } from "#platform/database/schema.ts";

/** Whether a prompt uses the picture, or used it in a version that is still there. */
export async function hasPicture(db: Kysely<DB>, hash: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from prompts where image_hash = ${hash})
      or exists (select from prompt_versions where image_hash = ${hash}) as used
  `.execute(db);
  return rows[0]?.used ?? false;
}

/**
 * Unused pictures stored at least an hour ago, so that no publication is about to use them, by hash.
 * @param after the last hash of the page before
 */
export async function selectUnusedPictures(db: Kysely<DB>, most: number, after = ""): Promise<string[]> {
  const rows = await db
    .selectFrom("images")
    .select("hash")
    .where("created_at", "<", sql<Date>`now() - interval '1 hour'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom("prompts").select("prompts.id").whereRef("prompts.image_hash", "=", "images.hash")),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("prompt_versions as v").select("v.number").whereRef("v.image_hash", "=", "images.hash"),
        ),
      ),
    )
    .where("hash", ">", after)
    .orderBy("hash")
    .limit(most)
    .execute();
  return rows.map(({ hash }) => hash);
}

/** The first public prompt that has the picture, or had it in a version that is still there; undefined without one. */
export async function selectFirstWithPicture(reads: BatchedReads, hash: string) {
  const [row] = await reads.ask<{ id: number; username: string; user_id: string }>({
    name: "picture_shown",
    text: `select p.id, u.username, p.user_id from (
        (select id from prompts where image_hash = $1 and hidden_at is null order by id limit 1)
        union all
        (select p.id from prompt_versions v join prompts p on p.id = v.prompt_id
          where v.image_hash = $1 and p.hidden_at is null order by v.prompt_id limit 1)
        order by id limit 1
      ) first join prompts p using (id) join users u on u.id = p.user_id`,
    values: [hash],
    acceptsReplica: ([row]) => row !== undefined,
  });
  return row;
}

/** The picture and the author of a public prompt; undefined when there is no such prompt. */
export async function selectShownPicture(reads: BatchedReads, promptId: number) {
  const [row] = await reads.ask<{ image_hash: string; username: string; user_id: string }>({
    name: "picture_of_prompt",
    text: `select p.image_hash, u.username, p.user_id from prompts p join users u on u.id = p.user_id
      where p.id = $1 and p.hidden_at is null`,
    values: [promptId],
    acceptsReplica: ([row]) => row !== undefined,
  });
  return row;
}

/** Those ids that no prompt has. */
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
