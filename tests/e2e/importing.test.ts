/** A member imports prompts from a file, sees which are refused, undoes the import, and exports. */
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { collectionCsv } from "#tests/support/imports.ts";
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
  await page.getByRole("button", { name: "Ver prévia" }).click();
  await page.getByText("Escolha um arquivo ou cole o texto dele").waitFor();
  const field = page.getByLabel("Arquivo", { exact: true });
  const workbook = Buffer.from("PK\u0003\u0004\u0014\0");
  await field.setInputFiles({ name: "prompts.csv", mimeType: "text/csv", buffer: workbook });
  await page.getByText("O arquivo não é um texto").waitFor();
  // As Excel in Brazil saves it.
  const buffer = Buffer.from(FILE, "latin1");
  await field.setInputFiles({ name: "prompts.csv", mimeType: "text/csv", buffer });
  await page.getByText("Confira os acentos na prévia").waitFor();
  await page.getByRole("button", { name: "Ver prévia" }).click();

  await page.getByRole("heading", { name: "4 prompts no arquivo" }).waitFor();
  const row = (title: string) => page.getByRole("listitem").filter({ has: page.getByLabel(title) });
  await expect.poll(() => row("Oi").textContent()).toContain("Linha 3");
  await expect.poll(() => row("Oi").textContent()).toContain("Título deve ter pelo menos 3 caracteres");
  await expect.poll(() => page.getByLabel("Oi").isDisabled()).toBe(true);
  await expect.poll(() => row("Já publicado").textContent()).toContain("Você já publicou este prompt");
  await expect.poll(() => page.getByLabel("Cardápio").isChecked()).toBe(true);
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
  await expect.poll(() => page.getByRole("link", { name: "Cardápio" }).count()).toBe(0);
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
  await page.getByRole("button", { name: "Ver prévia" }).click();
  await page.getByRole("alert").filter({ hasText: "Não reconhecemos o formato" }).waitFor();
  await page.getByLabel("Ou cole o texto do arquivo").fill("act,prompt\nPoeta,Escreva um poema sobre o mar.");
  await page.getByRole("button", { name: "Ver prévia" }).click();
  await page.getByRole("heading", { name: "1 prompt no arquivo" }).waitFor();
  await page.getByRole("button", { name: "Voltar ao arquivo" }).click();
  await expect.poll(() => page.getByLabel("Ou cole o texto do arquivo").inputValue()).toContain("act,prompt");
  await close();
});

test("the best-known collection is looked through, and what is other people's comes only when it is asked for", async () => {
  const { page, complaints, close } = await visitAs(ana, browser, site.origin);
  await page.goto("/importar");
  const buffer = Buffer.from(collectionCsv(1282));
  await page
    .getByLabel("Arquivo", { exact: true })
    .setInputFiles({ name: "prompts.csv", mimeType: "text/csv", buffer });
  await page.getByText("prompts.csv").waitFor();
  await page.getByRole("button", { name: "Ver prévia" }).click();
  await page.getByRole("heading", { name: "1.282 prompts no arquivo" }).waitFor();
  await page.getByText("1.282 são de outras pessoas: sem marcar").waitFor();
  await page.getByText("Ficam de fora: for_devs, type.").waitFor();
  // The imports that the first test has undone count, too.
  await page.getByText(/em 24 horas\. Agora restam (?:198|200)\.$/).waitFor();
  const boxes = page.getByRole("list").getByRole("checkbox");
  await expect.poll(() => boxes.count()).toBe(50);
  await expect.poll(() => page.getByRole("checkbox", { checked: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Próximos" }).click();
  await page.getByText("Página 2 de 26").waitFor();
  await page.getByLabel("Role 51", { exact: true }).waitFor();

  await page.getByLabel("Procurar no arquivo").fill("role 128");
  await page.getByText("4 mostrados").waitFor();
  await page.getByRole("button", { name: "Marcar todos", exact: true }).click();
  await page.getByText("4 marcados").waitFor();
  await page.getByLabel("Role 128", { exact: true }).uncheck();
  await page.getByRole("button", { name: "Importar 3 prompts" }).click();
  await page.getByText("Confirme a licença, ou desmarque o que é de outras pessoas").waitFor();
  await page.getByLabel("A licença permite publicar os 3 prompts").check();
  await page.getByRole("button", { name: "Importar 3 prompts" }).click();
  await page.getByRole("heading", { name: "3 prompts importados" }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test("several files come together, one of them a zip", async () => {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from("# Poema do mar\n\nEscreva um poema sobre o mar de [lugar]."), "textos/poema.md");
  zip.addBuffer(Buffer.from("PNG"), "textos/capa.png");
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  const { page, close } = await visitAs(ana, browser, site.origin);
  await page.goto("/importar");
  await page.getByLabel("Arquivo", { exact: true }).setInputFiles([
    { name: "textos.zip", mimeType: "application/zip", buffer: Buffer.concat(parts) },
    {
      name: "SKILL.md",
      mimeType: "text/markdown",
      buffer: Buffer.from(
        "---\nname: revisor-de-textos\ndescription: Revisa textos\n---\nRevise o texto: [texto].",
      ),
    },
  ]);
  await page.getByText("textos/poema.md, SKILL.md").waitFor();
  await page.getByRole("button", { name: "Ver prévia" }).click();
  await page.getByRole("heading", { name: "2 prompts no arquivo" }).waitFor();
  await page.getByText("Ficam de fora: textos/capa.png.").waitFor();
  await page.getByText("textos/poema.md, linha 1").waitFor();
  await page.getByRole("button", { name: "Importar 2 prompts" }).click();
  await page.getByRole("heading", { name: "2 prompts importados" }).waitFor();
  await close();
});
