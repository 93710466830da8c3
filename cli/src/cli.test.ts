import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import stringWidth from "string-width";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownExport } from "../../src/exchange/paths.ts";
import type { PromptView } from "../../src/prompts/contract.ts";
import { setUpTestApp } from "../../tests/support/accounts.ts";
import { makeFolder, type RunOptions, runCli } from "../../tests/support/cli.ts";
import { startHttpService } from "../../tests/support/http-service.ts";
import { createKey, expireKey } from "../../tests/support/keys.ts";
import { pictureDataUrl } from "../../tests/support/pictures.ts";
import { publishPrompt } from "../../tests/support/prompts.ts";
import { createUser, type TestUser } from "../../tests/support/users.ts";
import { COMMANDS } from "./commands.ts";
import { OPTIONS } from "./options.ts";
import { en } from "./texts/en.ts";
import { pt } from "./texts/pt.ts";

const site = setUpTestApp();
let url: string;
let ana: TestUser;
let logo: PromptView;
let letter: PromptView;
let hostile: PromptView;

/** Hides, clears, retitles, copies, types, and turns the direction. */
const SEQUENCES = "\u001b[8m\u001b[2J\u001b]0;oi\u0007\u009b31m\u202e";

const cli = (args: string[], options?: RunOptions) => runCli(url, args, options);

beforeAll(async () => {
  url = await site.app.listen({ port: 0, host: "127.0.0.1" });
  ana = await createUser(site.ctx, { username: "Ana" });
  logo = await publishPrompt(site, ana, {
    title: "Logo minimalista para uma padaria de bairro que abre de madrugada",
    content: "Um logo de [produto] em traço fino, para [público].",
    llm_type_id: 3,
    tags: ["logo"],
  });
  letter = await publishPrompt(site, ana, {
    title: "Carta",
    content: "Escreva uma carta para [nome].\nAssine como [nome].",
    llm_type_id: 6,
  });
  hostile = await publishPrompt(site, ana, { title: "Armadilha" });
  await site.sql(
    `update prompts set title = title || $1, content = $1 || ' [variável]', description = $1 where id = $2`,
    SEQUENCES,
    hostile.id,
  );
});
afterAll(() => site.app.server.closeAllConnections());

describe("search", () => {
  test("is a table that fits the terminal, in colours unless those are unwanted", async () => {
    const { code, out, err } = await cli(["buscar"], { columns: 70 });
    expect(code).toBe(0);
    const lines = out.trimEnd().split("\n");
    expect(lines[0]).toContain("Título");
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(70);
    expect(out).toContain("Logo minimalista para…".slice(0, 8));
    expect(out).toContain("…");
    expect(out).toContain("\u001b[");
    expect(err).toContain("3 prompts");
    const phone = (await cli(["buscar"], { columns: 40 })).out.trimEnd().split("\n");
    for (const line of phone) expect(stringWidth(line)).toBeLessThanOrEqual(40);
    expect([phone.length, phone[0]]).toEqual([4, expect.not.stringContaining("Autoria")]);
    const plain = await cli(["buscar"], { columns: 70, env: { NO_COLOR: "1" } });
    expect(plain.out).not.toContain("\u001b");
  });

  test("has a line of tabs for each prompt in a pipe, or JSON", async () => {
    const { out } = await cli(["search", "logo", "minimalista"]);
    expect(out).toBe(`${logo.id}\t${logo.title}\tMidjourney\t0\t–\tAna\n`);
    const json = JSON.parse((await cli(["buscar", "carta", "--json"])).out);
    expect(json.data).toMatchObject([{ id: letter.id, content: letter.content }]);
  });

  test.each([
    [["--ferramenta", "mid journey"], ["Logo"]],
    [["--tool=Claude"], ["Carta"]],
    [["--tag", "logo"], ["Logo"]],
    [["--ordem", "novos", "--limite", "1"], ["Armadilha"]],
    [["--order", "newest", "--limit", "1", "--page", "2"], ["Carta"]],
    [["--funciona"], []],
  ])("narrows by %j", async (options, titles) => {
    const { code, out } = await cli(["buscar", ...options]);
    const found = out.split("\n").flatMap(
      (line) =>
        line
          .split("\t")[1]
          ?.slice(0, 9)
          .match(/^\p{L}+/u)?.[0] ?? [],
    );
    expect([code, found]).toEqual([0, titles]);
  });

  test("says when it finds nothing, in the language of the surroundings", async () => {
    expect(await cli(["buscar", "xilofone"])).toMatchObject({
      code: 0,
      out: "",
      err: expect.stringContaining("Nenhum prompt"),
    });
    expect(await cli(["search", "xilofone"], { env: { LC_ALL: "en_US.UTF-8" } })).toMatchObject({
      err: expect.stringContaining("No prompts found"),
    });
    expect((await cli(["--lang", "en", "search", "xilofone"])).err).toContain("No prompts found");
    expect((await cli(["search", "xilofone"], { env: { LANG: "C" } })).err).toContain("Nenhum");
  });
});

