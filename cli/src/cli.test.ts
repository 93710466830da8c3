/** Searching, showing, filling in and copying, and the help. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import stringWidth from "string-width";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PromptView } from "../../src/prompts/contract.ts";
import { setUpTestApp } from "../../tests/support/accounts.ts";
import { makeFolder, type RunOptions, runCli } from "../../tests/support/cli.ts";
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
    [["1", "2"], 2, "“2” é um argumento a mais."],
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
    expect(err).toContain("sem preencher: “produto”");
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
    expect([code, err]).toEqual([2, expect.stringContaining("Os dele: “nome”")]);
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
    expect(out + err).toMatch(/Armadilha|8m/);
    expect(out + err).not.toMatch(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
  }
  // This site sends none itself, not even of texts from before they were taken out at entry.
  expect(JSON.parse((await cli(["mostrar", id, "--json"])).out)).toMatchObject({
    description: "[8m[2J]0;oi31m⟨invisível⟩",
  });
  const copied = await cli(["copiar", id, "--var", "variável=x"], { columns: 80, env: { NO_COLOR: "1" } });
  const [, encoded = ""] = /52;c;([\w+/=]*)/.exec(copied.err) ?? [];
  expect(Buffer.from(encoded, "base64").toString()).toMatch(/^\[8m.*x$/);
});

describe("copy", () => {
  /** A folder with a clipboard program, which writes its input into a file. */
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

  test.each(["win32", "linux"] as const)(
    "gives Windows UTF-16, which its program understands everywhere: %s",
    async (platform) => {
      const { PATH, copied } = await clipboard("clip.exe");
      await mkdir(join(PATH, "System32"));
      await rename(join(PATH, "clip.exe"), join(PATH, "System32", "clip.exe"));
      const env =
        platform === "win32"
          ? { SystemRoot: PATH, PATH: "" }
          : { WSL_DISTRO_NAME: "Debian", PATH: join(PATH, "System32") };
      await cli(["copy", String(letter.id), "--var", "nome=João"], { platform, env });
      expect((await copied()).toString("utf16le")).toBe(
        "\ufeffEscreva uma carta para João.\nAssine como João.",
      );
    },
  );

  test.each([
    ["clip.exe", "win32", { SystemRoot: "C:\\Windows" }],
    ["clip.exe", "win32", {}],
    ["clip.exe", "linux", { WSL_DISTRO_NAME: "Debian" }],
    ["wl-copy", "linux", { WAYLAND_DISPLAY: "wayland-0" }],
    ["xclip", "linux", { DISPLAY: ":0" }],
    ["xsel", "linux", { DISPLAY: ":0" }],
    ["pbcopy", "darwin", {}],
  ] as const)("never runs a %s of the folder that it runs in: %s %j", async (name, platform, env) => {
    const { PATH, copied } = await clipboard(name);
    const here = relative(process.cwd(), PATH);
    // Windows looks into the folder first; elsewhere a part of PATH may mean it.
    for (const path of [here, `:${here}`, "", "."]) {
      const ran = await cli(["copiar", String(letter.id), "--var", "nome=x"], {
        platform,
        env: { ...env, PATH: path },
      });
      expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("Não encontrei como copiar")]);
      await expect(copied()).rejects.toThrow();
    }
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
