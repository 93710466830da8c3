/**
 * Remixes in a real browser: from the source's page through the login into the form, published, credited, and after the
 * source is gone.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { draftHolds } from "#tests/support/drafts.ts";
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
const make = (page: Page) => page.getByRole("link", { name: "Adaptar este prompt" });
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
    await tabTo(page, /^Adaptar este prompt$/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Entre para adaptar um prompt" }).waitFor();
    // Also for the tab that a mailed link opens after a registration.
    const kept = await page.evaluate(() => localStorage.getItem("prompteca-interrupted"));
    expect(JSON.parse(kept ?? "{}").path).toBe(`/submit?de=${source}`);
    await fillLogin(page, beto.email);
    await page.waitForURL(`**/submit?de=${source}`);
    await page.getByRole("region", { name: "Sua adaptação" }).getByText("de Ana Maria").waitFor();
    await expect.poll(() => field(page, "Título").inputValue()).toBe("Roteiro barroco");
    await expect.poll(() => field(page, "Prompt").inputValue()).toBe(TEXT);
    await expect
      .poll(() => page.getByRole("textbox", { name: /^Descrição/ }).inputValue())
      .toBe("Para um fim de semana.");
    await expect.poll(() => page.getByRole("textbox", { name: /^Texto alternativo/ }).inputValue()).toBe("");
    await expect.poll(() => page.getByRole("button", { name: "Remover imagem" }).count()).toBe(0);
    for (const tag of ["Viagem", "Minas"])
      await page.getByRole("button", { name: `Remover a tag ${tag}` }).waitFor();
  });

  await step(
    "what is begun is there again after a reload, and found from the form for new ones",
    async () => {
      await field(page, "Título").fill("Roteiro barroco, sem pressa");
      await draftHolds(page, "Roteiro barroco, sem pressa");
      await page.goto("/submit");
      await expect.poll(() => field(page, "Título").inputValue()).toBe("");
      await page.getByRole("link", { name: "Roteiro barroco, sem pressa" }).click();
      await page.getByText("Recuperamos seu rascunho").waitFor();
      await page.reload();
      await page.getByRole("region", { name: "Sua adaptação" }).waitFor();
      await expect.poll(() => field(page, "Título").inputValue()).toBe("Roteiro barroco, sem pressa");
      await expect.poll(() => field(page, "Prompt").inputValue()).toBe(TEXT);
    },
  );

  await step(
    "the same text is refused, nearly the same asks what is different, where it is answered",
    async () => {
      await choosePicture(page);
      const send = page.getByRole("button", { name: "Enviar Prompt" });
      await send.click();
      await page.getByText("Este texto é igual ao de “Roteiro barroco”, de Ana Maria.").first().waitFor();
      await expect
        .poll(() => field(page, "Prompt").evaluate((element) => element === document.activeElement))
        .toBe(true);
      await field(page, "Prompt").fill(NEARLY);
      await send.click();
      const note = page.getByRole("textbox", { name: /^O que muda na sua adaptação/ });
      await expect.poll(() => note.getAttribute("aria-invalid")).toBe("true");
      await expect.poll(() => note.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.type("Cinco dias em vez de três");
      await send.click();
      await page.getByRole("heading", { level: 1, name: "Roteiro barroco, sem pressa" }).waitFor();
    },
  );

  const made = page.url();
  await step("its page credits the source, whose page shows it; also without scripts", async () => {
    await page.getByText(/^A partir de Roteiro barroco, de Ana Maria, \d/).waitFor();
    await page
      .getByRole("region", { name: "Sobre esta adaptação" })
      .getByText("Cinco dias em vez de três")
      .waitFor();
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
    const reader = await plain.newPage();
    await reader.goto(made);
    await reader.getByRole("article").getByRole("link", { name: "Roteiro barroco", exact: true }).click();
    const remixes = reader.getByRole("region", { name: "Adaptações deste prompt" });
    await remixes.getByRole("link", { name: "Roteiro barroco, sem pressa" }).waitFor();
    await remixes.getByRole("link", { name: "Ver todos" }).click();
    await reader.getByRole("heading", { level: 1, name: "Roteiro barroco" }).waitFor();
    await reader.getByRole("heading", { level: 3, name: "Roteiro barroco, sem pressa" }).waitFor();
    await expect
      .poll(() => reader.locator("link[rel=canonical]").getAttribute("href"))
      .toBe(`${site.origin}/prompts/${source}`);
    await plain.close();
  });

  await step("its author changes what it says of itself", async () => {
    await page.getByRole("link", { name: "Editar" }).click();
    await page.getByRole("textbox", { name: /^O que muda na sua adaptação/ }).fill("Dois dias a mais");
    await page.getByRole("button", { name: "Salvar alterações" }).click();
    await page.getByRole("region", { name: "Sobre esta adaptação" }).getByText("Dois dias a mais").waitFor();
  });
  expect(visitor.complaints.filter((text) => !/status of 400/.test(text))).toEqual([]);
});

test("whose prompt it is switches versions off: no button, and the form says why", async () => {
  const source = await ana.publish("Roteiro das capelas", "Monte um roteiro das capelas de [cidade].");
  const owner = await visitAs(ana, browser, site.origin);
  await owner.page.goto(`/prompts/${source}/edit`);
  const allowed = owner.page.getByRole("checkbox", { name: /^Outras pessoas podem publicar adaptações/ });
  await allowed.uncheck();
  await owner.page.getByRole("button", { name: "Salvar alterações" }).click();
  await owner.page.getByText("Alterações salvas").first().waitFor();
  await expect.poll(() => make(owner.page).count()).toBe(0);
  await expect.poll(() => owner.page.getByText(/^Editado/).count()).toBe(0);
  const { page, complaints } = await visitAs(beto, browser, site.origin);
  await page.goto(`/submit?de=${source}`);
  await page.getByRole("heading", { name: "Este prompt não permite adaptações" }).waitFor();
  expect([...owner.complaints, ...complaints]).toEqual([]);
});

test("when the source is gone, the version says so, and its form too", async () => {
  const source = await ana.publish("Roteiro das minas", "Monte um roteiro das minas de [cidade].");
  const remix = await beto.publish("Trilhas", "Descreva as trilhas leves ao redor de [serra].", {
    remixed_from: source,
  });
  await site.database.pool.query("delete from prompts where id = $1", [source]);
  const { page, complaints } = await visitAs(beto, browser, site.origin);
  await page.goto(`/prompts/${remix}`);
  await page.getByText("A partir de um prompt que está fora do site").waitFor();
  await page.goto(`/submit?de=${source}`);
  await page.getByRole("heading", { name: "Este prompt está fora do site" }).waitFor();
  expect(complaints.filter((text) => !/status of 404/.test(text))).toEqual([]);
});
