/** Wide, square and tall pictures on a prompt's page: whole, with nothing to fill beside them, and the title in sight. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { createMember } from "#tests/support/members.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
const shapes: [width: number, height: number][] = [
  [1600, 500],
  [1200, 900],
  [900, 900],
  [750, 1000],
  [450, 1000],
  [150, 1000],
];
const prompts = new Map<string, number>();

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  const ana = await createMember(site, "Ana");
  for (const [width, height] of shapes) {
    const thumbnail_url = await newPicture(width, height);
    prompts.set(`${width}×${height}`, await ana.publish("Um cartaz de festa", undefined, { thumbnail_url }));
  }
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test.each([
  [360, 740],
  [640, 900],
  [768, 1024],
  [1024, 700],
  [1440, 900],
])(
  "at %d by %d no picture is cut, stretched or higher than the window, nor pushes the title away",
  async (width, height) => {
    const { page, close } = await visit(browser, site.origin, { viewport: { width, height } });
    for (const [shape, id] of prompts) {
      await page.goto(`/prompts/${id}`);
      const picture = page.getByRole("main").getByRole("img").first();
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0);
      const shown = await picture.evaluate((img: HTMLImageElement) => {
        const frame = img.closest("article > div") as HTMLElement;
        const box = img.getBoundingClientRect();
        return {
          ratio: box.width / box.height / (img.naturalWidth / img.naturalHeight),
          beside: frame.clientWidth - box.width,
          height: box.height / innerHeight,
        };
      });
      expect(shown.ratio, shape).toBeCloseTo(1, 1);
      expect(Math.abs(shown.beside), shape).toBeLessThan(1.5);
      expect(shown.height, shape).toBeLessThanOrEqual(0.81);
      const title = await page.getByRole("heading", { level: 1 }).boundingBox();
      expect((title?.y ?? height) + (title?.height ?? 0), shape).toBeLessThan(height);
    }
    await close();
  },
);
