/** A visitor's way: from the start through the library to a prompt that they take along, and back. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, MOVING, untilLive, type Visitor, visit } from "#tests/support/browser.ts";
import { createMember } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

const CONTENT = "Escreva uma receita de [prato] para [pessoas], com medidas em xícaras.\nSem pressa.";

let site: TestSite;
let browser: Browser;
/** The address of a prompt. */
let bread: string;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  const ana = await createMember(site, "Ana Maria");
  await ana.publishMany(24, "Receita da semana");
  bread = `/prompts/${await ana.publish("Pão de queijo sem erro", CONTENT)}`;
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
beforeEach(async () => {
  visitor = await visit(browser, site.origin, MOVING);
  page = visitor.page;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
});
afterEach(async () => {
  await visitor.close();
  expect(visitor.complaints.filter((text) => !/status of 404/.test(text))).toEqual([]);
});

const link = (name: string | RegExp) => page.getByRole("link", { name, exact: true }).first();
const search = () => new URL(page.url()).search;

test("finds on the start what the site is, what rises, and how to take part", async () => {
  await page.goto("/");
  await page.getByRole("heading", { level: 1, name: "Encontre e compartilhe prompts poderosos" }).waitFor();
  await page.getByRole("heading", { name: "Prompts em Alta" }).waitFor();
  await expect.poll(() => page.getByRole("article").count()).toBe(6);
  await page.getByRole("heading", { name: "Como Enviar Seu Prompt" }).waitFor();
  for (const step of ["1. Crie sua conta", "2. Prepare o prompt", "3. Compartilhe"]) {
    await page.getByRole("heading", { name: step, exact: true }).waitFor();
  }
  await expect.poll(() => link("Enviar meu prompt").getAttribute("href")).toBe("/submit");
  await expect.poll(() => link("Compartilhar Prompt").getAttribute("href")).toBe("/submit");
  await expect.poll(() => link("Ver Todos os Prompts").getAttribute("href")).toBe("/prompts");
});

test("turns the carousel to the next slide and follows it", async () => {
  await page.goto("/");
  const carousel = page.getByRole("region", { name: "O que você encontra na Prompteca" });
  const next = carousel.getByRole("button", { name: "Próximo slide" });
  await expect.poll(() => next.isEnabled()).toBe(true);
  await next.click();
  await carousel.getByRole("link", { name: "Veja a imagem antes de copiar o prompt" }).click();
  await page.waitForURL("**/prompts");
});

test("reads the library a page at a time, and the back button goes back a page", async () => {
  await page.goto("/prompts");
  await page.getByText("Mostrando 1 a 12 de 25 resultados").waitFor();
  await link("Próxima página").click();
  await page.waitForURL("**/prompts?page=2");
  await page.getByText("Mostrando 13 a 24 de 25 resultados").waitFor();
  await page.goBack();
  await page.waitForURL("**/prompts");
  await page.getByText("Mostrando 1 a 12 de 25 resultados").waitFor();
});

test("filters and searches: the address says how, a reload keeps it, the back button undoes it", async () => {
  await page.goto("/prompts");
  await page.getByLabel("Ferramenta de IA").selectOption({ label: "Claude" });
  await page.waitForURL("**/prompts?llm=6");
  await page.getByLabel("Ordenar por").selectOption({ label: "Mais recentes" });
  await page.waitForURL("**/prompts?llm=6&sort=newest");
  await page.getByRole("searchbox").fill("pao queijo");
  await page.waitForURL("**/prompts?q=pao+queijo&llm=6&sort=newest");
  await page.getByText("1 resultado para “pao queijo”").waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("pao queijo");
  await expect.poll(() => page.getByLabel("Ferramenta de IA").inputValue()).toBe("6");
  await expect.poll(() => page.getByLabel("Ordenar por").inputValue()).toBe("newest");
  await untilLive(page);
  await page.goBack();
  await page.waitForURL("**/prompts?llm=6");
  const order = page.getByLabel("Ordenar por").locator("option:checked");
  await expect.poll(() => order.innerText()).toBe("Mais curtidos");
  await page.goForward();
  await page.waitForURL("**/prompts?q=pao+queijo*");
});

test("opens a prompt and sees all of it", async () => {
  await page.goto("/prompts?q=pao+queijo");
  await page.getByRole("link", { name: /^Ver Prompt.*Pão de queijo/ }).click();
  await page.getByRole("heading", { level: 1, name: "Pão de queijo sem erro" }).waitFor();
  await expect.poll(() => page.title()).toBe("Pão de queijo sem erro · Prompteca");
  const main = page.getByRole("main");
  await main.getByText("Claude", { exact: true }).waitFor();
  await main.getByText("Criador do prompt").waitFor();
  await main.getByText("Ana Maria").waitFor();
  await main.getByText(/^\d+ visualizaç(ão|ões)$/).waitFor();
  await main.getByRole("img", { name: "Imagem do prompt “Pão de queijo sem erro”" }).waitFor();
  await main.getByText("[prato]", { exact: true }).waitFor();
});

