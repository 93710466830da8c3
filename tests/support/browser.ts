/** A real Chromium for browser tests, from an npm package: no manual installation. */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import chromiumPackage, { inflate } from "@sparticuz/chromium";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { memoryHasRoom } from "./folders.ts";
import { closedAtEnd } from "./left-open.ts";
import { pause } from "./pause.ts";

/** In the folder of the browser: the fonts that it brings. */
const FONTS = "own-fonts.conf";

/** Beside the packages: `npm ci` takes it away with them. */
const SHARED = resolve("node_modules/.cache/chromium-153");

/**
 * The package unpacks into the temporary folder, and accepts any existing files there, even of another version or of an
 * interrupted run. So it unpacks into a folder of this process, which is then renamed to the shared name.
 * @returns the folder with `chromium`, and the libraries that it wants of the system in `al2023/lib`
 */
export async function unpackBrowser(): Promise<string> {
  if (!existsSync(SHARED)) {
    await mkdir(dirname(SHARED), { recursive: true });
    const own = await mkdtemp(`${SHARED}-`);
    await unpackInto(own);
    await writeFile(join(own, FONTS), fontsConfig(SHARED));
    // Another run may have been faster.
    await rename(own, SHARED).catch(() => rm(own, { recursive: true }));
  }
  return SHARED;
}

/** Where a machine with fonts says which it has. */
const FONTS_OF_MACHINE = "/etc/fonts/fonts.conf";

/**
 * The browser ends at a letter for which no font is there. A machine without any gets the package's own.
 * @param folder as it is called in the end
 */
