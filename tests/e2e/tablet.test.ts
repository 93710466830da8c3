/** Screens at 768 px, where two columns fit but little else: what stands beside what, and in line with what. */
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { findAdmin, visitAs } from "#tests/support/members.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { EVERYTHING, startTestSite, type TestSite } from "#tests/support/site.ts";

const TABLET = { viewport: { width: 768, height: 1024 } };

let site: TestSite;
let browser: Browser;
/** The address of a prompt with a picture of 4:3. */
let path: string;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(EVERYTHING), launchBrowser()]);
  const admin = await findAdmin(site);
  await admin.publishMany(4, "Receita da semana");
  const thumbnail_url = await newPicture(1200, 900);
  const id = await admin.publish("Cardápio da semana, com a lista de compras de cada dia", undefined, {
    thumbnail_url,
  });
  path = `/prompts/${id}`;
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Its edges in pixels. */
async function edges(part: Locator) {
  const box = await part.first().boundingBox();
  if (!box) throw new Error("not shown");
  const { x, y, width, height } = box;
  return { left: x, right: x + width, top: y, bottom: y + height };
}

/** Where each of the parts begins, from the top. */
const tops = async (parts: Locator) =>
  parts.evaluateAll((all) => all.map((part) => Math.round(part.getBoundingClientRect().top)));

/** The number of lines that a text takes. */
const lines = (text: Locator) =>
  text.first().evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

describe("a visitor", () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visit(browser, site.origin, TABLET);
  });
  afterAll(() => visitor.close());

  test("opens the menu in line with the header, on a layer of its own in the dark too", async () => {
    const { page, close } = await visit(browser, site.origin, TABLET);
    await page.addInitScript(() => localStorage.setItem("vite-ui-theme", "dark"));
    await page.goto("/terms-of-use");
    await page.getByRole("button", { name: "Abrir menu" }).click();
    const panel = page.locator("[popover]:popover-open");
    const link = await edges(panel.getByRole("link", { name: "Home" }));
    expect(link.left).toBeCloseTo((await edges(page.locator("header a svg"))).left, 0);
    const ground = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await ground(panel)).not.toBe(await ground(page.locator("body")));
    await close();
  });

  test("reads an offer on home in three lines, and finds the invitations' buttons side by side", async () => {
    const { page } = visitor;
    await page.goto("/");
    expect(await lines(page.getByRole("link", { name: "Descubra prompts" }))).toBeLessThanOrEqual(3);
    const [one, other] = await tops(
      page.getByRole("link", { name: /^(Entrar na comunidade|Seguir nas redes)$/ }),
    );
    expect(one).toBe(other);
  });

  test("sees no tool alone in a row", async () => {
    const { page } = visitor;
    for (const width of [640, 768, 1000, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/nada/aqui");
      const all = await tops(
        page.getByRole("navigation", { name: "Explore por ferramenta" }).getByRole("listitem"),
      );
      const last = all.filter((top) => top === all.at(-1));
      expect(all, `at ${width} px`).toHaveLength(14);
      expect(last.length, `at ${width} px`).toBeGreaterThan(1);
    }
    await page.setViewportSize(TABLET.viewport);
  });

  test("who is lost has both ways on in one row", async () => {
    const { page } = visitor;
    await page.goto("/nada/aqui");
    const [one, other] = await tops(
      page.getByRole("main").getByRole("link", { name: /^(Explorar Prompts|Ir para o início)$/ }),
    );
    expect(one).toBe(other);
  });

  test("reads the call to share in one line", async () => {
    const { page } = visitor;
    await page.goto("/prompts");
    for (const width of [768, 1440]) {
      await page.setViewportSize({ width, height: 1024 });
      expect(
        await lines(page.getByRole("heading", { name: /^Tem um prompt excelente/ })),
        `at ${width} px`,
      ).toBe(1);
    }
    await page.setViewportSize(TABLET.viewport);
  });

  test("is shown two prompts side by side where a search finds none, and three where there is room", async () => {
    const { page } = visitor;
    await page.goto("/prompts?q=inexistente");
    const cards = page.getByRole("region", { name: "Os mais curtidos" }).getByRole("article");
    await cards.first().waitFor();
    await expect.poll(() => cards.count()).toBe(2);
    await page.setViewportSize({ width: 1024, height: 900 });
    await expect.poll(() => cards.count()).toBe(3);
    await page.setViewportSize(TABLET.viewport);
  });

  test("has a prompt's picture beside its title, and its text in sight", async () => {
    const { page } = visitor;
    await page.goto(path);
    const picture = await edges(page.getByRole("main").getByRole("img"));
    const title = await edges(page.getByRole("heading", { level: 1 }));
    expect(title.left).toBeGreaterThan(picture.right);
    expect(title.bottom).toBeLessThan(picture.bottom);
    const text = await edges(page.getByRole("region", { name: "Prompt", exact: true }));
    const bar = await edges(page.locator("[data-bottom-bar]"));
    expect(text.bottom).toBeLessThan(bar.top);
  });
});

