/** The page for programs: each of its examples is run as it is shown, on the demo site, in a shell, in Node and in Python. */
import { execFile } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedKey } from "#accounts/key-contract.ts";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { connectMcp } from "#tests/support/mcp.ts";
import { createMember } from "#tests/support/members.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

/** Output of each example, in every language in which it is written. */
const PRINTS: Record<string, RegExp> = {
  search: /meu café coado/,
  pages: /meu café coado[\s\S]*Bicicleta e azulejo/,
  errors: /validation_failed/,
  unchanged: /^200\s+304\b/,
  export: /^\ufeff"content","title",[\s\S]*meu café coado/,
  "command-line": /Um conto que começa[\s\S]*deste objeto: um guarda-chuva\./,
  "command-line-publish": /\/prompts\/\d+\n$/,
  mcp: /meu café coado/,
  key: /Para o lanche/,
  oembed: /<iframe.*embed\/prompts\/1.*width=\\?"480/,
};

const EXAMPLES = fileURLToPath(new URL("../../src/app/programs/examples/", import.meta.url));

/** The command of cli/, before it is built. */
const COMMAND = fileURLToPath(new URL("../../cli/src/main.ts", import.meta.url));

/**
 * Programs that run files of an ending; files of others are only shown. A program may be absent: Node comes with the
 * packages.
 */
const PROGRAMS: Record<string, { program: string; needs: string[] }> = {
  ".sh": { program: "bash", needs: ["bash", "curl"] },
  ".ts": { program: process.execPath, needs: [] },
  ".py": { program: "python3", needs: ["python3"] },
};

const files = (await readdir(EXAMPLES)).filter((file) => extname(file) in PROGRAMS);

let site: TestSite;
let browser: Browser;
let folder: string;
/** A key of Ana's, for the examples that act for her. */
let key: string;
/** All code on the page, as it is shown. */
let shown: string[];

beforeAll(async () => {
  [site, browser, folder] = await Promise.all([
    startTestSite({ DEMO_DATA: "on" }),
    launchBrowser(),
    makeTestFolder(),
  ]);
  const ana = await createMember(site, "Ana Maria");
  const token = (await ana.logIn()).access_token;
  await site.post("/api/collections", { title: "Para o lanche" }, token);
  const fields = { name: "Exemplos", scopes: ["read", "react", "publish"], expires_in_days: 30 };
  key = (await site.post<CreatedKey>("/api/account/keys", fields, token)).key;
  await prepareCommandLine();
  const { page, close } = await visit(browser, site.origin, { javaScriptEnabled: false });
  await page.goto("/programas");
  shown = await page.locator("pre").allTextContents();
  await close();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Puts what the command line's examples find in the folder: the command, and a prompt's file with its picture. */
async function prepareCommandLine() {
  const command = `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`;
  await writeFile(join(folder, "prompteca"), command, { mode: 0o755 });
  const [, picture = ""] = (await pictureDataUrl()).split(",");
  await writeFile(join(folder, "capa.png"), picture, "base64");
  await writeFile(join(folder, "meu-prompt.md"), await readFile(join(EXAMPLES, "prompt-file.md")));
}

const isInstalled = (program: string) =>
  promisify(execFile)(program, ["--version"]).then(
    () => true,
    () => false,
  );

/** @returns what it printed @throws Error when it fails */
async function run(program: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: folder,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, PROMPTECA_KEY: key },
      timeout: 120_000,
    });
    return stdout;
  } catch (error) {
    throw new Error(`${program} ${args.join(" ")} failed: ${(error as { stderr?: string }).stderr}`);
  }
}

test.for(files)("the example %s is shown, and does what it says", async (file, context) => {
  const code = (await readFile(join(EXAMPLES, file), "utf8")).trimEnd();
  const onPage = code.replaceAll("https://prompteca.example", site.origin);
  expect(shown).toContain(onPage);
  const name = file.slice(0, -extname(file).length);
  const printed = PRINTS[name];
  if (!printed) throw new Error(`PRINTS does not say what the example ${name} prints`);
  const { program = "", needs = [] } = PROGRAMS[extname(file)] ?? {};
  for (const needed of needs)
    if (!(await isInstalled(needed)))
      context.skip(`${needed} is not installed: the examples written for it were left out`);
  await writeFile(join(folder, file), onPage);
  expect(await run(program, [file])).toMatch(printed);
});

test("each configuration for a program of AI is JSON, and leads to the MCP server", async () => {
  const configurations = (await readdir(EXAMPLES)).filter((file) => /^mcp-.*\.json$/.test(file));
  expect(configurations).toHaveLength(4);
  for (const file of configurations) {
    const code = (await readFile(join(EXAMPLES, file), "utf8")).trimEnd();
    const onPage = code.replaceAll("https://prompteca.example", site.origin);
    expect(shown).toContain(onPage);
    const [address] = /https?:[^"]+/.exec(JSON.stringify(JSON.parse(onPage))) ?? [];
    const client = await connectMcp(address ?? "");
    expect((await client.listTools()).tools).not.toEqual([]);
  }
});

test("the page is read, and its examples are told apart, without JavaScript", async () => {
  const { page, close } = await visit(browser, site.origin, { javaScriptEnabled: false });
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Para quem programa" }).click();
  await page.getByRole("heading", { level: 1, name: "A Prompteca nos seus programas" }).waitFor();
  const example = page.getByRole("figure", { name: "Buscar prompts" });
  const code = (language: string) => example.locator(`[data-language=${language}] pre`);
  await code("sh").waitFor();
  await expect.poll(() => code("py").isVisible()).toBe(false);
  await example.getByRole("radio", { name: "Python" }).check();
  await code("py").waitFor();
  await expect.poll(() => code("sh").isVisible()).toBe(false);
  await expect.poll(() => example.getByRole("button").count()).toBe(0);
  await page.getByRole("navigation", { name: "Nesta página" }).getByRole("link", { name: "API" }).click();
  expect(new URL(page.url()).hash).toBe("#api");
  await close();
});

test("with JavaScript a language is chosen for all examples, and copied", async () => {
  const { page, complaints, close } = await visit(browser, site.origin);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/programas");
  await page.getByRole("radio", { name: "Python" }).first().check();
  await page.getByRole("button", { name: "Copiar: Buscar prompts, Python" }).click();
  await page.getByText("Código copiado").first().waitFor();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("from urllib.request import");
  for (const radio of await page.getByRole("radio", { name: "Python" }).all()) {
    await expect.poll(() => radio.isChecked()).toBe(true);
  }
  const files = page.getByRole("figure").filter({ hasText: "O mesmo prompt nos três formatos" });
  await expect.poll(() => files.locator("pre:visible").count()).toBe(1);
  await files.getByRole("radio", { name: "CSV" }).check();
  await files.getByText("title,content,description").waitFor();
  await expect.poll(() => files.locator("pre:visible").count()).toBe(1);
  await expect.poll(() => page.getByRole("radio", { name: "Python" }).last().isChecked()).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});
