/** The site's typefaces, which a first visit on a busy machine may do without. */
import type { Page } from "playwright-core";

/**
 * Makes pages wait for the typefaces before they show any text: not every machine has one of the phones' stand-in
 * typefaces, and those it has may be wider.
 */
export async function requireTypefaces(page: Page): Promise<void> {
  await page.route("**/assets/*.css", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll("font-display:optional", "font-display:block");
    await route.fulfill({ response: answer, body });
  });
}

/** Waits until the page has them. */
export const typefacesOf = (page: Page) => page.evaluate(async () => void (await document.fonts.ready));
