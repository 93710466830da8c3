/** Remixes in a real browser: from the source's page through the login into the form, published, credited, and what is left of it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { journey, step } from "#tests/support/journey.ts";
import { tabTo } from "#tests/support/keyboard.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
let beto: Member;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  beto = await createMember(site, "Beto Luz");
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const TEXT = `Monte um roteiro de três dias em [cidade] para quem gosta de igrejas barrocas e trilhas leves.
Diga o preço de cada entrada e a hora em que há menos filas.`;
const NEARLY = TEXT.replace("três", "cinco");

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const make = (page: Page) => page.getByRole("link", { name: "Fazer uma versão minha" });
async function choosePicture(page: Page): Promise<void> {
  const [, data = ""] = (await newPicture()).split(",");
  const file = { name: "resultado.png", mimeType: "image/png", buffer: Buffer.from(data, "base64") };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Remover imagem" }).waitFor();
}

journey("a version of one's own", async () => {
  const source = await ana.publish("Roteiro barroco", TEXT, {
    description: "Para um fim de semana.",
    tags: ["Viagem", "Minas"],
    image_alt: "Uma igreja",
  });
  const visitor = await visit(browser, site.origin);
  const { page } = visitor;

  await step("by keyboard a visitor goes from the page through the login to the form, filled", async () => {
    await page.goto(`/prompts/${source}`);
    await tabTo(page, /^Fazer uma versão minha$/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Entre para fazer uma versão sua" }).waitFor();
    // Also for the tab that a mailed link opens after a registration.
    const kept = await page.evaluate(() => localStorage.getItem("prompteca-interrupted"));
    expect(JSON.parse(kept ?? "{}").path).toBe(`/submit?de=${source}`);
    await fillLogin(page, beto.email);
    await page.waitForURL(`**/submit?de=${source}`);
    await page.getByRole("region", { name: "Seu remix" }).getByText("de Ana Maria").waitFor();
    expect(await field(page, "Título").inputValue()).toBe("Roteiro barroco");
    expect(await field(page, "Prompt").inputValue()).toBe(TEXT);
    expect(await page.getByRole("textbox", { name: /^Descrição/ }).inputValue()).toBe(
      "Para um fim de semana.",
    );
    expect(await page.getByRole("textbox", { name: /^Texto alternativo/ }).inputValue()).toBe("");
    expect(await page.getByRole("button", { name: "Remover imagem" }).count()).toBe(0);
    for (const tag of ["Viagem", "Minas"])
      await page.getByRole("button", { name: `Tirar a tag ${tag}` }).waitFor();
  });

  await step(
    "what is begun is there again after a reload, and found from the form for new ones",
    async () => {
      await field(page, "Título").fill("Roteiro barroco, sem pressa");
      await page.getByText("Rascunho guardado neste aparelho").waitFor();
      await page.goto("/submit");
      expect(await field(page, "Título").inputValue()).toBe("");
      await page.getByRole("link", { name: "Roteiro barroco, sem pressa" }).click();
      await page.getByText("Recuperamos seu rascunho").waitFor();
      await page.reload();
      await page.getByRole("region", { name: "Seu remix" }).waitFor();
      expect(await field(page, "Título").inputValue()).toBe("Roteiro barroco, sem pressa");
      expect(await field(page, "Prompt").inputValue()).toBe(TEXT);
    },
  );

  await step(
    "the same text is refused, nearly the same asks what is different, where it is answered",
    async () => {
      await choosePicture(page);
      const send = page.getByRole("button", { name: "Enviar Prompt" });
      await send.click();
      await page.getByText("Este texto é igual ao de “Roteiro barroco”, de Ana Maria.").first().waitFor();
      expect(await field(page, "Prompt").evaluate((element) => element === document.activeElement)).toBe(
        true,
      );
      await field(page, "Prompt").fill(NEARLY);
      await send.click();
      const note = page.getByRole("textbox", { name: /^O que muda no seu remix/ });
      await expect.poll(() => note.getAttribute("aria-invalid")).toBe("true");
      expect(await note.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.type("Cinco dias em vez de três");
      await send.click();
      await page.getByRole("heading", { level: 1, name: "Roteiro barroco, sem pressa" }).waitFor();
    },
  );

  const made = page.url();
  await step("its page credits the source, whose page shows it; also without scripts", async () => {
    await page.getByText(/^A partir de Roteiro barroco, de Ana Maria, \d/).waitFor();
    await page
      .getByRole("region", { name: "Sobre este remix" })
      .getByText("Cinco dias em vez de três")
      .waitFor();
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
    const reader = await plain.newPage();
    await reader.goto(made);
    await reader.getByRole("article").getByRole("link", { name: "Roteiro barroco", exact: true }).click();
    const remixes = reader.getByRole("region", { name: "Feitos a partir deste" });
    await remixes.getByRole("link", { name: "Roteiro barroco, sem pressa" }).waitFor();
    await remixes.getByRole("link", { name: "Ver todos" }).click();
    await reader.getByRole("heading", { level: 1, name: "Roteiro barroco" }).waitFor();
    await reader.getByRole("heading", { level: 3, name: "Roteiro barroco, sem pressa" }).waitFor();
    expect(await reader.locator("link[rel=canonical]").getAttribute("href")).toBe(
      `${site.origin}/prompts/${source}`,
    );
    await plain.close();
  });

  await step("its author changes what it says of itself", async () => {
    await page.getByRole("link", { name: "Editar" }).click();
    await page.getByRole("textbox", { name: /^O que muda no seu remix/ }).fill("Dois dias a mais");
    await page.getByRole("button", { name: "Salvar alterações" }).click();
    await page.getByRole("region", { name: "Sobre este remix" }).getByText("Dois dias a mais").waitFor();
  });

  await step("whose prompt it is switches versions off: no button, and the form says why", async () => {
    const owner = await visitAs(ana, browser, site.origin);
    await owner.page.goto(`/prompts/${source}/edit`);
    const allowed = owner.page.getByRole("checkbox", { name: /^Outras pessoas podem publicar remixes/ });
    await allowed.uncheck();
    await owner.page.getByRole("button", { name: "Salvar alterações" }).click();
    await owner.page.getByText("Alterações salvas").first().waitFor();
    expect(await make(owner.page).count()).toBe(0);
    expect(await owner.page.getByText(/^Editado/).count()).toBe(0);
    await owner.close();
    await page.goto(`/submit?de=${source}`);
    await page.getByRole("heading", { name: "Este prompt não permite remixes" }).waitFor();
  });

  await step("when the source is gone, the version says so, and its form too", async () => {
    await site.database.pool.query("delete from prompts where id = $1", [source]);
    await page.goto(made);
    await page.getByText("A partir de um prompt que não está mais aqui").waitFor();
    await page.goto(`/submit?de=${source}`);
    await page.getByRole("heading", { name: "Este prompt não está mais aqui" }).waitFor();
  });
  expect(visitor.complaints.filter((text) => !/status of (400|404)/.test(text))).toEqual([]);
});
