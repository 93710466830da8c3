/** Every mail as mail programs show it: on a phone and a desk, light, dark, and without its style sheet. */
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { colours } from "#accounts/server/mails/mail-style.ts";
import { confirmationMail, type MailText, recoveryMail } from "#accounts/server/mails/mails.ts";
import { type Notice, noticeMail } from "#accounts/server/mails/notice-mails.ts";
import type { News } from "#collections/contract.ts";
import { unsubscribePath } from "#collections/paths.ts";
import { newsLetter } from "#collections/server/news-mails/news-letter.ts";
import { beyondTheSides, cutText, violations } from "#tests/support/accessibility.ts";
import { launchBrowser } from "#tests/support/browser.ts";

const SITE = "https://prompteca.exemplo";
/** As long as names can be, without a place to break. */
const NAME = "Maria_Aparecida_dos_Santos_Ferreira_Lima";
const REASON = `https://exemplo.com/${"semnenhumespaco".repeat(8)}`;

const notices: Notice[] = [
  {
    kind: "written",
    subject: "Seu prompt foi removido da Prompteca",
    preview: "O seu prompt foi removido do site.",
    before: [`O seu prompt “${"Um título".repeat(13)}” foi removido do site.`, `Motivo: ${REASON}`],
    button: "Ver o aviso",
    path: "/avisos",
    after: ["Se você não concorda, pode contestar uma vez."],
  },
  { kind: "left", prompts: 1234 },
  { kind: "password-changed", at: "2026-11-22T18:04:00Z", device: "Samsung Internet no Android" },
  { kind: "passkey-copied", at: "2026-11-22T18:04:00Z", device: "Samsung Internet no Android" },
  { kind: "new-device", at: "2026-11-22T18:04:00Z", device: "Aparelho desconhecido" },
];
/** Only what the mail tells of it. */
const newsItem = (
  title: string,
  collection: News["data"][number]["collection"],
  tag: News["data"][number]["tag"],
  note: string | null,
) => {
  const prompt = { id: 7, title, user: { username: NAME } } as News["data"][number]["prompt"];
  return { prompt, collection, tag, note, remix_of: null, at: "2026-11-22T18:04:00Z" };
};
const mails: [string, MailText][] = [
  ["confirmation", confirmationMail(SITE, "t".repeat(43), { at: new Date(0), others: 4 })],
  ["recovery", recoveryMail(SITE, NAME, "t".repeat(43))],
  [
    "news",
    newsLetter(SITE, {
      username: NAME,
      since: new Date(0),
      items: [
        newsItem(
          `Um título ${"comprido".repeat(11)}`,
          { id: 1, title: NAME.repeat(2), path: "/" },
          null,
          REASON,
        ),
        newsItem("Bolo de fubá", null, { slug: "x", name: "x".repeat(30) }, null),
      ],
      more: true,
      unsubscribe: SITE + unsubscribePath("t".repeat(64)),
    }),
  ],
  ...notices.map((notice): [string, MailText] => [
    notice.kind,
    noticeMail(SITE, "oi@prompteca.exemplo", NAME, notice),
  ]),
];

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await (await browser.newContext()).newPage();
});
afterAll(() => browser?.close());

const groundOf = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

describe.each(mails)("the mail of %s", (_, { html }) => {
  test.each(["light", "dark"] as const)("can be read %s, on a phone and a desk", async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setContent(html);
    for (const width of [320, 700]) {
      await page.setViewportSize({ width, height: 600 });
      expect(await beyondTheSides(page)).toEqual([]);
      expect(await cutText(page)).toEqual([]);
    }
    expect(await violations(page, { only: ["color-contrast", "link-in-text-block", "target-size"] })).toEqual(
      [],
    );
    await expect
      .poll(() => groundOf())
      .toBe(colorScheme === "dark" ? "rgb(9, 15, 28)" : "rgb(247, 249, 252)");
  });

  test("stays as light as it was written where its style sheet is dropped", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setContent(html.replace(/<style>.*?<\/style>/s, ""));
    expect(await violations(page, { only: ["color-contrast"] })).toEqual([]);
    await expect.poll(() => groundOf()).toBe("rgb(247, 249, 252)");
  });
});

test("the colours are the site's", async () => {
  const tokens = readFileSync(new URL("../../src/ui/tokens.css", import.meta.url), "utf8");
  await page.setContent(`<style>${tokens}</style><canvas width="1" height="1"></canvas>`);
  const names = Object.keys(colours).map((name) => (name === "tile-accent" ? "accent" : name));
  const drawn = await page.evaluate((all) => {
    const context = document.querySelector("canvas")?.getContext("2d", { willReadFrequently: true });
    return [false, true].map((dark) => {
      document.documentElement.classList.toggle("dark", dark);
      const style = getComputedStyle(document.documentElement);
      return all.map((name) => {
        if (!context) return [];
        context.fillStyle = style.getPropertyValue(`--${name}`);
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
      });
    });
  }, names);
  Object.entries(colours).forEach(([name, pair], index) => {
    pair.forEach((hexadecimal, theme) => {
      const written = [1, 3, 5].map((at) => Number.parseInt(hexadecimal.slice(at, at + 2), 16));
      // Rounding differs by one.
      written.forEach((channel, at) => {
        const shown = drawn[theme]?.[index]?.[at] ?? Number.NaN;
        expect(Math.abs(channel - shown), `${name} ${hexadecimal} is ${shown}`).toBeLessThanOrEqual(1);
      });
    });
  });
});
