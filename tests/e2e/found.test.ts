/** What is found without a link to it: collections and tags, by their lists, by home, by searches and on prompts. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { createMember } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let visitor: Visitor;
let blind: Visitor;
let first: number;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  const [ana, beto] = [await createMember(site, "Ana Maria"), await createMember(site, "Beto Lima")];
  const ids = [];
  for (const number of [1, 2, 3, 4])
    ids.push(
      await ana.publish(`Receita ${number}`, `Monte o cardápio número ${number} da semana.`, {
        tags: ["Cardápio", `Dia ${number}`],
      }),
    );
  first = ids[0] ?? 0;
  const { pool } = site.database;
  await pool.query(
    `insert into collections (user_id, title, is_public)
      select $1, title, true from unnest('{Bolos de festa,Sopas,Saladas,Massas da família,Doces}'::text[]) title`,
    [beto.id],
  );
  await pool.query(
    "insert into collection_items (collection_id, prompt_id, position) select c.id, p.id, p.id from collections c, prompts p",
  );
  await pool.query(
    "insert into collection_follows (follower_id, collection_id) select $1, id from collections where title = 'Sopas'",
    [ana.id],
  );
  visitor = await visit(browser, site.origin);
  blind = await visit(browser, site.origin, { javaScriptEnabled: false });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const headings = ({ page }: Visitor) => page.locator("main article h3").allTextContents();

test("the menu leads to collections, which are searched, ordered and opened", async () => {
  const { page } = visitor;
  await page.goto("/");
  await page.getByRole("navigation", { name: "Principal" }).getByRole("link", { name: "Coleções" }).click();
  await page.getByRole("heading", { name: "Coleções", level: 1 }).waitFor();
  await page.getByText("5 coleções", { exact: true }).waitFor();
  await expect
    .poll(() => headings(visitor))
    .toEqual(["Sopas", "Doces", "Massas da família", "Saladas", "Bolos de festa"]);
  await page.getByText("1 pessoa segue", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Mais recentes" }).click();
  await expect
    .poll(() => headings(visitor))
    .toEqual(["Doces", "Massas da família", "Saladas", "Sopas", "Bolos de festa"]);
  await page.getByRole("searchbox", { name: "Buscar coleções" }).fill("MASSA familia");
  await page.keyboard.press("Enter");
  await page.getByText("1 coleção com “MASSA familia” no título").waitFor();
  expect(new URL(page.url()).search).toBe("?q=MASSA+familia&sort=newest");
  await page.getByRole("link", { name: "Massas da família" }).click();
  await page.waitForURL("**/colecoes/*-massas-da-familia");
  await page.goBack();
  await page.getByRole("searchbox", { name: "Buscar coleções" }).fill("pinga");
  await page.keyboard.press("Enter");
  await page.getByText("Nenhuma coleção encontrada.").waitFor();
  await page.getByRole("link", { name: "Ver todas as coleções" }).click();
  await page.getByText("5 coleções", { exact: true }).waitFor();
});

test("tags are listed, searched and opened; another page keeps the search", async () => {
  const { page } = visitor;
  await page.goto("/tags");
  await expect
    .poll(() => page.locator("main a[href^='/tags/']").allTextContents())
    .toEqual(["Cardápio4 prompts", ...[1, 2, 3, 4].map((number) => `Dia ${number}1 prompt`)]);
  await page.getByRole("searchbox", { name: "Buscar tags" }).fill("dia 3");
  await page.keyboard.press("Enter");
  await page.getByText("1 tag com “dia 3”").waitFor();
  await page.getByRole("link", { name: /Dia 3/ }).click();
  await page.getByRole("heading", { name: "Dia 3", level: 1 }).waitFor();
});

test("home has a row of each, whose links work before and after their script is there", async () => {
  const { page } = await visit(browser, site.origin);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto("/", { waitUntil: "networkidle" });
  const hasRows = () => fetched.some((path) => /popular-collections/.test(path));
  const row = page.getByRole("region", { name: "Coleções" });
  await expect
    .poll(() => row.getByRole("heading", { level: 3 }).allTextContents())
    .toEqual(["Sopas", "Doces", "Massas da família", "Saladas"]);
  expect(hasRows()).toBe(false);
  await row.scrollIntoViewIfNeeded();
  await expect.poll(hasRows).toBe(true);
  await page.waitForLoadState("networkidle");
  await row.getByRole("link", { name: "Ver todas as coleções" }).click();
  await page.getByText("5 coleções", { exact: true }).waitFor();
  await page.goBack();
  const tags = page.getByRole("region", { name: "Explore por tag" });
  await tags.getByRole("link", { name: "Cardápio 4 prompts" }).click();
  await page.getByRole("heading", { name: "Cardápio", level: 1 }).waitFor();
});

test("leaving home before its rows were near and coming back shows them", async () => {
  const { page } = await visit(browser, site.origin);
  await page.goto("/", { waitUntil: "networkidle" });
  await page.getByRole("navigation", { name: "Principal" }).getByRole("link", { name: "Tags" }).click();
  await page.getByRole("heading", { name: "Tags", level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole("region", { name: "Coleções" }).getByRole("link", { name: "Sopas" }).click();
  await page.waitForURL("**/colecoes/*-sopas");
});

test("a search of prompts tells collections with the word in their titles, also where no prompt has it", async () => {
  const { page } = visitor;
  await page.goto("/prompts?q=bolos");
  await page.getByText("Não encontramos nenhum prompt com esses filtros.").waitFor();
  const found = page.getByRole("region", { name: /Coleções com .*bolos.* no título/ });
  await found.getByRole("link", { name: "Bolos de festa" }).waitFor();
  await page.getByRole("searchbox", { name: "Buscar" }).fill("receita");
  await page.getByText("4 resultados para").waitFor();
  await found.waitFor({ state: "detached" });
  await page.getByRole("searchbox", { name: "Buscar" }).fill("sopa");
  await page
    .getByRole("region", { name: /Coleções com .*sopa.* no título/ })
    .getByRole("link", { name: "Sopas" })
    .click();
  await page.waitForURL("**/colecoes/*-sopas");
});

test("a prompt names the collections in which it stands, at most five", async () => {
  const { page } = visitor;
  await page.goto(`/prompts/${first}`);
  const section = page.getByRole("region", { name: "Em coleções" });
  await section.scrollIntoViewIfNeeded();
  await expect
    .poll(() => section.getByRole("link").allTextContents())
    .toEqual(
      ["Sopas", "Doces", "Massas da família", "Saladas", "Bolos de festa"].map(
        (title) => `${title}de Beto Lima`,
      ),
    );
  await section.getByRole("link", { name: "Sopas" }).click();
  await page.waitForURL("**/colecoes/*-sopas");
});

test("tags are suggested while a search is typed", async () => {
  const { page } = visitor;
  await page.goto("/terms-of-use");
  await page.getByRole("combobox", { name: "Buscar prompts" }).fill("carda");
  const option = page.getByRole("option", { name: "Cardápio Tag · 4 prompts" });
  await option.waitFor();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => option.getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Cardápio", level: 1 }).waitFor();
});

test("all of it is read without scripts", async () => {
  const { page } = blind;
  await page.goto("/colecoes");
  await page.getByRole("searchbox", { name: "Buscar coleções" }).fill("sopa");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/colecoes?q=sopa");
  await expect.poll(() => headings(blind)).toEqual(["Sopas"]);
  await page.goto("/");
  await page.getByRole("region", { name: "Coleções" }).getByRole("link", { name: "Doces" }).waitFor();
  await page.getByRole("region", { name: "Explore por tag" }).getByRole("link", { name: /Dia 1/ }).waitFor();
  await page.goto("/prompts?q=sopas");
  await page
    .getByRole("region", { name: /Coleções com/ })
    .getByRole("link", { name: "Sopas" })
    .waitFor();
  await page.goto(`/prompts/${first}`);
  await page.getByRole("region", { name: "Em coleções" }).getByRole("link", { name: "Sopas" }).waitFor();
});

test("search engines are led to the lists, and not to searches of them", async () => {
  const read = async (path: string) => (await fetch(site.origin + path)).text();
  const map = await read("/sitemaps/pages.xml");
  expect(map).toContain("/colecoes</loc>");
  expect(map).toContain("/tags</loc>");
  const robots = '<meta name="robots" content="noindex">';
  for (const list of ["/colecoes", "/tags"]) {
    expect(await read(list)).not.toContain(robots);
    expect(await read(`${list}?q=a`)).toContain(robots);
  }
  expect(await read("/colecoes?sort=newest")).toMatch(/<link rel="canonical" href="[^"?]+\/colecoes">/);
});
