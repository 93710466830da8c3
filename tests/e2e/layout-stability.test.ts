/** Looks that can be asserted: nothing jumps, the theme never flashes, paper, and the page of components. */
import { readdir, readFile } from "node:fs/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  holdBack,
  launchBrowser,
  MOVING,
  untilIdle,
  untilLive,
  type Visitor,
  visit,
} from "#tests/support/browser.ts";
import { findAdmin, type Member, visitAs } from "#tests/support/members.ts";
import { visitByPhone } from "#tests/support/phone.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { requireTypefaces, typefacesOf } from "#tests/support/typefaces.ts";
import { PASSWORD } from "#tests/support/users.ts";
import { formatDate } from "#ui/dates.ts";

const CONTENT = "Escreva um cordel sobre [tema], em sextilhas de sete sílabas. ".repeat(12);

let site: TestSite;
let browser: Browser;
let admin: Member;
/** The address of a prompt. */
let path: string;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite({ ADMIN_PASSWORD: PASSWORD }), launchBrowser()]);
  admin = await findAdmin(site);
  for (let number = 1; number <= 14; number++) {
    const id = await admin.publish(`Cordel número ${number}`, CONTENT, {
      description: "Para quem gosta de rima.",
      // Wide and tall ones.
      thumbnail_url: await pictureDataUrl("#a63d2f", number % 2 ? 900 : 500, 700),
    });
    path = `/prompts/${id}`;
  }
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Somebody whose theme was chosen on an earlier visit. */
async function visitWith(theme: string, options?: BrowserContextOptions): Promise<Visitor> {
  const visitor = await visit(browser, site.origin, { ...MOVING, ...options });
  await visitor.page.addInitScript((value) => localStorage.setItem("vite-ui-theme", value), theme);
  return visitor;
}

const groundOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

/** A shift, and what moved: from where to where, from the top of the window in pixels. */
interface Shift {
  value: number;
  moved: string[];
}

/** From now on every page keeps its shifts (Layout Instability API). */
function noteShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    interface Entry extends PerformanceEntry {
      value: number;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Entry[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent;
          return `${name} ${previousRect.top} → ${currentRect.top}`;
        });
        shifts.push({ value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Layout shifts of the page since it began, or since the last call. */
function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        const taken = () => (window as unknown as { shifts: Shift[] }).shifts.splice(0);
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(taken())));
      }),
  );
}

/** A failure tells what moved. */
function expectStill(shifts: Shift[], where: string): void {
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum > 0.01 ? shifts : [], where).toEqual([]);
}

describe("nothing jumps while loading", () => {
  /** The sum of all shifts since the page began (Layout Instability API), pictures held back until it stands. */
  async function shiftsOn({ page }: Visitor, address: string): Promise<Shift[]> {
    const release = await holdBack(page, "**/media/**");
    await noteShifts(page);
    await page.goto(address, { waitUntil: "domcontentloaded" });
    await page.locator("article img").first().waitFor({ state: "attached" });
    release();
    const loaded = () =>
      [...document.images].every((img) => img.complete || img.loading === "lazy") &&
      document.readyState === "complete";
    await expect.poll(() => page.evaluate(loaded)).toBe(true);
    // What the scripts change moves what is seen, not what was left behind.
    await untilLive(page);
    await untilIdle(page);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    return shiftsOf(page);
  }

  test("every public screen stands still on a slow phone, from the first paint to the last script", async () => {
    const { user_id } = (await (await fetch(`${site.origin}/api${path}`)).json()) as { user_id: string };
    const screens = ["/", "/prompts", path, `/users/${user_id}`, "/auth", "/auth?tab=register", "/submit"];
    screens.push(
      "/forgot-password",
      "/reset-password?token_hash=x",
      "/verify-email?token_hash=x",
      "/terms-of-use",
    );
    const measured: Record<string, Shift[]> = {};
    async function measure(screen: string): Promise<void> {
      // Each for somebody who has nothing of the site yet.
      const { page, close } = await visitByPhone(browser, site.origin);
      await noteShifts(page);
      await page.goto(screen);
      await page.locator("main h1").waitFor();
      await page.waitForLoadState("networkidle");
      measured[screen] = await shiftsOf(page);
      await close();
    }
    // Most of this is waiting for a slow network.
    for (let n = 0; n < screens.length; n += 4) await Promise.all(screens.slice(n, n + 4).map(measure));
    for (const [screen, shifts] of Object.entries(measured)) expectStill(shifts, screen);
  });

  test("on a slow phone another list takes the place of the one before without a card that leaps", async () => {
    const { page, close } = await visitByPhone(browser, site.origin);
    await noteShifts(page);
    await page.goto("/prompts");
    await page.waitForLoadState("networkidle");
    await page.getByLabel("Ordenar por").selectOption("newest");
    await page.locator("article").first().getByRole("heading", { name: "Cordel número 14" }).waitFor();
    expectStill(await shiftsOf(page), "the library");
    await close();
  });

  test("one's own prompt stands still where the typefaces come too late, and the stand-ins are wider", async () => {
    const visitor = await visitAs(admin, browser, site.origin, { viewport: { width: 360, height: 740 } });
    const { page } = visitor;
    await page.route("**/*.woff2", (route) => route.abort());
    await page.route("**/assets/*.css", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll("size-adjust:", "size-adjust:115%;x:");
      await route.fulfill({ response: answer, body });
    });
    const shifts = await shiftsOn(visitor, path);
    await page.getByRole("link", { name: "Editar" }).waitFor();
    expectStill([...shifts, ...(await shiftsOf(page))], path);
    await visitor.close();
  });

  test.each([360, 1440])("home, library, detail and profile stand still at %i px", async (width) => {
    const visitor = await visitAs(admin, browser, site.origin, { viewport: { width, height: 740 } });
    const { page } = visitor;
    const measured: Record<string, Shift[]> = {};
    for (const address of ["/", "/prompts", path, "/profile"]) {
      measured[address] = await shiftsOn(visitor, address);
      await page.unrouteAll({ behavior: "wait" });
    }
    for (const [address, shifts] of Object.entries(measured)) expectStill(shifts, address);
    await visitor.close();
  });
});

