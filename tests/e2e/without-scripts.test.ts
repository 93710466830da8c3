/** Reading without JavaScript, by mouse and keyboard, and in a feed reader. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { createMember, type Member } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  await ana.publishMany(30, "Receita da semana");
  await ana.publish("Vídeo em câmera lenta", "Filme a gota de [tinta] que cai na água, bem devagar.");
  visitor = await visit(browser, site.origin, { javaScriptEnabled: false });
  page = visitor.page;
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

describe("without JavaScript", () => {
  test("the home page shows its headline, what is rising, and pictures", async () => {
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => page.getByRole("article").count()).toBe(6);
    await expect.poll(() => page.getByRole("article").first().isVisible()).toBe(true);
    const answer = await page.request.get(
      String(await page.getByRole("article").first().locator("img").getAttribute("src")),
    );
    expect(answer.headers()["content-type"]).toMatch(/^image\//);
  });

  test("the library is searched, filtered, ordered and paged", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Explorar Prompts" }).first().click();
    await page.getByRole("searchbox").fill("receita");
    await page.getByLabel("Ferramenta de IA").selectOption({ label: "Claude" });
    await page.getByLabel("Ordenar por").selectOption({ label: "Mais recentes" });
    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    const said = Object.fromEntries(new URL(page.url()).searchParams);
    expect(said).toMatchObject({ q: "receita", llm: "6", sort: "newest" });
    await page.getByText("Mostrando 1 a 12 de 30 resultados").waitFor();
    await page.getByRole("link", { name: "Próxima página" }).click();
    await page.getByText("Mostrando 13 a 24 de 30 resultados").waitFor();
    await expect.poll(() => page.getByLabel("Ordenar por").inputValue()).toBe("newest");
  });

  test("a prompt is read whole, with its tool, date and author, whose page follows", async () => {
    await page.goto("/prompts?q=camera");
    await page.getByRole("link", { name: /^Ver Prompt/ }).click();
    await page.getByRole("heading", { level: 1, name: "Vídeo em câmera lenta" }).waitFor();
    const main = await page.getByRole("main").innerText();
    for (const text of ["Filme a gota de", "que cai na água, bem devagar.", "Claude", "Criador do prompt"]) {
      expect(main).toContain(text);
    }
    await page.getByRole("link", { name: /^Ana Maria/ }).click();
    await page.getByRole("heading", { level: 1, name: "Ana Maria" }).waitFor();
    await page.getByText("31 prompts enviados").waitFor();
    await page.getByRole("link", { name: "Página 3" }).click();
    await page.getByText("Mostrando 25 a 31 de 31 resultados").waitFor();
    await expect.poll(() => page.getByRole("article").count()).toBe(7);
  });

  test.each(["/submit", "/auth", "/profile"])("%s says what it needs", async (path) => {
    await page.goto(path);
    await page.getByText("Esta página precisa de JavaScript", { exact: true }).waitFor();
    await expect.poll(() => page.getByText("Carregando formulário…").isVisible()).toBe(false);
  });

  test("the legal pages are read", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Termos de Uso" }).click();
    await page.getByRole("heading", { level: 1, name: "Termos de Uso" }).waitFor();
    await page.getByRole("link", { name: "Política de Privacidade" }).last().click();
    await page.getByRole("heading", { level: 2, name: /Quem vê o quê/ }).waitFor();
  });

  test("nothing on a page waits for a script to be seen", async () => {
    for (const path of ["/", "/prompts", "/prompts/1", `/users/${ana.id}`]) {
      await page.goto(path);
      for (const heading of await page.getByRole("main").getByRole("heading").all()) {
        await expect.poll(() => heading.isVisible(), { message: path }).toBe(true);
      }
    }
  });
});

describe("feeds", () => {
  const titles = [
    "<b>negrito</b> & ]]> fim",
    "\"aspas\" 'simples' <!--",
    "</title><script>x()</script>",
    "😀 \u0001\u000b é",
  ];

  test("stay XML whatever prompts and people are called, and give titles back as they are", async () => {
    const beto = await createMember(site, "Beto Sá");
    for (const title of titles) await beto.publish(title, `${title}\ncom \u0002 e ]]> <![CDATA[ no texto`);
    const reader = await visit(browser, site.origin);
    await reader.page.goto("/terms-of-use");
    for (const path of [
      "/feed.xml",
      "/feeds/tools/6.xml",
      `/feeds/users/${beto.id}.xml`,
      "/sitemap.xml",
      "/sitemaps/prompts-1.xml",
      "/opensearch.xml",
    ]) {
      const feed = await reader.page.evaluate(async (address) => {
        const text = await (await fetch(address)).text();
        const xml = new DOMParser().parseFromString(text, "application/xml");
        const plain = (html: string | null) =>
          new DOMParser().parseFromString(html ?? "", "text/html").body.textContent;
        return {
          broken: xml.querySelector("parsererror")?.textContent,
          titles: [...xml.querySelectorAll("entry > title")].map((title) => plain(title.textContent)),
          scripts: xml.querySelectorAll("script").length,
        };
      }, path);
      expect([path, feed.broken, feed.scripts]).toEqual([path, undefined, 0]);
      if (path.startsWith("/feed")) {
        const wanted = titles.toReversed().map((title) => title.replace(/\p{Cc}+ /gu, ""));
        expect(feed.titles.slice(0, 4)).toEqual(wanted);
      }
    }
    await reader.close();
  });

  test.each(["/", "/prompts", "/prompts?llm=6", "author"])("%s leads readers to its feed", async (path) => {
    const html = await (await fetch(site.origin + (path === "author" ? `/users/${ana.id}` : path))).text();
    const [, href] = html.match(/<link rel="alternate" type="application\/atom\+xml" href="([^"]+)"/) ?? [];
    const feed = await fetch(site.origin + href, { method: "HEAD" });
    expect([feed.status, feed.headers.get("content-type")]).toEqual([
      200,
      "application/atom+xml; charset=utf-8",
    ]);
  });

  test("the footer leads people to its address", async () => {
    await page.goto("/");
    const link = page.getByRole("contentinfo").getByRole("link", { name: "Acompanhar por RSS" });
    await expect.poll(() => link.getAttribute("href")).toBe("/acompanhar");
    await link.click();
    await page.getByText(`${site.origin}/feed.xml`, { exact: true }).waitFor();
  });
});
