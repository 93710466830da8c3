/** Every screen and every open dialog against WCAG 2.2 AA: what axe can tell, and what can be measured beside it. */
import axe from "axe-core";
import type { Browser, Locator, Page, ViewportSize } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { takeUpForReview } from "#moderation/server/review.ts";
import {
  addRules,
  beyondTheSides,
  COLOUR_RULES,
  cutText,
  hasFocus,
  looseErrors,
  movements,
  outline,
  setTheme,
  smallTargets,
  violations,
  WIDE_SPACING,
} from "#tests/support/accessibility.ts";
import { launchBrowser, MOVING, type Visitor, visit } from "#tests/support/browser.ts";
import { createMember, findAdmin, visitAs } from "#tests/support/members.ts";
import { REMOVED_USER, type Scene, SECRET_KEY, SUBSCRIBED_USER, scenes } from "#tests/support/scenes.ts";
import { EVERYTHING, startTestSite, type TestSite } from "#tests/support/site.ts";
import { beside } from "#tests/support/text-buttons.ts";

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 360, height: 740 };
/**
 * 1280 by 900 at 200%; also what is left when the browser's own text is twice as large, for lengths and breakpoints are
 * in rem.
 */
const DOUBLED = { width: 640, height: 450 };
/** 1280 by 1024 at 400%. */
const ENLARGED = { width: 320, height: 256 };