test("a collection's buttons stand in one row, on a phone in two", async () => {
  const { id } = await findAdmin(site);
  const { rows } = await site.database.pool.query(
    "insert into collections (user_id, title, is_public) values ($1, 'Para a semana', true) returning id",
    [id],
  );
  const fill = "insert into collection_items (collection_id, prompt_id, position) values ($1, 1, 1)";
  await site.database.pool.query(fill, [rows[0].id]);
  const { page, close } = await visit(browser, site.origin, TABLET);
  for (const [width, most] of [
    [768, 1],
    [360, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`/colecoes/${rows[0].id}`);
    const header = page.getByRole("main").locator("header");
    await header.getByRole("link", { name: "Acompanhar por RSS" }).waitFor();
    const names = header.getByRole("button").or(header.getByRole("link", { name: "Acompanhar por RSS" }));
    const all = await tops(names);
    expect(all, `at ${width} px`).toHaveLength(5);
    expect(new Set(all).size, `at ${width} px`).toBe(most);
  }
  await close();
});

describe("the admin", () => {
  let admin: Visitor;
  beforeAll(async () => {
    admin = await visitAs(await findAdmin(site), browser, site.origin, TABLET);
  });
  afterAll(() => admin.close());

  test.each(["/admin", "/admin/users"])("searches %s by a form as wide as the list", async (path) => {
    const { page } = admin;
    await page.goto(path);
    const list = page.locator("main ul:has(article), main tbody");
    await list.first().waitFor();
    const button = await edges(page.getByRole("main").getByRole("button", { name: "Buscar" }));
    expect(button.right).toBeCloseTo((await edges(list)).right, 0);
  });

  test("has all places of the administration in one row", async () => {
    const { page } = admin;
    await page.goto("/admin");
    const places = page.getByRole("navigation", { name: "Administração" }).getByRole("listitem");
    await places.first().waitFor();
    const all = await tops(places);
    expect(all).toHaveLength(8);
    expect(new Set(all).size).toBe(1);
  });

  test("reads what a user's card says in one line each", async () => {
    const { page } = admin;
    for (const label of ["Data de Cadastro", "Username"]) {
      // A slow visit is shown without the site's fonts; the next one has them.
      await expect
        .poll(
          async () => {
            await page.goto("/admin/users");
            return lines(page.getByRole("row").getByText(label, { exact: true }).last());
          },
          { message: label },
        )
        .toBe(1);
    }
  });
});

test("on a phone an author's date stays whole", async () => {
  const { page, close } = await visit(browser, site.origin, { viewport: { width: 360, height: 740 } });
  await page.goto(path);
  await page.getByRole("main").locator("a[href^='/users/']").first().click();
  const date = page.getByText(/^Membro desde/).locator("time");
  await date.waitFor();
  expect(await lines(date)).toBe(1);
  await close();
});
