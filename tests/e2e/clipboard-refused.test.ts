/** Where the browser refuses its clipboard, as webviews of apps do: what is said to be copied is. */
import type { Browser, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchBrowser } from "#tests/support/browser.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

const CONTENT = "Escreva um bilhete gentil para a vizinha.\n\n  Com calma.";

let site: TestSite;
let browser: Browser;
let ana: Member;
let prompt: number;
let page: Page;
/** Another tab, which may read the clipboard. */
let reader: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  prompt = await ana.publish("Bilhete", CONTENT);
});

beforeEach(async () => {
  ({ page } = await visitAs(ana, browser, site.origin));
  await page.addInitScript(() => {
    const writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
    Object.defineProperty(navigator, "clipboard", { value: { writeText } });
  });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  reader = await page.context().newPage();
  await reader.goto("/terms");
  await reader.evaluate(() => navigator.clipboard.writeText("o que havia antes"));
  await page.bringToFront();
});

async function clipboard(): Promise<string> {
  await reader.bringToFront();
  const text = await reader.evaluate(() => navigator.clipboard.readText());
  await page.bringToFront();
  return text;
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

/** Opens a place with something to copy. @returns what it is, and the press that copies it */
const PLACES: [string, said: string, open: () => Promise<{ text: string; press: () => Promise<void> }>][] = [
  [
    "on a page",
    "Prompt copiado",
    async () => {
      await page.goto(`/prompts/${prompt}`);
      return { text: CONTENT, press: () => button("Copiar prompt").click() };
    },
  ],
  [
    "in the dialog of a new key",
    "Chave copiada",
    async () => {
      await page.goto("/settings");
      await button("Criar chave").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Nome").fill("Editor do trabalho");
      await dialog.getByRole("button", { name: "Criar chave" }).click();
      const text = await dialog.locator("code").innerText();
      return { text, press: () => button("Copiar chave").click() };
    },
  ],
  [
    "in the dialog of embedding",
    "Código copiado",
    async () => {
      await page.goto(`/prompts/${prompt}`);
      await button("Mais opções").click();
      await page.getByRole("menuitem", { name: "Incorporar" }).click();
      const text = await page.getByRole("dialog").locator("pre").innerText();
      return { text, press: () => button("Copiar código").click() };
    },
  ],
];

describe.each(PLACES)("%s", (_where, said, open) => {
  test("the text is copied another way", async () => {
    const { text, press } = await open();
    await press();
    await page.getByText(said).first().waitFor();
    expect(await clipboard()).toBe(text);
  });

  test("nothing is said to be copied where the other way only pretends to", async () => {
    await page.addInitScript(() => {
      document.execCommand = () => true;
    });
    const { press } = await open();
    await press();
    await page.getByText("Não foi possível copiar").first().waitFor();
    expect(await clipboard()).toBe("o que havia antes");
    await expect.poll(() => page.getByText(said).count()).toBe(0);
  });
});
