/** Texts of the other direction turn nothing around beside them, wherever a page shows them. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { createMember, type Member } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

const TITLE = "כותרת 123";

let site: TestSite;
let browser: Browser;
let ana: Member;
let prompt: number;
let collection: { id: number; path: string };

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana");
  prompt = await ana.publish(TITLE);
  await ana.publish("Outro");
  collection = await site.post(
    "/api/collections",
    { title: TITLE, is_public: true },
    (await ana.logIn()).access_token,
  );
  await site.database.pool.query(
    "insert into collection_items (collection_id, prompt_id, position) values ($1, $2, 1024)",
    [collection.id, prompt],
  );
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * Texts that hold the title beside something else: neither is it alone in its element, nor do that element's borders, or marks,
 * set it apart.
 */
function leaks(page: Page, title: string): Promise<string[]> {
  return page.evaluate((written) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? "";
      const parent = node.parentElement;
      if (!parent || !text.includes(written) || parent.closest("script, style, template")) continue;
      const rest = text.replaceAll(`\u2068${written}\u2069`, "").replaceAll(written, "");
      if (text.includes(`\u2068${written}\u2069`) && !rest.includes(written)) continue;
      const { display, unicodeBidi } = getComputedStyle(parent);
      const isApart = display !== "inline" || /isolate|plaintext/.test(unicodeBidi);
      const beside = (parent.textContent ?? "").replaceAll(text, "").replace(/[“”:\s]/g, "");
      if (!isApart || beside || /[\p{L}\p{N}]/u.test(rest)) found.push(`${parent.outerHTML.slice(0, 200)}`);
    }
    return found;
  }, title);
}

test("each page sets a title from right to left apart", async () => {
  const paths = [
    "/prompts",
    `/prompts/${prompt}`,
    `/users/${ana.id}`,
    collection.path,
    `/prompts/${prompt}/versoes`,
  ];
  // As it comes from the server, where all of it is written.
  const { page, close } = await visit(browser, site.origin, { javaScriptEnabled: false });
  for (const path of paths) {
    await page.goto(path);
    await page.getByText(TITLE).first().waitFor({ state: "attached" });
    expect([path, await leaks(page, TITLE)]).toEqual([path, []]);
  }
  await close();
});

/**
 * Puts a digit right behind each inline element that the title is in, and measures where the browser draws it: digits go with the
 * letters from right to left beside them, unless those are set apart. @returns the elements behind which it is not at the right
 */
function turned(page: Page, title: string): Promise<string[]> {
  return page.evaluate((written) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(
      document.querySelector("main") ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    const titles: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.textContent?.includes(written)) titles.push(node as Text);
    const boxesOf = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    };
    for (const text of titles) {
      for (
        let within = text.parentElement;
        within && getComputedStyle(within).display === "inline";
        within = within.parentElement
      ) {
        const probe = document.createTextNode("7");
        within.after(probe);
        const [at] = boxesOf(probe);
        const line = boxesOf(text).filter(({ top, bottom }) => at && top < at.bottom && bottom > at.top);
        if (at && line.some(({ right }) => at.left < right - 1)) found.push(within.outerHTML.slice(0, 200));
        probe.remove();
      }
    }
    return found;
  }, title);
}

test("what stands beside such a title is drawn beside it, not within", async () => {
  const remix = await ana.publish(
    "Refeito",
    "Outro texto, que tem bem outras palavras do que aquele de antes.",
  );
  await site.database.pool.query("insert into remixes (prompt_id, source_id, root_id) values ($1, $2, $2)", [
    remix,
    prompt,
  ]);
  const { page, close } = await visit(browser, site.origin, { javaScriptEnabled: false });
  let elements = 0;
  for (const path of [
    "/prompts",
    `/prompts/${remix}`,
    `/prompts/${prompt}/remixes`,
    `/users/${ana.id}`,
    collection.path,
  ]) {
    await page.goto(path);
    await page.getByText(TITLE).first().waitFor({ state: "attached" });
    expect([path, await turned(page, TITLE)]).toEqual([path, []]);
    // Without the rule it is: the measure tells.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { unicode-bidi: normal !important }");
      document.adoptedStyleSheets = [sheet];
    });
    elements += (await turned(page, TITLE)).length;
  }
  expect(elements).toBeGreaterThan(2);
  await close();
});

test("a stored override leaves the author's name beside it as it is", async () => {
  await site.database.pool.query("update prompts set title = $2 where id = $1", [
    prompt,
    "Resumo \u202eabc 123",
  ]);
  const { page, close } = await visit(browser, site.origin, { javaScriptEnabled: false });
  await page.goto(`/users/${ana.id}`);
  const heading = page.getByText("Resumo ⟨invisível⟩abc 123").first();
  await heading.waitFor();
  expect(await page.content()).not.toContain("\u202e");
  await close();
});
