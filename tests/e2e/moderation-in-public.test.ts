/** Moderation in public, without scripts too: the log of decisions and the figures of a year. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CaseDetail, CaseList } from "#moderation/cases-contract.ts";
import { beyondTheSidesOfAny, COLOUR_RULES, setTheme, violations } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { createMember, findAdmin, type Member } from "#tests/support/members.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";
import { formatYear } from "#ui/dates.ts";

let site: TestSite;
let browser: Browser;
let beto: string;
let token: string;
const visitors: Visitor[] = [];

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite({ ADMIN_PASSWORD: PASSWORD }), launchBrowser()]);
  const ana = await createMember(site, "Ana Maria");
  beto = (await (await createMember(site, "Beto Delator")).logIn()).access_token;
  token = (await (await findAdmin(site)).logIn()).access_token;
  const shop = await reported(ana, "Loja de relógios", "spam");
  await decide(shop, "hide", "spam");
  await decide(shop, "restore", "none");
  const secret = await reported(ana, "Nome de quem aparece", "intimate");
  await decide(secret, "remove", "explicit");
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  expect(visitors.flatMap(({ complaints }) => complaints)).toEqual([]);
});

async function reported(author: Member, title: string, category: string): Promise<number> {
  // With a picture of its own: a barred one hides the other prompts with it.
  const target_id = await author.publish(title, undefined, { thumbnail_url: await newPicture() });
  const explanation = "Isto não devia estar aqui.";
  const report = { target_type: "prompt", target_id, category, explanation, standing: "self" };
  await site.post("/api/reports", report, beto);
  return target_id;
}

async function decide(prompt: number, action: string, ground: string): Promise<void> {
  const get = async <Answer>(path: string) =>
    (await fetch(site.origin + path, { headers: { authorization: `Bearer ${token}` } })).json() as Answer;
  const lists = await Promise.all(
    ["open", "decided"].map((state) => get<CaseList>(`/api/admin/cases?state=${state}`)),
  );
  const found = lists.flatMap(({ cases }) => cases).find(({ target }) => target.id === String(prompt));
  const { version } = await get<CaseDetail>(`/api/admin/cases/${found?.id}`);
  const decision = { action, ground, reason: "Porque sim.", version };
  await site.post(`/api/admin/cases/${found?.id}/decisions`, decision, token);
}

async function open(path: string, javaScriptEnabled: boolean): Promise<Page> {
  const viewport = { width: 360, height: 800 };
  const visitor = await visit(browser, site.origin, { viewport, javaScriptEnabled });
  visitors.push(visitor);
  await visitor.page.goto(path);
  return visitor.page;
}

const entries = (page: Page) => page.locator("section[aria-labelledby=decisoes] > ol > li").allInnerTexts();

test("without scripts, the log is found in the footer, read and filtered", async () => {
  const page = await open("/", false);
  await page.getByRole("contentinfo").getByRole("link", { name: "Moderação", exact: true }).click();
  await page.getByRole("heading", { level: 2, name: "4 decisões" }).waitFor();
  const [removed, hidden, restored, shop] = await entries(page);
  expect(removed).toMatch(/Removido.*pela administração.*Um prompt.*Nudez.*Imagem íntima/s);
  expect(hidden).toMatch(/Ocultado.*automaticamente.*Um prompt/s);
  expect(restored).toMatch(/Restaurado.*Loja de relógios.*A decisão anterior foi desfeita/s);
  expect(shop).toMatch(/Ocultado\s+Desfeita depois.*Loja de relógios.*Propaganda/s);
  expect(await page.content()).not.toMatch(/Delator|Nome de quem|Porque sim/);

  await page.getByRole("combobox", { name: "Decisão" }).selectOption({ label: "Ocultado" });
  await page.getByRole("button", { name: "Filtrar" }).click();
  await page.getByRole("heading", { level: 2, name: "2 decisões" }).waitFor();
  await page.getByLabel("Categoria da denúncia").selectOption({ label: "Propaganda ou golpe" });
  await page.getByRole("button", { name: "Filtrar" }).click();
  await page.getByRole("heading", { level: 2, name: "1 decisão" }).waitFor();
  await expect.poll(() => page.getByRole("combobox", { name: "Decisão" }).inputValue()).toBe("hide");
  await page.getByLabel("Categoria da denúncia").selectOption({ label: "Ódio ou assédio" });
  await page.getByRole("button", { name: "Filtrar" }).click();
  await page.getByText("Nenhuma decisão com estes filtros.").waitFor();
  await page.getByRole("link", { name: "Ver todas as decisões" }).click();
  await page.getByRole("heading", { level: 2, name: "4 decisões" }).waitFor();
});

test("without scripts, the figures of a year are read in sentences, a table and JSON", async () => {
  const year = formatYear(Date.now());
  const page = await open("/", false);
  await page.getByRole("contentinfo").getByRole("link", { name: "Transparência" }).click();
  await page.getByRole("heading", { level: 1, name: `Transparência em ${year}` }).waitFor();
  const main = page.getByRole("main");
  await main.getByText(/^2 denúncias foram confirmadas/).waitFor();
  await main.getByText(/^4 decisões foram tomadas/).waitFor();
  await main.getByText(/^1 caso era urgente.*: 1 no prazo\./).waitFor();
  await main.getByText("Ninguém contestou uma decisão").waitFor();
  const cells = await page
    .getByRole("row", { name: /^Ocultado/ })
    .getByRole("cell")
    .allInnerTexts();
  expect(cells).toHaveLength(13);
  expect(cells.at(-1)).toBe("2");
  expect(cells.slice(0, 12).reduce((sum, n) => sum + Number(n), 0)).toBe(2);
  const json = await page.getByRole("link", { name: "os mesmos números em JSON" }).getAttribute("href");
  expect(await (await fetch(site.origin + json)).json()).toMatchObject({
    totals: { decisions: { hide: 2 } },
  });

  await page.goto("/transparencia?ano=2031");
  await page.getByText("Nenhuma denúncia foi confirmada em 2031.").waitFor();
  await page.getByRole("navigation", { name: "Anos" }).getByRole("link", { name: year }).click();
  await main.getByText(/^2 denúncias foram confirmadas/).waitFor();
});

test.each(["/moderacao", "/transparencia"])(
  "%s breaks no rule of axe, light or dark, and reaches beyond the sides at no width",
  async (path) => {
    const page = await open(path, true);
    await page.locator("h2").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await setTheme(page, "dark");
    expect(await violations(page, { only: COLOUR_RULES })).toEqual([]);
    expect(await beyondTheSidesOfAny(page)).toEqual([]);
  },
);
