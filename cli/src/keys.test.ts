/** API keys: where they are kept, and where they are sent. */
import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PromptView } from "../../src/prompts/contract.ts";
import { setUpTestApp } from "../../tests/support/accounts.ts";
import { makeFolder, type RunOptions, runCli } from "../../tests/support/cli.ts";
import { startHttpService } from "../../tests/support/http-service.ts";
import { createKey, expireKey } from "../../tests/support/keys.ts";
import { publishPrompt } from "../../tests/support/prompts.ts";
import { createUser, type TestUser } from "../../tests/support/users.ts";

const site = setUpTestApp();
let url: string;
let ana: TestUser;
let letter: PromptView;
beforeAll(async () => {
  url = await site.app.listen({ port: 0, host: "127.0.0.1" });
  ana = await createUser(site.ctx);
  letter = await publishPrompt(site, ana, { title: "Carta", llm_type_id: 6 });
});
afterAll(() => site.app.server.closeAllConnections());

const cli = (args: string[], options?: RunOptions) => runCli(url, args, options);

const settingsIn = (folder: string) => join(folder, "prompteca", "settings.json");

test("are read without being shown, kept for one site and for their owner alone, and forgotten", async () => {
  const { key } = await createKey(site, ana, ["read"]);
  const XDG_CONFIG_HOME = await makeFolder();
  const env = { XDG_CONFIG_HOME };
  const piped = await cli(["entrar"], { env, input: [`${key}\n`] });
  expect(piped).toEqual({ code: 0, out: "", err: expect.stringContaining("Chave guardada em") });
  const typed = await cli(["login"], { env, columns: 80, input: [`${key}\n`] });
  expect(typed.code).toBe(0);
  expect(typed.out + typed.err + piped.err).not.toContain(key.slice(0, 10));
  const path = settingsIn(XDG_CONFIG_HOME);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(XDG_CONFIG_HOME, "prompteca"))).mode & 0o777).toBe(0o700);

  await site.call("POST", `/api/prompts/${letter.id}/favorite`, ana, { favorited: true });
  const list = await cli(["favoritos"], { env: { ...env, PROMPTECA_URL: "" } });
  expect(list.out).toContain(`${letter.id}\tCarta\tClaude`);
  // Not for another site, though it listens here as well.
  const asked: unknown[] = [];
  const other = await startHttpService((request, response) => {
    asked.push(request.headers.authorization);
    response.writeHead(200, { "content-type": "application/json" }).end('{"data":[],"pagination":{}}');
  });
  const foreign = await cli(["favoritos", "--endereco", other.url], { env });
  expect([foreign.code, foreign.err]).toEqual([4, expect.stringContaining("pede uma chave")]);
  await cli(["buscar", "--endereco", other.url], { env: { ...env, PROMPTECA_KEY: key } });
  expect(asked).toEqual([undefined]);

  await chmod(path, 0o644);
  const open = await cli(["favoritos"], { env });
  expect([open.code, open.err]).toEqual([1, expect.stringContaining("chmod 600")]);
  await chmod(path, 0o600);
  expect((await cli(["sair"], { env })).err).toContain("apagada");
  expect(await readFile(path, "utf8")).not.toContain(key);
  expect((await cli(["favoritos"], { env })).code).toBe(4);
  expect((await cli(["sair"], { env })).code).toBe(1);
});

test("that are wrong, expired or too narrow are told apart", async () => {
  const [valid, old] = [await createKey(site, ana, ["publish"]), await createKey(site, ana)];
  await expireKey(site, old);
  const ask = (PROMPTECA_KEY: string) => cli(["favoritos"], { env: { PROMPTECA_KEY } });
  expect(await ask("pk_curta")).toMatchObject({ code: 4, err: expect.stringContaining("39 caracteres") });
  expect((await ask("pk_a\r\nx: y")).code).toBe(4);
  expect(await ask(old.key)).toMatchObject({ code: 4, out: "" });
  expect(await ask(valid.key)).toMatchObject({ code: 4, out: "" });
  // It is one of the site's, so it may be saved.
  const env = { XDG_CONFIG_HOME: await makeFolder() };
  expect((await cli(["entrar"], { env, input: [valid.key] })).code).toBe(0);
  expect((await cli(["entrar"], { env, input: [old.key] })).code).toBe(4);
});

test("are refused on the command line, over http, and from a broken file", async () => {
  const key = `pk_${"a".repeat(36)}`;
  for (const args of [
    ["entrar", key],
    ["favoritos", `--key=${key}`],
  ]) {
    const { code, err } = await cli(args);
    expect([code, err]).toEqual([2, expect.stringContaining("revogue-a")]);
    expect(err).not.toContain(key);
  }
  const away = { PROMPTECA_KEY: key, PROMPTECA_URL: "http://prompteca.example" };
  expect(await cli(["favoritos"], { env: away })).toMatchObject({
    code: 4,
    err: expect.stringContaining("https"),
  });
  const XDG_CONFIG_HOME = await makeFolder();
  await mkdir(join(XDG_CONFIG_HOME, "prompteca"));
  await writeFile(settingsIn(XDG_CONFIG_HOME), "{", { mode: 0o600 });
  const broken = await cli(["favoritos"], { env: { XDG_CONFIG_HOME } });
  expect([broken.code, broken.err]).toEqual([1, expect.stringContaining("Não deu para ler")]);
});

test("the one in the environment goes to the usual site alone, not to that of an option", async () => {
  const { key } = await createKey(site, ana, ["read"]);
  const asked: unknown[] = [];
  const other = await startHttpService((request, response) => {
    asked.push(request.headers.authorization);
    response.writeHead(200, { "content-type": "application/json" }).end('{"data":[],"pagination":{}}');
  });
  const elsewhere = await cli(["favoritos", "--endereco", other.url], { env: { PROMPTECA_KEY: key } });
  expect([elsewhere.code, asked]).toEqual([4, []]);
  expect(elsewhere.err).toContain(`PROMPTECA_URL=${other.url}`);
  // The same site, named once more, and another that is meant.
  expect((await cli(["favoritos", "--endereco", `${url}/`], { env: { PROMPTECA_KEY: key } })).code).toBe(0);
  await cli(["favoritos"], { env: { PROMPTECA_KEY: key, PROMPTECA_URL: other.url } });
  expect(asked).toEqual([`Bearer ${key}`]);
});

test.each([301, 302, 303, 307, 308])("go nowhere that a site sends them on to: %i", async (status) => {
  const asked: string[] = [];
  const other = await startHttpService((request, response) => {
    asked.push(`${request.method} ${request.headers.authorization}`);
    response.writeHead(200, { "content-type": "application/json" }).end('{"id":1}');
  });
  const first = await startHttpService((_request, response) =>
    response.writeHead(status, { location: `${other.url}/api/v1/prompts` }).end(),
  );
  const env = { PROMPTECA_KEY: `pk_${"a".repeat(36)}`, PROMPTECA_URL: first.url };
  const file = join(await makeFolder(), "um.md");
  await writeFile(file, "---\ntitle: Um título\ntool: Claude\n---\nEscreva um poema sobre o mar.");
  for (const args of [["favoritos"], ["publicar", file, "--sim"]]) {
    const { code, err } = await cli(args, { env });
    expect([args, code, err]).toEqual([args, 5, expect.stringContaining("não respondeu como a Prompteca")]);
  }
  expect(asked).toEqual([]);
});
