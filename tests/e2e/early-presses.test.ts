/** A press that comes before the page's scripts, or while they take the page over, is heard once. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { holdBack, launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { createMember } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

/** Its form opens at a press and closes at the next: an even number of presses would leave it closed. */
const FORM = "/registration-success?email=caio%40example.com";

let site: TestSite;
let browser: Browser;
let visitor: Visitor;
let page: Page;
let prompt: number;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  const ana = await createMember(site, "Ana Maria");
  prompt = await ana.publish("Cordel da inteligência");
});
beforeEach(async () => {
  visitor = await visit(browser, site.origin);
  page = visitor.page;
});
afterEach(() => visitor.close());
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const opener = () => page.getByRole("button", { name: "Endereço errado? Corrigir" });
const opened = () => page.getByLabel("Endereço correto");

/** Opens a page whose scripts are held back. @returns lets them come */
async function openWithoutScripts(path: string) {
  const letScriptsCome = await holdBack(page, "**/assets/*.js");
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return letScriptsCome;
}

test("before the scripts are there: it is heard once they are, once", async () => {
  const letScriptsCome = await openWithoutScripts(FORM);
  // Twice, as one does where nothing happens.
  await opener().click();
  await opener().click({ force: true });
  await expect.poll(() => opener().getAttribute("aria-expanded")).toBe("false");
  letScriptsCome();
  await opened().waitFor();
});

test("the button that was pressed last shows at once that it is busy, and no other", async () => {
  const letScriptsCome = await openWithoutScripts(`/prompts/${prompt}`);
  const states = () =>
    page.locator("main button").evaluateAll((buttons) =>
      buttons
        .filter((button) => button.ariaBusy || button.ariaDisabled || button.dataset.pressed)
        .map((button) => {
          const { content, animationName } = getComputedStyle(button, "::after");
          return [button.textContent?.trim(), button.ariaBusy, button.ariaDisabled, content, animationName];
        }),
    );
  const press = (name: string) => page.getByRole("button", { name }).click({ force: true });
  await press("Copiar prompt");
  await expect.poll(() => states()).toEqual([["Copiar prompt", "true", "true", '""', "breathe"]]);
  await press("Favoritar");
  await press("Favoritar");
  await expect.poll(() => states()).toEqual([["Favoritar", "true", "true", '""', "breathe"]]);
  letScriptsCome();
  await page.getByRole("dialog").waitFor();
  await expect.poll(() => states()).toEqual([]);
});

test("while the page comes to life: it is heard once", async () => {
  // Between React's taking over and the moment when what came too early is pressed again.
  await page.addInitScript(() => {
    const dispatch = dispatchEvent.bind(window);
    window.dispatchEvent = (event) => {
      if (event.type !== "live") return dispatch(event);
      document.querySelector<HTMLElement>("main button[aria-expanded=false]")?.click();
      setTimeout(() => {
        dispatch(event);
        setTimeout(() => Reflect.get(window, "cameAlive")());
      });
      return true;
    };
  });
  const { promise: isLive, resolve } = Promise.withResolvers<void>();
  await page.exposeFunction("cameAlive", resolve);
  await page.goto(FORM);
  await isLive;
  await expect.poll(() => opener().getAttribute("aria-expanded")).toBe("true");
});

test.each(["/", "/prompts", "the prompt", FORM])(
  "is kept until all parts of %s can hear it",
  async (path) => {
    // On a slow machine React takes up one part after the other, and drops a press on one that it has not.
    const slow = await page.context().newCDPSession(page);
    await slow.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    const { promise: deaf, resolve } = Promise.withResolvers<string[]>();
    await page.exposeFunction("tellDeaf", resolve);
    await page.addInitScript(() => {
      const isDeaf = (part: string) => {
        const last = [...document.querySelectorAll(`${part} :is(a, button)`)].at(-1);
        return !last || !Object.keys(last).some((key) => key.startsWith("__reactProps"));
      };
      addEventListener("live", () =>
        Reflect.get(window, "tellDeaf")(["header", "main", "footer"].filter(isDeaf)),
      );
    });
    await page.goto(path === "the prompt" ? `/prompts/${prompt}` : path);
    expect(await deaf).toEqual([]);
  },
);

test("on a part that something has changed meanwhile, so that React renders it anew", async () => {
  const letScriptsCome = await openWithoutScripts(FORM);
  await opener().click();
  // As a translator does, or an extension.
  await page.evaluate(() => {
    for (const text of document.querySelectorAll("main p, main button"))
      text.firstChild?.replaceWith("Outro");
  });
  letScriptsCome();
  await opened().waitFor();
});

test("that needs no script: the menu opens at once and stays open", async () => {
  const letScriptsCome = await openWithoutScripts("/prompts");
  await page.getByRole("button", { name: "Tema" }).first().click();
  const choice = page.getByRole("menuitemradio", { name: "Escuro" });
  await choice.waitFor();
  const live = page.evaluate(() => new Promise((resolve) => addEventListener("live", resolve)));
  letScriptsCome();
  await live;
  await expect.poll(() => choice.isVisible()).toBe(true);
});
