import { beforeAll, expect, test } from "vitest";
import type { PromptList } from "#prompts/contract.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { renewNext, scheduleRenewal } from "./renewal.service.ts";

const site = setUpTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
});

/** As an earlier version left them: without the tool, the marks of titles and their bits. */
async function makeOld(): Promise<void> {
  await site.ctx.pool.query(`
    alter table prompts disable trigger prompts_set_search;
    update prompts set search = search_document(concat_ws(' ', title, description, content, 'Ana'));
    alter table prompts enable trigger prompts_set_search;
    update prompt_stats set title_bits = null;
    update search_renewal set (last_id, last_id_of_titles) = (select max(id), max(id) from prompts);
  `);
}

async function search(words: string): Promise<number> {
  site.ctx.responseCache.clear();
  const list: PromptList = (await site.call("GET", `/api/prompts?search=${words}`)).json();
  return list.pagination.total;
}

test("older prompts are found as before, and as today once their documents were made anew, by two processes at once", async () => {
  const { image } = await publishPrompt(site, ana, { llm_type_id: 14 });
  const hash = /[0-9a-f]{32}/.exec(image.url)?.[0];
  await site.ctx.pool.query(
    `insert into prompts (user_id, llm_type_id, title, content, image_hash)
      select $1, 14, 'Carretel ' || n, 'Uma pipa no vento da tarde.', $2 from generate_series(1, 250) n`,
    [ana.id, hash],
  );
  await makeOld();
  expect([await search("pipa"), await search("runway")]).toEqual([250, 0]);

  const rounds = await Promise.all([renewNext(site.ctx), renewNext(site.ctx)]);
  expect(rounds).toEqual([true, true]);
  expect([await search("pipa"), await search("runway")]).toEqual([250, 200]);
  while (await renewNext(site.ctx)) {}
  expect([await search("pipa"), await search("runway")]).toEqual([250, 251]);
  const { rows } = await site.ctx.pool.query(
    "select count(*)::int n from prompts where search @@ in_title(search_query('carretel'))",
  );
  expect(rows[0].n).toBe(250);
});

test("titles without bits get those of their words, and edited ones keep theirs", async () => {
  await publishPrompt(site, ana, { title: "Um pião de corda", llm_type_id: 11 });
  const { id } = await publishPrompt(site, ana, { title: "Uma peteca", llm_type_id: 11 });
  await site.ctx.pool.query(`
    update prompt_stats set title_bits = null;
    update search_renewal set (last_id, last_id_of_titles) = (select 0, max(id) from prompts)`);
  await site.call("PATCH", `/api/prompts/${id}`, ana, { title: "Um bilboquê" });
  while (await renewNext(site.ctx)) {}
  const { rows } = await site.ctx.pool.query(`
    select count(*) filter (where title_bits = title_bits(search) and title_bits <> 0)::int as right, count(*)::int as all
    from prompt_stats join prompts on id = prompt_id`);
  expect(rows[0].right).toBe(rows[0].all);
});

test("a start queues what is left to be made anew", async () => {
  await publishPrompt(site, ana, { title: "Um bambolê", llm_type_id: 11 });
  await makeOld();
  await scheduleRenewal(site.ctx, new AbortController().signal);
  const jobs = "select count(*)::int n from pgboss.job where name = 'renew-search-documents'";
  expect((await site.ctx.pool.query(jobs)).rows[0].n).toBe(1);
});