describe("show", () => {
  test("has text, facts and variables of a prompt, by number or link, and of a version", async () => {
    const { out } = await cli(["mostrar", String(logo.id)]);
    for (const part of [
      logo.title,
      logo.content,
      "por Ana",
      "#logo",
      "produto, público",
      `${url}/prompts/${logo.id}`,
    ])
      expect(out).toContain(part);
    expect((await cli(["ver", `${url}/prompts/${logo.id}?utm=1`], { env: { PROMPTECA_URL: "" } })).out).toBe(
      out,
    );
    const first = await cli(["show", String(logo.id), "--version", "1"]);
    expect(first.out).toContain("versão 1 de 1");
    expect(JSON.parse((await cli(["show", `#${logo.id}`, "--json"])).out)).toMatchObject({ id: logo.id });
  });

  test.each([
    [["999999"], 3, "não encontrado"],
    [["1", "--versao", "99"], 3, ""],
    [[], 2, "Diga qual prompt"],
    [["abc"], 2, "não é o número"],
    [["file:///prompts/1"], 2, "não é o número"],
    [["0"], 2, "não é o número"],
    [["1", "2"], 2, "Sobrou"],
    [["1", "--versao", "x"], 2, "--versao precisa ser um número"],
    [["1", "--nada"], 2, "Não existe a opção --nada"],
    [["1", "--versao"], 2, "A opção --versao"],
  ])("refuses %j with exit code %i", async (args, code, message) => {
    const ran = await cli(["mostrar", ...args]);
    expect([ran.code, ran.out]).toEqual([code, ""]);
    expect(ran.err.toLowerCase()).toContain(message.toLowerCase());
  });
});

describe("fill", () => {
  test("fills in what is given, without regard to case and accents, and tells what is left", async () => {
    const { code, out, err } = await cli(["preencher", String(logo.id), "--var", "PUBLICO=jovens=adultos"]);
    expect([code, out]).toEqual([0, "Um logo de [produto] em traço fino, para jovens=adultos.\n"]);
    expect(err).toContain("sem preencher: produto");
    const whole = await cli(["fill", String(letter.id), "--var=nome=Bia"]);
    expect(whole).toEqual({ code: 0, out: "Escreva uma carta para Bia.\nAssine como Bia.\n", err: "" });
  });

  test("asks for the rest at a terminal, on stderr", async () => {
    const { out, err } = await cli(["preencher", String(logo.id), "--var", "produto=pão"], {
      columns: 80,
      input: ["quem madruga\n"],
    });
    expect(out).toBe("Um logo de pão em traço fino, para quem madruga.\n");
    expect(err).toContain("público: ");
    const left = await cli(["preencher", String(letter.id)], { columns: 80, input: ["\n"] });
    expect(left.out).toBe(`${letter.content}\n`);
    // Ctrl-C and Ctrl-D.
    for (const end of ["\u0003", "\u0004"]) {
      const stopped = await cli(["preencher", String(letter.id)], { columns: 80, input: [end] });
      expect([stopped.code, stopped.out]).toEqual([130, ""]);
    }
  });

  test("refuses a variable that the prompt has not", async () => {
    const { code, err } = await cli(["preencher", String(letter.id), "--var", "cidade=Recife"]);
    expect([code, err]).toEqual([2, expect.stringContaining("As dele: nome")]);
    expect((await cli(["preencher", String(letter.id), "--var", "cidade"])).err).toContain("nome=valor");
  });
});

