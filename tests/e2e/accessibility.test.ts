/** Every screen and every open dialog against WCAG 2.2 AA: what axe can tell, and what can be measured beside it. */
import axe from "axe-core";
import type { Browser, Locator, Page, ViewportSize } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  addRules,
  beyondTheSides,
  COLOUR_RULES,
  cutText,
  hasFocus,
  looseErrors,
  movements,
  outline,
  ROOM_RULES,
  setTheme,
  shownTags,
  smallFields,
  smallTargets,
  tornTexts,
  violations,
  WIDE_SPACING,
} from "#tests/support/accessibility.ts";
import { launchBrowser, MOVING, type Visitor, visit } from "#tests/support/browser.ts";
import { findAdmin, visitAs } from "#tests/support/members.ts";
import { openEyes, type SceneSite, startSceneSite } from "#tests/support/scene-site.ts";
import { type Scene, scenes } from "#tests/support/scenes.ts";
import { beside } from "#tests/support/text-buttons.ts";

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 360, height: 740 };
/**
 * 1280 by 900 at 200%; also the space when the browser's own text is twice as large, for lengths and breakpoints are in
 * rem.
 */
const DOUBLED = { width: 640, height: 450 };
/** 1280 by 1024 at 400%. */
const ENLARGED = { width: 320, height: 256 };

let site: SceneSite;
let browser: Browser;
let eyes: Record<Scene["who"], Visitor>;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSceneSite(), launchBrowser()]);
  eyes = await openEyes(browser, site, { viewport: WIDE });
  for (const { page } of Object.values(eyes)) {
    // The browser compiles an init script once for all pages, unlike a script that is evaluated on one.
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

/** What shows in one of the two windows alone, in the scenes so far: axe finds there what it found then. */
const known = new Set<string>();

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
    await expect
      .poll(() => outline(page))
      .toEqual({
        lang: "pt-BR",
        title: true,
        firstHeadings: 1,
        mains: 1,
        skippedLevels: [],
        picturesWithoutText: 0,
      });
    expect(await looseErrors(page)).toEqual([]);
    expect(await tornTexts(page)).toEqual([]);
  });

  test("breaks no rule of axe, light or dark, wide or narrow; nothing moves or reaches beyond the sides", async () => {
    await resize(page, view);
    await setTheme(page, "light");
    expect(await violations(page)).toEqual([]);
    expect(await movements(page)).toEqual([]);
    expect(await beyondTheSides(page)).toEqual([]);
    await setTheme(page, "dark");
    expect(await violations(page, { only: COLOUR_RULES })).toEqual([]);
    if (only) return;
    const wide = new Set(await shownTags(page));
    await resize(page, NARROW);
    const narrow = new Set(await shownTags(page));
    const other = [...wide, ...narrow].filter((tag) => wide.has(tag) !== narrow.has(tag) && !known.has(tag));
    const rules = other.length > 0 ? { without: COLOUR_RULES } : { only: ROOM_RULES };
    expect(await violations(page, rules)).toEqual([]);
    for (const tag of other) known.add(tag);
  });

  test("is touched and read on a phone, with wide spacing, at 200% and at 400%", async () => {
    if (only !== "wide") {
      await resize(page, NARROW);
      expect(await smallTargets(page)).toEqual([]);
      expect(await smallFields(page)).toEqual([]);
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
  maxlength: "400",
};
/** Attributes of a sentence. Texts have no maximum here: a longer one is refused in words, not cut off. */
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
      "E-mail": { ...EMAIL, autocomplete: "username webauthn", enterkeyhint: "next" },
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
    // As when the page cannot check at the moment whether the link is valid.
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
        maxlength: "1200",
        spellcheck: "false",
      },
    },
  },
  {
    who: "member",
    path: "/settings",
    fields: {
      "Senha atual": { ...SECRET, autocomplete: "current-password", enterkeyhint: "next" },
      "Nova senha": { ...SECRET, autocomplete: "new-password", enterkeyhint: "next" },
      "Confirmar senha": { ...SECRET, autocomplete: "new-password", enterkeyhint: "done" },
    },
  },
  { who: "admin", path: "/admin/users", fields: { Buscar: SEARCH } },
];

/** Attributes of every field on the page, by its label. Select lists have none of these. */
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
    // Pages of missing things share a title.
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
  await expect.poll(() => password.inputValue()).toBe("segredo-colado-9");
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
  await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBeGreaterThan(3);
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
  await expect
    .poll(() => named("/auth?tab=register", "checkbox"))
    .toEqual(["Li e aceito os Termos de Uso e a Política de Privacidade"]);
  await expect.poll(() => named("/", "heading")).toContain("1. Crie sua conta");
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
  await expect.poll(() => page.getByRole("button", { name: /animação/ }).count()).toBe(0);
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
