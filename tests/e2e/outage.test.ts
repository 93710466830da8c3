/** The database goes away while people read: the messages, by page and by call, and the recovery. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { giveBack, takeAway } from "#tests/support/database.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let reader: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  await (await createMember(site, "Ana Maria")).publish("Cordel da inteligência");
  reader = await visit(browser, site.origin);
  await reader.page.clock.install();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const get = (path: string, accept: string) => fetch(site.origin + path, { headers: { accept } });

journey("while the database is away", async () => {
  await step("who is reading is told that the next list did not come", async () => {
    const { page } = reader;
    await page.goto("/prompts");
    await takeAway(site.database.connection.database);
    await page.getByLabel("Ordenar por").selectOption("newest");
    const told = "O site está fora do ar por um instante. Tente novamente em alguns segundos.";
    await page.getByRole("alert").getByText(told).waitFor();
  });

  await step(
    "a page is a 503 in words, kept by nobody; a call is a 503 in JSON; what needs no data still answers",
    async () => {
      for (const path of ["/", "/prompts?sort=views", "/prompts/1"]) {
        const answer = await get(path, "text/html");
        expect([answer.status, answer.headers.get("retry-after")], path).toEqual([503, "5"]);
        expect(answer.headers.get("cache-control")).toContain("no-store");
        expect(await answer.text()).toContain("<h1>Não conseguimos responder agora</h1>");
      }
      const call = await get("/api/prompts", "text/html");
      expect([call.status, call.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(await call.json()).toMatchObject({ code: "unavailable" });
      expect((await get("/terms-of-use", "text/html")).status).toBe(200);
    },
  );

  await step("the 503 page comes back by itself once the site works again", async () => {
    const { page } = reader;
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Não conseguimos responder agora" }).waitFor();
    await page.getByText("Esta página volta sozinha assim que o site responder.").waitFor();
    await expect.poll(() => page.locator("code").textContent()).toMatch(/^[0-9a-f-]{36}$/);
    const looked = page.waitForResponse("**/readyz");
    await page.clock.fastForward(5000);
    expect((await looked).status()).toBe(503);
    await giveBack(site.database.connection.database);
    await page.clock.fastForward(5000);
    await page.getByRole("heading", { level: 1, name: "Biblioteca" }).waitFor();
    await page.getByRole("heading", { name: "Cordel da inteligência" }).waitFor();
    expect(new URL(page.url()).search).toBe("?sort=newest");
  });

  await step("no page complained on the way: the page's own policy lets its script and style through", () => {
    expect(reader.complaints.filter((text) => !/status of 503/.test(text))).toEqual([]);
  });
});
