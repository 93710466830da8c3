/** Prompts are found by their author's present name, and soon after they were published, however many there are. */
import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#platform/database/db.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { prepareBulk, publishBulk } from "./bulk.service.ts";
import { makeDocuments, renewStale } from "./stale-documents.service.ts";

const site = setUpTestApp();
let ana: TestUser;
beforeEach(async () => {
  ana = await createUser(site.ctx);
});

/** @returns their ids, ascending */
async function publishMany(author: TestUser, number: number): Promise<number[]> {
  const { id } = await publishPrompt(site, author, {});
  const rows = await site.sql(
    `insert into prompts (user_id, llm_type_id, title, content, image_hash)
      select user_id, llm_type_id, title, content, image_hash from prompts, generate_series(2, $2) where id = $1
      returning id`,
    id,
    number,
  );
  return [id, ...rows.map((row) => row.id)].sort((a, b) => a - b);
}

const rename = (who: TestUser, username: string) =>
  site.call("PUT", "/auth/v1/user", who, { data: { username } });

/** Ids of the prompts of an author that a word finds, ascending. */
async function foundBy(author: TestUser, word: string): Promise<number[]> {
  const rows = await site.sql(
    "select id from prompts where user_id = $1 and search @@ to_tsquery('simple', $2) order by id",
    author.id,
    word,
  );
  return rows.map(({ id }) => id);
}

test("a new name changes no prompt, but all are found by it soon, and by the old one no more", async () => {
  const ids = await publishMany(ana, 41);
  await rename(ana, "Quixaba Velha");
  await renewStale(site.ctx);
  expect(await foundBy(ana, "quixaba")).toEqual(ids);

  const rowsNow = () => site.sql("select id, xmin from prompts where user_id = $1 order by id", ana.id);
  const before = await rowsNow();
  expect((await rename(ana, "Umbuzeiro Novo")).statusCode).toBe(200);
  expect(await rowsNow()).toEqual(before);
  await renewStale(site.ctx);
  expect(await foundBy(ana, "umbuzeiro")).toEqual(ids);
  expect(await foundBy(ana, "quixaba")).toEqual([]);
  expect(await site.sql("select from stale_documents")).toEqual([]);
});

test("while a rename is worked off, caches drop nothing; then they ask searches anew, once", async () => {
  await publishMany(ana, 41);
  await rename(ana, "Sapucaia");
  const client = await site.ctx.pool.connect();
  await client.query("listen content_changed");
  const heard: (string | undefined)[] = [];
  client.on("notification", ({ payload }) => heard.push(payload));
  await renewStale(site.ctx);
  await client.query("notify content_changed, 'over'");
  await expect.poll(() => heard.at(-1)).toBe("over");
  expect(heard).toEqual(["lists", "over"]);
  await client.query("unlisten *");
  client.removeAllListeners("notification");
  client.release();
});

test("a name that comes while the prompts of the one before are being done is every prompt's", async () => {
  const ids = await publishMany(ana, 41);
  await rename(ana, "Mangabeira");
  const { release } = await lockRows(site.ctx.pool, "select from prompts where id = $1 for update", ids[30]);
  const renewal = renewStale(site.ctx);
  await untilWaiting(site.ctx.pool, 1);
  await rename(ana, "Carnaubal");
  await release();
  await renewal;
  expect(await foundBy(ana, "carnaubal")).toEqual(ids);
});

test("authors take turns", async () => {
  const ids = await publishMany(ana, 41);
  const beto = await createUser(site.ctx);
  const [own] = await publishMany(beto, 1);
  await rename(ana, "Mangabeira Alta");
  await rename(beto, "Juazeiro Baixo");
  const { release } = await lockRows(site.ctx.pool, "select from prompts where id = $1 for update", ids[30]);
  const renewal = renewStale(site.ctx);
  await untilWaiting(site.ctx.pool, 1);
  const found = await foundBy(beto, "juazeiro");
  await release();
  await renewal;
  expect(found).toEqual([own]);
  expect(await foundBy(ana, "mangabeira")).toEqual(ids);
});

test("nobody waits for an author whose prompts cannot be done", async () => {
  const [stuck] = await publishMany(ana, 1);
  const beto = await createUser(site.ctx);
  const ids = await publishMany(beto, 41);
  await rename(ana, "Cajueiro Alto");
  await rename(beto, "Mandacaru Seco");
  await site.sql(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$`,
  );
  await site.sql(
    `create trigger refuse before update on prompts for each row when (old.id = ${stuck}) execute function refuse()`,
  );
  await expect(renewStale(site.ctx)).rejects.toThrow("stuck");
  expect(await foundBy(beto, "mandacaru")).toEqual(ids);
  await site.sql("drop function refuse cascade");
  await renewStale(site.ctx);
  expect(await foundBy(ana, "cajueiro")).toEqual([stuck]);
});

/** @returns the ids of three prompts, published as an import does */
async function publishAtOnce(author: TestUser, word: string): Promise<number[]> {
  const prompts = [1, 2, 3].map((at) => ({
    ...{ title: `Título ${at}`, content: `Sobre ${word} ${at}`, description: null, tags: ["pomar"] },
    ...{ llm_type_id: 6, image_alt: null, allow_remixes: true },
  }));
  const prepared = await prepareBulk(site.ctx, prompts);
  return inTransaction(site.ctx.db, (trx) =>
    publishBulk(site.ctx, trx, author, prepared, { isReviewed: false, before: 0 }),
  );
}

const ofTag = async () => {
  site.ctx.responseCache.clear();
  const answer = await site.app.inject({ url: "/api/prompts?tag=pomar" });
  return answer
    .json()
    .data.map(({ id }: { id: number }) => id)
    .sort((a: number, b: number) => a - b);
};

test("many prompts are published without their words, which come after the commit; their tags are there at once", async () => {
  const ids = await publishAtOnce(ana, "pitomba");
  expect(await foundBy(ana, "pitomba")).toEqual([]);
  expect(await ofTag()).toEqual(expect.arrayContaining(ids));
  await makeDocuments(site.ctx, ana.id, ids);
  expect(await foundBy(ana, "pitomba")).toEqual(ids);
  expect(await ofTag()).toEqual(expect.arrayContaining(ids));
  expect(await site.sql("select from stale_documents")).toEqual([]);
});

test("the job makes what an import has not come to, and what another cause came to meanwhile", async () => {
  const [early] = await publishMany(ana, 1);
  const first = await publishAtOnce(ana, "cajarana");
  const second = await publishAtOnce(ana, "mutamba");
  await rename(ana, "Jenipapeira");
  await makeDocuments(site.ctx, ana.id, second);
  expect(await foundBy(ana, "mutamba")).toEqual(second);
  expect(await foundBy(ana, "cajarana")).toEqual([]);
  await renewStale(site.ctx);
  expect(await foundBy(ana, "cajarana")).toEqual(first);
  expect(await foundBy(ana, "jenipapeira")).toEqual([early, ...first, ...second]);
});
