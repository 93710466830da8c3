/** Tags: typed and chosen while publishing, kept in the draft, shown with the prompt, followed to a page, a filter and a feed. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasFocus, violations } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { draftHolds } from "#tests/support/drafts.ts";
import { fillLogin } from "#tests/support/forms.ts";
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
  // What readers find, apart from what the author publishes.
  await beto.publish("Crônica do ônibus", undefined, { tags: ["Crônica"], llm_type_id: 1 });
  for (const title of ["Crônica da feira", "Crônica da praia"])
    await beto.publish(title, undefined, { tags: ["Crônica"] });
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

journey("an author's tags", async () => {
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
    // The most used are offered until the answer to what is typed is there.
    await option(page, "Crônica").waitFor({ state: "detached" });
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => option(page, "Redação").getAttribute("aria-selected")).toBe("true");
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(() => chosen(page).allTextContents()).toEqual(["Redação"]);
    await expect.poll(() => hasFocus(field(page))).toBe(true);
  });

  await step("new ones are typed, with comma or Enter; the same one is not taken twice", async () => {
    await page.keyboard.type("escola,");
    await page.keyboard.type("REDAÇÕES,");
    await page.keyboard.type("Ensino médio");
    await page.keyboard.press("Enter");
    await expect.poll(() => chosen(page).allTextContents()).toEqual(["Redação", "escola", "Ensino médio"]);
    await expect.poll(() => field(page).inputValue()).toBe("");
  });

  await step("what cannot be a tag is said at once, and stays to be corrected", async () => {
    await page.keyboard.type("c++,");
    await page.getByText("Nas tags, use só letras, números, espaços e hifens").waitFor();
    await expect.poll(() => field(page).inputValue()).toBe("c++");
    await field(page).fill("C");
    await page.keyboard.press("Enter");
    await page.getByText("Cada tag deve ter pelo menos 2 caracteres").waitFor();
    await field(page).fill("");
  });

  await step("one is taken away, another goes back into the field, and a draft keeps them all", async () => {
    await page.getByRole("button", { name: "Remover a tag escola" }).click();
    await page.keyboard.press("Backspace");
    await expect.poll(() => field(page).inputValue()).toBe("Ensino médio");
    await page.keyboard.type(" 3");
    await draftHolds(page, "Ensino médio 3");
    await page.reload();
    await page.getByText("Recuperamos seu rascunho").waitFor();
    await expect.poll(() => chosen(page).allTextContents()).toEqual(["Redação"]);
    await expect.poll(() => field(page).inputValue()).toBe("Ensino médio 3");
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
    await expect.poll(() => tags.allTextContents()).toEqual(["Redação", "Ensino médio 3"]);
    await page.getByRole("heading", { name: "Prompts relacionados" }).waitFor();
  });

  await step("an edit begins with them, and changes them", async () => {
    await page.goto(`${page.url()}/edit`);
    await chosen(page).first().waitFor();
    await expect.poll(() => chosen(page).allTextContents()).toEqual(["Redação", "Ensino médio 3"]);
    await page.getByRole("button", { name: "Remover a tag Ensino médio 3" }).click();
    await page.getByRole("button", { name: "Salvar alterações" }).click();
    await page.waitForURL(/\/prompts\/\d+$/);
    const tags = page.getByRole("navigation", { name: "Tags" }).getByRole("link");
    await expect.poll(() => tags.allTextContents()).toEqual(["Redação"]);
  });
});

test("a tag's page is found in any spelling, and by search engines from three prompts on", async () => {
  const answer = await fetch(`${site.origin}/tags/Reda%C3%A7%C3%B5es?page=2`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([301, "/tags/redacao?page=2"]);
  const html = await (await fetch(`${site.origin}/tags/cronica`)).text();
  expect(html).toContain("<title>Prompts com a tag Crônica · Prompteca</title>");
  expect(html).toContain(`<link rel="canonical" href="${site.origin}/tags/cronica">`);
  expect(html).toContain('href="/feeds/tags/cronica.xml"');
  expect(html).not.toContain('<meta name="robots"');
  expect(await (await fetch(`${site.origin}/tags/enem`)).text()).toContain(
    '<meta name="robots" content="noindex">',
  );
  expect((await fetch(`${site.origin}/tags/nunca-vista`)).status).toBe(404);
});

journey("a reader", async () => {
  const { page } = reader;
  await step("follows a prompt's tag to its page", async () => {
    await page.goto("/prompts?q=feira");
    await page.getByRole("link", { name: /^Ver Prompt/ }).click();
    await page.getByRole("navigation", { name: "Tags" }).getByRole("link", { name: "Crônica" }).click();
    await page.getByRole("heading", { level: 1, name: "Crônica" }).waitFor();
    await page.getByText("3 prompts", { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("article").count()).toBe(3);
    expect(await violations(page)).toEqual([]);
  });

  await step("from a prompt, the way back leads to the tag", async () => {
    await page
      .getByRole("article")
      .first()
      .getByRole("link", { name: /^Ver Prompt/ })
      .click();
    await page.getByRole("link", { name: "Voltar para a lista" }).click();
    await page.waitForURL("**/tags/cronica");
  });

  await step(
    "in the library the tag is a filter that combines with the tool and can be taken away",
    async () => {
      await page.getByRole("link", { name: "Filtrar" }).click();
      await page.waitForURL("**/prompts?tag=cronica");
      const chip = page.getByRole("link", { name: "Remover o filtro da tag Crônica" });
      await chip.waitFor();
      await page.getByLabel("Ferramenta de IA").selectOption({ label: "ChatGPT" });
      await page.waitForURL("**/prompts?llm=1&tag=cronica");
      await page.getByText("1 prompt", { exact: true }).waitFor();
      await chip.click();
      await page.waitForURL("**/prompts?llm=1");
      await expect.poll(() => chip.count()).toBe(0);
    },
  );
});

test("a visitor follows a tag by logging in, and its prompts are news", async () => {
  const carla = await createMember(site, "Carla");
  const { page, ...visitor } = await visit(browser, site.origin);
  await page.goto("/tags/cronica");
  await page.getByRole("button", { name: "Seguir", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Você passa a seguir Crônica depois do login.").waitFor();
  await fillLogin(page, carla.email);
  await page.getByRole("button", { name: "Deixar de seguir" }).waitFor();
  await page.goto("/novidades");
  await page.getByText("Você segue a tag Crônica.").waitFor();
  const news = page.getByRole("main").getByRole("article");
  await expect.poll(() => news.count()).toBe(3);
  await expect
    .poll(() => news.first().textContent())
    .toMatch(/^Beto publicou com a tag Crônica · .*Crônica da praia$/);
  expect(await violations(page)).toEqual([]);
  await page.goto("/");
  await page.getByText("Com a tag Crônica").first().waitFor();

  await page.goto("/tags/cronica");
  await page.getByRole("button", { name: "Deixar de seguir" }).click();
  await page.getByRole("button", { name: "Seguir", exact: true }).waitFor();
  await page.goto("/novidades");
  await page.getByText("Você ainda não segue ninguém.").waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a feed follows the tag", async () => {
  const feed = await (await fetch(`${site.origin}/feeds/tags/redacao.xml`)).text();
  expect(feed).toContain("Carta argumentativa");
  expect(feed).not.toContain("Sem tag nenhuma");
});
