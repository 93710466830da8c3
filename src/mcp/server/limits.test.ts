/** Limits and failures of the MCP server in a model's answers. */
import { register } from "prom-client";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { lockRows } from "#tests/support/database.ts";
import { createKey } from "#tests/support/keys.ts";
import { postMcp } from "#tests/support/mcp.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser } from "#tests/support/users.ts";

const site = setUpTestApp({ RATE_LIMITS: "on" });
let url: string;
beforeAll(async () => {
  url = `${await site.app.listen({ port: 0, host: "127.0.0.1" })}/mcp`;
});

const call = (name: string, given: object) => ({
  ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
  params: { name, arguments: given },
});
const told = async (message: object, headers: Record<string, string> = {}) => {
  const { status, body } = await postMcp(url, message, headers);
  return { status, isError: body.result?.isError ?? false, text: body.result?.content?.[0].text as string };
};

test("searches are counted as those of the pages, and what is cached is not", async () => {
  for (let n = 0; n < 3; n++)
    expect((await told(call("search_prompts", { text: "sempre" }))).isError).toBe(false);
  const { points } = RATE_LIMITS.searchPerAddress;
  // Somebody who has used up all but two; both count in one place.
  for (let n = 0; n < points - 2; n++) await site.ctx.rateLimits.take("searchPerAddress", "127.0.0.1");
  expect((await told(call("search_prompts", { text: "mais uma" }))).isError).toBe(false);
  const refused = await told(call("search_prompts", { text: "demais" }));
  expect(refused).toMatchObject({ status: 200, isError: true });
  expect(refused.text).toMatch(/^Muitas tentativas em pouco tempo\..* Tente de novo em \d+ s\.$/);
  // Lists without words are not searches.
  expect((await told(call("search_prompts", { order: "newest" }))).isError).toBe(false);
  const page = await site.call("GET", "/api/prompts?search=pagina");
  expect(page.statusCode).toBe(429);
});

test("far pages of searches are counted in time, as writing each answer is", async () => {
  const timed = vi.spyOn(site.ctx.rateLimits, "timed");
  const near = { order: "newest", tag: "mar" };
  const far = [near, { order: "newest", only_working: true }].map((asked) => ({ ...asked, after: "1.1" }));
  for (const [asked, times] of [[near, 1], ...far.map((one) => [one, 2] as const)] as const) {
    timed.mockClear();
    expect((await told(call("search_prompts", asked))).isError).toBe(false);
    expect(timed).toHaveBeenCalledTimes(times);
  }
  timed.mockRestore();
});

test("looking for the arguments of listed prompts is counted in time, as all work with texts is", async () => {
  const ana = await createUser(site.ctx);
  const { id } = await publishPrompt(site, ana);
  const { key } = await createKey(site, ana, ["read", "react"]);
  const headers = { authorization: `Bearer ${key}` };
  await told(call("save_prompt", { id }), headers);
  const list = { jsonrpc: "2.0", id: 1, method: "prompts/list" };
  expect((await postMcp(url, list, headers)).body.result.prompts).toHaveLength(1);
  expect(await site.ctx.rateLimits.left("textTimePerCaller", ana.id)).toBeLessThan(120_000);
  await site.ctx.rateLimits.take("textTimePerCaller", ana.id, 120_000);
  expect((await postMcp(url, list, headers)).body.error.message).toMatch(/^Muitas tentativas/);
});

test("filling in a prompt is counted in time, of a visitor by address, in batches too", async () => {
  const ana = await createUser(site.ctx);
  const { id } = await publishPrompt(site, ana, { content: "Escreva sobre [tema]." });
  const values = { tema: "<".repeat(3000) };
  const filling = [
    call("get_prompt", { id, values }),
    { jsonrpc: "2.0", id: 2, method: "prompts/get", params: { name: String(id), arguments: values } },
  ];
  const left = () => site.ctx.rateLimits.left("textTimePerCaller", "127.0.0.1");
  for (const asked of [...filling, filling]) {
    await site.ctx.rateLimits.forget("textTimePerCaller", "127.0.0.1");
    expect((await postMcp(url, asked)).status).toBe(200);
    expect(await left()).toBeLessThan(120_000);
  }
  await site.ctx.rateLimits.take("textTimePerCaller", "127.0.0.1", 120_000);
  expect((await told(filling[0] as object)).text).toMatch(/^Muitas tentativas/);
  expect((await postMcp(url, filling[1] as object)).body.error.message).toMatch(/^Muitas tentativas/);
  await site.ctx.rateLimits.forget("textTimePerCaller", "127.0.0.1");
});