let site: TestSite;
let browser: Browser;
let eyes: Record<Scene["who"], Visitor>;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite({ ...EVERYTHING, SECRET_KEY }), launchBrowser()]);
  const text = "Monte um cardápio de [dias] dias para {pessoas} pessoas.\n\nCom calma e com exemplos.";
  const admin = await findAdmin(site);
  // Its id is 1, as the scenes have it.
  await admin.publish("Cardápio da semana, com a lista de compras de cada dia", text, {
    tags: ["Cardápio", "Lista de compras"],
  });
  const ana = await createMember(site, "Ana Maria");
  await ana.publishMany(30, "Receita da semana");
  const caio = await createMember(site, "Caio Luz");
  const davi = await createMember(site, "Davi Reis");
  const report = async (target_id: number, category: string, by = caio, target_type = "prompt") => {
    const body = { target_type, target_id, category, explanation: "Não devia estar aqui." };
    await site.post("/api/reports", { ...body, standing: "anyone" }, (await by.logIn()).access_token);
  };
  await site.database.pool.query(
    `insert into results (prompt_id, version, user_id, model_key, model, outcome, note)
    select 1, 1, id, 'gpt5', 'GPT-5', 'worked', 'Pedi também a lista de compras.' from users where id = any($1::uuid[])`,
    [[admin.id, ana.id, caio.id]],
  );
  await site.database.pool.query("update users set created_at = now() - interval '2 days' where id = $1", [
    ana.id,
  ]);
  await report(2, "intimate");
  await report(1, "spam");
  const { pool } = site.database;
  const edit = "update prompts set content = content || ' E com [tempero].', edited_at = now() where id = 3";
  await report(3, "spam");
  await pool.query(edit);
  await report(3, "spam", davi);
  await pool.query(edit);
  for (let version = 2; version <= 3; version++)
    await pool.query(
      "update prompts set content = content || ' Sem sal.', version = version + 1 where id = 7",
    );
  await pool.query("update users set is_blocked = true where id = $1", [davi.id]);
  const waiting = await ana.publish("Espera por alguém que olhe");
  await pool.query("update prompts set hidden_at = now(), in_review = true where id = $1", [waiting]);
  await takeUpForReview({ db: site.database.db }, waiting);
  await pool.query("insert into users (id, email, username) values ($1, 'eva@example.com', 'Eva Prado')", [
    REMOVED_USER,
  ]);
  await pool.query("insert into users (id, email, username) values ($1, 'lia@example.com', 'Lia Rosa')", [
    SUBSCRIBED_USER,
  ]);
  await pool.query("insert into news_mails (user_id) values ($1)", [SUBSCRIBED_USER]);
  const token = (await admin.logIn()).access_token;
  for (const removed of [`prompts/${await caio.publish("Compre já")}`, `users/${REMOVED_USER}`])
    await fetch(`${site.origin}/api/admin/${removed}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${token}` },
    });
  await pool.query(
    `insert into remixes (prompt_id, source_id, root_id, note) values (4, 1, 1, null), (5, 4, 1, 'Sem carne, e mais barata.')`,
  );
  // Of Ana for everybody, and of the admin alone, as the scenes have them.
  await pool.query(
    `insert into collections (user_id, title, description, is_public) values
      ($1, 'Receitas para a semana', 'O que cozinho quando não há tempo.', true), ($2, 'Para testar', null, false)`,
    [ana.id, admin.id],
  );
  await pool.query(
    `insert into collection_items (collection_id, prompt_id, position, note)
      select c.id, number, number, case number when 3 then 'Com menos sal.' end
      from collections c, generate_series(3, 6) number`,
  );
  await pool.query(
    `insert into api_keys (user_id, name, prefix, key_hash, scopes, expires_at, last_used_at) values
      ($1, 'Editor do trabalho', 'pk_a1B2c', sha256('one'), '{read,react}', now() + interval '80 days', null),
      ($1, 'Um programa antigo', 'pk_d3E4f', sha256('two'), '{publish}', now() - interval '1 day', now() - interval '2 days')`,
    [admin.id],
  );
  // The most used one leads the admin's list.
  await pool.query(
    `insert into tags (name, folded, slug, merged_into)
      select 'Menu do dia', 'menu do dia', 'menu-do-dia', id from tags order by prompts_count desc, id limit 1`,
  );
  await report(1, "spam", caio, "collection");
  const { rows: notes } = await pool.query("select id from results where user_id = $1", [ana.id]);
  await report(notes[0].id, "hate", caio, "result");
  await pool.query("insert into collection_follows (follower_id, collection_id) values ($1, 1)", [admin.id]);
  const options = { viewport: WIDE };
  eyes = {
    visitor: await visit(browser, site.origin, options),
    member: await visitAs(ana, browser, site.origin, options),
    admin: await visitAs(admin, browser, site.origin, options),
  };
  for (const { page } of Object.values(eyes)) {
    page.setDefaultTimeout(10_000);
    // The browser keeps what it compiled for the pages to come, unlike what is evaluated on one.
    await page.addInitScript(axe.source);
  }
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  const complaints = Object.values(eyes).flatMap((visitor) => visitor.complaints);
  // The missing prompt and page, the edit that is refused, the removed author, and the error page.
  expect(
    complaints.filter((text) => !/status of (404|409|410|503)/.test(text)),
    "a page complained",
  ).toEqual([]);
});

/** Only where it has another size: a layout and a paint of the largest pages take as long as a measurement. */
async function resize(page: Page, size: ViewportSize): Promise<void> {
  const now = page.viewportSize();
  if (now?.width !== size.width || now.height !== size.height) await page.setViewportSize(size);
}

