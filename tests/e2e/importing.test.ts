/** A member brings prompts from a file, sees what cannot come, takes it back, and downloads what is there. */
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  await ana.publish("Já publicado", "Este texto já está no site, palavra por palavra.");
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const FILE = [
  "title;content;tags",
  "Roteiro de aula;Monte um roteiro de aula sobre o ciclo da água, com três perguntas.;escola",
  "Oi;curto;",
  "Já publicado;Este texto já está no site, palavra por palavra.;",
  "Cardápio;Planeje o jantar de uma semana para quatro pessoas, sem carne.;cozinha, casa",
].join("\r\n");

test("a file is looked at, what may come is imported, and all of it is taken back", async () => {
  const { page, complaints, close } = await visitAs(ana, browser, site.origin);
  await page.goto("/profile");
  await page.getByRole("link", { name: "Importar", exact: true }).click();
  await page.getByRole("button", { name: "Ver o que vem" }).click();
  await page.getByText("Escolha um arquivo ou cole o texto dele").waitFor();
  const field = page.getByLabel("Arquivo", { exact: true });
  const workbook = Buffer.from("PK\u0003\u0004\u0014\0");
  await field.setInputFiles({ name: "prompts.csv", mimeType: "text/csv", buffer: workbook });
  await page.getByText("O arquivo não é um texto").waitFor();
  // As Excel in Brazil saves it.
  const buffer = Buffer.from(FILE, "latin1");
  await field.setInputFiles({ name: "prompts.csv", mimeType: "text/csv", buffer });
  await page.getByText("Confira os acentos na prévia").waitFor();
  await page.getByRole("button", { name: "Ver o que vem" }).click();

  await page.getByRole("heading", { name: "4 prompts no arquivo" }).waitFor();
  const row = (title: string) => page.getByRole("listitem").filter({ has: page.getByLabel(title) });
  expect(await row("Oi").textContent()).toContain("Linha 3");
  expect(await row("Oi").textContent()).toContain("Título deve ter pelo menos 3 caracteres");
  expect(await page.getByLabel("Oi").isDisabled()).toBe(true);
  expect(await row("Já publicado").textContent()).toContain("Você já publicou este prompt");
  expect(await page.getByLabel("Cardápio").isChecked()).toBe(true);
  await page.getByRole("button", { name: "Importar 2 prompts" }).click();

  await page.getByRole("heading", { name: "2 prompts importados" }).waitFor();
  await page.getByRole("link", { name: "Ver meus prompts" }).click();
  await page.getByRole("link", { name: "Cardápio" }).first().waitFor();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    (async () => {
      await page.getByRole("button", { name: "Baixar meus prompts" }).click();
      await page.getByRole("menuitem", { name: "CSV para Excel" }).click();
    })(),
  ]);
  expect(await readFile(await download.path(), "utf8")).toContain(';"cozinha,casa";');

  await page.getByRole("link", { name: "Importar", exact: true }).click();
  await page.getByRole("button", { name: "Desfazer…" }).click();
  const dialog = page.getByRole("dialog", { name: "Desfazer a importação?" });
  await dialog.getByText("Roteiro de aula").waitFor();
  await dialog.getByRole("button", { name: "Desfazer importação" }).click();
  await page.getByText("2 prompts excluídos").first().waitFor();
  await page.goto("/profile");
  await page.getByRole("link", { name: "Já publicado" }).first().waitFor();
  expect(await page.getByRole("link", { name: "Cardápio" }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test("what is pasted is read too, and visitors are asked to log in first", async () => {
  const anonymous = await visit(browser, site.origin);
  await anonymous.page.goto("/importar");
  await anonymous.page.getByText("Entre para importar prompts").first().waitFor();
  await anonymous.close();

  const { page, close } = await visitAs(ana, browser, site.origin);
  await page.goto("/importar");
  await page.getByLabel("Ou cole o texto do arquivo").fill("nada disto");
  await page.getByRole("button", { name: "Ver o que vem" }).click();
  await page.getByRole("alert").filter({ hasText: "A primeira linha do CSV" }).waitFor();
  await page.getByLabel("Ou cole o texto do arquivo").fill("act,prompt\nPoeta,Escreva um poema sobre o mar.");
  await page.getByRole("button", { name: "Ver o que vem" }).click();
  await page.getByRole("heading", { name: "1 prompt no arquivo" }).waitFor();
  await page.getByRole("button", { name: "Voltar ao arquivo" }).click();
  expect(await page.getByLabel("Ou cole o texto do arquivo").inputValue()).toContain("act,prompt");
  await close();
});