test("an account has 24 calls under way, and four of them write", async () => {
  const [ana, bia] = await Promise.all([createUser(site.ctx), createUser(site.ctx)]);
  const { id } = await publishPrompt(site, bia);
  const { key } = await createKey(site, ana);
  const headers = { authorization: `Bearer ${key}` };
  const { release } = await lockRows(site.ctx.pool, "select from users where id = $1 for update", ana.id);
  onTestFinished(release);
  const save = () => told(call("save_prompt", { id }), headers);
  const saved = Array.from({ length: 4 }, save);
  const writing = async () =>
    /room="MCP writes"} (\S+)/.exec(await register.getSingleMetricAsString("prompteca_room_taken"))?.[1];
  await expect.poll(writing).toBe("0.004");
  expect((await save()).text).toMatch(/^O site está recebendo acessos demais neste momento/);
  const reads = await Promise.all(Array.from({ length: 12 }, () => told(call("list_tools", {}), headers)));
  expect(reads.map(({ status, isError }) => [status, isError])).toEqual(Array(12).fill([200, false]));
  await release();
  for (const answer of await Promise.all(saved)) expect(answer.isError).toBe(false);
  expect((await save()).isError).toBe(false);
});

test("the messages of a batch are answered one after the other", async () => {
  const ana = await createUser(site.ctx);
  const { id } = await publishPrompt(site, ana, { content: "Escreva sobre [tema]." });
  const { timed } = site.ctx.rateLimits;
  let atWork = 0;
  let most = 0;
  vi.spyOn(site.ctx.rateLimits, "timed").mockImplementation(async (...given) => {
    most = Math.max(most, ++atWork);
    await site.sql("select 1");
    return timed(...given).finally(() => atWork--);
  });
  const batch = Array.from({ length: 9 }, (_, at) => ({
    ...call("get_prompt", { id, values: { tema: `o mar ${at}` } }),
    id: at,
  }));
  const { status, body } = await postMcp(url, [
    ...batch,
    { jsonrpc: "2.0", method: "notifications/cancelled" },
  ]);
  expect([status, body.map((answer: { id: number }) => answer.id)]).toEqual([
    200,
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
  ]);
  expect(body[7].result.structuredContent.text).toBe("Escreva sobre o mar 7.");
  expect(most).toBe(1);
});

/** A prompt whose answer is seven times as long as the longest text, once it is filled in. */
async function publishSwelling(): Promise<number> {
  const author = await createUser(site.ctx);
  return (await publishPrompt(site, author, { content: "[ab] ".repeat(4000).trim() })).id;
}
const fillings = (id: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...call("get_prompt", { id, values: { ab: "<".repeat(24) } }),
    id: at + 1,
  }));

test("a batch whose answers are too large is answered as far as it goes", async () => {
  const id = await publishSwelling();
  const { status, body } = await postMcp(url, [
    ...fillings(id, 9),
    { jsonrpc: "2.0", method: "notifications/cancelled" },
  ]);
  expect(status).toBe(200);
  expect(JSON.stringify(body[0]).length).toBeGreaterThan(500_000);
  expect(body.slice(1)).toEqual(
    [2, 3, 4, 5, 6, 7, 8, 9].map((answered) => ({
      jsonrpc: "2.0",
      id: answered,
      error: {
        code: -32000,
        message: "As respostas desta lista já são grandes demais. Envie as outras mensagens uma por vez.",
      },
    })),
  );
});

/** Holds back whatever counts its time. @returns how many wait, and what lets them go on */
function holdTimed() {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const { timed } = site.ctx.rateLimits;
  let atWork = 0;
  let most = 0;
  vi.spyOn(site.ctx.rateLimits, "timed").mockImplementation(async (...given) => {
    most = Math.max(most, ++atWork);
    await promise;
    return timed(...given).finally(() => atWork--);
  });
  onTestFinished(() => release());
  return { release, atWork: () => atWork, most: () => most };
}

test("an address has four batches under way", async () => {
  const ana = await createUser(site.ctx);
  const { id } = await publishPrompt(site, ana, { content: "Escreva sobre [tema]." });
  const held = holdTimed();
  const batch = (at: number) => postMcp(url, [call("get_prompt", { id, values: { tema: `o mar ${at}` } })]);
  const under = [1, 2, 3, 4].map(batch);
  await expect.poll(held.atWork).toBe(4);
  const refused = await batch(5);
  expect([refused.status, refused.body.error.message]).toEqual([
    503,
    "O site está recebendo acessos demais neste momento. Tente novamente em alguns segundos.",
  ]);
  held.release();
  for (const { status } of await Promise.all(under)) expect(status).toBe(200);
  expect((await batch(6)).status).toBe(200);
});

