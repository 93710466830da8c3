/** What can be measured of a screen's accessibility: axe's rules, the size of targets, what large text pushes away. */
import axe from "axe-core";
import type { Locator, Page } from "playwright-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/**
 * What axe finds wrong on the page as it stands.
 * @param options.only these rules, instead of all of WCAG 2.0 to 2.2, A and AA, and best practice
 * @param options.without these
 * @returns one line each: the rule and where it is broken
 */
export async function violations(
  page: Page,
  { only, without = [] }: { only?: string[]; without?: string[] } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    runOnly: only ? { type: "rule", values: only } : { type: "tag", values: TAGS },
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    resultTypes: ["violations"],
    // Only sound and turned screens would need what it fetches.
    preload: false,
  };
  return page.evaluate(async (options) => {
    const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(options);
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary}`),
    );
  }, options);
}

/** Rules of one's own over the page's, as readers' programs add them; the site's policy has no say in it. */
export async function addRules(page: Page, rules: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
    return new Promise(requestAnimationFrame);
  }, rules);
}

/** Shows the page in one of its themes, without a reload, and without the colours' passing from one to the other. */
export async function setTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await addRules(page, "*, ::before, ::after { transition: none !important }");
  await page.evaluate((dark) => document.documentElement.classList.toggle("dark", dark), theme === "dark");
}

/** The spacing that WCAG 1.4.12 lets readers set. */
export const WIDE_SPACING =
  "*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}";

/** Controls under 24 by 24 pixels (WCAG 2.5.8), their labels counted with them; links within a sentence may be. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role^=menuitem]",
    );
    const small: string[] = [];
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      const inSentence =
        getComputedStyle(control).display === "inline" &&
        (control.parentElement?.textContent ?? "").trim().length > (control.textContent ?? "").trim().length;
      if (inSentence) continue;
      const { width, height } = control.getBoundingClientRect();
      if (width < 24 || height < 24) small.push(`${control.outerHTML.slice(0, 120)} ${width}×${height}`);
    }
    return small;
  });
}

/**
 * What a thumb may miss: controls in sight that answer, by themselves or by their label, in less than 44 pixels across or
 * from top to bottom, give or take the one that rounding takes. Links in a sentence are left out.
 */
export function missableTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const missable: string[] = [];
    const controls = document.querySelectorAll<HTMLElement>(
      "a[href]:not([aria-current=page]), button, input, select, textarea, [role=tab]",
    );
    for (const control of controls) {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const answers = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (control.contains(hit) || hit.closest("label")?.control === control);
      };
      // Out of sight, or below something else, in part or as a whole.
      if (![top + 3, y, bottom - 3].every((height) => answers(x, height))) continue;
      const inSentence =
        getComputedStyle(control).display === "inline" &&
        (control.parentElement?.textContent ?? "").trim().length > (control.textContent ?? "").trim().length;
      if (inSentence) continue;
      const reach = (dx: number, dy: number) => {
        let step = 0;
        while (step < 44 && answers(x + dx * step, y + dy * step)) step++;
        return step;
      };
      const [across, down] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)];
      if (Math.min(across, down) < 43) missable.push(`${control.outerHTML.slice(0, 120)} ${across}×${down}`);
    }
    return missable;
  });
}

/** What reaches beyond the sides of the window, where only scrolling sideways would show it (WCAG 1.4.10). */
export function beyondTheSides(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isForEars = (element: Element | null): boolean =>
      element !== null && (element.getBoundingClientRect().width <= 1 || isForEars(element.parentElement));
    const width = document.documentElement.clientWidth;
    const out: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > width) out.push(`the page is ${scrollWidth} wide in ${width}`);
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!own && !element.matches("input, select, textarea, button, img")) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      // What waits its turn in a carousel, what only screen readers get, and what stands beside the window on purpose.
      if (element.closest("[inert], [href='#conteudo']") || isForEars(element)) continue;
      // Tables may scroll in themselves.
      if (element.closest("[role=region][tabindex='0']")) continue;
      const { left, right } = element.getBoundingClientRect();
      if (right > width + 1 || left < -1) {
        out.push(`${element.outerHTML.slice(0, 160)} ${Math.round(left)}–${Math.round(right)}`);
      }
    }
    return out;
  });
}

/** The same at the widths of a phone, a tablet and a desk, the second in dark. The page stays at the last, in light. */
export async function beyondTheSidesOfAny(page: Page): Promise<string[]> {
  const out: string[] = [];
  for (const [width, theme] of [
    [360, "light"],
    [768, "dark"],
    [1440, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await setTheme(page, theme);
    out.push(...(await beyondTheSides(page)).map((found) => `at ${width} px: ${found}`));
  }
  return out;
}

/** Text that its box cuts off without saying so; what ends in "…" has the whole elsewhere. */
export function cutText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      if (!element.textContent?.trim() || element.closest("svg, [inert]")) continue;
      // A box of one pixel is for screen readers.
      if (element.clientWidth <= 1) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
      if (textOverflow === "ellipsis" || webkitLineClamp !== "none") continue;
      const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
      const high = hides(overflowY) && element.scrollHeight > element.clientHeight + 2;
      const wide = hides(overflowX) && element.scrollWidth > element.clientWidth + 2;
      // Pictures and tiles bleed out of their frames on purpose; only text counts.
      if (!high && !wide) continue;
      const frame = element.getBoundingClientRect();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.textContent?.trim() || !parent || parent.closest("[inert], svg")) continue;
        if (parent.getBoundingClientRect().width <= 1) continue;
        range.selectNodeContents(node);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const lost =
          (high && (bottom > frame.bottom + 2 || top < frame.top - 2)) ||
          (wide && (right > frame.right + 2 || left < frame.left - 2));
        if (lost) cut.push(`${element.outerHTML.slice(0, 120)} cuts “${node.textContent.slice(0, 60)}”`);
      }
    }
    return cut;
  });
}

/** What moves by itself; a change of opacity alone moves nothing. */
export function movements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
        const fades = frames.every((frame) => !("transform" in frame) && !("translate" in frame));
        return playState === "running" && !fades && Number(effect?.getComputedTiming().duration) > 10;
      })
      .map((animation) => (animation as CSSAnimation).animationName ?? "transition"),
  );
}

/** What screen readers go by to find their way: headings, landmarks, names, pictures' texts. */
export function outline(page: Page) {
  return page.evaluate(() => {
    const seen = (element: Element) => (element as HTMLElement).checkVisibility();
    const count = (selector: string) => [...document.querySelectorAll(selector)].filter(seen).length;
    const levels = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
      .filter((heading) => seen(heading) && !heading.closest("[role=dialog]"))
      .map(({ tagName }) => Number(tagName[1]));
    return {
      lang: document.documentElement.lang,
      title: document.title !== "",
      firstHeadings: count("h1"),
      mains: count("main"),
      skippedLevels: levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1),
      picturesWithoutText: count("img:not([alt])"),
    };
  });
}

/** Fields marked wrong whose error is not tied to them, or not announced. */
export function looseErrors(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("[aria-invalid=true]")]
      .filter((field) => {
        const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
        const texts = ids.map((id) => document.getElementById(id));
        return !texts.some((text) => text?.getAttribute("role") === "alert" && text.textContent?.trim());
      })
      .map((field) => field.outerHTML.slice(0, 160)),
  );
}

/** Whether the element, and nothing within it, has focus. */
export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((found) => found === document.activeElement);
}