const fontsConfig = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`;

async function unpackInto(folder: string): Promise<void> {
  const kept = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    await Promise.all([
      chromiumPackage.executablePath(),
      inflate("node_modules/@sparticuz/chromium/bin/al2023.tar.br"),
    ]);
  } finally {
    if (kept === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = kept;
  }
}

/**
 * A test's page lives for seconds, so processes of their own and optimised code cost more than they bring: without them
 * the browser's tests take a sixth less processor time.
 */
const FOR_SHORT_VISITS = [
  "--in-process-gpu",
  "--enable-features=NetworkServiceInProcess2",
  "--js-flags=--no-opt --no-maglev --max-lazy",
];

/** A browser of its own, which ends when it is closed. */
export const launchOwnBrowser = (): Promise<Browser> => closedAtEnd(launch);

async function launch(): Promise<Browser> {
  const folder = await unpackBrowser();
  return chromium.launch({
    executablePath: join(folder, "chromium"),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, "al2023/lib"),
      ...(!existsSync(FONTS_OF_MACHINE) && { FONTCONFIG_FILE: join(folder, FONTS) }),
    },
    args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", ...FOR_SHORT_VISITS],
    // Its processes share memory in /dev/shm, where that is large enough, and otherwise in files on the disk.
    ...(memoryHasRoom && { ignoreDefaultArgs: ["--disable-dev-shm-usage"] }),
  });
}

let shared: Browser | undefined;

/** Lends a file the browser of its worker, because a start costs as much as several tests. `close()` closes its windows. */
export async function launchBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) {
    const browser = await launch();
    browser.close = async () =>
      void (await Promise.all(browser.contexts().map((context) => context.close())));
    shared = browser;
  }
  return shared;
}

export interface Visitor {
  page: Page;
  /** Errors and warnings of the console, including hydration and Content-Security-Policy. */
  complaints: string[];
  close(): Promise<void>;
}

/** In milliseconds: on a machine that is busy with other things too, twice what Playwright waits. */
const PATIENCE = 60_000;

/** A page that is left meanwhile need not be waited for; one that does not come is a failure. */
function unlessLeft(error: Error): void {
  if (error.name === "TimeoutError") throw error;
}

/** Waits until a page's scripts run. */
export async function untilLive(page: Page): Promise<void> {
  const isPage = await page
    .locator("#state")
    .count()
    .catch(() => 0);
  if (isPage) await page.locator("html[data-live]").waitFor().catch(unlessLeft);
}

/** Waits until a page is styled: without scripts its document is there before its styles are. */
async function untilStyled(page: Page): Promise<void> {
  const isStyled = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(({ sheet }) => sheet),
    );
  // Asked from outside: a page without scripts has no timers.
  const late = Date.now() + PATIENCE;
  // One that is left meanwhile need not be styled.
  while (!(await isStyled().catch(() => true))) {
    if (Date.now() > late) throw new Error(`the styles of ${page.url()} do not come`);
    await pause(50, "styles that are on their way");
  }
}

/**
 * Has a page wait for its document and its scripts; where a test keeps them away, it names what it waits for, by
 * `waitUntil`. Playwright's own choice is the load event, for which all pictures and
 * typefaces have to come, and which a busy machine delays for longer than what a test then looks for.
 */
function waitForScripts(page: Page, hasScripts: boolean): void {
  const { goto, reload, goBack, goForward, waitForURL, setViewportSize } = page;
  const document = { waitUntil: "domcontentloaded" } as const;
  async function live<Answer>(arrival: Promise<Answer>, how?: { waitUntil?: unknown }): Promise<Answer> {
    const answer = await arrival;
    // Most tests do not press before that: scripts come after the first picture, and after the load event.
    if (!how?.waitUntil) await (hasScripts ? untilLive(page) : untilStyled(page));
    return answer;
  }
  page.goto = (url, how) => live(goto.call(page, url, { ...document, ...how }), how);
  page.reload = (how) => live(reload.call(page, { ...document, ...how }), how);
  page.goBack = (how) => live(goBack.call(page, { ...document, ...how }), how);
  page.goForward = (how) => live(goForward.call(page, { ...document, ...how }), how);
  // Chromium tells the page of its new size a frame later.
  page.setViewportSize = (size) => setViewportSize.call(page, size).then(() => untilDrawn(page));
  page.waitForURL = (url, how) => live(waitForURL.call(page, url, { ...document, ...how }), how);
}

/** A test that fails before it awaits what it waits for must not fail another, whose process meets the error. */
function keepForgottenWaitsQuiet(page: Page): void {
  const { waitForRequest, waitForResponse, waitForEvent } = page;
  function quiet<Wait extends (...given: never[]) => Promise<unknown>>(wait: Wait): Wait {
    return ((...given: Parameters<Wait>) => {
      const waiting = wait.apply(page, given);
      waiting.catch(() => {});
      return waiting;
    }) as Wait;
  }
  page.waitForRequest = quiet(waitForRequest);
  page.waitForResponse = quiet(waitForResponse);
  page.waitForEvent = quiet(waitForEvent);
}

/** Until what the page is now was drawn. */
const untilDrawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

/** Until the page has done what has come to it so far, and shown it. */
export const untilIdle = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => done()))));

/** Holds a page's requests back. @returns lets them through, those to come too */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The default setting of most users. */
export const MOVING = { reducedMotion: "no-preference" } as const satisfies BrowserContextOptions;

/**
 * Runs in a page. A toast stays until it is closed or the next one comes: on a busy machine its five seconds pass between
 * two steps. Nor does a plain one come where its script is late, which otherwise has two seconds.
 */
function holdToasts(): void {
  const { setTimeout } = window;
  const isOfToast = (after?: number, [given]: unknown[] = []) =>
    (after === 2000 && typeof given === "object") ||
    (after !== undefined && after > 1000 && after <= 5000 && new Error().stack?.includes("/toast-view"));
  const later = (call: TimerHandler, after?: number, ...given: unknown[]) =>
    setTimeout(call, isOfToast(after, given) ? 600_000 : after, ...given);
  window.setTimeout = later as typeof window.setTimeout;
}

/**
 * Opens an isolated browser context, with reduced motion, because tests would wait for it; see {@link MOVING}. It ends
 * with the test, or with the file whose hook opens it.
 */
export const visit = (
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> => closedAtEnd(() => open(browser, origin, options));

async function open(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    reducedMotion: "reduce",
    ...options,
  });
  await context.addInitScript(() =>
    addEventListener("live", () => document.documentElement.setAttribute("data-live", "")),
  );
  await context.addInitScript(holdToasts);
  context.setDefaultTimeout(PATIENCE);
  // Also those that a test or a link opens.
  context.on("page", (opened) => {
    waitForScripts(opened, options.javaScriptEnabled !== false);
    keepForgottenWaitsQuiet(opened);
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, complaints, close: () => context.close() };
}
