/** Publishing from a file. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownExport } from "../../src/exchange/export-paths.ts";
import { isCover } from "../../src/media/server/covers.ts";
import { setUpTestApp } from "../../tests/support/accounts.ts";
import { makeFolder, type RunOptions, runCli } from "../../tests/support/cli.ts";
import { startHttpService } from "../../tests/support/http-service.ts";
import { createKey } from "../../tests/support/keys.ts";
import { pictureDataUrl } from "../../tests/support/pictures.ts";
import { publishPrompt } from "../../tests/support/prompts.ts";
import { createUser } from "../../tests/support/users.ts";

const site = setUpTestApp();
let url: string;
beforeAll(async () => {
  url = await site.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => site.app.server.closeAllConnections());

const cli = (args: string[], options?: RunOptions) => runCli(url, args, options);

const HEAD = 'title: "Plano de estudos"\nferramenta: chatgpt\ntags: [estudo, rotina]\nimage: capa.png';
let key: string;
beforeAll(async () => {
  ({ key } = await createKey(site, await createUser(site.ctx, { username: "Beto" }), ["publish"]));
});

async function file(content: string) {
  const folder = await makeFolder();
  const [, base64 = ""] = (await pictureDataUrl()).split(",");
  await writeFile(join(folder, "capa.png"), base64, "base64");
  await writeFile(join(folder, "prompt.md"), content);
  return join(folder, "prompt.md");
}
const publish = (path: string, args: string[] = [], options: RunOptions = {}) =>
  cli(["publicar", path, ...args], {
    ...options,
    env: { PROMPTECA_KEY: key, NO_COLOR: "1", ...options.env },
  });
const count = async () => (await site.sql("select from prompts where title = 'Plano de estudos'")).length;

test("shows what it will be, asks, and publishes it once however often it runs", async () => {
  const path = await file(`---\n${HEAD}\ncor: azul\n---\n\nMonte um plano de estudos de [matéria].\n`);
  const refused = await publish(path, [], { columns: 80, input: ["n\n"] });
  expect([refused.code, await count()]).toEqual([1, 0]);
  for (const part of [
    "Plano de estudos",
    "estudo, rotina",
    "capa.png",
    "Monte um plano",
    "“cor” não é",
    "Nada foi publicado",
  ])
    expect(refused.err).toContain(part);
  expect(await publish(path)).toMatchObject({ code: 2, err: expect.stringContaining("--sim") });
  expect(await count()).toBe(0);

  const done = await publish(path, [], { columns: 80, input: ["s\n"] });
  const [, id] = /\/prompts\/(\d+)\n$/.exec(done.out) ?? [];
  expect([done.code, await count()]).toEqual([0, 1]);
  const again = await publish(path, ["--sim", "--json"]);
  expect(JSON.parse(again.out)).toMatchObject({
    id: Number(id),
    content: "Monte um plano de estudos de [matéria].",
    llm_type: { name: "ChatGPT" },
    tags: ["estudo", "rotina"],
    allow_remixes: true,
  });
  expect(await count()).toBe(1);
});

test("without a picture takes a cover of the site's own, and says so", async () => {
  const path = await file(`---\ntitle: Sem imagem\ntool: Claude\n---\n\nMonte um cardápio para [dias].\n`);
  const { out, err } = await publish(path, ["-y", "--json"]);
  expect(err).toContain("um azulejo do site");
  const [, hash = ""] = /media\/([0-9a-f]{32})-/.exec(JSON.parse(out).thumbnail_url) ?? [];
  expect(isCover(hash)).toBe(true);
});

test("reads what the site exports", async () => {
  const carla = await createUser(site.ctx, { username: "Carla" });
  const content = "Título:\n---\n```js\nlet x;\n```\nPara [quem] lê.";
  const original = await publishPrompt(site, carla, {
    title: 'Aspas: "sim" #1',
    content,
    description: "Duas\nlinhas",
    llm_type_id: 9,
    tags: ["exportado"],
    allow_remixes: false,
  });
  const exported = await site.call("GET", ownExport("md"), carla);
  const path = await file(exported.body);
  const { out, err } = await publish(path, [
    "-y",
    "--json",
    "--image",
    path.replace("prompt.md", "capa.png"),
  ]);
  const { title, description, llm_type, tags, allow_remixes } = original;
  expect(JSON.parse(out)).toMatchObject({ title, content, description, llm_type, tags, allow_remixes });
  expect(err).not.toContain("não é um dado");
});

test("reads a fenced text as it is, from a file as the site exports it", async () => {
  const text = "Use:\n\n```js\nlet x;\n```\n---\nfim";
  const exported = `---\nformat: "prompteca"\nversion: 1\n---\n\n---\ntitle: "Plano de estudos"\ntool: "Claude"\ntags: []\nallow_remixes: false\nurl: "https://x/prompts/1"\ncreated_at: "2026-01-01"\nimage: "capa.png"\n---\n\n\`\`\`\`prompt\n${text}\n\`\`\`\`\n`;
  const path = await file(exported.replaceAll("\n", "\r\n"));
  const { out, err } = await publish(path, ["-y", "--json"]);
  expect(JSON.parse(out)).toMatchObject({
    content: text,
    allow_remixes: false,
    llm_type: { name: "Claude" },
  });
  expect(err).not.toContain("não é um dado");
  const two = await file(`${exported}\n---\ntitle: "Outro"\n---\n\n\`\`\`prompt\ntexto\n\`\`\`\n`);
  expect(await publish(two, ["-y"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("mais de um prompt"),
  });
});

test.each([
  ["sem cabeçalho", "precisa começar com os dados"],
  ["---\ntitle: [\n---\ntexto do prompt", "YAML que dê para ler"],
  // As long as a file may be: no reader takes it in.
  [`---\ntags: [${"a,".repeat(60_000)}]\n---\ntexto do prompt`, "YAML que dê para ler"],
  ["---\na: &a [x]\ntags: [*a, *a]\n---\ntexto do prompt", "YAML que dê para ler"],
  [`---\n${HEAD.replace(/title.*\n/, "")}\n---\ntexto do prompt`, "Falta “title”"],
  [`---\n${HEAD.replace("chatgpt", "Abacus")}\n---\ntexto do prompt`, "Não existe a ferramenta “Abacus”"],
  [`---\n${HEAD.replace("capa.png", "outra.png")}\n---\ntexto do prompt`, "Não deu para ler o arquivo"],
  [`---\n${HEAD.replace("capa.png", "prompt.md")}\n---\ntexto do prompt`, "prompt.md não é uma imagem"],
  [`---\n${HEAD}\nallow_remixes: talvez\n---\ntexto do prompt`, "true ou false"],
  [`---\n${HEAD.replace("[estudo, rotina]", "{a: b}")}\n---\ntexto do prompt`, "lista de textos"],
  [`---\n${HEAD}\n---\ncurto`, "content"],
  [`---\n${HEAD}\n---\n${"a".repeat(140_000)}`, "grande demais"],
])("refuses %j", async (content, message) => {
  const before = await count();
  const { code, out, err } = await publish(await file(content), ["--sim"]);
  expect([code === 0, out, await count()]).toEqual([false, "", before]);
  expect(err).toContain(message);
});

test("says that nobody knows whether a lost publication arrived", async () => {
  const lost = await startHttpService((request) => void request.socket.destroy());
  const path = await file(`---\n${HEAD}\n---\n\nMonte um plano de [matéria].\n`);
  const { code, err } = await publish(path, ["--sim"], { env: { PROMPTECA_URL: lost.url } });
  expect([code, err]).toEqual([5, expect.stringContaining("não publica duas vezes")]);
});