test.each([360, 1440])(
  "at %i px a member's home begins with what was copied last, in its place from the second visit on",
  async (width) => {
    const visitor = await visitAs(admin, browser, site.origin, { viewport: { width, height: 740 } });
    const { page } = visitor;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(path);
    await page.getByRole("button", { name: "Copiar prompt" }).filter({ visible: true }).first().click();
    await page.getByText("Prompt copiado").first().waitFor();
    const copied = page.getByRole("region", { name: "Você copiou há pouco" });
    await page.goto("/");
    await copied.getByRole("link", { name: "Cordel número 14" }).waitFor();
    const topOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0;
    expect(await topOf("[aria-label='Você copiou há pouco']")).toBeLessThan(await topOf("main h1"));
    await noteShifts(page);
    // Its script comes late.
    const release = await holdBack(page, "**/assets/for-you-*.js");
    await page.goto("/", { waitUntil: "domcontentloaded" });
    await page.locator("article").first().waitFor();
    await shiftsOf(page);
    release();
    await copied.waitFor();
    expectStill(await shiftsOf(page), "home");
    await page.getByRole("button", { name: width < 768 ? "Abrir menu" : /^Conta de/ }).click();
    await page.getByRole(width < 768 ? "button" : "menuitem", { name: "Sair" }).click();
    await copied.waitFor({ state: "detached" });
    expect(await topOf("main h1")).toBeLessThan(200);
    await visitor.close();
  },
);

test.each([360, 768, 1440])("at %i px the error page's header is the site's", async (width) => {
  const { page, close } = await visit(browser, site.origin, { viewport: { width, height: 740 } });
  /** The typeface may differ: the error page brings none. */
  const headerAt = async (address: string) => {
    await page.goto(address);
    const box = (selector: string) => page.locator(selector).first().boundingBox();
    return { header: await box("header"), mark: await box("header a svg") };
  };
  const usual = await headerAt("/terms-of-use");
  expect(await headerAt("/%E0%A4%A")).toEqual(usual);
  await expect.poll(() => page.locator("h1").innerText()).toBe("Não entendemos este endereço");
  await close();
});

describe("the theme", () => {
  test("is there before anything can be painted, dark where dark was chosen", async () => {
    const { page, close } = await visitWith("dark");
    // Nothing but the server's markup and what runs before it.
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (!document.body) return;
        Object.assign(window, { atFirst: document.documentElement.className });
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto("/", { waitUntil: "domcontentloaded" });
    expect(await page.evaluate(() => (window as unknown as { atFirst: string }).atFirst)).toBe("dark");
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme))
      .toBe("dark");
    await close();
  });

  test("follows the system where the reader wants it to, at once when the system changes", async () => {
    const { page, close } = await visitWith("system", { colorScheme: "dark" });
    await page.goto("/terms-of-use");
    const dark = await groundOf(page);
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => groundOf(page)).not.toBe(dark);
    await close();
  });
});

