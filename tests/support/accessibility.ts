/** Measures a screen's accessibility: axe's rules, target sizes, overflow with large text. */
import axe from "axe-core";
import type { Locator, Page } from "playwright-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** All that a change of theme can break, and that a change of width cannot. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** What the room that elements have can break. */
export const ROOM_RULES = ["scrollable-region-focusable", "target-size"];

/** The opening tags of all that shows, without the numbers by which elements name each other. */
export function shownTags(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tags = new Set<string>();
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      tags.add((element.cloneNode() as Element).outerHTML.replace(/_r_\w+_/g, ""));
    }
    return [...tags];
  });
}

/**
 * Runs axe on the page in its current state.
 * @param options.only rules to run instead of WCAG 2.0 to 2.2, A and AA, and best practices
 * @param options.without rules to skip
 * @returns one line per violation: the rule and the element
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
    // Only its rules for media and screen orientation would fetch anything.
    preload: false,
  };
  return page.evaluate(async (options) => {
    // On a busy machine an animation waits for its first frame: a dialog that fades in is invisible until then, so axe takes
    // it for closed and measures what stands behind it.
    const passing = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === "running" && effect?.getComputedTiming().endTime !== Infinity,
      );
    await Promise.allSettled(passing.map(({ finished }) => finished));
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const { violations: found } = await run(options);
    const faults: string[] = [];
    for (const { id, nodes } of found) {
      for (const { target, failureSummary } of nodes) {
        // What a bar at the edge happens to cover can be scrolled from under it.
        const covered = id === "target-size" && failureSummary?.includes("partially obscured");
        const element = covered ? document.querySelector(String(target[0])) : null;
        element?.scrollIntoView({ block: "center", behavior: "instant" });
        const again = element && (await run(element, { runOnly: [id] }));
        if (again?.violations.length === 0) continue;
        faults.push(`${id} ${target.join(" ")}: ${failureSummary}`);
      }
    }
    return faults;
  }, options);
}

/** Adds a user style sheet, as browser extensions do, which the Content-Security-Policy does not restrict. */
export async function addRules(page: Page, rules: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
    return new Promise(requestAnimationFrame);
  }, rules);
}

/** Switches the page's theme without a reload and without colour transitions. */
export async function setTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await addRules(page, "*, ::before, ::after { transition: none !important }");
  await page.evaluate((dark) => document.documentElement.classList.toggle("dark", dark), theme === "dark");
}

/** The text spacing that pages must support (WCAG 1.4.12). */
export const WIDE_SPACING =
  "*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}";

/** Returns visible fields whose letters are smaller than 16 pixels: telephones enlarge the page when one is typed into. */
export function smallFields(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("input, select, textarea, [contenteditable]")]
      .filter((field) => !/^(?:checkbox|radio|file|hidden|range)$/.test((field as HTMLInputElement).type))
      .filter((field) => field.checkVisibility({ visibilityProperty: true }))
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 120)),
  );
}

/** Returns controls smaller than 24 by 24 pixels including their labels (WCAG 2.5.8), except links in a sentence. */
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
 * Returns visible controls whose target, including their label, is narrower or lower than 44 pixels, with a tolerance
 * of one pixel for rounding. Links in a sentence are excluded.
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
      // Invisible, or covered partly or completely: by more than the tolerance, as by the window's edge.
      if (![top + 1, y, bottom - 1].every((height) => answers(x, height))) continue;
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

/** Returns elements that overflow the window horizontally (WCAG 1.4.10). */
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
      // Carousel slides, visually hidden text, and elements placed outside the window on purpose.
      if (element.closest("[inert], [href='#conteudo']") || isForEars(element)) continue;
      // Tables may scroll horizontally.
      if (element.closest("[role=region][tabindex='0']")) continue;
      const { left, right } = element.getBoundingClientRect();
      if (right > width + 1 || left < -1) {
        out.push(`${element.outerHTML.slice(0, 160)} ${Math.round(left)}–${Math.round(right)}`);
      }
    }
    return out;
  });
}

