/** A real Chromium for browser tests, from the npm package that carries one: nothing to install by hand. */
import { mkdir } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import chromiumPackage from "@sparticuz/chromium";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** The package unpacks into the temporary folder and would reuse what another version left there. */
async function executable(): Promise<string> {
  const kept = process.env.TMPDIR;
  const folder = join(tmpdir(), `prompteca-chromium-153-${userInfo().uid}`);
  await mkdir(folder, { recursive: true });
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
    args: ["--no-sandbox", "--no-zygote", "--disable-gpu", "--font-render-hinting=none"],
  });
}

export interface Visitor {
  page: Page;
  /** Everything the console complained of, hydration and Content-Security-Policy included. */
  complaints: string[];
  close(): Promise<void>;
}

/** A browser of one's own, with nothing in its storage. */
export async function visit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    viewport: { width: 1440, height: 900 },
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
