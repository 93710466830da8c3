/**
 * The specification's screens: their texts and links, statement by statement; people's actions there are in the
 * journeys.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LLM_TYPES } from "#prompts/catalog.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { findAdmin, visitAs } from "#tests/support/members.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { EVERYTHING, startTestSite, type TestSite } from "#tests/support/site.ts";
import { formatDate, formatYear } from "#ui/dates.ts";

/** 170 characters, so that a card cuts it. */
const LONG = "Escreva uma carta de amor em cordel. ".repeat(5).slice(0, 170);

let site: TestSite;
let browser: Browser;
let visitor: Visitor;
let member: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(EVERYTHING), launchBrowser()]);
  const admin = await findAdmin(site);
  for (const { id, name } of LLM_TYPES) {
    const colour = `#${(id * 1_000_003).toString(16).padStart(6, "0").slice(0, 6)}`;
    await admin.publish(`Prompt para ${name}`, LONG, {
      description: "Para quem gosta de cordel.",
      llm_type_id: id,
      thumbnail_url: await pictureDataUrl(colour, 320, 240),
    });
  }
  visitor = await visit(browser, site.origin);
  member = await visitAs(admin, browser, site.origin);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  expect([...visitor.complaints, ...member.complaints], "a screen complained").toEqual([]);
});

/** Where the links of a part lead, by their text. */
async function links(page: Page, selector: string): Promise<Record<string, string>> {
  const pairs = await page
    .locator(`${selector} a:visible`)
    .evaluateAll((all) =>
      all.map((a) => [(a as HTMLElement).innerText.trim(), a.getAttribute("href") ?? ""]),
    );
  return Object.fromEntries(pairs);
}

