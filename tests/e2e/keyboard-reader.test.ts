/** The site by keyboard alone, on a wide screen and on a narrow one: everything is reached, and focus is always seen. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, MOVING, type Visitor, visit } from "#tests/support/browser.ts";
import { draftHolds } from "#tests/support/drafts.ts";
import { lookAtFocus, tabTo } from "#tests/support/keyboard.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  await ana.publishMany(25, "Receita da semana");
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Goes down an open menu with the arrows. */
async function arrowTo(page: Page, wanted: RegExp): Promise<void> {
  await page.locator("[role^=menuitem]:focus").waitFor();
  for (let count = 0; count < 10 && !wanted.test(await focused(page)); count++) {
    await page.keyboard.press("ArrowDown");
  }
  expect(await lookAtFocus(page)).toMatchObject({ name: expect.stringMatching(wanted), outlined: true });
}

const focused = async (page: Page) => (await lookAtFocus(page)).name;
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

/** The screens, and whether the header has its links in a menu. */
const SCREENS = [
  { screen: "a wide screen", width: 1440, hasMenu: false },
  { screen: "a narrow screen", width: 360, hasMenu: true },
];

describe.each(SCREENS)("on $screen", ({ width, hasMenu }) => {
  let reader: Visitor;
  let page: Page;

  /** Opens a page of the site, logged in as the member or as a visitor. */
  async function open(path: string, member?: Member): Promise<void> {
    const options = { ...MOVING, viewport: { width, height: 800 } };
    reader = await (member
      ? visitAs(member, browser, site.origin, options)
      : visit(browser, site.origin, options));
    ({ page } = reader);
    await page.goto(path);
  }
  afterEach(async () => {
    const { complaints } = reader;
    await reader.close();
    expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });

  test("the first stop is the way past the header, which leads to the content", async () => {
    await open("/");
    expect(await tabTo(page, /./)).toEqual(["Pular para o conteúdo"]);
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedId(page)).toBe("conteudo");
    expect(await tabTo(page, /./)).toEqual(["Buscar prompts"]);
  });

  test("the carousel is turned, and held while focus is in it", async () => {
    await open("/");
    const carousel = page.getByRole("region", { name: "O que você encontra na Prompteca" });
    await expect.poll(() => carousel.getByRole("button", { name: "Próximo slide" }).isEnabled()).toBe(true);
    const shown = () => carousel.locator("button[aria-current=true]").getAttribute("aria-label");
    await tabTo(page, /^Ir para o slide 3/);
    await page.keyboard.press("Enter");
    await expect.poll(shown).toContain("slide 3");
    await tabTo(page, /^Próximo slide/);
    await page.keyboard.press("Space");
    await expect.poll(shown).toContain("slide 4");
    // The slide that is shown is the only one that can be reached.
    const stops = await tabTo(page, /^Compartilhar Prompt/, "Shift+Tab");
    expect(stops.filter((stop) => /^(Descubra|Veja|Compartilhe|Curta|Inspiração)/.test(stop))).toEqual([
      "Curta e favorite os que você mais usa",
    ]);
  });

  test("the header leads to the library, whose content has focus on arrival", async () => {
    await open("/");
    await tabTo(page, /^Buscar prompts/);
    await tabTo(page, /^Prompteca/, "Shift+Tab");
    if (hasMenu) {
      await tabTo(page, /^Abrir menu/);
      await page.keyboard.press("Enter");
      await tabTo(page, /^Prompts/);
      await page.keyboard.press("Escape");
      await expect.poll(() => focused(page)).toBe("Abrir menu");
      await page.keyboard.press("Enter");
    }
    await tabTo(page, /^Prompts/);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/prompts");
    await expect.poll(() => focusedId(page)).toBe("conteudo");
  });

  test("search, filters and pages are used without losing one's place", async () => {
    await open("/prompts");
    await tabTo(page, /^Pular para o conteúdo/);
    await page.keyboard.press("Enter");
    await tabTo(page, /^Buscar/);
    await page.keyboard.type("receita");
    await page.waitForURL("**/prompts?q=receita");
    await expect.poll(() => focused(page)).toBe("Buscar");
    await tabTo(page, /^Ferramenta de IA/);
    const filtered = page.waitForResponse(/\/api\/prompts\?.*llmTypeId=6/);
    await page.keyboard.type("Claude");
    await page.waitForURL("**/prompts?q=receita&llm=6");
    // The cards of the list before go when the next ones are there, and focus with them.
    await filtered;
    await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
    await expect.poll(() => focused(page)).toBe("Ferramenta de IA");
    await tabTo(page, /^Próxima página/);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/prompts?q=receita&llm=6&page=2");
    await page.getByText("Mostrando 13 a 24 de 25 resultados").waitFor();
    await expect.poll(() => focused(page)).toBe("Próxima página");
    // The page scrolls smoothly to its top; what has focus next is brought back into view.
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await tabTo(page, /^Testados há pouco/, "Shift+Tab");
  });

  test("a card is five stops: author, like, favourite, copy, and the way to the prompt", async () => {
    await open("/prompts?q=receita&llm=6&page=2");
    await tabTo(page, /^Testados há pouco/);
    const [author, like, favourite, copy, link] = await tabTo(page, /^Ver Prompt/);
    expect([author, like, favourite]).toEqual(["por Ana Maria", "Curtir: 0", "Favoritar"]);
    expect(copy).toMatch(/^Copiar: Receita da semana/);
    expect(link).toMatch(/^Ver Prompt: Receita da semana/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/prompts\/\d+$/);
    await expect.poll(() => focusedId(page)).toBe("conteudo");
  });

  /** Opens a prompt of its own, so that no other test has liked it. */
  async function openPrompt(member?: Member): Promise<void> {
    await open(`/prompts/${await ana.publish("Bolo de milho")}`, member);
    // Content below the prompt would be pushed away when the prompt comes.
    await page.getByRole("heading", { name: "Mais prompts para" }).waitFor();
  }

  test("a prompt is copied, and a favourite explains itself", async () => {
    await openPrompt();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await tabTo(page, /^Copiar prompt/);
    await page.keyboard.press("Enter");
    await page.getByText("Prompt copiado", { exact: true }).first().waitFor();
    await expect.poll(() => focused(page)).toBe("Copiar prompt");
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain("com exemplos do dia a dia");
    await tabTo(page, /^Favoritar/);
    await page.getByRole("tooltip", { name: "Adicionar aos favoritos" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("tooltip").waitFor({ state: "detached" });
  });

  test("the login dialog keeps focus, its tabs turn with the arrows, and Escape gives focus back", async () => {
    await openPrompt();
    await tabTo(page, /^Curtir/);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    const inside = () => dialog.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(inside).toBe(true);
    const round = new Set<string>();
    for (let count = 0; count < 12; count++) {
      for (const stop of await tabTo(page, /./)) round.add(stop);
      expect(await inside()).toBe(true);
    }
    for (const stop of ["E-mail", "Senha", "Lembrar de mim", "Esqueceu a senha?", "Entrar", "Fechar"]) {
      expect([...round]).toContain(stop);
    }
    await dialog.getByRole("tab", { name: "Entrar" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("dialog", { name: "Crie sua conta" }).waitFor();
    await expect.poll(() => focused(page)).toBe("Cadastrar");
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("dialog", { name: "Entre na Prompteca" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toMatch(/^Curtir/);
  });

  test("who likes logs in, and has liked", async () => {
    await openPrompt();
    await tabTo(page, /^Curtir/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, /^E-mail$/);
    await page.keyboard.type(ana.email);
    await tabTo(page, /^Senha$/);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const like = page.getByRole("button", { name: /^Curtir/ });
    await expect.poll(() => hasFocus(like)).toBe(true);
    // The press that asked for the login.
    await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("Space");
    await expect.poll(() => like.getAttribute("aria-pressed")).toBe("false");
    await page.keyboard.press("Space");
    await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
  });

  test("a member chooses a theme and logs out from the header's menus, and focus is not lost", async () => {
    await openPrompt(ana);
    await tabTo(page, /^Favoritar/);
    await tabTo(page, /^Tema/, "Shift+Tab");
    await page.keyboard.press("Enter");
    await arrowTo(page, /^Escuro/);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("html.dark").count()).toBe(1);
    await expect.poll(() => focused(page)).toBe("Tema");
    await tabTo(page, hasMenu ? /^Abrir menu/ : /^Conta de/);
    await page.keyboard.press("Enter");
    if (hasMenu) await tabTo(page, /^Sair/);
    else await arrowTo(page, /^Sair/);
    await page.keyboard.press("Enter");
    await page.getByText("Você saiu da sua conta.").first().waitFor();
    // It is read anew for a visitor, and pushes the footer away.
    await page.getByRole("heading", { name: "Mais prompts para" }).waitFor();
    if (hasMenu) await expect.poll(() => focused(page)).toBe("Abrir menu");
    else await tabTo(page, /^Entrar/);
  });
});

describe("what has focus and goes from the page hands it on", () => {
  const press = async (page: Page, role: "link" | "button", name: string) => {
    await page.getByRole(role, { name }).focus();
    await page.keyboard.press("Enter");
  };

  test("to the main part: a form that was sent, a way out of an empty list", async () => {
    const { page, close } = await visit(browser, site.origin);
    await page.goto("/forgot-password");
    await page.getByLabel("E-mail").fill("ninguem@example.com");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Verifique seu e-mail" }).waitFor();
    await expect.poll(() => focusedId(page)).toBe("conteudo");
    await press(page, "button", "Tentar novamente");
    await page.getByRole("heading", { name: "Esqueceu a senha?" }).waitFor();
    await expect.poll(() => focusedId(page)).toBe("conteudo");
    await page.goto("/prompts");
    await page.getByRole("searchbox").fill("inexistente");
    await press(page, "link", "Limpar filtros");
    await page.locator("article").first().waitFor();
    await expect.poll(() => focusedId(page)).toBe("conteudo");
    // A field that was left on purpose does not get the focus back.
    await page.getByRole("searchbox").focus();
    await page.getByRole("searchbox").blur();
    await page.evaluate(() => document.querySelector("article")?.remove());
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
    await close();
  });

  test("to the first field: a draft that is not wanted any more", async () => {
    const { page, close } = await visitAs(ana, browser, site.origin);
    await page.goto("/submit");
    await page.getByLabel("Título").fill("Um rascunho");
    await draftHolds(page, "Um rascunho");
    await page.reload();
    await press(page, "button", "Descartar rascunho");
    await expect.poll(() => focused(page)).toBe("Título");
    await expect.poll(() => page.getByLabel("Título").inputValue()).toBe("");
    await close();
  });
});
