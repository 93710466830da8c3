/** SQL of pictures that other rooms need. */
import type { Kysely } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** For backups: every picture by hash and width. */
export const PICTURES = "select hash || '-' || width as name, created_at::text as version from images";

const imageOf = (db: Kysely<DB>, hash: string) =>
  db.selectFrom("images").select(["width", "animated"]).where("hash", "=", hash);

/** @returns undefined when there is no such picture */
export function findImage(db: Kysely<DB>, hash: string) {
  return imageOf(db, hash).executeTakeFirst();
}

/** Locks a picture's row until the transaction ends. @returns undefined when there is none */
export function lockStoredImage(db: Kysely<DB>, hash: string) {
  return imageOf(db, hash).forUpdate().executeTakeFirst();
}