/** The same at the widths of phone, tablet (dark theme) and desktop. Leaves the page at the last, in light theme. */
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

/** Returns text that is clipped without an ellipsis; text with one is shown in full elsewhere. */
export function cutText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      // The header gives up the site's name beside its mark, whole.
      if (!element.textContent?.trim() || element.closest("svg, [inert], header [href='/']")) continue;
      // Boxes of one pixel are for screen readers.
      if (element.clientWidth <= 1) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
      if (textOverflow === "ellipsis" || webkitLineClamp !== "none") continue;
      const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
      const high = hides(overflowY) && element.scrollHeight > element.clientHeight + 2;
      const wide = hides(overflowX) && element.scrollWidth > element.clientWidth + 2;
      // Pictures and tiles overflow their frames on purpose; only text counts.
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

/**
 * Returns sentences that a flex or grid container tears apart: each of its texts is a box of its own there, beside the elements
 * of the sentence, and the space between them is gone. A label beside an icon, a number or a hint is none, with a gap between.
 */
export function tornTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const torn: string[] = [];
    for (const parent of document.body.querySelectorAll<HTMLElement>("*")) {
      const { display, columnGap } = getComputedStyle(parent);
      if (!/flex|grid/.test(display)) continue;
      const hasGap = Number.parseFloat(columnGap) > 1;
      const parts = [...parent.childNodes].filter(
        (node) =>
          node.textContent?.trim() &&
          (node instanceof Text ||
            (node instanceof HTMLElement && !/absolute|fixed/.test(getComputedStyle(node).position))),
      );
      const belong = (text: string, beside: ChildNode | undefined) =>
        beside instanceof HTMLElement &&
        (beside.matches("a, abbr, b, bdi, code, em, i, q, strong, time") || (/^\s/.test(text) && !hasGap));
      const isTorn = parts.some((node, index) => {
        if (!(node instanceof Text)) return false;
        const { data } = node;
        return belong(data, parts[index - 1]) || belong([...data].reverse().join(""), parts[index + 1]);
      });
      if (isTorn) torn.push(parent.outerHTML.slice(0, 300));
    }
    return torn;
  });
}

/** Returns running animations, except those that change only the opacity. */
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

/** Returns the structure for screen readers: headings, landmarks, accessible names, alternative texts. */
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

/** Returns invalid fields whose error message is not associated or not announced. */
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

/** Whether the element itself has focus, and not a descendant. */
export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((found) => found === document.activeElement);
}

/** Words in tabs, or in what else is selected, that are broken, though the page is wide enough for them. */
export function brokenWords(page: Page, selector = "[role=tab]"): Promise<string[]> {
  return page.evaluate((selector) => {
    const broken: string[] = [];
    const range = document.createRange();
    for (const tab of document.querySelectorAll(selector)) {
      // Those for screen readers alone have a pixel; those that end in an ellipsis are whole on their own page.
      if (tab.clientWidth <= 1 || getComputedStyle(tab).webkitLineClamp !== "none") continue;
      const walker = document.createTreeWalker(tab, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\S+/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = [...range.getClientRects()];
          const width = lines.reduce((sum, line) => sum + line.width, 0);
          const isBroken = new Set(lines.map(({ top }) => Math.round(top))).size > 1;
          if (isBroken && width < document.documentElement.clientWidth * 0.75) broken.push(word);
        }
      }
    }
    return broken;
  }, selector);
}

/** The part of the window's height, from 0 to 1, that bars take which stay in their place while the page moves below them. */
export function shareOfBars(page: Page): Promise<number> {
  return page.evaluate(() => {
    const bars = [...document.querySelectorAll("body *")].filter((element) => {
      const { position } = getComputedStyle(element);
      return (
        /fixed|sticky/.test(position) &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest("[role=dialog], [data-scrim], [popover], .toast-place") &&
        element.clientWidth > innerWidth * 0.8
      );
    });
    return bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0) / innerHeight;
  });
}
