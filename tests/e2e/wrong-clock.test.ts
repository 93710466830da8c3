/** Devices whose clock is wrong by days: dates are the server's, and a session lasts as long as it should. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SESSION_KEY } from "#accounts/client/session-storage.ts";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { createMember, type Member } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

const DAY = 24 * 60 * 60 * 1000;

let site: TestSite;
let browser: Browser;
let ana: Member;
let prompt: number;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  prompt = await ana.publish("Bolo de fubá", "Escreva a receita de um bolo de fubá.");
  // Between two and three hours ago, however long the test takes.
  await site.database.pool.query(
    "update prompts set version = 2, content = content || ' Com erva-doce.', edited_at = now() - interval '150 minutes' where id = $1",
    [prompt],
  );
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test.each([
  ["four days behind", -4],
  ["four days ahead", 4],
  ["ten years ahead", 3650],
  // As where the battery is empty.
  ["fifty years behind", -18_250],
  ["right", 0],
])("on a device whose clock is %s, dates and sessions are right", async (_how, days) => {
  // Beyond the date line for half of them: days are those of São Paulo.
  const timezoneId = days > 0 ? "Pacific/Kiritimati" : "Pacific/Pago_Pago";
  const { page, complaints, close } = await visit(browser, site.origin, { timezoneId });
  await page.addInitScript((wrong) => {
    const Real = Date;
    const now = () => Real.now() + wrong;
    window.Date = new Proxy(Real, {
      construct: (target, values) => Reflect.construct(target, values.length ? values : [now()]),
      apply: () => new Real(now()).toString(),
      get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
    });
  }, days * DAY);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/auth/v1/token")) asked.push(request.url());
  });

  await page.goto(`/prompts/${prompt}`);
  const edited = page.locator("main header time", { hasText: /./ }).nth(1);
  await expect.poll(() => edited.innerText()).toBe("há 2 horas");
  expect(await page.evaluate(() => Date.now() - performance.timeOrigin)).toBeGreaterThan(days * DAY - DAY);

  await page.goto("/auth");
  await fillLogin(page, ana.email);
  await page.getByRole("button", { name: "Conta de Ana Maria" }).waitFor();
  const left = await page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? "{}").expires_at - Date.now() / 1000,
    SESSION_KEY,
  );
  expect(left).toBeGreaterThan(3000);
  // The client counts in whole seconds.
  expect(left).toBeLessThanOrEqual(3601);
  for (const path of ["/profile", "/profile?tab=favoritos", `/prompts/${prompt}`]) {
    await page.goto(path);
    await page.getByRole("button", { name: "Conta de Ana Maria" }).waitFor();
  }
  await expect.poll(() => edited.innerText()).toBe("há 2 horas");
  // The login, and no renewal for each call.
  expect(asked.map((url) => new URL(url).searchParams.get("grant_type"))).toEqual(["password"]);
  expect(complaints).toEqual([]);
  await close();
});
