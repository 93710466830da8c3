/** Puts the demo users, prompts and pictures into a database that has no users yet; they can be taken out again. */
import { availableParallelism } from "node:os";
import { type Kysely, sql, type Transaction } from "kysely";
import pLimit from "p-limit";
import { createUser } from "#accounts/server/account/accounts.service.ts";
import { saveImage, savePreview } from "#media/server/images.service.ts";
import { type PreparedPicture, prepareOwnPicture } from "#media/server/images.uploads.ts";
import { removeUser } from "#members/server/removal.service.ts";
import { carryOut } from "#moderation/server/cases/carry-out.ts";
import { readCaseNow } from "#moderation/server/cases/case-now.ts";
import { findTarget } from "#moderation/server/cases/target-types.ts";
import { lockCaseOf } from "#moderation/server/cases/targets.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { updatePrompt, updateVersionNote } from "#prompts/server/authoring.queries.ts";
import { insertRemix, lockSources } from "#prompts/server/remixes.queries.ts";
import { idsOf, lockWrittenTags } from "#prompts/server/tags.service.ts";
import { modelKey } from "#results/contract.ts";
import { collections, follows, hidden, results } from "./community.ts";
import { personas } from "./personas.ts";
import { type DemoPrompt, prompts, readPicture } from "./prompts.ts";

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

/** What has been planted so far, by the names that the data uses. */
interface Planted {
  trx: Transaction<DB>;
  ago(days: number): Date;
  users: Map<string, string>;
  tags: Map<string, number>;
  prompts: Map<string, number>;
  collections: Map<string, number>;
}

/** @throws Error for a name that is not in the data */
function idOf<Id>(ids: ReadonlyMap<string, Id>, name: string): Id {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`demo data: unknown ${name}`);
  return id;
}

/**
 * Plants the demo data, all of it in one transaction: a start that is killed leaves none of it.
 * Does nothing where there is a single user.
 */
export async function plantDemoData(ctx: Context): Promise<void> {
  if (await hasUsers(ctx.db)) return;
  ctx.log.info({ prompts: prompts.length }, "storing the demo pictures, which takes a moment");
  // The oldest first, so that ids grow with time as they do in life.
  const byAge = [...prompts, hidden.prompt].sort((a, b) => b.daysAgo - a.daysAgo);
  const drawn = await pLimit(availableParallelism()).map(byAge, async (prompt) => ({
    prompt,
    picture: await prepareOwnPicture(await readPicture(prompt), prompt.title),
  }));
  const now = Date.now();

  await inTransaction(ctx.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    if (await hasUsers(trx)) return;
    const planted: Planted = {
      trx,
      ago: (days) => new Date(now - days * DAY_MS),
      users: new Map(),
      tags: await lockWrittenTags(trx, [...new Set(prompts.flatMap(({ tags = [] }) => tags))]),
      prompts: new Map(),
      collections: new Map(),
    };
    await plantPeople(planted);
    for (const { prompt, picture } of drawn) {
      const id = await plantPrompt(ctx, planted, prompt, picture);
      if (prompt === hidden.prompt) await hide(ctx, planted, id);
      else planted.prompts.set(prompt.key, id);
    }
    await plantCollections(planted);
    await plantResults(planted);
    await plantFollows(planted);
  });
}

async function plantPeople({ trx, ago, users }: Planted): Promise<void> {
  for (const { username, email, joinedDaysAgo } of personas) {
    const id = await createUser(trx, { email, username, passwordHash: null, isDemo: true });
    if (!id) throw new Error(`demo user twice: ${username}`);
    await trx
      .updateTable("users")
      .set({ created_at: ago(joinedDaysAgo) })
      .where("id", "=", id)
      .execute();
    users.set(username, id);
  }
}

