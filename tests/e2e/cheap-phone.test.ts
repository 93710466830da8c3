/** The site on a cheap phone: 360 by 640, touch, slow 4G; what a thumb does, and with the keyboard up. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasFocus, missableTargets } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor } from "#tests/support/browser.ts";
import { createMember, type Member } from "#tests/support/members.ts";
import { visitByPhone } from "#tests/support/phone.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

/** The screen above a keyboard. */
const KEYBOARD_UP = { width: 360, height: 400 };

let site: TestSite;
let browser: Browser;
let ana: Member;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  await ana.publishMany(12, "Receita da semana");
  await ana.publish("Cardápio", "Monte um cardápio de [dias] dias para [pessoas] pessoas.");
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

describe("a visitor", () => {
  let phone: Visitor;
  let page: Page;
  beforeAll(async () => {
    phone = await visitByPhone(browser, site.origin);
    page = phone.page;
  });
  afterAll(async () => {
    await phone.close();
    expect(phone.complaints).toEqual([]);
  });

  test.each(["/", "/prompts", "/prompts/13", "/auth", "/auth?tab=register", "/forgot-password"])(
    "presses nothing on %s that is smaller than a thumb, from the top to the footer",
    async (path) => {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      for (let last = -1; (await scrolled(page)) > last; ) {
        // Five in a row beside three buttons: swiping and the arrows do the same.
        const others = (await missableTargets(page)).filter(
          (control) => !control.includes("Ir para o slide"),
        );
        expect(others).toEqual([]);
        last = await scrolled(page);
        await page.evaluate(() => window.scrollBy(0, 400));
      }
    },
  );

  test("who searches with the keyboard's own key sees what was found: the keyboard goes", async () => {
    await page.goto("/prompts");
    const search = page.getByRole("searchbox", { name: "Buscar" });
    await search.tap();
    await search.fill("cardápio");
    await search.press("Enter");
    await page.getByText(/^1 resultado/).waitFor();
    await expect.poll(() => hasFocus(search)).toBe(false);
  });

  test("back from a prompt is where the list was left; the next prompt begins at its top", async () => {
    await page.goto("/prompts");
    const card = page.locator("article").nth(7);
    await card.scrollIntoViewIfNeeded();
    await expect.poll(() => scrolled(page)).toBeGreaterThan(2000);
    const place = await scrolled(page);
    await card.getByRole("link", { name: /^Ver Prompt/ }).tap();
    await page.waitForURL(/prompts\/\d+$/);
    await page.getByRole("button", { name: "Copiar prompt" }).waitFor();
    expect(await scrolled(page)).toBe(0);
    await page.goBack();
    await page.getByRole("searchbox").waitFor();
    await expect.poll(() => scrolled(page)).toBe(place);
    await page
      .locator("article")
      .nth(6)
      .getByRole("link", { name: /^Ver Prompt/ })
      .tap();
    await page.getByRole("button", { name: "Copiar prompt" }).waitFor();
    expect(await scrolled(page)).toBe(0);
  });

  test("with the keyboard up every field to fill in and the copy button can be reached", async () => {
    await page.goto("/prompts/13");
    await page.getByRole("button", { name: /^Preencha e copie/ }).tap();
    await page.setViewportSize(KEYBOARD_UP);
    const copy = page.getByRole("button", { name: "Copiar prompt" });
    for (const name of ["dias", "pessoas"]) {
      const field = page.getByRole("textbox", { name });
      await field.tap();
      await field.fill("sete");
      const [box, bar] = [await field.boundingBox(), await copy.boundingBox()];
      expect(box?.y).toBeGreaterThanOrEqual(64);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
      expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(KEYBOARD_UP.height);
    }
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await copy.tap();
    await page.getByText("Prompt copiado").first().waitFor();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe("Monte um cardápio de sete dias para sete pessoas.");
    await page.setViewportSize({ width: 360, height: 640 });
  });
});

describe("an author", () => {
  let phone: Visitor;
  let page: Page;
  beforeAll(async () => {
    phone = await visitByPhone(browser, site.origin, ana);
    page = phone.page;
  });
  afterAll(() => phone.close());

  test("Enter in a line of the form leads to the next field and publishes nothing", async () => {
    await page.goto("/submit");
    await page.getByLabel("Título").fill("Feira de manhã");
    await page.getByLabel("Título").press("Enter");
    // The form's library moves focus a moment later.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
    await expect.poll(focused).toBe("content");
    await page.getByLabel("Prompt", { exact: true }).fill("Uma feira de manhã, em aquarela.");
    await page.getByLabel("Texto alternativo da imagem").press("Enter");
    await expect.poll(focused).toBe("description");
    // Sent, it would tell of the tool and the picture that are missing.
    await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBe(0);
    await page.getByRole("button", { name: "Cancelar" }).tap();
  });

  test("a message stands clear of the buttons of a dialog", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/prompts/13");
    await page.getByRole("link", { name: "Editar" }).waitFor();
    await page.getByRole("button", { name: "Copiar prompt" }).tap();
    await page.getByText("Prompt copiado").first().waitFor();
    await page.getByRole("button", { name: "Mais opções" }).tap();
    await page.getByRole("menuitem", { name: "Excluir" }).tap();
    const remove = page.getByRole("dialog").getByRole("button", { name: "Excluir prompt" });
    await remove.waitFor();
    await expect.poll(async () => (await page.locator("ol.toast-place").boundingBox())?.y).toBeLessThan(64);
    const isCovered = () =>
      remove.evaluate((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return !button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      });
    await expect.poll(isCovered).toBe(false);
  });
});
