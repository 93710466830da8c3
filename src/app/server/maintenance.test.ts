/** The switch for maintenance: what visitors and programs are told, by the site and by Caddy before it. */
import { readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { maintenance, setMaintenance } from "#platform/http/maintenance.ts";
import { createHttpServer } from "#platform/http/server.ts";
import { createLogger } from "#platform/log.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { writeErrorPage } from "./error-page.ts";

const WORDS = "A Prompteca está em manutenção ou reiniciando. Nada do que foi publicado se perde.";
let folder: string;
beforeAll(async () => {
  folder = await makeTestFolder();
});
afterAll(() => rm(folder, { recursive: true }));

async function startServer() {
  const app = await createHttpServer(readConfig({ DATA_DIR: folder }), createLogger("silent"), {
    errorPage: writeErrorPage,
  });
  onTestFinished(() => app.close());
  for (const path of ["/prompts", "/api/prompts", "/healthz", "/readyz", "/assets/a.js"]) {
    app.get(path, async () => "here");
  }
  let posted = 0;
  app.post("/api/prompts", async () => ++posted);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const ask = (path: string, init: RequestInit = {}) => fetch(`${origin}${path}`, init);
  return { ask, posted: () => posted };
}

test("visitors are told at once, programs as JSON, and nothing is changed until it is off", async () => {
  const { ask, posted } = await startServer();
  const status = async () => (await ask("/prompts")).status;
  expect(await status()).toBe(200);
  await setMaintenance(folder, true);
  await expect.poll(status).toBe(503);

  const page = await ask("/prompts", { headers: { accept: "text/html" } });
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("retry-after")).toBe("30");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain("<h1>Voltamos em breve</h1>");
  expect(html).toContain(`<p>${WORDS}</p>`);

  for (const init of [{}, { method: "POST", body: "{}", headers: { "content-type": "application/json" } }]) {
    const answer = await ask("/api/prompts", init);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
    expect(await answer.json()).toEqual({ message: WORDS, code: "maintenance" });
  }
  expect(posted()).toBe(0);
  const problem = await ask("/api/prompts", { headers: { accept: "application/problem+json" } });
  expect(await problem.json()).toMatchObject({ status: 503, code: "maintenance" });
  const ready = await ask("/readyz");
  expect([ready.status, await ready.json()]).toEqual([503, { status: "maintenance" }]);
  for (const path of ["/healthz", "/assets/a.js"]) expect((await ask(path)).status, path).toBe(200);

  // A process that starts meanwhile answers so from its first request.
  const second = await startServer();
  expect((await second.ask("/prompts")).status).toBe(503);
  await setMaintenance(folder, false);
  await expect.poll(status).toBe(200);
});

test("Caddy says the same where the site is away", async () => {
  const { html } = writeErrorPage(maintenance());
  // Written anew by `vitest --update`.
  await expect(html).toMatchFileSnapshot("../../../deploy/machine/away.html");
  const caddy = await readFile("deploy/machine/Caddyfile", "utf8");
  expect(caddy).toContain(`respond \`${JSON.stringify(maintenance().body)}\` 503`);
  expect(caddy.match(/Retry-After (\d+)/)?.[1]).toBe(maintenance().headers["retry-after"]);
});