/** @returns the prompt's id */
async function plantPrompt(
  { storage }: Context,
  planted: Planted,
  prompt: DemoPrompt,
  picture: PreparedPicture,
): Promise<number> {
  const { trx, ago, tags } = planted;
  const { history = [] } = prompt;
  await saveImage(trx, storage, picture);
  const { id } = await trx
    .insertInto("prompts")
    .values({
      user_id: idOf(planted.users, prompt.author),
      llm_type_id: prompt.llmTypeId,
      title: prompt.title,
      content: history[0]?.content ?? prompt.content,
      description: prompt.description ?? null,
      image_hash: picture.hash,
      image_alt: prompt.alt,
      tag_ids: idsOf(tags, prompt.tags ?? []),
      search: "",
      created_at: ago(prompt.daysAgo),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await savePreview(storage, id, picture);
  await trx.updateTable("prompt_stats").set({ views: prompt.views }).where("prompt_id", "=", id).execute();
  const users = [...planted.users.values()];
  for (const [table, count, offset] of [
    ["likes", prompt.likes, 0],
    ["favorites", prompt.favorites, 3],
  ] as const) {
    const rows = fans(users, id, count, offset).map((user_id) => ({ user_id, prompt_id: id }));
    if (rows.length) await trx.insertInto(table).values(rows).execute();
  }
  for (const [index, { changedDaysAgo, note }] of history.entries()) {
    const content = history[index + 1]?.content ?? prompt.content;
    await updatePrompt(trx, id, { content }, { ownVersion: true, isEdit: true });
    await updateVersionNote(trx, id, note);
    const at = ago(changedDaysAgo);
    await trx.updateTable("prompts").set({ version_at: at, edited_at: at }).where("id", "=", id).execute();
  }
  if (prompt.remixOf) {
    const { key, note } = prompt.remixOf;
    const { source, rootId } = await lockSources(trx, idOf(planted.prompts, key));
    await insertRemix(trx, { prompt_id: id, source_id: source?.id ?? null, root_id: rootId, note });
  }
  return id;
}

async function plantCollections({ trx, ago, users, prompts: promptIds, ...planted }: Planted): Promise<void> {
  for (const { owner, title, description, daysAgo, items } of collections) {
    const at = ago(daysAgo);
    const { id } = await trx
      .insertInto("collections")
      .values({
        ...{ user_id: idOf(users, owner), title, description, is_public: true },
        ...{ created_at: at, updated_at: at },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const rows = items.map(([key, note = null], index) => ({
      ...{ collection_id: id, prompt_id: idOf(promptIds, key), position: index + 1, note, added_at: at },
    }));
    await trx.insertInto("collection_items").values(rows).execute();
    planted.collections.set(title, id);
  }
}

async function plantResults({ trx, ago, users, prompts: promptIds }: Planted): Promise<void> {
  const versions = new Map(prompts.map(({ key, history = [] }) => [key, history.length + 1]));
  const rows = [...results]
    .sort((a, b) => b.daysAgo - a.daysAgo)
    .map(({ key, by, model, outcome, daysAgo, note = null }) => ({
      ...{ prompt_id: idOf(promptIds, key), version: idOf(versions, key), user_id: idOf(users, by) },
      ...{ model_key: modelKey(model), model, outcome, note, answered_at: ago(daysAgo) },
    }));
  await trx.insertInto("results").values(rows).execute();
}

async function plantFollows({
  trx,
  users,
  collections: collectionIds,
  tags: tagIds,
}: Planted): Promise<void> {
  const rows = Object.entries(follows).map(([username, followed]) => ({
    follower_id: idOf(users, username),
    people: (followed.people ?? []).map((name) => idOf(users, name)),
    collections: (followed.collections ?? []).map((title) => idOf(collectionIds, title)),
    tags: idsOf(tagIds, followed.tags ?? []),
  }));
  const people = rows.flatMap(({ follower_id, people }) =>
    people.map((user_id) => ({ follower_id, user_id })),
  );
  const lists = rows.flatMap(({ follower_id, collections }) =>
    collections.map((collection_id) => ({ follower_id, collection_id })),
  );
  const tags = rows.flatMap(({ follower_id, tags }) => tags.map((tag_id) => ({ follower_id, tag_id })));
  await trx.insertInto("user_follows").values(people).execute();
  await trx.insertInto("collection_follows").values(lists).execute();
  await trx.insertInto("tag_follows").values(tags).execute();
}

/** Hides the prompt as a moderator does who has read it, and dates what that has written. */
async function hide(ctx: Context, { trx, ago, users }: Planted, promptId: number): Promise<void> {
  const id = idOf(users, hidden.by);
  const by = { id, username: hidden.by, email: "", isAdmin: false, byPasskey: false, key: null };
  const target = await findTarget(trx, "prompt", promptId);
  if (!target) throw new Error("demo data: the prompt to hide is gone");
  const row = await lockCaseOf(trx, target);
  // Demo users get no mails, and at the first start there are no queues yet.
  const quiet: Context = { ...ctx, jobs: { ...ctx.jobs, send: async () => "" } };
  await carryOut(quiet, trx, {
    ...{ row, now: await readCaseNow(trx, ctx, row), decision: "hide", by },
    ...{ ground: hidden.ground, reason: hidden.reason },
  });
  const at = ago(hidden.daysAgo);
  const { id: decisionId } = await trx
    .updateTable("decisions")
    .set({ created_at: at })
    .where("case_id", "=", row.id)
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .updateTable("statements_of_reasons")
    .set({ told_at: at })
    .where("decision_id", "=", decisionId)
    .execute();
  await trx.updateTable("moderation_cases").set({ decided_at: at }).where("id", "=", row.id).execute();
  await trx.updateTable("audit_log").set({ created_at: at }).where("admin_id", "=", id).execute();
}

/**
 * Takes the demo users out again, with everything they made and decided, pictures too.
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
    const ids = users.map(({ id }) => id);
    if (ids.length > 0) await removeDecisionsBy(trx, ids);
    for (const user of users) await removeUser(trx, ctx.jobs, user);
    return users.length;
  });
}

/**
 * Cases and entries of the log stay when an account goes, so that they have to be deleted by themselves: whole cases, also
 * with what real people have reported and decided in them since.
 */
async function removeDecisionsBy(trx: Transaction<DB>, ids: string[]): Promise<void> {
  const cases = trx.selectFrom("decisions").where("decided_by", "in", ids).select("case_id");
  await trx.deleteFrom("moderation_cases").where("id", "in", cases).execute();
  await trx.deleteFrom("audit_log").where("admin_id", "in", ids).execute();
}
