/** Races with a merge of tags: its job, another merge, a publication, an edit. */
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { AdminTag } from "#admin/contract.ts";
import { inTransaction } from "#platform/database/db.ts";
import { deleteDue } from "#prompts/server/deletion.service.ts";
import { moveSome } from "#prompts/server/tag-moving.service.ts";
import { deleteUnusedTags, resolveTags } from "#prompts/server/tags.service.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { setUpTags } from "#tests/support/tags.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const tags = setUpTags();
const { site, asAdmin, asAna, add, search, find, tagsOf, byTag, listed } = tags;
const { insertWith, rowsWith, moved, expectSound, holding, waiting } = tags;
const rows = site.sql;
beforeEach(() => site.ctx.responseCache.clear());

const merge = (from: { id: number }, into: { id: number }) =>
  asAdmin("POST", `tags/${from.id}/merge`, { into: into.id });

/** @returns ids of both tags; the first is on 251 prompts, the last ten of which have both */
async function many(one: string, other: string) {
  await add({ tags: [one, other] });
  const [from, into] = [(await find(one)).id, (await find(other)).id];
  await insertWith([from], "Cópia", 240);
  await insertWith([into, from], "Cópia", 10);
  return { from, into };
}
/** Merges without the call, so that no job begins. */
const mergeRows = ({ from, into }: { from: number; into: number }) =>
  rows("update tags set merged_into = $2 where id = $1", from, into);

test("killed in the middle it goes on, and moves first what is counted twice", async () => {
  const ids = await many("Meio", "Metade");
  await mergeRows(ids);
  const killed = new AbortController();
  const client = await site.ctx.pool.connect();
  // Ends the work after its first batch.
  await client.query("listen content_changed");
  client.once("notification", () => killed.abort());
  expect(await moveSome(site.ctx, ids.from, killed.signal)).toBe(true);
  await client.query("unlisten *");
  client.release();
  expect(await rowsWith(ids.from)).toBeLessThan(251);
  const left = await rowsWith(ids.from);
  expect(left).toBeGreaterThan(0);
  expect((await byTag("meio")).tag).toMatchObject({ name: "Metade", prompts_count: 251 });
  expect((await byTag("metade")).pagination.total).toBe(251);

  // Two at once, as when another process takes the job over.
  const go = () => moveSome(site.ctx, ids.from, new AbortController().signal);
  await Promise.all([go(), go()]);
  expect([await rowsWith(ids.from), await go()]).toEqual([0, false]);
  expect((await byTag("meio")).tag).toMatchObject({ prompts_count: 251 });
  await expectSound();
});

test("prompts are published, edited, hidden and deleted while it runs", async () => {
  const ids = await many("Correndo", "Corrido");
  const mine = await Promise.all(
    [["Correndo"], ["Correndo", "Corrido"], ["Correndo"], ["Corrido", "Pausa"]].map((tags) => add({ tags })),
  );
  const [edited, retagged, hidden, deleted] = mine.map(({ id }) => id) as [number, number, number, number];
  const edit = (id: number, tags: string[]) => asAna("PATCH", `/${id}`, { tags });
  const [merged, ...answers] = await Promise.all([
    asAdmin("POST", `tags/${ids.from}/merge`, { into: ids.into }),
    edit(edited, ["Correndo", "Pausa"]),
    edit(retagged, ["Pausa"]),
    asAna("POST", "", {
      title: "No meio",
      content: "Um texto comprido.",
      llm_type_id: 3,
      tags: ["correndo"],
      thumbnail_url: await pictureDataUrl(),
    }),
    asAna("DELETE", `/${deleted}`),
    rows("update prompts set hidden_at = now() where id = $1", hidden).then(() => ({ statusCode: 200 })),
  ]);
  expect(merged.statusCode).toBe(200);
  for (const { statusCode } of answers) expect(statusCode).toBeLessThan(300);
  await moved(ids.from);
  expect(await tagsOf({ id: edited })).toEqual(["Corrido", "Pausa"]);
  expect(await tagsOf({ id: retagged })).toEqual(["Pausa"]);
  expect(await listed("correndo")).toEqual(await listed("corrido"));
  await expectSound();
});

test("its followers go over to the other tag, and so does who follows at that moment", async () => {
  for (const tags of [["Bairro"], ["Vizinhança"]]) await add({ tags });
  const [from, into] = [await find("Bairro"), await find("Vizinhança")];
  const people = await Promise.all(Array.from({ length: 4 }, () => createUser(site.ctx)));
  const [one, both, late, later] = people as [TestUser, TestUser, TestUser, TestUser];
  const follow = async (who: TestUser, slug: string) =>
    expect((await site.call("PUT", `/api/follows/tags/${slug}`, who)).statusCode).toBe(204);
  for (const [who, slug] of [
    [one, "bairro"],
    [both, "bairro"],
    [both, "vizinhanca"],
    [later, "bairro"],
  ] as const)
    await follow(who, slug);
  // Somebody holds the tag, so that all of these meet.
  const meeting = inTransaction(site.ctx.db, async (trx) => {
    await sql`select from tags where id = ${from.id} for key share`.execute(trx);
    const all = [merge(from, into), follow(late, "bairro"), follow(later, "vizinhanca")];
    await waiting();
    return all;
  });
  const [merged] = await Promise.all(await meeting);
  expect(merged?.statusCode).toBe(200);
  expect(
    await rows("select follower_id, tag_id from tag_follows where tag_id in ($1, $2)", from.id, into.id),
  ).toEqual(expect.arrayContaining(people.map(({ id }) => ({ follower_id: id, tag_id: into.id }))));
  expect(await rows("select from tag_follows where tag_id = $1", from.id)).toEqual([]);
  await moved(from.id);
  await expectSound();
});