test("no sequence in people's texts reaches terminal, pipe or clipboard", async () => {
  const id = String(hostile.id);
  for (const args of [
    ["buscar"],
    ["mostrar", id],
    ["preencher", id],
    ["buscar", "--json"],
    ["mostrar", id, "--json"],
  ]) {
    const { code, out, err } = await cli(args, { env: { NO_COLOR: "1" } });
    expect([args, code]).toEqual([args, 0]);
    expect(out + err).toMatch(/Armadilha|␛/);
    expect(out + err).not.toMatch(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
  }
  // Programs read what is really there.
  expect(JSON.parse((await cli(["mostrar", id, "--json"])).out)).toMatchObject({ description: SEQUENCES });
  const copied = await cli(["copiar", id, "--var", "variável=x"], { columns: 80, env: { NO_COLOR: "1" } });
  const [, encoded = ""] = /52;c;([\w+/=]*)/.exec(copied.err) ?? [];
  expect(Buffer.from(encoded, "base64").toString()).toMatch(/^␛\[8m.*x$/);
});

describe("copy", () => {
  /** A folder with a clipboard's program, which writes what it is given into a file. */
  async function clipboard(name: string) {
    const folder = await makeFolder();
    const file = join(folder, "copied");
    await writeFile(join(folder, name), `#!/bin/sh\nexec /bin/cat > '${file}'\n`, { mode: 0o755 });
    return { PATH: folder, copied: () => readFile(file) };
  }

  test.each([
    ["wl-copy", "linux", { WAYLAND_DISPLAY: "wayland-0", DISPLAY: ":0" }],
    ["xclip", "linux", { DISPLAY: ":0" }],
    // The first of both is not installed.
    ["xsel", "linux", { WAYLAND_DISPLAY: "wayland-0", DISPLAY: ":0" }],
    ["pbcopy", "darwin", {}],
  ] as const)("gives the text to %s", async (name, platform, env) => {
    const { PATH, copied } = await clipboard(name);
    const ran = await cli(["copiar", String(letter.id), "--var", "nome=João"], {
      platform,
      env: { PATH, ...env },
    });
    expect(ran).toEqual({ code: 0, out: "", err: "Copiado.\n" });
    expect((await copied()).toString()).toBe("Escreva uma carta para João.\nAssine como João.");
  });

  test.each([
    ["win32", {}],
    ["linux", { WSL_DISTRO_NAME: "Debian" }],
  ] as const)("gives Windows UTF-16, which its program understands everywhere: %s", async (platform, env) => {
    const { PATH, copied } = await clipboard("clip.exe");
    await cli(["copy", String(letter.id), "--var", "nome=João"], { platform, env: { PATH, ...env } });
    expect((await copied()).toString("utf16le")).toBe(
      "\ufeffEscreva uma carta para João.\nAssine como João.",
    );
  });

  test("asks the terminal where there is no program, and says where there is neither", async () => {
    const PATH = await makeFolder();
    const args = ["copiar", String(letter.id), "--var", "nome=Bia"];
    const { err } = await cli(args, { columns: 80, env: { PATH, NO_COLOR: "1" } });
    const text = Buffer.from("Escreva uma carta para Bia.\nAssine como Bia.").toString("base64");
    expect(err).toBe(`\u001b]52;c;${text}\u0007Enviado à área de transferência do terminal.\n`);
    const none = await cli(args, { env: { PATH, DISPLAY: ":0" } });
    expect([none.code, none.err]).toEqual([1, expect.stringContaining("Não encontrei como copiar")]);
  });
});

describe("keys", () => {
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
});

describe("publish", () => {
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
    ["---\na: &a [x]\ntags: [*a, *a]\n---\ntexto do prompt", "YAML que dê para ler"],
    [`---\n${HEAD.replace(/title.*\n/, "")}\n---\ntexto do prompt`, "Falta “title”"],
    [`---\n${HEAD.replace("chatgpt", "Abacus")}\n---\ntexto do prompt`, "Não existe a ferramenta “Abacus”"],
    [`---\n${HEAD.replace("capa.png", "outra.png")}\n---\ntexto do prompt`, "Não deu para ler o arquivo"],
    [`---\n${HEAD.replace("capa.png", "prompt.md")}\n---\ntexto do prompt`, "prompt.md não é uma imagem"],
    [`---\n${HEAD.replace(/\nimage.*/, "")}\n---\ntexto do prompt`, "Falta a imagem"],
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
});

describe("a site that refuses or fails", () => {
  test.each([
    [429, { "retry-after": "7" }, "over_request_rate_limit", 6, /Muitas\. Tente de novo em 7 s\./],
    [429, { "retry-after": "3401" }, "over_request_rate_limit", 6, /Muitas\. Tente de novo em 57 min\./],
    [503, { "x-request-id": "abc" }, "unavailable", 5, /Muitas\. \(pedido abc\)/],
    [400, {}, "validation_failed", 1, /^Muitas\.$/m],
  ])("with %i is told as that", async (status, headers, code, exitCode, message) => {
    const { url } = await startHttpService((_request, response) => {
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify({ message: "Muitas.\u001b[2J", code }));
    });
    const ran = await cli(["buscar"], { env: { PROMPTECA_URL: url, NO_COLOR: "1" } });
    expect(ran).toMatchObject({ code: exitCode, out: "" });
    expect(ran.err.replace("␛[2J", "")).toMatch(message);
    const english = await cli(["search", "--lang", "en"], { env: { PROMPTECA_URL: url } });
    if (status !== 400) expect(english.err).toMatch(/Too many calls.*Try again in (7 s|57 min)|out of order/);
  });

  test("by silence, absence, or being another one, is told within the time limit", async () => {
    const silent = await startHttpService(() => {});
    const started = performance.now();
    const slow = await cli(["buscar", "--tempo", "1"], { env: { PROMPTECA_URL: silent.url } });
    expect([slow.code, slow.err]).toEqual([5, expect.stringContaining("não respondeu em 1 s")]);
    expect(performance.now() - started).toBeLessThan(20_000);
    const absent = await cli(["buscar"], { env: { PROMPTECA_URL: "http://127.0.0.1:1" } });
    expect([absent.code, absent.err]).toEqual([5, expect.stringContaining("Não deu para falar com")]);
    const other = await startHttpService((_request, response) => response.end("<p>Olá</p>"));
    const wrong = await cli(["search", "--lang=en"], { env: { PROMPTECA_URL: other.url } });
    expect([wrong.code, wrong.err]).toEqual([5, expect.stringContaining("did not answer as Prompteca does")]);
    for (const address of ["prompteca", "ftp://x", "http://a:b@x", "http://x/y"])
      expect((await cli(["buscar", "--url", address])).code).toBe(2);
  });
});

test("the help tells everything, in both languages", async () => {
  for (const [texts, lang] of [
    [pt, "pt"],
    [en, "en"],
  ] as const) {
    const { code, out } = await cli(["--help", "--lang", lang]);
    expect(code).toBe(0);
    for (const [name, command] of Object.entries(COMMANDS)) {
      expect(out).toContain(`\n  ${lang === "pt" ? command.pt[0] : name} `);
      const own = await cli([name, "--help", "--lang", lang]);
      for (const option of command.options) {
        expect(own.out).toContain(`--${lang === "pt" ? OPTIONS[option].pt : option}`);
        expect(own.out).toContain(texts.options[option]?.[1]);
      }
    }
  }
  expect((await cli([])).code).toBe(2);
  expect((await cli(["nada"])).err).toContain("Não existe o comando “nada”");
  expect((await cli(["--versao"])).out).toMatch(/^prompteca \d+\.\d+\.\d+\n$/);
  expect((await cli(["buscar", "--idioma", "fr"])).code).toBe(2);
});