describe.each(scenes)("$name", ({ who, path, shows, act, only }) => {
  let page: Page;
  const view = only === "narrow" ? NARROW : WIDE;
  beforeAll(async () => {
    page = eyes[who].page;
    await page.mouse.move(0, 0);
    await resize(page, view);
    await page.goto(path);
    await page.locator(shows).first().waitFor();
    await page.waitForLoadState("load");
    await act?.(page);
  });

  test("has one title, one main part, headings in order, errors tied to their fields", async () => {
    await resize(page, view);
    expect(await outline(page)).toEqual({
      lang: "pt-BR",
      title: true,
      firstHeadings: 1,
      mains: 1,
      skippedLevels: [],
      picturesWithoutText: 0,
    });
    expect(await looseErrors(page)).toEqual([]);
  });

  test("breaks no rule of axe, light or dark, wide or narrow; nothing moves or reaches beyond the sides", async () => {
    await resize(page, view);
    await setTheme(page, "light");
    expect(await violations(page)).toEqual([]);
    expect(await movements(page)).toEqual([]);
    expect(await beyondTheSides(page)).toEqual([]);
    await setTheme(page, "dark");
    expect(await violations(page, { only: COLOUR_RULES })).toEqual([]);
    await setTheme(page, "light");
    if (only) return;
    await resize(page, NARROW);
    expect(await violations(page, { without: COLOUR_RULES })).toEqual([]);
  });

  test("is touched and read on a phone, with wide spacing, at 200% and at 400%", async () => {
    if (only !== "wide") {
      await resize(page, NARROW);
      expect(await smallTargets(page)).toEqual([]);
      await addRules(page, WIDE_SPACING);
      expect(await beyondTheSides(page)).toEqual([]);
      expect(await cutText(page)).toEqual([]);
      await addRules(page, "");
    }
    for (const viewport of only === "wide" ? [] : [DOUBLED, ENLARGED]) {
      await resize(page, viewport);
      expect(await beyondTheSides(page)).toEqual([]);
      expect(await cutText(page)).toEqual([]);
    }
  });

  test("has its text buttons flush with their columns at 360, 768 and 1440 pixels", async () => {
    for (const width of only === "narrow" ? [360, 768] : only === "wide" ? [1440] : [360, 768, 1440]) {
      await resize(page, { width, height: 900 });
      expect(await beside(page), `at ${width} pixels`).toEqual([]);
    }
  });
});

type Attribute =
  | "type"
  | "inputmode"
  | "enterkeyhint"
  | "autocomplete"
  | "autocapitalize"
  | "autocorrect"
  | "spellcheck"
  | "maxlength";
type Field = Partial<Record<Attribute, string>>;

/** No sentence: nothing is capitalised, corrected or underlined in it. */
const EXACT: Field = { autocapitalize: "none", autocorrect: "off", spellcheck: "false" };
const EMAIL: Field = { ...EXACT, type: "email", inputmode: "email" };
const SECRET: Field = { ...EXACT, type: "password" };
const NAME: Field = { ...EXACT, autocomplete: "nickname" };
const SEARCH: Field = {
  ...EXACT,
  type: "search",
  enterkeyhint: "search",
  autocomplete: "off",
  maxlength: "200",
};
/** A sentence as the phone knows them. Texts have no length here: what is too long is said, not cut off. */
const PROSE: Field = { autocomplete: "off", enterkeyhint: "enter" };

interface FormScene {
  who: Scene["who"];
  path: string;
  act?: (page: Page) => Promise<void>;
  /** By label. */
  fields: Record<string, Field>;
}

