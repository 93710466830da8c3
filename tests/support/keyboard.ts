/** Walks through a page by keyboard, and looks at what a person sees of it. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** More steps than any page has from its first control to its last. */
const MOST_STEPS = 120;

/** The focused element, and whether a person can see that it has focus. */
export function lookAtFocus(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + Math.min(height / 2, innerHeight / 2)];
    const onTop = document.elementFromPoint(x, y);
    const label =
      element.getAttribute("aria-label") ?? (element as HTMLInputElement).labels?.[0]?.textContent;
    return {
      name: (label ?? element.textContent ?? "").trim(),
      tag: element.tagName,
      outlined: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
      inView: x >= 0 && x <= innerWidth && y >= 0 && y <= innerHeight,
      uncovered: element.contains(onTop) || onTop?.contains(element) === true,
    };
  });
}

/** Presses Tab until the element of that name has focus; every stop on the way must be visible. @returns the stops */
export async function tabTo(page: Page, wanted: RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<string[]> {
  const stops: string[] = [];
  for (let count = 0; count < MOST_STEPS; count++) {
    await page.keyboard.press(key);
    const { name, tag } = await lookAtFocus(page);
    // From the end of the page focus goes to the browser's own controls and comes back.
    if (tag === "BODY") continue;
    stops.push(name);
    // A slide or a page may still be gliding. Its name may change meanwhile: a panel is also called by its form's errors.
    await expect
      .poll(() => lookAtFocus(page))
      .toMatchObject({ tag, outlined: true, inView: true, uncovered: true });
    if (wanted.test(name)) return stops;
  }
  throw new Error(`${wanted} was not reached: ${stops.join(" → ")}`);
}
