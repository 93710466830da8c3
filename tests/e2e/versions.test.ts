/** Versions in a real browser: an edit makes one, anybody reads and compares it, its author brings it back or erases it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { openLoggingIn } from "#tests/support/forms.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, emailOf, type Member } from "#tests/support/members.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let author: Member;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  author = await createMember(site, "Ana");
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const old = "Escreva uma receita de bolo de fubá.";
const publish = async (title: string) =>
  `/prompts/${await author.publish(title, old, { thumbnail_url: await newPicture() })}`;
const logIn = (page: Page, path: string) => openLoggingIn(page, emailOf("Ana"), path);
const content = (page: Page) => page.getByLabel("Prompt", { exact: true });
/** As they are read out. */
const textsOf = async (page: Page, element: string) =>
  (await page.locator(element).allTextContents()).map((text) => text.trim());
const save = (page: Page) => page.getByRole("button", { name: "Salvar alterações" }).click();

journey("the versions of a prompt", async () => {
  const ana = await visit(browser, site.origin);
  const { page } = ana;
  const path = await publish("Bolo de fubá");

  await step("an edit says what changed, and its page leads to that", async () => {
    await logIn(page, `${path}/edit`);
    await content(page).fill("Escreva duas receitas de bolo de fubá.");
    await page.getByLabel("O que mudou").fill("Agora são duas");
    await save(page);
    await page.getByRole("link", { name: /^Versão 2 · editado .* ver o que mudou$/ }).click();
    await page.getByRole("heading", { name: "Da versão 1 para a 2" }).waitFor();
    await expect.poll(() => textsOf(page, "ins")).toEqual(["[adicionado: duas]", "[adicionado: receitas]"]);
    await expect.poll(() => textsOf(page, "del")).toEqual(["[removido: uma]", "[removido: receita]"]);
    await page.getByText("Agora são duas").waitFor();
  });

  await step(
    "without scripts, visitors read, compare, and are led to the prompt by search engines",
    async () => {
      const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
      const reader = await plain.newPage();
      await reader.goto(`${path}/versoes?para=2`);
      await expect.poll(() => reader.locator("del").first().textContent()).toContain("uma");
      await reader.getByRole("link", { name: "Ver a versão 1" }).click();
      await reader.getByText(old).waitFor();
      await expect
        .poll(() => reader.locator("meta[name=robots]").getAttribute("content"))
        .toContain("noindex");
      await expect
        .poll(() => reader.locator("link[rel=canonical]").getAttribute("href"))
        .toBe(site.origin + path);
      const shown = await reader.locator("article img").first().getAttribute("src");
      expect((await fetch(new URL(shown ?? "", site.origin))).status).toBe(200);
      expect((await reader.goto(`${path}/versoes/9`))?.status()).toBe(404);
      await plain.close();
    },
  );

  await step("an old one is copied as it is, or with its author and its own address", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("link", { name: "Ver a versão 1" }).click();
    await page.getByRole("button", { name: "Copiar esta versão" }).click();
    await expect.poll(clipboard).toBe(old);
    await page.getByRole("button", { name: "Copiar com crédito" }).click();
    const credit = `Prompt de Ana na Prompteca: ${site.origin}${path}/versoes/1`;
    await expect.poll(clipboard).toBe(`${old}\n\n${credit}`);
  });

  await step("its author brings the old one back, which makes a third", async () => {
    await page.getByRole("button", { name: "Restaurar esta versão" }).click();
    await page.getByRole("link", { name: /^Versão 3 · editado/ }).waitFor();
    await page.getByText(old).first().waitFor();
  });

  await step("erasing one asks first and names it; then it is gone", async () => {
    await page.goto(`${path}/versoes/2`);
    await page.getByRole("button", { name: "Excluir esta versão" }).click();
    const dialog = page.getByRole("dialog", { name: "Excluir a versão 2?" });
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    await page.getByRole("button", { name: "Excluir esta versão" }).click();
    await dialog.getByRole("button", { name: "Excluir a versão 2" }).click();
    await page.waitForURL(`**${path}/versoes`);
    await page.getByText("Versão 1 restaurada").waitFor();
    await expect.poll(() => page.getByText("Agora são duas").count()).toBe(0);
    expect((await fetch(`${site.origin}/api${path}/versions/2`)).status).toBe(404);
  });
  expect(ana.complaints).toEqual([]);
});

journey("two windows that edit the same prompt", async () => {
  const path = await publish("Duas janelas");
  const first = (await visit(browser, site.origin)).page;
  await logIn(first, `${path}/edit`);
  const second = await first.context().newPage();
  await second.goto(`${path}/edit`);
  await content(second).waitFor();

  await step("the second is told what changed meanwhile, and keeps what was typed", async () => {
    await content(first).fill("O texto da primeira janela.");
    await first.getByLabel("Título").fill("Título da primeira janela");
    await save(first);
    await first.getByRole("link", { name: /^Versão 2/ }).waitFor();
    await content(second).fill("O texto da segunda janela.");
    await save(second);
    const notice = second.getByRole("region", { name: "Este prompt foi alterado em outra janela" });
    await notice.getByText("O texto da primeira janela.").waitFor();
    await notice.getByText("(mudou nas duas)").waitFor();
    await notice.getByText("(mudou só na outra)").waitFor();
    await expect.poll(() => content(second).inputValue()).toBe("O texto da segunda janela.");
  });

  await step(
    "saving again keeps both: its text as a version of its own, the other window's title",
    async () => {
      await save(second);
      await second.getByRole("link", { name: /^Versão 3/ }).waitFor();
      await second.getByRole("heading", { level: 1, name: "Título da primeira janela" }).waitFor();
      await second.getByText("O texto da segunda janela.").first().waitFor();
      const between = await (await fetch(`${site.origin}/api${path}/versions/2`)).json();
      expect(between.content).toBe("O texto da primeira janela.");
    },
  );
});
