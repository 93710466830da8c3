/** A real Chromium for browser tests, from an npm package: no manual installation. */
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import chromiumPackage from "@sparticuz/chromium";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/**
 * The package unpacks into the temporary folder, and accepts any existing files there, even of another version or of an
 * interrupted run. So it unpacks into a folder of this process, which is then renamed to the shared name.
 */
async function executable(): Promise<string> {
  const shared = join(tmpdir(), `prompteca-chromium-153-whole-${userInfo().uid}`);
  if (!existsSync(shared)) {
    const own = await mkdtemp(`${shared}-`);
    await unpackInto(own);
    // Another run may have been faster.
    await rename(own, shared).catch(() => rm(own, { recursive: true }));
  }
  return unpackInto(shared);
}

/** Files in the folder are not unpacked again. */
async function unpackInto(folder: string): Promise<string> {
  const kept = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await chromiumPackage.executablePath();
  } finally {
    if (kept === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = kept;
  }
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await executable(),
    // Nothing is drawn by a GPU: a process of its own for one costs a third of each page.
    args: ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--font-render-hinting=none"],
  });
}

export interface Visitor {
  page: Page;
  /** Errors and warnings of the console, including hydration and Content-Security-Policy. */
  complaints: string[];
  close(): Promise<void>;
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
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, complaints, close: () => context.close() };
}
