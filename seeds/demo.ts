/** Puts the demo users, prompts and pictures into a database that has no users yet; they can be taken out again. */
import { availableParallelism } from "node:os";
import { type Kysely, sql } from "kysely";
import pLimit from "p-limit";
import { createUser } from "#accounts/server/users/users.service.ts";
import { saveImage, savePreview } from "#media/server/images.service.ts";
import { prepareOwnPicture } from "#media/server/images.uploads.ts";
import { removeUser } from "#members/server/removal.service.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { personas } from "./personas.ts";
import { prompts, readPicture } from "./prompts.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Processes that start together take this advisory lock in turn. */
const LOCK = 7_305_211_002;

async function hasUsers(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Who likes a prompt: as many personas as it says, beginning with another one for each prompt. */
function fans(users: string[], promptId: number, count: number, offset: number): string[] {
  return Array.from(
    { length: Math.min(count, users.length) },
    (_, i) => users[(promptId * 7 + offset + i) % users.length] as string,
  );
}

/**
 * Plants the demo data, all of it in one transaction: a start that is killed leaves none of it.
 * Does nothing where there is a single user.
 */
export async function plantDemoData(ctx: Pick<Context, "db" | "storage" | "log">): Promise<void> {
  if (await hasUsers(ctx.db)) return;
  ctx.log.info({ prompts: prompts.length }, "storing the demo pictures, which takes a moment");
  // The oldest first, so that ids grow with time as they do in life.
  const byAge = [...prompts].sort((a, b) => b.daysAgo - a.daysAgo);
  const planted = await pLimit(availableParallelism()).map(byAge, async (prompt) => ({
    ...prompt,
    picture: await prepareOwnPicture(await readPicture(prompt), prompt.title),
  }));
  const now = Date.now();
  const ago = (days: number) => new Date(now - days * DAY_MS);

  await inTransaction(ctx.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    if (await hasUsers(trx)) return;

    const ids = new Map<string, string>();
    for (const { username, email, joinedDaysAgo } of personas) {
      const id = await createUser(trx, { email, username, passwordHash: null, isDemo: true });
      if (!id) throw new Error(`demo user twice: ${username}`);
      await trx
        .updateTable("users")
        .set({ created_at: ago(joinedDaysAgo) })
        .where("id", "=", id)
        .execute();
      ids.set(username, id);
    }
    const users = [...ids.values()];

    for (const prompt of planted) {
      await saveImage(trx, ctx.storage, prompt.picture);
      const { id } = await trx
        .insertInto("prompts")
        .values({
          user_id: ids.get(prompt.author) as string,
          llm_type_id: prompt.llmTypeId,
          title: prompt.title,
          content: prompt.content,
          description: prompt.description ?? null,
          image_hash: prompt.picture.hash,
          image_alt: prompt.alt,
          search: "",
          created_at: ago(prompt.daysAgo),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await savePreview(ctx.storage, id, prompt.picture);
      await trx
        .updateTable("prompt_stats")
        .set({ views: prompt.views })
        .where("prompt_id", "=", id)
        .execute();
      for (const [table, count, offset] of [
        ["likes", prompt.likes, 0],
        ["favorites", prompt.favorites, 3],
      ] as const) {
        const rows = fans(users, id, count, offset).map((user_id) => ({ user_id, prompt_id: id }));
        if (rows.length) await trx.insertInto(table).values(rows).execute();
      }
    }
  });
}

/**
 * Takes the demo users out again, with everything they made, pictures too.
 * @returns how many there were
 */
export async function removeDemoData(ctx: Pick<Context, "db" | "jobs">): Promise<number> {
  return inTransaction(ctx.db, async (trx) => {
    const users = await trx
      .selectFrom("users")
      .select(["id", "email", "username", "is_blocked", "is_demo", "removed_at"])
      .where("is_demo", "=", true)
      .forUpdate()
      .execute();
    for (const user of users) await removeUser(trx, ctx.jobs, user);
    return users.length;
  });
}
