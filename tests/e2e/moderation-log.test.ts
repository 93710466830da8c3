/** The public log of decisions over several pages, with and without scripts, and by keyboard. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { lookAtFocus, tabTo } from "#tests/support/keyboard.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { formatYear } from "#ui/dates.ts";

let site: TestSite;
let browser: Browser;
const visitors: Visitor[] = [];

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  // 35 of them hidden as spam, of which 31 are of one category, and 40 warnings.
  await site.database.pool.query(
    `with cases as (
      insert into moderation_cases (prompt_id, author_id, author_username, label, state, snapshot, decided_at)
      select n, gen_random_uuid(), 'Ana', 'Prompt ' || n, 'decided', '{}', now() from generate_series(1, 75) n
      returning id, prompt_id
    )
    insert into decisions (case_id, action, ground, reason, category, decided_as, created_at)
    select id, case when prompt_id <= 35 then 'hide' else 'warn' end, 'spam', 'x',
      case when prompt_id <= 31 then 'spam' else 'other' end, 'automatic', now() - make_interval(mins => 100 - prompt_id::int)
    from cases order by prompt_id`,
  );
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  expect(visitors.flatMap(({ complaints }) => complaints)).toEqual([]);
});

async function open(
  path: string,
  options: { javaScriptEnabled?: boolean; width?: number } = {},
): Promise<Page> {
  const { javaScriptEnabled = true, width = 1440 } = options;
  const visitor = await visit(browser, site.origin, { viewport: { width, height: 800 }, javaScriptEnabled });
  visitors.push(visitor);
  await visitor.page.goto(path, { waitUntil: "networkidle" });
  return visitor.page;
}

const titles = (page: Page) => page.locator("section[aria-labelledby=decisoes] > ol h3").allInnerTexts();
const counted = (page: Page, text: string) =>
  page.getByRole("heading", { level: 2, name: text, exact: true }).waitFor();
const prompts = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => `Prompt ${from - index}`);
const next = (page: Page) => page.getByRole("link", { name: "Próxima página" });
const isDisabled = (page: Page, name: string) => page.getByRole("button", { name }).isDisabled();

test.each([false, true])("the log has pages, also of what is filtered; with scripts: %s", async (scripts) => {
  const page = await open("/moderacao", { javaScriptEnabled: scripts, width: 360 });
  await counted(page, "75 decisões");
  await expect.poll(() => titles(page)).toEqual(prompts(75, 46));
  await expect.poll(() => isDisabled(page, "Página anterior")).toBe(true);
  await next(page).click();
  await expect.poll(() => titles(page)).toEqual(prompts(45, 16));
  await page.getByRole("link", { name: "Página 3" }).click();
  await expect.poll(() => titles(page)).toEqual(prompts(15, 1));
  await expect.poll(() => isDisabled(page, "Próxima página")).toBe(true);

  await page.getByRole("combobox", { name: "Decisão" }).selectOption({ label: "Ocultado" });
  await page.getByRole("button", { name: "Filtrar" }).click();
  await counted(page, "35 decisões");
  await expect.poll(() => titles(page)).toEqual(prompts(35, 6));
  await next(page).click();
  await expect.poll(() => titles(page)).toEqual(prompts(5, 1));
  expect(new URL(page.url()).search).toBe("?acao=hide&page=2");
  await expect.poll(() => page.getByRole("combobox", { name: "Decisão" }).inputValue()).toBe("hide");

  await page.getByLabel("Categoria da denúncia").selectOption({ label: "Propaganda ou golpe" });
  await page.getByRole("button", { name: "Filtrar" }).click();
  await counted(page, "31 decisões");
  await expect.poll(() => titles(page)).toEqual(prompts(31, 2));
  await next(page).click();
  await expect.poll(() => titles(page)).toEqual(prompts(1, 1));
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(prompts(1, 1));
  await page.goBack();
  await expect.poll(() => titles(page)).toEqual(prompts(31, 2));

  await page.goto("/moderacao?acao=hide&page=9");
  await page.getByText("Esta página não existe.").waitFor();
  await page.getByRole("link", { name: "Ver todas as decisões" }).click();
  await counted(page, "75 decisões");
});

test.each([360, 1440])("at %i pixels the log is filtered and paged by keyboard", async (width) => {
  const page = await open("/moderacao", { width });
  const stops = await tabTo(page, /^Filtrar$/);
  expect(stops.slice(-4)).toEqual([
    "Transparência",
    expect.stringMatching(/^Decisão/),
    expect.stringMatching(/^Categoria/),
    "Filtrar",
  ]);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("Ocul");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await counted(page, "35 decisões");

  await tabTo(page, /^Próxima página$/);
  await page.keyboard.press("Enter");
  await expect.poll(() => titles(page)).toEqual(prompts(5, 1));
  const heading = page.getByRole("heading", { level: 2, name: "35 decisões" });
  await expect.poll(() => hasFocus(heading)).toBe(true);
  await expect.poll(() => lookAtFocus(page)).toMatchObject({ outlined: true, inView: true, uncovered: true });
  // From there Tab leads into the list, and back to the first page.
  expect((await tabTo(page, /^Página anterior$/))[0]).toBe("Limpar filtros");
  await page.keyboard.press("Enter");
  await expect.poll(() => titles(page)).toEqual(prompts(35, 6));
  await expect.poll(() => hasFocus(heading)).toBe(true);
});

test("by keyboard the figures are reached: years, the table, which scrolls, and JSON", async () => {
  const page = await open("/transparencia", { width: 360 });
  const stops = await tabTo(page, /^os mesmos números em JSON$/);
  expect(stops).toEqual(
    expect.arrayContaining(["Moderação", formatYear(Date.now()), "Tabela, que rola para os lados"]),
  );
  await page.keyboard.press("Shift+Tab");
  const table = page.getByRole("region", { name: "Tabela, que rola para os lados" });
  await expect.poll(() => hasFocus(table)).toBe(true);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  await page.keyboard.press("Tab");
  const [figures] = await Promise.all([
    page.waitForResponse(/\/api\/transparency/),
    page.keyboard.press("Enter"),
  ]);
  expect(await figures.json()).toHaveProperty("totals.decisions.hide");
});