test("of two merges that would make a circle, one is refused", async () => {
  for (const tags of [["Ovo"], ["Galinha"]]) await add({ tags });
  const [egg, hen] = [await find("Ovo"), await find("Galinha")];
  const into = (one: AdminTag, other: AdminTag) =>
    asAdmin("POST", `tags/${one.id}/merge`, { into: other.id });
  const answers = await Promise.all([into(egg, hen), into(hen, egg)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, expect.toBeOneOf([404, 409])]);
  await expect.poll(async () => (await search("ovo"))[0]?.moving).toBe(0);
  expect(await listed("ovo")).toHaveLength(2);
  expect(await listed("galinha")).toHaveLength(2);
  await expectSound();
});

test("into a tag that is merged meanwhile, prompts end at the last one", async () => {
  const ids = await many("Elo um", "Elo dois");
  await add({ tags: ["Elo cinco"] });
  const last = await find("Elo cinco");
  const { prompts_count } = await find("Elo um");
  await asAdmin("POST", `tags/${ids.from}/merge`, { into: ids.into });
  const answer = await asAdmin("POST", `tags/${ids.into}/merge`, { into: last.id });
  expect(answer.statusCode).toBe(200);
  await Promise.all([moved(ids.from), moved(ids.into)]);
  expect((await find("Elo cinco")).prompts_count).toBe(prompts_count + 1);
  await expectSound();
});

/** A transaction of somebody else, which is committed once `work` is done. */
async function inOther(
  work: (query: (text: string, ...values: unknown[]) => Promise<unknown>) => Promise<void>,
) {
  const client = await site.ctx.pool.connect();
  await client.query("begin");
  await work((text, ...values) => client.query(text, values));
  await client.query("commit");
  client.release();
}

test("a publication that has its tags ends before one of them is merged", async () => {
  for (const tags of [["Lápis"], ["Grafite"]]) await add({ tags });
  const [pencil, graphite] = [await find("Lápis"), await find("Grafite")];
  let merging: Promise<unknown> | undefined;
  await inTransaction(site.ctx.db, async (trx) => {
    expect(await resolveTags(trx, ["lapis"])).toEqual([pencil.id]);
    // Without a lock it would be over, its job too, before the prompt is there.
    merging = merge(pencil, graphite).then(() => moved(pencil.id));
    await Promise.race([merging, waiting()]);
    await sql`insert into prompts (user_id, llm_type_id, title, content, image_hash, tag_ids, search)
      select user_id, llm_type_id, title, content, image_hash, tag_ids, search from prompts
      where tag_ids = array[${pencil.id}::integer] limit 1`.execute(trx);
  });
  await merging;
  await moved(pencil.id);
  expect(await listed("lapis")).toHaveLength(3);
  await expectSound();
});

test("a publication that waits for a merge gets the tag that stays", async () => {
  for (const tags of [["Carvão"], ["Giz"]]) await add({ tags });
  const [coal, chalk] = [await find("Carvão"), await find("Giz")];
  let published: Promise<number[]> | undefined;
  await inOther(async (query) => {
    await query("select from tags where id = $1 for update", coal.id);
    await query("update tags set merged_into = $2 where id = $1", coal.id, chalk.id);
    published = inTransaction(site.ctx.db, (trx) => resolveTags(trx, ["carvões"]));
    await waiting();
  });
  expect(await published).toEqual([chalk.id]);
});

test("a tag that somebody publishes with by another name is not deleted as unused", async () => {
  const { id } = await add({ tags: ["Sanguínea"] });
  const { aliases } = (await tags.rename("Sanguínea", "Terracota")).json();
  await asAna("DELETE", `/${id}`);
  await rows("update prompts set deleted_at = now() - interval '10 minutes' where deleted_at is not null");
  await deleteDue(site.ctx);
  await rows("update tags set created_at = now() - interval '2 days' where name = 'Terracota'");
  let deleting: Promise<unknown> | undefined;
  await inTransaction(site.ctx.db, async (trx) => {
    const ids = await resolveTags(trx, ["sanguineas"]);
    deleting = deleteUnusedTags(site.ctx);
    await Promise.race([deleting, waiting()]);
    await sql`update prompts set tag_ids = ${ids}::integer[] where id = (select max(id) from prompts)`.execute(
      trx,
    );
  });
  await deleting;
  expect(await listed("terracota")).toHaveLength(1);
  expect(aliases).toHaveLength(1);
  await expectSound();
});

test("a tag is not merged on while a batch of prompts moves to it", async () => {
  const held = await add({ tags: ["Passo um"] });
  for (const tags of [["Passo dois"], ["Passo seis"]]) await add({ tags });
  const [one, two, last] = [await find("Passo um"), await find("Passo dois"), await find("Passo seis")];
  const release = await holding(held);
  await merge(one, two);
  await waiting();
  const second = merge(two, last).then(() => moved(two.id));
  const lockedTag =
    "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from tags%for update%'";
  await Promise.race([second, expect.poll(() => rows(lockedTag)).not.toEqual([])]);
  await release();
  await second;
  await Promise.all([moved(one.id), moved(two.id)]);
  expect(await listed("passo-seis")).toHaveLength(3);
  await expectSound();
});

test("the job comes back until it finds nothing", async () => {
  for (const tags of [["Ida e volta"], ["Passeio"]]) await add({ tags });
  const trip = await find("Ida e volta");
  await merge(trip, await find("Passeio"));
  const done =
    "select from pgboss.job where name = 'move-merged-tags' and data->>'id' = $1 and state = 'completed'";
  await expect.poll(async () => (await rows(done, String(trip.id))).length).toBe(2);
});
