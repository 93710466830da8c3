import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { createKey } from "#tests/support/keys.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import type { Prompt } from "./calls.ts";
import { type Client, createClient, PromptecaError } from "./client.ts";

const site = setUpTestApp();
let baseUrl: string;
let ana: TestUser;
let prompt: Prompt;
beforeAll(async () => {
  baseUrl = await site.app.listen({ port: 0, host: "127.0.0.1" });
  ana = await createUser(site.ctx, { username: "Ana" });
  prompt = await publishPrompt(site, ana, { title: "Receita de bolo", tags: ["cozinha"] });
});
afterAll(() => site.app.server.closeAllConnections());

/** The error that a call throws. */
async function failure(call: Promise<unknown>): Promise<PromptecaError> {
  const error = await call.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(PromptecaError);
  return error;
}

test("reads without a key: search, a prompt, its versions, trending, tags, people", async () => {
  const prompteca = createClient({ baseUrl });
  const list = await prompteca.searchPrompts({ search: "receita", orderBy: "newest", limit: 5 });
  expect(list.data.map(({ id, title }) => [id, title])).toEqual([[prompt.id, "Receita de bolo"]]);
  expect(list.pagination.total).toBe(1);
  expect((await prompteca.searchPrompts()).data).toHaveLength(1);
  expect(await prompteca.getPrompt({ id: String(prompt.id) })).toMatchObject({ tags: ["cozinha"] });
  const { versions } = await prompteca.listVersions({ id: String(prompt.id) });
  expect(versions).toMatchObject([{ number: 1, is_current: true }]);
  expect(await prompteca.listTrendingPrompts()).toHaveLength(1);
  expect(await prompteca.listTags({ search: "coz" })).toMatchObject([{ name: "cozinha" }]);
  expect(await prompteca.getUser({ id: ana.id })).toMatchObject({ username: "Ana" });
});

test("with a key publishes once, keeps, edits, lists and deletes", async () => {
  const beto = await createUser(site.ctx, { username: "Beto" });
  const { key } = await createKey(site, beto);
  const prompteca = createClient({ baseUrl, key, userAgent: "test/1" });
  const body = {
    title: "Carta de amor",
    content: "Escreva uma carta de amor para [nome].",
    llm_type_id: 6,
    thumbnail_url: await pictureDataUrl(),
  };
  const published = await prompteca.publishPrompt({ idempotencyKey: "a-key-of-the-test-1", body });
  const again = await prompteca.publishPrompt({ idempotencyKey: "a-key-of-the-test-1", body });
  const reader = createClient({ baseUrl, key: (await createKey(site, beto, ["read"])).key });
  expect(await failure(reader.publishPrompt({ body }))).toMatchObject({ status: 403, code: "key_scope" });
  expect([published.llm_type.name, again.id]).toEqual(["Claude", published.id]);
  const id = String(published.id);
  expect(await prompteca.favoritePrompt({ id, body: { favorited: true } })).toEqual({ isFavorited: true });
  expect((await prompteca.listFavorites({ id: "me" })).data).toMatchObject([{ id: published.id }]);
  expect(await prompteca.editPrompt({ id, body: { title: "Carta" } })).toMatchObject({ title: "Carta" });
  expect(await prompteca.deletePrompt({ id })).toBeFalsy();
  const { status, code } = await failure(prompteca.getPrompt({ id }));
  expect([status, code]).toEqual([404, "prompt_not_found"]);
});

test("a refusal has status, code, sentence and field", async () => {
  const prompteca = createClient({ baseUrl });
  const refused = await failure(prompteca.searchPrompts({ search: "a".repeat(201) }));
  expect(refused).toMatchObject({ status: 400, code: "validation_failed", field: "search" });
  expect(refused.message).toMatch(/200 caracteres/);
  expect(refused.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(await failure(prompteca.listFavorites({ id: "me" }))).toMatchObject({ status: 401 });
  expect(await failure(createClient({ baseUrl, key: "pk_no" }).listFavorites({ id: "me" }))).toMatchObject({
    status: 401,
  });
});

describe("a site that does not answer as it should", () => {
  /** A service that gives one answer after the other, then the last one again. */
  async function answering(
    ...answers: { status: number; body?: string; headers?: Record<string, string> }[]
  ) {
    let asked = 0;
    const { url } = await startHttpService((_request, response) => {
      const {
        status,
        body = "",
        headers,
      } = answers[Math.min(asked++, answers.length - 1)] ?? { status: 500 };
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    });
    return { client: createClient({ baseUrl: url, timeout: 5000 }), asked: () => asked };
  }
  const list = { status: 200, body: '{"data":[]}' };
  const away = { status: 503, body: '{"message":"Fora do ar.","code":"unavailable"}' };

  test("is asked again for what only reads, and no more than twice", async () => {
    const back = await answering(away, away, list);
    expect(await back.client.searchPrompts()).toEqual({ data: [] });
    const gone = await answering(away);
    expect(await failure(gone.client.searchPrompts())).toMatchObject({ status: 503, code: "unavailable" });
    expect([back.asked(), gone.asked()]).toEqual([3, 3]);
  });

  test("is asked once for anything else, and when there is no time to wait", async () => {
    const { client, asked } = await answering(away);
    expect(await failure(client.likePrompt({ id: "1", body: null }))).toMatchObject({ status: 503 });
    expect(asked()).toBe(1);
    const busy = await answering({ ...away, headers: { "retry-after": "60" } });
    expect(await failure(busy.client.searchPrompts())).toMatchObject({ status: 503, retryAfter: 60 });
    expect(busy.asked()).toBe(1);
  });

  test.each([
    ["a page", { status: 200, body: "<p>Entre na rede</p>", headers: { "content-type": "text/html" } }],
    ["half an answer", { status: 200, body: '{"data":[' }],
    ["a proxy's page", { status: 403, body: "<p>Não</p>", headers: { "content-type": "text/html" } }],
    ["another error", { status: 418, body: '["teapot"]' }],
  ])("is told from the API: %s", async (_what, answer) => {
    const { client } = await answering(answer);
    expect(await failure(client.searchPrompts())).toMatchObject({ code: "unexpected_answer" });
  });

  test("breaks off, is silent, or is not there", async () => {
    const { url } = await startHttpService((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"data"', () => response.destroy());
    });
    expect(await failure(createClient({ baseUrl: url }).searchPrompts())).toMatchObject({
      code: "unreachable",
    });

    const silent = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const slow: Client = createClient({ baseUrl: `http://127.0.0.1:${port}`, timeout: 200 });
    expect(await failure(slow.searchPrompts())).toMatchObject({ status: 0, code: "timeout" });
    const stopping = new AbortController();
    const stopped = createClient({ baseUrl: `http://127.0.0.1:${port}` }).searchPrompts(
      {},
      { signal: stopping.signal },
    );
    stopping.abort(new Error("enough"));
    await expect(stopped).rejects.toThrow("enough");

    const absent = createClient({ baseUrl: "http://127.0.0.1:1" });
    expect(await failure(absent.searchPrompts())).toMatchObject({ code: "unreachable" });
  });
});
