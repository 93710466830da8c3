/** Back closes what lies on top, where the browser tells of it, and nothing that was typed goes without a question. */
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser } from "#tests/support/browser.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

declare global {
  interface Window {
    /** All that the page has made. */
    watchers: { requestClose(): void }[];
  }
}

let site: TestSite;
let browser: Browser;
let ana: Member;
let prompt: number;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  prompt = await ana.publish("Bolo de fubá");
});

/** Android's gesture, which goes to the newest watcher; Chromium elsewhere has no such gesture. */
const goBack = (page: Page) => page.evaluate(() => window.watchers.at(-1)?.requestClose());

async function openLists(): Promise<Page> {
  const { page } = await visitAs(ana, browser, site.origin);
  await page.addInitScript(() => {
    window.watchers = [];
    const Real = (window as never as { CloseWatcher: new () => { requestClose(): void } }).CloseWatcher;
    Object.assign(window, {
      CloseWatcher: class extends Real {
        constructor() {
          super();
          window.watchers.push(this);
        }
      },
    });
  });
  await page.goto(`/prompts/${prompt}`);
  await page.getByRole("button", { name: "Salvar em…" }).first().click();
  await field(page).waitFor();
  return page;
}

const field = (page: Page) => dialog(page).getByRole("textbox");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Salvar em…" });
const question = (page: Page) => dialog(page).getByText("Descartar o que você escreveu?");

describe("a dialog", () => {
  test("is closed by Back, which leaves the page where it is", async () => {
    const page = await openLists();
    await goBack(page);
    await dialog(page).waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe(`/prompts/${prompt}`);
    // The next one hears of it, too.
    await page.getByRole("button", { name: "Salvar em…" }).first().click();
    await field(page).waitFor();
    await goBack(page);
    await dialog(page).waitFor({ state: "detached" });
  });

  const ways: Record<string, (page: Page) => Promise<unknown>> = {
    Back: goBack,
    "the key": (page) => page.keyboard.press("Escape"),
    "a press beside it": (page) => page.mouse.click(5, 5),
    "its button": (page) => dialog(page).getByRole("button", { name: "Fechar" }).click(),
  };
  test.each(Object.entries(ways))(
    "with typed text asks first, when %s would close it",
    async (_way, leave) => {
      const page = await openLists();
      const name = field(page);
      await name.fill("Café da tarde");
      await leave(page);
      await question(page).waitFor();
      const stay = dialog(page).getByRole("button", { name: "Continuar escrevendo" });
      await expect.poll(() => hasFocus(stay)).toBe(true);
      // Once more it is the question that goes.
      await leave(page);
      await question(page).waitFor({ state: "detached" });
      await expect.poll(() => name.inputValue()).toBe("Café da tarde");
      await expect.poll(() => hasFocus(name)).toBe(true);
      await leave(page);
      await dialog(page).getByRole("button", { name: "Descartar" }).click();
      await dialog(page).waitFor({ state: "detached" });
    },
  );

  test("whose text was sent, or taken back, asks nothing", async () => {
    const page = await openLists();
    const name = field(page);
    await name.fill("Doces");
    await name.press("Enter");
    await dialog(page).getByRole("checkbox", { name: /Doces/ }).waitFor();
    await expect.poll(() => name.inputValue()).toBe("");
    await name.fill("Sal");
    await name.fill("");
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
  });
});

test("a key that was not copied is shown again after Back, and is gone once its owner closes it", async () => {
  const { page } = await visitAs(await createMember(site, "Beto Sá"), browser, site.origin);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Conta de Beto Sá" }).click();
  await page.getByRole("menuitem", { name: "Configurações" }).click();
  await page.getByRole("button", { name: "Criar chave", exact: true }).click();
  const key = page.getByRole("dialog", { name: "Guarde a sua chave" });
  await page.getByRole("dialog").getByLabel("Nome").fill("Editor");
  await page.getByRole("dialog").getByRole("button", { name: "Criar chave", exact: true }).click();
  const shown = await key.locator("code").innerText();
  await page.goBack();
  await page.waitForURL("**/profile");
  await expect.poll(() => key.count()).toBe(0);
  await page.goForward();
  await expect.poll(() => key.locator("code").innerText()).toBe(shown);
  await key.getByRole("button", { name: "Copiar chave" }).click();
  await key.getByRole("button", { name: "Pronto" }).click();
  await key.waitFor({ state: "detached" });
  await page.goBack();
  await page.waitForURL("**/profile");
  await page.goForward();
  await page.getByText(`${shown.slice(0, 8)}…`).waitFor();
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
});
