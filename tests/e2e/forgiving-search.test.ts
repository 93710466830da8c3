/** Searches that are misspelt or find nothing, and the order of searches. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#platform/database/db.ts";
import { countSearchWords } from "#prompts/server/search-words.service.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { createMember } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  const ana = await createMember(site, "Ana Maria");
  await ana.publish("Três dias de viagem", "Monte um roteiro para quem viaja com crianças pequenas.");
  await ana.publish("Um roteiro curto", "Conte uma viagem de trem que ninguém esperava fazer.");
  await ana.publishMany(3, "Retrato em aquarela");
  // As the hourly job does.
  const database = await openDatabase({ connectionString: site.database.url }, { max: 2 });
  await countSearchWords(database);
  await database.close();
  visitor = await visit(browser, site.origin);
  page = visitor.page;
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  expect(visitor.complaints, "a page complained").toEqual([]);
});

const titles = () => page.getByRole("article").getByRole("heading").allInnerTexts();
const order = () => page.getByLabel("Ordenar por").locator("option:checked").innerText();
const query = () => Object.fromEntries(new URL(page.url()).searchParams);

describe("a misspelt search", () => {
  test("shows what was meant and says so, with the way back", async () => {
    await page.goto("/prompts");
    await page.getByRole("searchbox", { name: "Buscar", exact: true }).fill("viajem");
    await page.getByRole("status").filter({ hasText: "Mostrando resultados para “viagem”: 2" }).waitFor();
    await expect.poll(() => titles()).toEqual(["Três dias de viagem", "Um roteiro curto"]);
    await expect.poll(() => page.getByRole("main").innerText()).toContain("Buscar “viajem” mesmo assim");

    await page.getByRole("link", { name: "Buscar “viajem” mesmo assim" }).click();
    // By its stem it finds "viaja".
    await page.getByText("1 resultado para “viajem”").waitFor();
    expect(query()).toEqual({ q: "viajem", exact: "1" });
    await page.getByLabel("Ordenar por").selectOption("newest");
    await expect.poll(query).toEqual({ q: "viajem", sort: "newest", exact: "1" });
    await page.getByRole("searchbox", { name: "Buscar", exact: true }).fill("aquarelha");
    await page.getByText("Mostrando resultados para “aquarela”: 3").waitFor();
    expect(query()).toEqual({ q: "aquarelha", sort: "newest" });
  });

  test("is the same in the page that the server writes", async () => {
    const html = await (await fetch(`${site.origin}/prompts?q=viajem`)).text();
    expect(html).toContain("Mostrando resultados para “viagem”: 2");
    expect(html).toContain("Um roteiro curto");
  });
});

describe("a search that finds nothing", () => {
  test("offers similar words, the tools, and prompts that are liked", async () => {
    await page.goto("/prompts?q=aquarela+pequenas");
    await page.getByText("Não encontramos nenhum prompt com esses filtros.").waitFor();
    const similar = page.getByRole("region", { name: "Tente buscar por" }).getByRole("link");
    await expect.poll(() => similar.allInnerTexts()).toEqual(["aquarela", "pequenas"]);
    const tools = page.getByRole("region", { name: "Explore por ferramenta" }).getByRole("link");
    await expect.poll(() => tools.count()).toBe(14);
    await expect
      .poll(() => page.getByRole("region", { name: "Os mais curtidos" }).getByRole("article").count())
      .toBe(3);
    await similar.first().click();
    await page.getByText("3 resultados para “aquarela”").waitFor();
  });

  test("as it is written offers the corrected one", async () => {
    await page.goto("/prompts?q=aquarelha&exact=1");
    const similar = page.getByRole("region", { name: "Tente buscar por" }).getByRole("link");
    await expect.poll(() => similar.allInnerTexts()).toEqual(["aquarela"]);
  });

  test("within a tool leads to all tools", async () => {
    await page.goto("/prompts?q=aquarela&llm=9");
    await page.getByRole("link", { name: "“aquarela” sem os filtros" }).click();
    await page.getByText("3 resultados para “aquarela”").waitFor();
    expect(query()).toEqual({ q: "aquarela" });
  });

  test("writes all of that on the server too", async () => {
    const html = await (await fetch(`${site.origin}/prompts?q=xyzqwk`)).text();
    expect(html).toContain("Explore por ferramenta");
    expect(html.match(/<article/g)).toHaveLength(3);
  });
});

describe("the order of a search", () => {
  test("is relevance unless another is chosen, and likes again without a search", async () => {
    await page.goto("/prompts");
    expect(await order()).toBe("Mais curtidos");
    await expect.poll(() => page.getByLabel("Ordenar por").innerText()).not.toContain("Relevância");
    await page.getByRole("searchbox", { name: "Buscar", exact: true }).fill("roteiro");
    await page.getByText("2 resultados para “roteiro”").waitFor();
    expect(await order()).toBe("Relevância");
    await expect.poll(() => titles()).toEqual(["Um roteiro curto", "Três dias de viagem"]);
    await page.getByLabel("Ordenar por").selectOption({ label: "Mais curtidos" });
    await expect.poll(query).toEqual({ q: "roteiro", sort: "top" });
    await page.getByRole("searchbox", { name: "Buscar", exact: true }).fill("");
    await page.getByText("5 prompts", { exact: true }).waitFor();
    expect(await order()).toBe("Mais curtidos");
    expect(query()).toEqual({});
  });

  test("is relevance in the library's form without scripts", async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
    const page = await plain.newPage();
    await page.goto("/prompts");
    await page.getByRole("searchbox", { name: "Buscar", exact: true }).fill("roteiro");
    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    await expect
      .poll(() => page.getByLabel("Ordenar por").locator("option:checked").innerText())
      .toBe("Relevância");
    await plain.close();
  });
});
