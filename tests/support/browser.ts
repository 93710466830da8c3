/** A real Chromium for browser tests, from an npm package: no manual installation. */
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import chromiumPackage, { inflate } from "@sparticuz/chromium";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { memoryHasRoom } from "./folders.ts";

/**
 * The package unpacks into the temporary folder, and accepts any existing files there, even of another version or of an
 * interrupted run. So it unpacks into a folder of this process, which is then renamed to the shared name.
 * @returns the folder with `chromium`, and the libraries that it wants of the system in `al2023/lib`
 */
async function unpacked(): Promise<string> {
  const shared = join(tmpdir(), `prompteca-chromium-153-libraries-${userInfo().uid}`);
  if (!existsSync(shared)) {
    const own = await mkdtemp(`${shared}-`);
    await unpackInto(own);
    // Another run may have been faster.
    await rename(own, shared).catch(() => rm(own, { recursive: true }));
  }
  return shared;
}

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

export async function launchBrowser(): Promise<Browser> {
  const folder = await unpacked();
  return chromium.launch({
    executablePath: join(folder, "chromium"),
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, "al2023/lib") },
    args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", ...FOR_SHORT_VISITS],
    // Its processes share memory in /dev/shm, where that is large enough, and otherwise in files on the disk.
    ...(memoryHasRoom && { ignoreDefaultArgs: ["--disable-dev-shm-usage"] }),
  });
}

export interface Visitor {
  page: Page;
  /** Errors and warnings of the console, including hydration and Content-Security-Policy. */
  complaints: string[];
  close(): Promise<void>;
}

/** Waits until a page's scripts run; not for long, because some tests keep them away. */
export async function untilLive(page: Page): Promise<void> {
  const isPage = await page.locator("#state").count();
  if (isPage)
    await page
      .locator("html[data-live]")
      .waitFor({ timeout: 3000 })
      .catch(() => {});
}

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

/** Opens an isolated browser context, with reduced motion, because tests would wait for it; see {@link MOVING}. */
export async function visit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
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
  const page = await context.newPage();
  const goto = page.goto.bind(page);
  // A press before that is another matter than most tests': scripts come after the first picture, and after the load event.
  page.goto = async (url, how) => {
    const answer = await goto(url, how);
    if (!how?.waitUntil && options.javaScriptEnabled !== false) await untilLive(page);
    return answer;
  };
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, complaints, close: () => context.close() };
}