const forms: FormScene[] = [
  {
    who: "visitor",
    path: "/auth",
    fields: {
      "E-mail": { ...EMAIL, autocomplete: "username", enterkeyhint: "next" },
      Senha: { ...SECRET, autocomplete: "current-password", enterkeyhint: "go" },
    },
  },
  {
    who: "visitor",
    path: "/auth?tab=register",
    fields: {
      "Nome de usuário": { ...NAME, enterkeyhint: "next" },
      "E-mail": { ...EMAIL, autocomplete: "username", enterkeyhint: "next" },
      Senha: { ...SECRET, autocomplete: "new-password", enterkeyhint: "next" },
      "Confirmar senha": { ...SECRET, autocomplete: "new-password", enterkeyhint: "next" },
    },
  },
  {
    who: "visitor",
    path: "/forgot-password",
    fields: { "E-mail": { ...EMAIL, autocomplete: "username", enterkeyhint: "send" } },
  },
  {
    who: "visitor",
    path: "/reset-password?token_hash=x",
    // As for whoever cannot ask at the moment whether the link holds.
    act: async (page) => {
      await page.route("**/api/auth/mailed-link", (route) => route.fulfill({ status: 503 }));
      await page.goto("/reset-password?token_hash=x");
      await page.locator("main form").waitFor();
    },
    fields: {
      Conta: { ...EMAIL, autocomplete: "username" },
      "Nova senha": { ...SECRET, autocomplete: "new-password", enterkeyhint: "next" },
      "Confirmar senha": { ...SECRET, autocomplete: "new-password", enterkeyhint: "done" },
    },
  },
  {
    who: "visitor",
    path: "/registration-success?email=ana%40example.com",
    act: (page) => page.getByRole("button", { name: "Endereço errado? Corrigir" }).click(),
    fields: {
      "Endereço correto": { ...EMAIL, autocomplete: "email", enterkeyhint: "next" },
      "Senha do cadastro": { ...SECRET, autocomplete: "current-password", enterkeyhint: "send" },
    },
  },
  {
    who: "visitor",
    path: "/prompts",
    fields: { Buscar: SEARCH },
  },
  {
    who: "visitor",
    path: "/prompts/1",
    act: (page) => page.getByRole("button", { name: /^Preencha e copie/ }).click(),
    fields: { dias: { ...PROSE, autocapitalize: "none" }, pessoas: { ...PROSE, autocapitalize: "none" } },
  },
  {
    who: "member",
    path: "/submit",
    fields: {
      Título: { autocomplete: "off", enterkeyhint: "next" },
      Prompt: PROSE,
      "Imagem do resultado": { type: "file" },
      "Texto alternativo da imagem": { autocomplete: "off", enterkeyhint: "next" },
      Descrição: PROSE,
      Tags: {
        autocapitalize: "none",
        autocomplete: "off",
        autocorrect: "off",
        enterkeyhint: "enter",
        maxlength: "600",
        spellcheck: "false",
      },
    },
  },
  {
    who: "member",
    path: "/profile?tab=configuracoes",
    fields: {
      "Senha atual": { ...SECRET, autocomplete: "current-password", enterkeyhint: "next" },
      "Nova senha": { ...SECRET, autocomplete: "new-password", enterkeyhint: "next" },
      "Confirmar senha": { ...SECRET, autocomplete: "new-password", enterkeyhint: "done" },
    },
  },
  { who: "admin", path: "/admin/users", fields: { Buscar: SEARCH } },
];

/** What the markup says of every field on the page, by its label. Lists to choose from have nothing to say. */
const fieldsOf = (page: Page) =>
  page
    .locator("main")
    .locator("input:visible:not([type=checkbox]), input[type=file], textarea:visible")
    .evaluateAll((fields) =>
      Object.fromEntries(
        (fields as HTMLInputElement[]).map((field) => {
          const label = field.labels?.[0]?.textContent?.replace("opcional", "").trim() ?? "";
          const names = [
            "type",
            "inputmode",
            "enterkeyhint",
            "autocomplete",
            "autocapitalize",
            "autocorrect",
          ];
          const said = [...names, "spellcheck", "maxlength"].map((name) => [name, field.getAttribute(name)]);
          return [label, Object.fromEntries(said.filter(([, value]) => value !== null))];
        }),
      ),
    );

