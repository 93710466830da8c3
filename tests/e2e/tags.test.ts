/** Tags: typed and chosen while publishing, kept in the draft, shown with the prompt, followed to a page, a filter and a feed. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { hasFocus, violations } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, visitAs } from "#tests/support/members.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let ana: Visitor;
let reader: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  const beto = await createMember(site, "Beto");
  await beto.publish("Dissertação nota mil", undefined, { tags: ["Redação", "ENEM"] });
  await beto.publish("Carta argumentativa", undefined, { tags: ["redações"], llm_type_id: 1 });
  await beto.publish("Sem tag nenhuma");
  const author = await createMember(site, "Ana");
  ana = await visitAs(author, browser, site.origin);
  reader = await visit(browser, site.origin);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  for (const { complaints } of [ana, reader]) expect(complaints).toEqual([]);
});

const field = (page: Page) => page.getByRole("combobox", { name: "Tags" });
const chosen = (page: Page) => page.getByRole("list", { name: "Tags escolhidas" }).getByRole("listitem");
const option = (page: Page, name: string) => page.getByRole("option", { name });

journey("tags", async () => {
  const { page } = ana;
  await step("existing ones are suggested while one types, and chosen by keyboard", async () => {
    await page.goto("/submit");
    await page.getByLabel("Título").fill("Tema de redação da semana");
    await page
      .getByLabel("Prompt", { exact: true })
      .fill("Proponha um tema de redação com três textos de apoio.");
    await page.getByLabel("Ferramenta de IA").selectOption({ label: "Claude" });
    await field(page).pressSequentially("redaç");
    await option(page, "Redação 2 prompts").waitFor();
    await page.keyboard.press("ArrowDown");
    expect(await option(page, "Redação").getAttribute("aria-selected")).toBe("true");
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    expect(await chosen(page).allTextContents()).toEqual(["Redação"]);
    expect(await hasFocus(field(page))).toBe(true);
  });

  await step("new ones are typed, with comma or Enter; the same one is not taken twice", async () => {
    await page.keyboard.type("escola,");
    await page.keyboard.type("REDAÇÕES,");
    await page.keyboard.type("Ensino médio");
    await page.keyboard.press("Enter");
    expect(await chosen(page).allTextContents()).toEqual(["Redação", "escola", "Ensino médio"]);
    expect(await field(page).inputValue()).toBe("");
  });

  await step("what cannot be a tag is said at once, and stays to be corrected", async () => {
    await page.keyboard.type("c++,");
    await page.getByText("Nas tags, use só letras, números, espaços e hifens").waitFor();
    expect(await field(page).inputValue()).toBe("c++");
    await field(page).fill("C");
    await page.keyboard.press("Enter");
    await page.getByText("Cada tag deve ter pelo menos 2 caracteres").waitFor();
    await field(page).fill("");
  });

  await step("one is taken away, another goes back into the field, and a draft keeps them all", async () => {
    await page.getByRole("button", { name: "Tirar a tag escola" }).click();
    await page.keyboard.press("Backspace");
    expect(await field(page).inputValue()).toBe("Ensino médio");
    await page.keyboard.type(" 3");
    await page.getByText("Rascunho guardado neste aparelho").waitFor();
    await page.reload();
    await page.getByText("Recuperamos seu rascunho").waitFor();
    expect(await chosen(page).allTextContents()).toEqual(["Redação"]);
    expect(await field(page).inputValue()).toBe("Ensino médio 3");
  });

  await step("publishing takes what is still being typed along, and the page shows all", async () => {
    const [, base64 = ""] = (await pictureDataUrl("#336699", 640, 480)).split(",");
    await page.locator('input[type="file"]').setInputFiles({
      name: "tema.png",
      mimeType: "image/png",
      buffer: Buffer.from(base64, "base64"),
    });
    await page.getByAltText("Prévia da imagem escolhida").waitFor();
    await page.getByRole("button", { name: "Enviar Prompt" }).click();
    await page.waitForURL(/\/prompts\/\d+$/);
    const tags = page.getByRole("navigation", { name: "Tags" }).getByRole("link");
    await tags.first().waitFor();
    expect(await tags.allTextContents()).toEqual(["Redação", "Ensino médio 3"]);
    await page.getByRole("heading", { name: "Prompts relacionados" }).waitFor();
  });

  await step("an edit begins with them, and changes them", async () => {
    await page.goto(`${page.url()}/edit`);
    await chosen(page).first().waitFor();
    expect(await chosen(page).allTextContents()).toEqual(["Redação", "Ensino médio 3"]);
    await page.getByRole("button", { name: "Tirar a tag Ensino médio 3" }).click();
    await page.getByRole("button", { name: "Salvar alterações" }).click();
    await page.waitForURL(/\/prompts\/\d+$/);
    const tags = page.getByRole("navigation", { name: "Tags" }).getByRole("link");
    await expect.poll(() => tags.allTextContents()).toEqual(["Redação"]);
  });

  await step("a reader follows a tag to its page, in any spelling", async () => {
    const { page } = reader;
    const answer = await fetch(`${site.origin}/tags/Reda%C3%A7%C3%B5es?page=1`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([301, "/tags/redacao"]);
    const html = await (await fetch(`${site.origin}/tags/redacao`)).text();
    expect(html).toContain("<title>Prompts com a tag Redação · Prompteca</title>");
    expect(html).toContain(`<link rel="canonical" href="${site.origin}/tags/redacao">`);
    expect(html).toContain('href="/feeds/tags/redacao.xml"');
    expect(html).not.toContain('<meta name="robots"');
    expect(await (await fetch(`${site.origin}/tags/enem`)).text()).toContain(
      '<meta name="robots" content="noindex">',
    );
    expect((await fetch(`${site.origin}/tags/nunca-vista`)).status).toBe(404);

    await page.goto("/prompts/1");
    await page.getByRole("navigation", { name: "Tags" }).getByRole("link", { name: "Redação" }).click();
    await page.getByRole("heading", { level: 1, name: "Redação" }).waitFor();
    await page.getByText("3 prompts", { exact: true }).waitFor();
    expect(await page.getByRole("article").count()).toBe(3);
    expect(await violations(page)).toEqual([]);
  });

  await step("from a prompt, the way back leads to the tag", async () => {
    const { page } = reader;
    await page
      .getByRole("article")
      .first()
      .getByRole("link", { name: /^Ver Prompt/ })
      .click();
    await page.getByRole("link", { name: "Voltar para a lista" }).click();
    await page.waitForURL("**/tags/redacao");
  });

  await step(
    "in the library the tag is a filter that combines with the tool and can be taken away",
    async () => {
      const { page } = reader;
      await page.getByRole("link", { name: "Filtrar" }).click();
      await page.waitForURL("**/prompts?tag=redacao");
      const chip = page.getByRole("link", { name: "Tirar o filtro da tag Redação" });
      await chip.waitFor();
      await page.getByLabel("Ferramenta de IA").selectOption({ label: "ChatGPT" });
      await page.waitForURL("**/prompts?llm=1&tag=redacao");
      await page.getByText("1 prompt", { exact: true }).waitFor();
      await chip.click();
      await page.waitForURL("**/prompts?llm=1");
      expect(await chip.count()).toBe(0);
    },
  );

  await step("a feed follows the tag", async () => {
    const feed = await (await fetch(`${site.origin}/feeds/tags/redacao.xml`)).text();
    expect(feed).toContain("Carta argumentativa");
    expect(feed).not.toContain("Sem tag nenhuma");
  });
});
