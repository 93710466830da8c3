/** A link to a part of a page arrives there: on the page itself, from another one, and by its address. */
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, untilIdle, visit } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
});

/** The part that the address names stands below the header, near the upper edge, or as near as the page's end allows. */
async function isArrived(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const header = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
    if (!part) return false;
    const { top } = part.getBoundingClientRect();
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    return top >= header && top < (atEnd ? innerHeight : header + 120);
  });
}

const arrives = (page: Page) => expect.poll(() => isArrived(page)).toBe(true);
const part = (page: Page) => page.locator(new URL(page.url()).hash);

const PAGES = ["/importar", "/settings", "/programas", "/accessibility", "/terms-of-use", "/privacy-policy"];

describe.each(PAGES)("the links of %s to parts of pages", (from) => {
  test("arrive", async () => {
    const { page } = await visitAs(ana, browser, site.origin, { viewport: { width: 1280, height: 740 } });
    await page.goto(from);
    const links = page.locator('main a[href*="#"]:visible');
    await links.first().waitFor();
    const all = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
    // Of a table of contents each leads on in the same way.
    for (const href of new Set([...all.slice(0, 3), ...all.slice(-2)])) {
      if (new URL(page.url()).pathname !== from) await page.goto(from);
      const link = page.locator(`main a[href="${href}"]`).first();
      await link.evaluate((anchor) => anchor.removeAttribute("target"));
      await link.click();
      await page.waitForURL(`**${href.slice(href.indexOf("#"))}`);
      await arrives(page);
    }
  });
});

test("the part has the focus, and the way back leads to where one was", async () => {
  const { page } = await visitAs(ana, browser, site.origin);
  await page.goto("/settings");
  const link = page.getByRole("link", { name: "Saiba mais" });
  await link.scrollIntoViewIfNeeded();
  // What comes above it has its height.
  await page.getByRole("list", { name: "Sessões abertas" }).waitFor();
  await page.waitForLoadState("networkidle");
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await link.click();
  await page.waitForURL("**/programas#chaves");
  await arrives(page);
  await expect.poll(() => hasFocus(part(page))).toBe(true);
  await page.goBack();
  await expect.poll(() => page.evaluate((was) => Math.abs(scrollY - was), before)).toBeLessThan(100);
});

test("an address with a part arrives once the page's data is there, and stays where the reader goes on to", async () => {
  const { page } = await visitAs(ana, browser, site.origin);
  await page.goto("/settings#excluir");
  await arrives(page);
  await page.mouse.wheel(0, -600);
  await expect.poll(() => isArrived(page)).toBe(false);
  await page.evaluate(() => document.querySelector("main")?.prepend(document.createElement("p")));
  await untilIdle(page);
  expect(await isArrived(page)).toBe(false);
});

test("password managers are led to the form, also through the login", async () => {
  const answer = await fetch(`${site.origin}/.well-known/change-password`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/settings#senha"]);
  const { page } = await visit(browser, site.origin);
  await page.goto("/.well-known/change-password");
  await page.waitForURL("**/auth?next=*");
  await fillLogin(page, ana.email);
  await page.waitForURL("**/settings#senha");
  await arrives(page);
});