test("eight prompts are filled in at once, whoever asks", async () => {
  const ana = await createUser(site.ctx);
  const { id } = await publishPrompt(site, ana, { content: "Escreva sobre [tema]." });
  const held = holdTimed();
  const values = (at: number) => ({ tema: `o rio ${at}` });
  const asked = Array.from({ length: 16 }, (_, at) =>
    postMcp(
      url,
      at % 2
        ? call("get_prompt", { id, values: values(at) })
        : {
            jsonrpc: "2.0",
            id: at,
            method: "prompts/get",
            params: { name: String(id), arguments: values(at) },
          },
    ),
  );
  const waiting = async () =>
    /queue="filled prompts",state="waiting"} (\S+)/.exec(
      await register.getSingleMetricAsString("prompteca_costly_tasks"),
    )?.[1];
  await expect.poll(held.atWork).toBe(8);
  await expect.poll(waiting).toBe("8");
  held.release();
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
  expect(held.most()).toBe(8);
});

test("reading a collection for its prompts is counted in time: of its owner, or of an address", async () => {
  const ana = await createUser(site.ctx);
  const made = await site.call("POST", "/api/collections", ana, { title: "Lista", is_public: true });
  const { id } = await publishPrompt(site, ana);
  await site.call("PUT", `/api/collections/${made.json().id}/items/${id}`, ana, {});
  const { key } = await createKey(site, ana, ["read"]);
  const list = { jsonrpc: "2.0", id: 1, method: "prompts/list" };
  for (const [who, headers] of [
    [ana.id, { authorization: `Bearer ${key}` }],
    ["127.0.0.1", {}],
  ] as const) {
    await site.ctx.rateLimits.forget("textTimePerCaller", who);
    await site.ctx.rateLimits.take("textTimePerCaller", who, 120_000);
    const { body } = await postMcp(`${url}?colecao=${made.json().id}`, list, headers);
    expect(body.error.message).toMatch(/^Muitas tentativas/);
    await site.ctx.rateLimits.forget("textTimePerCaller", who);
  }
});

test("what is left of the limits that a message used up is in its answer", async () => {
  const limits = async (message: object, headers: Record<string, string>) => {
    const answer = await postMcp(url, message, headers);
    return [
      answer.headers.get("ratelimit-policy"),
      answer.headers.get("ratelimit")?.replace(/t=\d+/g, "t=…"),
    ];
  };
  const { key } = await createKey(site, await createUser(site.ctx));
  const headers = { authorization: `Bearer ${key}` };
  const [policy, left] = await limits(call("list_tools", {}), headers);
  expect([policy, left]).toEqual(['"callPerKey";q=600;w=60', '"callPerKey";r=599;t=…']);
  const saving = await limits(call("save_prompt", { id: 999_999 }), headers);
  expect(saving).toEqual([
    '"callPerKey";q=600;w=60, "reactPerAccount";q=60;w=10',
    '"callPerKey";r=598;t=…, "reactPerAccount";r=59;t=…',
  ]);
  // The API counts in the same places.
  const { headers: told } = await site.call("GET", "/api/v1/users/me/favorites", key);
  expect(told["ratelimit-policy"]).toBe('"callPerKey";q=600;w=60');
  expect(told.ratelimit).toMatch(/^"callPerKey";r=597;t=\d+$/);
});

test("a key's reactions are counted by its owner", async () => {
  const ana = await createUser(site.ctx);
  const { id } = await publishPrompt(site, ana);
  const { key } = await createKey(site, ana);
  const headers = { authorization: `Bearer ${key}` };
  for (let n = 0; n < RATE_LIMITS.reactPerAccount.points - 1; n++) {
    await site.ctx.rateLimits.take("reactPerAccount", ana.id);
  }
  expect((await told(call("save_prompt", { id }), headers)).isError).toBe(false);
  expect((await told(call("save_prompt", { id, saved: false }), headers)).text).toMatch(/^Muitas tentativas/);
});

test("a failure of ours tells nothing of the inside, and ends with its cause", async () => {
  await site.sql("alter table prompt_stats rename to prompt_stats_away");
  const search = call("search_prompts", { only_working: true });
  const failed = await told(search);
  expect(failed).toEqual({
    status: 200,
    isError: true,
    text: "Algo deu errado do nosso lado. Tente novamente em instantes.",
  });
  const { body } = await postMcp(url, {
    jsonrpc: "2.0",
    id: 1,
    method: "prompts/get",
    params: { name: "77" },
  });
  expect(body.error).toEqual({
    code: -32603,
    message: "Algo deu errado do nosso lado. Tente novamente em instantes.",
    data: { code: "internal_error" },
  });
  await site.sql("alter table prompt_stats_away rename to prompt_stats");
  // The next one is no other's failure.
  expect((await told(search)).isError).toBe(false);
});