test("every address has a title of its own", async () => {
  // The form of an edit, which nobody else sees, does not name its prompt.
  const address = (path: string) => path.replace(/\?.*/, "").replace(/(?<=^\/prompts\/)\d+(?=\/edit$)/, "1");
  const paths = new Set(scenes.map(({ path }) => address(path)));
  const titles: (string | undefined)[] = [];
  // One after the other: a busy site refuses some of a hundred at once.
  for (const path of [...paths, "/auth?tab=register"]) {
    const answer = await fetch(site.origin + path);
    const title = /<title>(.*?)<\/title>/.exec(await answer.text())?.[1];
    // Of missing things several addresses say the same.
    titles.push(answer.status === 404 && title ? `${title}: ${path}` : title);
  }
  expect(titles).not.toContain(undefined);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test.each(forms)(
  "fields of $path tell the browser, phones and password managers what belongs into them",
  async ({ who, path, act, fields }) => {
    const { page } = eyes[who];
    onTestFinished(() => page.unrouteAll());
    await page.setViewportSize(NARROW);
    await page.goto(path);
    await page.locator("main h1").waitFor();
    await act?.(page);
    await expect.poll(() => fieldsOf(page)).toEqual(fields);
  },
);

test("a password field takes what is pasted", async () => {
  const { page } = eyes.visitor;
  await page.goto("/auth");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("segredo-colado-9"));
  const password = page.getByLabel("Senha", { exact: true });
  await password.focus();
  await page.keyboard.press("Control+V");
  expect(await password.inputValue()).toBe("segredo-colado-9");
});

test("a form that is sent with errors puts the focus on the first, with its text tied to it", async () => {
  const { page } = eyes.member;
  await page.goto("/submit");
  await page.getByRole("button", { name: "Enviar Prompt" }).click();
  const title = page.getByLabel("Título");
  await expect.poll(() => hasFocus(title)).toBe(true);
  const ids = (await title.getAttribute("aria-describedby"))?.split(" ") ?? [];
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
  expect(texts).toContain("Título deve ter pelo menos 3 caracteres");
  expect(await page.locator("[aria-invalid=true]").count()).toBeGreaterThan(3);
});

test("what changes without a new page is said to screen readers: results, likes, what was copied", async () => {
  const { page } = eyes.member;
  const said = page.locator("[role=status], [aria-live]");
  await page.goto("/prompts");
  await page.getByRole("searchbox", { name: "Buscar" }).fill("cardápio");
  await said.filter({ hasText: /^1 resultado/ }).waitFor({ state: "attached" });
  await page.goto("/prompts/1");
  await page.getByRole("button", { name: "Curtir: 0 Curtidas", pressed: false }).click();
  await said.filter({ hasText: /^1 Curtida$/ }).waitFor({ state: "attached" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copiar prompt" }).click();
  await said.filter({ hasText: "Prompt copiado" }).first().waitFor({ state: "attached" });
});

test("names keep the spaces between their words", async () => {
  const { page } = eyes.visitor;
  const devtools = await page.context().newCDPSession(page);
  const named = async (path: string, role: string) => {
    await page.goto(path);
    await page.locator("main h1").waitFor();
    const { nodes } = await devtools.send("Accessibility.getFullAXTree");
    return nodes.filter((node) => node.role?.value === role).map((node) => node.name?.value);
  };
  expect(await named("/auth?tab=register", "checkbox")).toEqual([
    "Li e aceito os Termos de Uso e a Política de Privacidade",
  ]);
  expect(await named("/", "heading")).toContain("1. Crie sua conta");
  // A list of cards is heard as what they are about.
  const [card] = await named("/prompts", "article");
  expect(card).toBe(await page.locator("article h3").first().innerText());
});

test("nothing that stays on the screen hides what has focus in a window of 320 by 256", async () => {
  const { page } = eyes.visitor;
  await page.setViewportSize(ENLARGED);
  for (const path of ["/prompts/1", "/prompts"]) {
    await page.goto(path);
    await page.locator("main h1").waitFor();
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press("Tab");
      const hidden = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        // From the last control focus goes to the browser's own.
        if (element === document.body) return "";
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const spots = [top + 2, (top + bottom) / 2, bottom - 2].filter((y) => y > 0 && y < innerHeight);
        const seen = spots.some((y) => {
          const onTop = document.elementFromPoint((left + right) / 2, y);
          return element.contains(onTop) || onTop?.contains(element);
        });
        return seen ? "" : element.outerHTML.slice(0, 160);
      });
      expect(hidden).toBe("");
    }
  }
});