test("takes the prompt and its address along", async () => {
  await page.goto(bread);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copiar prompt" }).click();
  await page.getByText("Prompt copiado", { exact: true }).first().waitFor();
  await expect.poll(() => clipboard()).toBe(CONTENT);
  await page.getByRole("button", { name: "Mais opções" }).click();
  await page.getByRole("menuitem", { name: "Copiar link" }).click();
  await page.getByText("Link copiado", { exact: true }).first().waitFor();
  await expect.poll(() => clipboard()).toBe(page.url());
});

test("is asked for a login by a like, may leave it, and stands where they stood", async () => {
  await page.goto(bread);
  const like = page.getByRole("button", { name: /^Curtir/ });
  await like.click();
  const dialog = page.getByRole("dialog", { name: "Entre na Prompteca" });
  await dialog.getByRole("tab", { name: "Cadastrar" }).click();
  await page.getByRole("dialog", { name: "Crie sua conta" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(like)).toBe(true);
  await expect.poll(() => like.getAttribute("aria-pressed")).toBe("false");
});

test("goes back to the list, its filters and the place where they left it", async () => {
  await page.goto("/prompts?q=pao+queijo&llm=6&sort=newest");
  await page.getByRole("link", { name: /^Ver Prompt.*Pão de queijo/ }).click();
  await page.getByRole("link", { name: "Voltar para a lista" }).click();
  await page.waitForURL("**/prompts?q=pao+queijo&llm=6&sort=newest");
  await page.goto("/prompts?sort=newest");
  await page.setViewportSize({ width: 360, height: 740 });
  const card = page.getByRole("link", { name: /^Ver Prompt/ }).nth(7);
  await card.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(1000);
  await card.click();
  await page.waitForURL(/\/prompts\/\d+$/);
  // A related prompt is one step further.
  await page
    .getByRole("region", { name: /^Mais prompts para/ })
    .getByRole("link")
    .nth(1)
    .click();
  await page.waitForURL(/\/prompts\/\d+$/);
  await page.getByRole("link", { name: "Voltar para a lista" }).click();
  await page.waitForURL("**/prompts?sort=newest");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(left, -1);
});

test("chooses the dark theme, which stays, on every page and in every tab", async () => {
  await page.goto("/prompts");
  const dark = (tab: Page) => tab.evaluate(() => document.documentElement.classList.contains("dark"));
  await expect.poll(() => dark(page)).toBe(false);
  const other = await page.context().newPage();
  await other.goto("/terms-of-use");
  await page.getByRole("button", { name: "Tema" }).click();
  await page.getByRole("menuitemradio", { name: "Escuro" }).click();
  await expect.poll(() => dark(page)).toBe(true);
  await expect.poll(() => dark(other)).toBe(true);
  await page.reload();
  await expect.poll(() => dark(page)).toBe(true);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("vite-ui-theme"))).toBe("dark");
});

test("reads the terms and the privacy policy from the foot of the page", async () => {
  await page.goto("/");
  for (const name of ["Termos de Uso", "Política de Privacidade"]) {
    await page.getByRole("contentinfo").getByRole("link", { name }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  }
  await page
    .getByRole("contentinfo")
    .getByText(/^© \d{4} Prompteca$/)
    .waitFor();
});

test("who follows a link that leads nowhere is led on", async () => {
  await page.goto("/receitas/antigas");
  await page.getByRole("heading", { level: 1, name: "Esta página saiu do lugar" }).waitFor();
  await link("Explorar Prompts").click();
  await page.waitForURL("**/prompts");
  expect(search()).toBe("");
});

test("rests the pointer on a prompt, and it opens without another question", async () => {
  await page.goto("/prompts?q=queijo", { waitUntil: "networkidle" });
  const asked: string[] = [];
  const note = (request: { method(): string; url(): string }) =>
    request.method() === "GET" && asked.push(request.url());
  page.on("request", note);
  const card = link(/^Ver Prompt/);
  const answered = page.waitForResponse(/\/api\/prompts\/\d+$/);
  const related = page.waitForResponse(/\/api\/prompts\/\d+\/related/);
  await card.hover();
  await Promise.all([answered, related]);
  await expect.poll(() => asked.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(0);
  await page.waitForLoadState("networkidle");
  const before = asked.splice(0);
  await card.click();
  await page.getByRole("heading", { level: 1, name: "Pão de queijo sem erro" }).waitFor();
  // Where the pointer now rests may be another link.
  expect(asked.filter((url) => before.includes(url) && !url.includes("/media/"))).toEqual([]);
  expect(before.some((url) => /\/api\/prompts\/\d+$/.test(url))).toBe(true);
});