describe("header and footer", () => {
  test("a visitor's header leads to home, library, submit, login and registration, and stays at the top", async () => {
    const { page } = visitor;
    await page.goto("/");
    await expect
      .poll(() => links(page, "body > * header"))
      .toMatchObject({
        Home: "/",
        Prompts: "/prompts",
        "Enviar Prompt": "/submit",
        Entrar: "/auth",
        Cadastrar: "/auth?tab=register",
      });
    await page.evaluate(() => window.scrollTo(0, 1500));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
    expect((await page.locator("header").first().boundingBox())?.y).toBe(0);
  });

  test.each([768, 860, 1024, 1279])("at %i pixels the header is one line", async (width) => {
    const { page } = visitor;
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/prompts");
    const lines = await page
      .locator("header a:visible, header button:visible")
      .evaluateAll((all) =>
        all.map((part) => Math.round((part as HTMLElement).getBoundingClientRect().bottom)),
      );
    expect(Math.max(...lines)).toBeLessThanOrEqual(73);
    if (width >= 1024) {
      const links = page.getByRole("navigation", { name: "Principal" }).locator("a:visible");
      await expect
        .poll(() => links.allInnerTexts())
        .toEqual(["Prompts", "Coleções", "Tags", "Enviar Prompt"]);
      const search = await page.getByRole("combobox", { name: "Buscar prompts" }).first().boundingBox();
      expect(search?.width).toBeGreaterThan(150);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test("a member's header shows two initials and unfolds profile, settings and logout", async () => {
    const { page } = member;
    await page.goto("/");
    const account = page.getByRole("button", { name: "Conta de admin" });
    await expect.poll(() => account.innerText()).toBe("AD");
    await expect.poll(() => page.getByRole("link", { name: "Cadastrar" }).count()).toBe(0);
    await account.click();
    const menu = page.getByRole("menu");
    await expect
      .poll(() => menu.getByRole("menuitem", { name: "Seu Perfil" }).getAttribute("href"))
      .toBe("/profile");
    await expect
      .poll(() => menu.getByRole("menuitem", { name: "Configurações" }).getAttribute("href"))
      .toBe("/settings");
    await menu.getByRole("menuitem", { name: "Sair" }).waitFor();
    await page.keyboard.press("Escape");
  });

  test("on a phone the menu unfolds and folds, with username and e-mail of who is logged in", async () => {
    const { page } = member;
    await page.goto("/");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "Abrir menu" }).click();
    const menu = page.locator("[popover]:popover-open");
    await menu.getByText("admin", { exact: true }).waitFor();
    await menu.getByText("admin@prompteca.local").waitFor();
    await expect
      .poll(() => links(page, "[popover]:popover-open"))
      .toMatchObject({
        Home: "/",
        Prompts: "/prompts",
        "Enviar Prompt": "/submit",
        "Seu Perfil": "/profile",
        Configurações: "/settings",
      });
    await page.getByRole("button", { name: "Fechar menu" }).click();
    await expect.poll(() => menu.count()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test("the footer leads to terms, privacy, community and social profile, with year and brand line", async () => {
    const { page } = visitor;
    await page.goto("/terms-of-use");
    await expect
      .poll(() => links(page, "footer"))
      .toMatchObject({
        "Termos de Uso": "/terms-of-use",
        "Política de Privacidade": "/privacy-policy",
        "Comunidade no chat": "https://comunidade.example/convite",
        "Redes sociais": "https://social.example/prompteca",
      });
    const footer = await page.locator("footer").innerText();
    expect(footer).toContain(`© ${formatYear(Date.now())} Prompteca`);
    expect(footer).toContain("O prompt e a imagem, lado a lado.");
  });

  test("the theme is light until another is chosen, and kept under vite-ui-theme", async () => {
    const dark = await visit(browser, site.origin, { colorScheme: "dark" });
    await dark.page.goto("/terms-of-use");
    const ground = () => dark.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await dark.page.getByRole("button", { name: /tema/i }).click();
    await dark.page.getByRole("menuitemradio", { name: "Escuro" }).click();
    await expect.poll(() => dark.page.evaluate(() => localStorage.getItem("vite-ui-theme"))).toBe("dark");
    await expect.poll(ground).not.toBe(light);
    await dark.close();
  });
});

describe("home", () => {
  test("opens with the headline and the two ways on", async () => {
    const { page } = visitor;
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: "Encontre e compartilhe prompts poderosos" }).waitFor();
    await expect
      .poll(() => links(page, "main"))
      .toMatchObject({
        "Explorar Prompts": "/prompts",
        "Compartilhar Prompt": "/submit",
        "Ver Todos os Prompts": "/prompts",
        "Enviar meu prompt": "/submit",
        "Entrar na comunidade": "https://comunidade.example/convite",
        "Seguir nas redes": "https://social.example/prompteca",
      });
  });

  test("shows six cards under Prompts em Alta and three steps under Como Enviar Seu Prompt", async () => {
    const { page } = visitor;
    await page.goto("/");
    const trending = page.getByRole("region", { name: "Prompts em Alta" });
    await expect.poll(() => trending.getByRole("article").count()).toBe(6);
    const steps = page.getByRole("region", { name: "Como Enviar Seu Prompt" }).getByRole("listitem");
    await expect
      .poll(() => steps.getByRole("heading").allInnerTexts())
      .toEqual(["1. Crie sua conta", "2. Prepare o prompt", "3. Compartilhe"]);
    await expect.poll(() => steps.nth(1).innerText()).toMatch(/texto.*ferramenta de IA.*imagem de exemplo/s);
  });
});

describe("a card", () => {
  test("shows picture, title, tool, the text's beginning, likes, buttons, age and the way to the prompt", async () => {
    const { page } = visitor;
    await page.goto("/prompts?llm=6");
    const card = page.getByRole("article").first();
    await card.getByRole("heading", { name: "Prompt para Claude" }).waitFor();
    await card.getByText("Claude", { exact: true }).waitFor();
    const text = await card.innerText();
    expect(text).toContain(`${"Escreva uma carta de amor em cordel. ".repeat(4).slice(0, -2)}...\n`);
    expect(text).toMatch(/agora|há \d+ minutos?/);
    await expect.poll(() => card.getByRole("button", { name: "Curtir" }).innerText()).toBe("0");
    await card.getByRole("button", { name: "Favoritar" }).waitFor();
    await expect
      .poll(() => card.getByRole("link", { name: /^Ver Prompt/ }).getAttribute("href"))
      .toMatch(/^\/prompts\/\d+$/);
    await expect
      .poll(() => card.locator("img").evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  });

  test("has a placeholder where the picture does not load", async () => {
    const { page, close } = await visit(browser, site.origin);
    await page.route("**/media/*", (route) => route.abort());
    await page.goto("/prompts?llm=6");
    const card = page.getByRole("article").first();
    await card.getByRole("heading").waitFor();
    await expect.poll(() => card.locator("img").count()).toBe(0);
    expect(await card.locator("svg").first().boundingBox()).toMatchObject({ width: expect.any(Number) });
    await close();
  });
});

describe("library", () => {
  test("says what it is, and asks whoever has a prompt to share it", async () => {
    const { page } = visitor;
    await page.goto("/prompts");
    const section = page.locator("section#prompts");
    await section.getByRole("heading", { name: "Biblioteca" }).waitFor();
    await section.getByText("Explore todos os prompts", { exact: true }).waitFor();
    await section
      .getByText("Encontre inspiração para suas criações com nossa coleção diversificada de prompts.")
      .waitFor();
    await page.getByRole("heading", { name: "Tem um prompt excelente para compartilhar?" }).waitFor();
    await page
      .getByText("Contribua com a comunidade compartilhando suas melhores criações.", { exact: true })
      .waitFor();
    await expect.poll(() => links(page, "main")).toMatchObject({ "Enviar meu prompt": "/submit" });
  });

  test("filters by term, by the fourteen tools or Todos, and sorts by likes unless told otherwise", async () => {
    const { page } = visitor;
    await page.goto("/prompts");
    const tools = page.getByLabel("Ferramenta de IA");
    await expect
      .poll(() => tools.locator("option").allInnerTexts())
      .toEqual(["Todos", ...LLM_TYPES.map(({ name }) => name)]);
    await expect.poll(() => tools.inputValue()).toBe("all");
    await expect
      .poll(() => page.getByLabel("Ordenar por").locator("option:checked").innerText())
      .toBe("Mais curtidos");
    expect(
      await page
        .locator("option")
        .evaluateAll((all) => all.filter((o) => !(o as HTMLOptionElement).value).length),
    ).toBe(0);
    await page.getByRole("searchbox", { name: "Buscar" }).waitFor();
  });

  test.each([
    [360, 1],
    [768, 2],
    [1440, 4],
  ])("at %i pixels its cards stand in %i columns", async (width, columns) => {
    const { page } = visitor;
    await page.goto("/prompts");
    await page.setViewportSize({ width, height: 900 });
    const lefts = await page
      .getByRole("article")
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)));
    expect(new Set(lefts).size).toBe(columns);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe("login and registration", () => {
  test("the page has both tabs, and ?tab=register opens the second", async () => {
    const { page } = visitor;
    await page.goto("/auth");
    await expect.poll(() => page.getByRole("tab").allInnerTexts()).toEqual(["Entrar", "Cadastrar"]);
    await expect.poll(() => page.getByRole("tab", { selected: true }).innerText()).toBe("Entrar");
    await page.goto("/auth?tab=register");
    await expect.poll(() => page.getByRole("tab", { selected: true }).innerText()).toBe("Cadastrar");
  });

  test("the login asks for email and password, which can be shown, remembers, and leads to the recovery", async () => {
    const { page } = visitor;
    await page.goto("/auth");
    await page.getByLabel("E-mail").waitFor();
    const password = page.getByLabel("Senha", { exact: true });
    await expect.poll(() => password.getAttribute("type")).toBe("password");
    await page.getByRole("button", { name: "Mostrar senha" }).click();
    await expect.poll(() => password.getAttribute("type")).toBe("text");
    await page.getByRole("button", { name: "Ocultar senha" }).click();
    await expect.poll(() => password.getAttribute("type")).toBe("password");
    await page.getByRole("checkbox", { name: "Lembrar de mim" }).waitFor();
    await expect
      .poll(() => page.getByRole("link", { name: "Esqueceu a senha?" }).getAttribute("href"))
      .toBe("/forgot-password");
  });

  test("the registration asks for name, email, password twice and the terms, linked with the privacy policy", async () => {
    const { page } = visitor;
    await page.goto("/auth?tab=register");
    for (const label of ["Nome de usuário", "E-mail", "Confirmar senha"])
      await page.getByLabel(label).waitFor();
    await page.getByLabel("Senha", { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("checkbox").isChecked()).toBe(false);
    await expect
      .poll(() => links(page, "form"))
      .toMatchObject({
        "Termos de Uso": "/terms-of-use",
        "Política de Privacidade": "/privacy-policy",
      });
  });

  test("whoever is logged in is led from /auth to the home page", async () => {
    await member.page.goto("/auth");
    await member.page.waitForURL(`${site.origin}/`);
  });
});

describe("submit", () => {
  test("has four tips, the form's five fields and the picture's hint", async () => {
    const { page } = member;
    await page.goto("/submit");
    await page.getByLabel("Título").waitFor();
    await expect.poll(() => page.getByRole("complementary").getByRole("listitem").count()).toBe(4);
    for (const label of ["Prompt", "Ferramenta de IA", "Descrição"])
      await page
        .getByLabel(label, { exact: label === "Prompt" })
        .first()
        .waitFor();
    await page.getByText(/PNG, JPG, GIF.*até 5 ?MB/).waitFor();
  });

  test("Cancelar empties the form, and a chosen picture is shown and can be removed", async () => {
    const { page } = member;
    await page.goto("/submit");
    await page.getByLabel("Título").fill("Um título");
    await page.getByLabel("Ferramenta de IA").selectOption({ label: "Claude" });
    const png = Buffer.from((await pictureDataUrl()).split(",")[1] ?? "", "base64");
    const choose = () =>
      page
        .locator('input[type="file"]')
        .setInputFiles({ name: "obra.png", mimeType: "image/png", buffer: png });
    await choose();
    await page.getByAltText("Prévia da imagem escolhida").waitFor();
    await page.getByRole("button", { name: "Remover imagem" }).click();
    await expect.poll(() => page.getByAltText("Prévia da imagem escolhida").count()).toBe(0);
    await choose();
    await page.getByAltText("Prévia da imagem escolhida").waitFor();
    await page.getByRole("button", { name: "Cancelar" }).click();
    await expect.poll(() => page.getByLabel("Título").inputValue()).toBe("");
    await expect.poll(() => page.getByLabel("Ferramenta de IA").inputValue()).toBe("");
    await expect.poll(() => page.getByAltText("Prévia da imagem escolhida").count()).toBe(0);
  });
});

describe("a submission that is refused", () => {
  const fill = async (content: string) => {
    const { page } = member;
    await page.getByLabel("Título").fill("Um título");
    await page.getByLabel("Prompt", { exact: true }).fill(content);
    await page.getByLabel("Ferramenta de IA").selectOption({ label: "Claude" });
    await page.getByRole("button", { name: "Enviar Prompt" }).click();
  };

  test("for its words is 'Conteúdo impróprio detectado', which lists them", async () => {
    const { page } = member;
    await page.goto("/submit");
    await fill("Que porra é essa, seu merda?");
    await page.getByText("O prompt contém linguagem imprópria").waitFor();
    await page.getByText("Conteúdo impróprio detectado", { exact: true }).first().waitFor();
    await page
      .getByText(/: porra, merda$/)
      .first()
      .waitFor();
  });

  test("for want of a picture is 'Imagem necessária'", async () => {
    const { page } = member;
    await page.goto("/submit");
    await fill("Escreva um poema sobre o mar.");
    await page.getByText("Imagem necessária", { exact: true }).first().waitFor();
    await page.getByText("Por favor, faça upload de uma imagem para o seu prompt").first().waitFor();
    await expect
      .poll(() => page.getByLabel("Prompt", { exact: true }).inputValue())
      .toBe("Escreva um poema sobre o mar.");
    await page.getByRole("button", { name: "Cancelar" }).click();
  });
});

describe("detail", () => {
  test("shows title, tool, date, views, picture, text, description, author and the way back", async () => {
    const { page } = visitor;
    await page.goto("/prompts/6");
    await page.getByRole("heading", { level: 1, name: "Prompt para Claude" }).waitFor();
    const main = await page.getByRole("main").innerText();
    for (const text of [LONG.trim(), "Para quem gosta de cordel.", "Criador do prompt"]) {
      expect(main).toContain(text);
    }
    await page.getByRole("main").getByText("Claude", { exact: true }).first().waitFor();
    await page.getByRole("img", { name: "Imagem do prompt “Prompt para Claude”" }).waitFor();
    expect(main).toMatch(/\d+ visualizaç(ão|ões)/);
    expect(main).toContain(formatDate(new Date().toISOString()));
    await expect
      .poll(() => page.getByRole("link", { name: "Voltar para a lista" }).getAttribute("href"))
      .toBe("/prompts");
    await expect
      .poll(() =>
        page
          .getByText(/^A[A-Z]$/)
          .first()
          .isVisible(),
      )
      .toBe(true);
  });

  test("counts Curtida for one and Curtidas for none or more", async () => {
    const { page } = member;
    await page.goto("/prompts/6");
    const like = page.getByRole("button", { name: /^Curtir/ });
    await expect.poll(() => like.innerText()).toMatch(/0\s+Curtidas/);
    await like.click();
    await expect.poll(() => like.innerText()).toMatch(/1\s+Curtida$/);
    await like.click();
    await expect.poll(() => like.innerText()).toMatch(/0\s+Curtidas/);
  });

  test("the favourite button says in a tooltip what it does", async () => {
    const { page } = member;
    await page.goto("/prompts/6");
    const favourite = page.getByRole("button", { name: "Favoritar" });
    await favourite.hover();
    await page.getByRole("tooltip", { name: "Adicionar aos favoritos" }).waitFor();
    await favourite.click();
    await page.mouse.move(0, 0);
    await favourite.hover();
    await page.getByRole("tooltip", { name: "Remover dos favoritos" }).waitFor();
  });

  test("Copiar link copies the page's address and says Link copiado", async () => {
    const { page } = visitor;
    await page.goto("/prompts/6");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Mais opções" }).click();
    await page.getByRole("menuitem", { name: "Copiar link" }).click();
    await page.getByText("Link copiado", { exact: true }).first().waitFor();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${site.origin}/prompts/6`);
  });

  test("every tool's badge has a colour of its own", async () => {
    const { page } = visitor;
    await page.goto("/prompts");
    await page.getByRole("article").first().waitFor();
    const colours = new Set<string>();
    for (const path of ["/prompts", "/prompts?page=2"]) {
      await page.goto(path);
      for (const { name } of LLM_TYPES) {
        const badge = page.getByRole("article").getByText(name, { exact: true });
        if (await badge.count()) {
          colours.add(await badge.first().evaluate((element) => getComputedStyle(element).backgroundColor));
        }
      }
    }
    expect(colours.size).toBe(LLM_TYPES.length);
  });
});
