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

const windows: [width: number, height: number][] = [
  [360, 740],
  [640, 900],
  [768, 1024],
  [1024, 700],
  [1440, 900],
];

test.each(shapes)(
  "no picture of %d by %d is cut, stretched or higher than a window, nor pushes the title away",
  async (pictureWidth, pictureHeight) => {
    const { page, close } = await visit(browser, site.origin);
    await page.goto(`/prompts/${prompts.get(`${pictureWidth}×${pictureHeight}`)}`);
    const picture = page.getByRole("main").getByRole("img").first();
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
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
      const where = `at ${width} by ${height}`;
      expect(shown.ratio, where).toBeCloseTo(1, 1);
      // On phones its frame is as wide as the page.
      if (width >= 640) expect(Math.abs(shown.beside), where).toBeLessThan(1.5);
      expect(shown.height, where).toBeLessThanOrEqual(0.81);
      const title = await page.getByRole("heading", { level: 1 }).boundingBox();
      expect((title?.y ?? height) + (title?.height ?? 0), where).toBeLessThan(height);
    }
    await close();
  },
);