describe("on paper", () => {
  test("a prompt is one sheet: title, tool, author, date, picture, text and address, and nothing to press", async () => {
    const { page, close } = await visitWith("dark");
    await page.goto(path);
    await expect
      .poll(() =>
        page
          .locator("article img")
          .first()
          .evaluate((img) => (img as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(0);
    await page.emulateMedia({ media: "print" });
    const text = await page.evaluate(() => document.body.innerText);
    expect(text.trim().startsWith("Cordel número 14\n")).toBe(true);
    for (const part of [
      "Cordel número 14",
      "Claude",
      "admin\nCriador do prompt",
      formatDate(new Date().toISOString()),
      CONTENT.trim(),
    ]) {
      expect(text).toContain(part);
    }
    expect(text.trim().endsWith(site.origin + path)).toBe(true);
    for (const part of ["header >> text=Prompteca", "footer", "button", "nav", "[data-bottom-bar]"]) {
      const shown = page.locator(`${part} >> visible=true`);
      await expect.poll(() => shown.count(), { message: part }).toBe(0);
    }
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(/\/Count (\d+)/.exec(pdf)?.[1]).toBe("1");
    await close();
  });

  test("every page is dark on white, whatever the theme on the screen", async () => {
    const { page, close } = await visitWith("dark");
    await page.goto("/terms-of-use");
    await page.emulateMedia({ media: "print" });
    await expect.poll(() => groundOf(page)).toBe("rgba(0, 0, 0, 0)");
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme))
      .toBe("light");
    await expect.poll(() => page.locator("footer").isVisible()).toBe(false);
    // The text begins on the first sheet, below its title, not on a sheet of its own.
    expect(await page.locator("main article").evaluate((text) => getComputedStyle(text).breakInside)).toBe(
      "auto",
    );
    await close();
  });
});

test("the copy bar stays one row on a phone, however many likes it shows", async () => {
  const { page, close } = await visit(browser, site.origin, { viewport: { width: 360, height: 740 } });
  await requireTypefaces(page);
  const bar = page.locator("[data-bottom-bar]");
  for (const [likes, shown] of [
    [0, "0"],
    [9999, "9.999"],
    [99_999, "99.999"],
    [999_000, "999 mil"],
    [1_200_000, "1,2 mi"],
  ] as const) {
    await site.database.pool.query("update prompt_stats set likes_count = $1 where prompt_id = $2", [
      likes,
      path.split("/").pop(),
    ]);
    // Answers are kept for a second.
    const answer = () => fetch(site.origin + path).then((page) => page.text());
    await expect.poll(answer).toContain(`Curtir: ${shown} Curtidas`);
    await page.goto(path);
    await bar.getByRole("button", { name: `Curtir: ${shown} Curtidas` }).waitFor();
    await typefacesOf(page);
    const buttons = bar.getByRole("button");
    const [copy, , favorite] = await Promise.all([0, 1, 2].map((index) => buttons.nth(index).boundingBox()));
    const bottom = (copy?.y ?? 0) + (copy?.height ?? 0);
    expect(favorite?.y, `${likes} likes`).toBeLessThan(bottom);
    // Both are above their names, on one line.
    const icons = bar.locator("button[aria-pressed] svg");
    const [heart, bookmark] = await Promise.all([0, 1].map((index) => icons.nth(index).boundingBox()));
    expect(bookmark?.y, `${likes} likes`).toBe(heart?.y);
  }
  await close();
});

describe("GET /dev/ui", () => {
  test("shows every component, without moving sideways at 360 px", async () => {
    const { page, close } = await visit(browser, site.origin, { viewport: { width: 360, height: 740 } });
    await page.goto("/dev/ui");
    await page.getByRole("heading", { name: "Azulejos" }).waitFor();
    await page.getByText("um-nome-de-arquivo-bem-comprido.png").waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0);
    await close();
  });

  test("weighs nothing on other pages", async () => {
    const scripts = (html: string) => html.match(/\/assets\/[^" ]+\.js/g) ?? [];
    const own = await (await fetch(`${site.origin}/dev/ui`)).text();
    const home = await (await fetch(site.origin)).text();
    const texts = await Promise.all(
      scripts(home).map(async (src) => (await fetch(site.origin + src)).text()),
    );
    expect(own).toContain("Cada peça do site em cada estado.");
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.some((text) => text.includes("Cada peça do site em cada estado."))).toBe(false);
  });

  test("does not exist in production", async () => {
    const production = await startTestSite({
      NODE_ENV: "production",
      CONTACT_EMAIL: "oi@prompteca.example",
      RATE_LIMITS: "on",
      PUBLIC_URL: "http://localhost",
      HOST: "127.0.0.1",
    });
    const answer = await fetch(`${production.origin}/dev/ui`, { redirect: "manual" });
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain("Cada peça");
    // Nor is it shipped: the server leaves out the built files that only this page needs, and no other.
    const folder = new URL("../../dist/client/assets/", import.meta.url);
    const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
    const scripts = await Promise.all(
      names.map(async (name) => {
        const statuses = ["identity", "br"].map(async (encoding) => {
          const headers = { "accept-encoding": encoding };
          return (await fetch(`${production.origin}/assets/${name}`, { headers })).status;
        });
        const text = await readFile(new URL(name, folder), "utf8");
        return { name, text, statuses: await Promise.all(statuses) };
      }),
    );
    const left = scripts.filter(({ statuses }) => statuses.includes(404));
    const [own, ...others] = scripts.filter(({ text }) => text.includes("Cada peça do site em cada estado."));
    expect([own?.statuses, others]).toEqual([[404, 404], []]);
    for (const { name, statuses } of left) {
      expect(statuses).toEqual([404, 404]);
      expect(name === own?.name || own?.text.includes(name), name).toBe(true);
      const users = scripts.filter(({ text }) => text.includes(`from"./${name}"`));
      expect(
        users.filter((user) => !left.includes(user)),
        name,
      ).toEqual([]);
    }
    await production.close();
  });
});
