/** The package as somebody gets it: packed, installed into an empty folder without a registry, and run. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { setUpTestApp } from "../../tests/support/accounts.ts";
import { makeFolder } from "../../tests/support/cli.ts";
import { publishPrompt } from "../../tests/support/prompts.ts";
import { createUser } from "../../tests/support/users.ts";

const CLI = fileURLToPath(new URL("..", import.meta.url));

/** npm packs, builds and installs: half a minute, and more on a busy machine. */
const PACKING_MS = 180_000;

const site = setUpTestApp();

test(
  "the packed command runs from an empty folder, without a registry",
  async () => {
    const url = await site.app.listen({ port: 0, host: "127.0.0.1" });
    for (let number = 1; number <= 3; number++)
      await publishPrompt(site, await createUser(site.ctx), { title: `Prompt ${number}` });
    const folder = await makeFolder();
    const home = await makeFolder();
    const env = { PATH: process.env.PATH, HOME: home, LANG: "pt_BR.UTF-8", npm_config_offline: "true" };
    const run = promisify(execFile);
    const options = { cwd: folder, env, timeout: 120_000 };
    const packed = await run("npm", ["pack", CLI, "--json", "--pack-destination", folder], options);
    const [{ filename, files }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf("[")));
    expect(files.map(({ path }: { path: string }) => path).sort()).toEqual([
      "README.md",
      "dist/licenses.md",
      "dist/prompteca.js",
      "package.json",
    ]);
    await writeFile(join(folder, "package.json"), "{}");
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${filename}`], options);
    const list = await run("npx", ["--offline", "prompteca", "buscar", "--endereco", url], options);
    expect(list.stdout.trimEnd().split("\n")).toHaveLength(3);
    // A reader that goes early is no failure, and a program of another's language is answered in it.
    const script = `set -o pipefail; node_modules/.bin/prompteca buscar --json --endereco ${url} | head -c 1`;
    expect((await run("bash", ["-c", script], options)).stdout).toBe("{");
    const english = await run("node_modules/.bin/prompteca", ["--help"], {
      ...options,
      env: { ...env, LANG: "en" },
    });
    expect(english.stdout).toContain("searches prompts");
    site.app.server.closeAllConnections();
  },
  PACKING_MS,
);
