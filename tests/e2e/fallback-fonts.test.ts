/**
 * Every screen in a browser that gives little: without the site's typefaces, in the widest letters that a system puts in their
 * place (DejaVu Sans, a tenth wider than ours, and bold a quarter; drawn from our own file, because no font of the machine is
 * sure to be there), with storage that is full, and a clipboard that is refused.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beyondTheSides, brokenWords, cutText, shareOfBars } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { openEyes, type SceneSite, startSceneSite } from "#tests/support/scene-site.ts";
import { type Scene, scenes } from "#tests/support/scenes.ts";

const PHONE = { width: 320, height: 640 };
/** The narrowest there is, and a phone upright and on its side. */
const WINDOWS = [
  { width: 280, height: 653 },
  { width: 360, height: 740 },
  { width: 640, height: 360 },
];

let site: SceneSite;
let browser: Browser;
let eyes: Record<Scene["who"], Visitor>;
/** Errors that nobody caught. */
const thrown: string[] = [];

/** For our scripts there is no room but what a value takes already; what a scene stores itself is kept. */
function refuse(): void {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, value) {
    if (new Error().stack?.includes("/assets/") && this.getItem(key) === null)
      throw new DOMException("full", "QuotaExceededError");
    setItem.call(this, key, value);
  };
  const writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
  Object.defineProperty(navigator, "clipboard", { value: { writeText } });
}

beforeAll(async () => {
  [site, browser] = await Promise.all([startSceneSite(), launchBrowser()]);
  eyes = await openEyes(browser, site, { viewport: PHONE });
  const html = await (await fetch(site.origin)).text();
  const file = /\/assets\/instrument-sans-[\w-]+\.woff2/.exec(html)?.[0];
  const face = (weights: string, width: number) =>
    `@font-face { font-family: Wide; src: url(${file}?wide); font-weight: ${weights}; size-adjust: ${width}% }`;
  const styles = `${face("400 500", 112)} ${face("600 800", 123)} :root { --font-sans: Wide; --font-heading: Wide }`;
  for (const { page } of Object.values(eyes)) {
    await page.route(/\.woff2$/, (route) => route.abort());
    await page.addInitScript(refuse);
    page.on("pageerror", (error) => thrown.push(String(error)));
    await page.addInitScript((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, styles);
  }
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Whether our typefaces are away and the wide letters there. */
const facesOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family);
  });

/** Heights at which the header's parts stand; one for one row. */
const headerRows = (page: Page) =>
  page
    .locator("body header")
    .first()
    .locator("a:visible, button:visible")
    .evaluateAll((parts) => {
      const shown = parts.filter((part) => !part.closest("[popover]"));
      const middles = shown.map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      });
      return new Set(middles).size;
    });

/** Pages whose bars were measured: dialogs and menus, which do not count, leave them as they are. */
const measured = new Set<string>();

describe.each(scenes.filter(({ only }) => only !== "wide"))("$name", ({ who, path, shows, act }) => {
  test("holds at 320 pixels, and with text twice as large", async () => {
    const { page } = eyes[who];
    await page.setViewportSize(PHONE);
    await page.goto(path);
    await page.locator(shows).first().waitFor();
    await act?.(page);
    expect(thrown.splice(0)).toEqual([]);
    if (await page.locator("#state").count()) {
      const faces = await facesOf(page);
      expect(faces).toContain("Wide");
      expect(faces.filter((family) => /Variable/.test(family))).toEqual([]);
      expect(await headerRows(page)).toBe(1);
    }
    expect(await beyondTheSides(page)).toEqual([]);
    expect(await cutText(page)).toEqual([]);
    const address = `${who} ${new URL(page.url()).pathname}`;
    const isKnown = measured.has(address);
    const expectRoom = async (text: string) => {
      if (isKnown) return;
      for (const window of WINDOWS) {
        await page.setViewportSize(window);
        const where = `${text} at ${window.width} by ${window.height}`;
        expect(await shareOfBars(page), where).toBeLessThanOrEqual(1 / 3);
        if (await page.locator("#state").count()) expect(await headerRows(page), where).toBe(1);
      }
    };
    await expectRoom("plain");
    // As the browser's own setting, which lengths and breakpoints in rem follow.
    const protocol = await page.context().newCDPSession(page);
    try {
      await protocol.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 740 });
        if (await page.locator("#state").count()) expect(await headerRows(page), `at ${width}`).toBe(1);
        expect(await beyondTheSides(page), `at ${width}`).toEqual([]);
        expect(await cutText(page), `at ${width}`).toEqual([]);
        expect(await brokenWords(page), `at ${width}`).toEqual([]);
      }
      expect(await brokenWords(page, "h1, h2, h3"), "headings").toEqual([]);
      await expectRoom("twice as large");
      measured.add(address);
    } finally {
      // The page serves the next scene too.
      await protocol.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
      await protocol.detach();
    }
  });
});

test.each([320, 345, 360, 375])("the bar of a much-liked prompt is one row at %i pixels", async (width) => {
  const { page } = eyes.visitor;
  for (const likes of [9, 9999, 99_999, 999_999, 1_234_567]) {
    await site.database.pool.query("update prompt_stats set likes_count = $1 where prompt_id = 1", [likes]);
    await page.setViewportSize({ width, height: 640 });
    await expect
      .poll(async () => {
        await page.goto("/prompts/1");
        return page.locator("[data-bottom-bar] button").nth(1).getAttribute("aria-label");
      })
      .toContain(new Intl.NumberFormat("pt-BR").format(likes));
    const bottoms = await page
      .locator("[data-bottom-bar] button:visible")
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().bottom)));
    expect(Math.max(...bottoms) - Math.min(...bottoms), `${likes} likes`).toBeLessThan(8);
    expect(await beyondTheSides(page), `${likes} likes`).toEqual([]);
    expect(await cutText(page), `${likes} likes`).toEqual([]);
  }
});

test.each([280, 320, 360])("the admin's pages hold at %i pixels until their scripts run", async (width) => {
  const viewport = { width, height: 740 };
  const { page, close } = await visit(browser, site.origin, { viewport, javaScriptEnabled: false });
  for (const path of ["/admin", "/admin/denuncias", "/admin/audit-log"]) {
    await page.goto(path);
    await page.locator("main h1").waitFor();
    expect(await beyondTheSides(page), path).toEqual([]);
  }
  await close();
});
