/** Budget of a first visit (docs/performance.md), in bytes and requests: neither depends on how busy the machine is. */
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prompts, readPicture } from "#seeds/prompts.ts";
import { launchBrowser, MOVING, visit } from "#tests/support/browser.ts";
import { createMember } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

const KB = 1024;

let site: TestSite;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  const ana = await createMember(site, "Ana Maria");
  await ana.publishMany(9, "Receita da semana");
  // The newest stand first: pictures that weigh what such pictures do.
  for (const prompt of prompts.slice(0, 3)) {
    const jpeg = await sharp(await readPicture(prompt))
      .jpeg({ quality: 95 })
      .toBuffer();
    await ana.publish(prompt.title, prompt.content, {
      thumbnail_url: `data:image/jpeg;base64,${jpeg.toString("base64")}`,
    });
  }
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

interface Fetched {
  path: string;
  type: string;
  /** As sent, headers included. */
  bytes: number;
  text: string;
}

/** Everything that a phone fetches until a page has come to rest. */
async function firstVisit(
  path: string,
): Promise<{ all: Fetched[]; scripts: Fetched[]; page: Page; close(): Promise<void> }> {
  const { page, close } = await visit(browser, site.origin, {
    ...MOVING,
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const all: Promise<Fetched>[] = [];
  page.on("requestfinished", (request) => {
    const { pathname } = new URL(request.url());
    all.push(
      (async () => {
        const { responseBodySize, responseHeadersSize } = await request.sizes();
        const type = request.resourceType();
        const text = type === "script" ? ((await (await request.response())?.text()) ?? "") : "";
        return { path: pathname, type, bytes: responseBodySize + responseHeadersSize, text };
      })(),
    );
  });
  await page.addInitScript(() => addEventListener("live", () => Object.assign(window, { alive: true })));
  await page.goto(path, { waitUntil: "networkidle" });
  // Scripts are fetched after the first picture is painted, which a busy machine may not have done by then.
  await page.waitForFunction(() => "alive" in window);
  await page.waitForLoadState("networkidle");
  const fetched = await Promise.all(all);
  return { all: fetched, scripts: fetched.filter(({ type }) => type === "script"), page, close };
}

const sum = (fetched: Fetched[]) => fetched.reduce((total, { bytes }) => total + bytes, 0);
const compressed = (scripts: Fetched[]) =>
  scripts.reduce((total, { text }) => total + gzipSync(text, { level: 9 }).length, 0);

test("home's page weighs at most 12 KB, compressed, with short prompts", async () => {
  const page = Buffer.from(await (await fetch(site.origin)).arrayBuffer());
  expect(gzipSync(page).length).toBeGreaterThan(8 * KB);
  expect(gzipSync(page).length).toBeLessThanOrEqual(12 * KB);
});

describe.each(["/", "/prompts", "/prompts/12"])("a first visit to %s", (path) => {
  let visited: Awaited<ReturnType<typeof firstVisit>>;
  beforeAll(async () => {
    visited = await firstVisit(path);
  });
  afterAll(() => visited?.close());

  test("fetches at most 124 KB of script, compressed, in at most 9 files", () => {
    const { scripts } = visited;
    expect(scripts.map((script) => script.path)).toEqual(expect.arrayContaining(["/start.js", "/theme.js"]));
    expect(scripts.length).toBeLessThanOrEqual(9);
    const weight = compressed(scripts);
    expect(weight).toBeGreaterThan(80 * KB);
    expect(weight).toBeLessThanOrEqual(124 * KB);
  });

  test("brings no sign-in client, form, dialog, toast, upload, validation, admin screen or list of bad words", () => {
    const foreign = {
      "sign-in client": /GoTrueClient|code_verifier/,
      "form library": /shouldFocusError|criteriaMode/,
      "Radix dialog": /DialogTitle|DismissableLayer/,
      "Radix toast": /ToastViewport|swipeDirection/,
      zod: /invalid_union|_zod\b/,
      "bad words": /matcherOptions|harmless|caralho/,
      "admin screens": /\/api\/admin/,
      "picture reader": /tEXt|iTXt/,
      "icon builder for all frameworks": /non-scaling-stroke/,
    };
    const code = visited.scripts.map(({ text }) => text).join("\n");
    for (const [name, pattern] of Object.entries(foreign)) expect.soft(code, name).not.toMatch(pattern);
  });

  test("is painted after four requests: the page, its theme, its styles and what starts its scripts", async () => {
    const blocking = await visited.page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(
          (entry) =>
            (entry as PerformanceResourceTiming & { renderBlockingStatus: string }).renderBlockingStatus ===
            "blocking",
        )
        .map(({ name }) => new URL(name).pathname),
    );
    expect(blocking.length).toBeLessThanOrEqual(3);
    expect(blocking.filter((file) => file.endsWith(".css"))).toHaveLength(1);
  });

  test("fetches its scripts after its first picture was painted", async () => {
    const { page, close } = await visit(browser, site.origin, MOVING);
    await page.addInitScript(() => {
      let loaded = false;
      const seen = { frames: 0, atFirstScript: -1 };
      Object.assign(window, { seen });
      // However slow the machine, the picture is waited for.
      const { setTimeout } = window;
      Object.assign(window, {
        setTimeout: (task: () => void, ms = 0) => setTimeout(task, loaded ? ms : ms * 100),
      });
      const isFirst = ({ target }: Event) => (target as Element).matches?.("img[fetchpriority=high]");
      document.addEventListener("load", (event) => (loaded ||= isFirst(event)), true);
      const count = () => {
        if (loaded) seen.frames++;
        requestAnimationFrame(count);
      };
      count();
      new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        const isPart = (node: Node) => /assets\/.*\.js/.test((node as HTMLScriptElement).src ?? "");
        if (seen.atFirstScript < 0 && added.some(isPart)) seen.atFirstScript = seen.frames;
      }).observe(document, { childList: true, subtree: true });
    });
    // It is under way when the page has been read.
    await page.route("**/media/**", async (route) => {
      await page.waitForLoadState("domcontentloaded");
      await route.continue();
    });
    await page.goto(path, { waitUntil: "networkidle" });
    const atFirstScript = await page.evaluate(
      () => (window as unknown as { seen: { atFirstScript: number } }).seen.atFirstScript,
    );
    expect(atFirstScript).toBeGreaterThan(0);
    await close();
  });

  test("its fonts weigh at most 64 KB, and are the two that are preloaded", () => {
    const fonts = visited.all.filter(({ type }) => type === "font");
    expect(fonts).toHaveLength(2);
    expect(sum(fonts)).toBeLessThanOrEqual(64 * KB);
  });

  test("weighs at most 400 KB in all", () => {
    expect(sum(visited.all)).toBeLessThanOrEqual(400 * KB);
  });
});

test("a first visit to a form fetches at most 197 KB of script, compressed, in at most 13 files", async () => {
  const { scripts, close } = await firstVisit("/auth");
  await close();
  expect(scripts.length).toBeLessThanOrEqual(13);
  const weight = compressed(scripts);
  expect(weight).toBeLessThanOrEqual(197 * KB);
});
