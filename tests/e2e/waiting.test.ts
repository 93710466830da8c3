/**
 * The tests' browser waits for a page that is there and works, but not for its last picture, which a busy machine
 * delays.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdBack, launchBrowser, visit } from "#tests/support/browser.ts";
import { createMember } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  const ana = await createMember(site, "Ana Maria");
  await ana.publish("Cordel da inteligência");
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Where its load event has not come. */
const isLoading = (page: Page) => page.evaluate(() => document.readyState !== "complete");

test.each([true, false])(
  "no way to a page waits for its pictures; scripts: %s",
  async (javaScriptEnabled) => {
    const { page, close } = await visit(browser, site.origin, { javaScriptEnabled });
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      const release = await holdBack(tab, "**/media/**");
      await tab.goto("/prompts");
      expect(await isLoading(tab)).toBe(true);
      await tab.reload();
      expect(await isLoading(tab)).toBe(true);
      await tab.getByRole("link", { name: /^Ver Prompt/ }).click();
      await tab.waitForURL(/\/prompts\/\d+$/);
      await tab.goBack();
      await tab.goForward();
      await tab.waitForURL(/\/prompts\/\d+$/);
      release();
    }
    await close();
  },
);