test("an animated picture can be paused, stands still in lists and for whoever prefers less motion", async () => {
  const frames = Buffer.concat([Buffer.alloc(300 * 200 * 3, 40), Buffer.alloc(300 * 200 * 3, 200)]);
  const raw = { width: 300, height: 400, channels: 3, pageHeight: 200 } as const;
  const gif = await sharp(frames, { raw })
    .gif({ delay: [100, 100] })
    .toBuffer();
  const member = await findAdmin(site);
  const id = await member.publish("Piscando", undefined, {
    thumbnail_url: `data:image/gif;base64,${gif.toString("base64")}`,
  });
  const moving = await visit(browser, site.origin, { ...MOVING, viewport: NARROW });
  const { page } = moving;
  await page.goto("/prompts?q=piscando");
  await page.locator("article canvas").waitFor();
  expect(await page.getByRole("button", { name: /animação/ }).count()).toBe(0);
  await page.goto(`/prompts/${id}`);
  await page.getByRole("button", { name: "Pausar animação" }).click();
  await page.locator("article canvas").waitFor();
  const painted = await page.locator("article canvas").evaluate((canvas) => {
    const picture = canvas.parentElement?.querySelector("img") as HTMLImageElement;
    const sameSize = (canvas as HTMLCanvasElement).width === picture.naturalWidth;
    return { sameSize, picture: getComputedStyle(picture).opacity };
  });
  expect(painted).toEqual({ sameSize: true, picture: "0" });
  await page.getByRole("button", { name: "Retomar animação" }).click();
  await page.locator("article canvas").waitFor({ state: "detached" });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await page.getByRole("button", { name: "Retomar animação" }).waitFor();
  expect(moving.complaints).toEqual([]);
  await moving.close();
});

test("with forced colours what is chosen, pressed, current or focused still looks different", async () => {
  const forced = await visitAs(await findAdmin(site), browser, site.origin, { forcedColors: "active" });
  const { page } = forced;
  const look = (locator: Locator) =>
    locator.evaluate((element) => {
      const { borderBottomColor, textDecorationLine, outlineStyle } = getComputedStyle(element);
      const svg = element.querySelector("svg");
      const dot = element.querySelector("[aria-hidden=true]:last-child");
      return {
        line: borderBottomColor,
        underlined: textDecorationLine,
        focused: outlineStyle,
        filled: svg && getComputedStyle(svg).fill,
        dot: dot && getComputedStyle(dot).backgroundColor,
      };
    });
  await page.goto("/profile");
  const selected = page.getByRole("tab", { selected: true });
  expect((await look(selected)).line).not.toBe((await look(page.getByRole("tab").last())).line);
  await page.goto("/prompts");
  await page.locator("article").first().waitFor();
  const pages = page.getByRole("navigation", { name: "Paginação" });
  expect((await look(pages.getByRole("link", { name: "Página 1", exact: true }))).underlined).toBe(
    "underline",
  );
  expect((await look(pages.getByRole("link", { name: "Página 2", exact: true }))).underlined).toBe("none");
  const like = page.getByRole("button", { name: /^Curtir/ }).first();
  const before = await look(like);
  await like.click();
  await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
  expect((await look(like)).filled).not.toBe(before.filled);
  await page.keyboard.press("Tab");
  expect((await look(page.locator(":focus"))).focused).toBe("solid");
  // Without its ground, a tooltip has only its edge to stand out by.
  const edge = await page.getByRole("tooltip").evaluate((tip) => getComputedStyle(tip).borderTop);
  expect(edge).toMatch(/^1px solid rgb\(/);
  await page.getByRole("button", { name: "Tema" }).click();
  const light = await look(page.getByRole("menuitemradio", { checked: true }));
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(light.dot).not.toBe(ground);
  await forced.close();
});
