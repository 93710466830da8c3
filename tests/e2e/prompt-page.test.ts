/** Where things stand on a prompt's page: on a phone's first screen, and on a desk. Each thing stands there once. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { requireTypefaces, typefacesOf } from "#tests/support/typefaces.ts";

const TITLE = "Roteiro de três dias em Ouro Preto para quem gosta de igrejas";
const FIELDS = "Monte um roteiro em [cidade], de [duração], para [pessoas].";
const FEW = "Uso com meus alunos. Confira as horas de abertura antes de sair.";
const MANY = "Uso com meus alunos há anos, e cada turma acrescenta alguma coisa. ".repeat(14).trim();

const SHAPES: [width: number, height: number][] = [
  [1600, 500],
  [1600, 900],
  [1200, 800],
  [1200, 900],
  [900, 900],
  [800, 1000],
  [750, 1000],
  [450, 1000],
];

let site: TestSite;
let browser: Browser;
let ana: Member;
let prompt: number;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  await createMember(site, "Beto Silva");
  prompt = await ana.publish(TITLE, FIELDS);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const edges = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top: top + scrollY, bottom: bottom + scrollY };
    });
const text = "[aria-label=Prompt]";

describe.each(SHAPES)("with a picture of %i by %i", (width, height) => {
  test("a phone's first screen has the beginning of the text, and all actions of the bar", async () => {
    const id = await ana.publish(TITLE, `${FIELDS} ${"Com calma. ".repeat(60)}`, {
      thumbnail_url: await newPicture(width, height),
    });
    const { page, close } = await visit(browser, site.origin, { viewport: { width: 360, height: 740 } });
    await requireTypefaces(page);
    await page.goto(`/prompts/${id}`);
    await typefacesOf(page);
    const words = await page.locator(`${text} p`).evaluate((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      return [...range.getClientRects()].map(({ bottom }) => bottom);
    });
    const bar = page.locator("[data-bottom-bar]");
    const { top, bottom } = await edges(page, "[data-bottom-bar]");
    expect(bottom).toBeLessThanOrEqual(740);
    expect(words.filter((line) => line <= top).length).toBeGreaterThanOrEqual(2);
    const names = (await bar.innerText()).split(/\n+/);
    expect(names).toEqual(["Copiar", "prompt", "0 Curtidas", "Favoritar", "Salvar em…"]);
    await close();
  });

  test.each([
    ["", [], ""],
    [FEW, ["Viagem", "Minas"], ""],
    [MANY, ["Viagem"], "Com calma e com exemplos. ".repeat(60)],
  ])(
    "no column of a desk ends far above the other, and a few words are in sight (%#)",
    async (description, tags, more) => {
      const id = await ana.publish(TITLE, `${FIELDS} ${more}`, {
        thumbnail_url: await newPicture(width, height),
        ...(description && { description }),
        tags,
      });
      const { page, close } = await visit(browser, site.origin, { viewport: { width: 1440, height: 900 } });
      await page.goto(`/prompts/${id}`);
      const parts = await page.locator("article").evaluate((article) => {
        const shown = [
          ...article.querySelectorAll(
            "img, h1, nav, a, p:not(section *), #descricao + p, [data-bottom-bar] + div",
          ),
        ].map((part) => part.getBoundingClientRect());
        const { left: textLeft } = (
          article.querySelector("[aria-label=Prompt]") as Element
        ).getBoundingClientRect();
        const end = (boxes: DOMRect[]) => Math.max(...boxes.map(({ bottom }) => bottom));
        return [
          end(shown.filter(({ left }) => left < textLeft - 20)),
          end(shown.filter(({ left }) => left >= textLeft - 20)),
        ] as const;
      });
      expect(Math.abs(parts[0] - parts[1])).toBeLessThan(180);
      if (description.length < 200)
        for (const part of ["text=Criador do prompt", ...(description ? [`text=${FEW}`, "text=Minas"] : [])])
          expect((await edges(page, part)).bottom, part).toBeLessThanOrEqual(900);
      await close();
    },
  );
});

test.each([
  [1600, 1000],
  [1200, 900],
  [450, 1000],
])(
  "a phone's first screen has the text of the longest title, and one line about results (%i by %i)",
  async (width, height) => {
    const title = `${"Atividade de leitura e interpretação para o sexto ano ".repeat(3).slice(0, 119)}.`;
    const id = await ana.publish(title, `${FIELDS} ${"Com calma. ".repeat(60)}`, {
      thumbnail_url: await newPicture(width, height),
    });
    await site.database.pool.query(
      `insert into results (prompt_id, version, user_id, model_key, model, outcome)
      select $1, 1, id, 'gpt5', 'GPT-5', 'worked' from users`,
      [id],
    );
    const { page, close } = await visit(browser, site.origin, {
      viewport: { width: 360, height: 740 },
      isMobile: true,
    });
    await requireTypefaces(page);
    await page.goto(`/prompts/${id}`);
    await typefacesOf(page);
    const first = await page.locator(`${text} p`).evaluate((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      return (range.getClientRects()[0] as DOMRect).bottom;
    });
    expect(first).toBeLessThanOrEqual((await edges(page, "[data-bottom-bar]")).top);
    const tops = await Promise.all(
      [/^Funcionou para \d+ pessoa/, "Dizer se funcionou"].map(async (name) => {
        const box = await page.getByRole("button", { name }).boundingBox();
        return box?.y;
      }),
    );
    expect(tops[0]).toBe(tops[1]);
    await page.getByRole("button", { name: /^Funcionou para/ }).click();
    await page.getByRole("dialog").getByText("Funcionou pela última vez agora.").waitFor();
    await close();
  },
);

describe("each thing stands there once", () => {
  const names = async (page: Page) => {
    await page.getByRole("button", { name: "Mais opções" }).click();
    await page.getByRole("menuitem", { name: "Incorporar" }).waitFor();
    const parts = await page.locator("main :is(a, button):not([role=menuitem])").allTextContents();
    const items = await page.locator("#opcoes [role=menuitem]").allTextContents();
    return [...parts, ...items].map((name) => name.trim());
  };
  const open = async (visitor: Visitor) => {
    await visitor.page.goto(`/prompts/${prompt}`);
    await visitor.page.getByRole("button", { name: "Mais opções" }).waitFor();
    return visitor.page;
  };

  test("for a reader, who may adapt and report", async () => {
    const visitor = await visit(browser, site.origin);
    const page = await open(visitor);
    const found = await names(page);
    for (const name of [
      "Copiar prompt",
      "Favoritar",
      "Salvar em…",
      "Adaptar este prompt",
      "Enviar pelo WhatsApp",
      "Copiar link",
      "Copiar com crédito",
      "Incorporar",
      "Denunciar",
    ])
      expect(
        found.filter((other) => other === name),
        name,
      ).toHaveLength(1);
    expect(found).not.toContain("Editar");
    expect(found).not.toContain("Excluir");
    await visitor.close();
  });

  test("for the author, who edits where others adapt, and is not asked to report", async () => {
    const visitor = await visitAs(ana, browser, site.origin);
    const page = await open(visitor);
    await page.getByRole("link", { name: "Editar" }).waitFor();
    const found = await names(page);
    for (const name of ["Editar", "Copiar link", "Excluir"])
      expect(
        found.filter((other) => other === name),
        name,
      ).toHaveLength(1);
    expect(found).not.toContain("Adaptar este prompt");
    expect(found).not.toContain("Denunciar");
    await visitor.close();
  });
});

test("the message about a copy leads to the first field that is empty, by keyboard too", async () => {
  const { page, close } = await visit(browser, site.origin, { viewport: { width: 360, height: 740 } });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/prompts/${prompt}`);
  const copy = () => page.getByRole("button", { name: "Copiar prompt" }).click();
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  const step = page.getByRole("button", { name: "Preencher" });
  await copy();
  await step.press("Enter");
  await expect.poll(() => hasFocus(field("cidade"))).toBe(true);
  await field("cidade").fill("Ouro Preto");
  await page.getByRole("button", { name: "Mais opções" }).click();
  await page.getByRole("menuitem", { name: "Copiar com crédito" }).click();
  await step.click();
  await expect.poll(() => hasFocus(field("duração"))).toBe(true);
  await field("duração").fill("três dias");
  await field("pessoas").fill("uma família");
  await copy();
  await page.getByRole("link", { name: "Abrir no Claude" }).nth(1).waitFor();
  await expect.poll(() => step.count()).toBe(0);
  await close();
});
