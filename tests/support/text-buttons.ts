/** Measures how text buttons stand: those without a ground or an edge, whose label is all that one sees. */
import type { Page } from "playwright-core";

/**
 * Finds text buttons whose label stands a little beside the start of its column, or whose box ends with the column
 * instead of its label. The room around a label has to reach beyond the column, for nobody sees it. What fills its
 * column is a row of a list or a panel, and what stands in the middle of one is far from its edges.
 * @returns one line per label and side
 */
export function beside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Pixels: the widest inset that is no choice of the layout. */
    const NEAR = 30;
    /** Pixels that nobody sees. */
    const FINE = 1;
    /** Menus indent all their entries, page numbers stand in the middle of cells. */
    const OTHERS = "[role=menu], [role=listbox], nav:has([aria-label^=Página]), [inert], [aria-hidden=true]";

    const shows = (color: string) => !/^transparent$|[,/] ?0\)$/.test(color);
    function isText(style: CSSStyleDeclaration): boolean {
      const edges = (["Top", "Right", "Bottom", "Left"] as const).map((side) => [
        style[`border${side}Width`],
        style[`border${side}Color`],
      ]);
      const edged = edges.some(([width, color]) => width !== "0px" && shows(color ?? ""));
      return !edged && !shows(style.backgroundColor);
    }

    /** Where the visible text and pictures of a button begin and end. */
    function labelOf(button: Element): { start: number; end: number } | undefined {
      const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      const rects = [...button.querySelectorAll("svg")].map((svg) => svg.getBoundingClientRect());
      let words = 0;
      while (walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        // Texts for screen readers alone are in a box of a pixel.
        const isSeen = (walker.currentNode.parentElement?.getBoundingClientRect().width ?? 0) > 1;
        if (!isSeen || !walker.currentNode.textContent?.trim()) continue;
        words += 1;
        rects.push(...range.getClientRects());
      }
      if (words === 0) return undefined;
      const seen = rects.filter(({ width }) => width > 1);
      return {
        start: Math.min(...seen.map(({ left }) => left)),
        end: Math.max(...seen.map(({ right }) => right)),
      };
    }

    function columnOf(button: Element): { start: number; end: number } | undefined {
      let holder = button.parentElement;
      while (holder && (getComputedStyle(holder).display === "contents" || holder.matches("li, span")))
        holder = holder.parentElement;
      if (!holder) return undefined;
      const box = holder.getBoundingClientRect();
      const style = getComputedStyle(holder);
      return {
        start: box.left + Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.borderLeftWidth),
        end: box.right - Number.parseFloat(style.paddingRight) - Number.parseFloat(style.borderRightWidth),
      };
    }

    const found: string[] = [];
    for (const button of document.querySelectorAll<HTMLElement>("button, a[href]")) {
      const style = getComputedStyle(button);
      if (!button.checkVisibility({ visibilityProperty: true }) || button.closest(OTHERS)) continue;
      if (button.ariaPressed || style.position === "absolute" || !isText(style)) continue;
      const label = labelOf(button);
      const column = columnOf(button);
      if (!label || !column) continue;
      const { left, right } = button.getBoundingClientRect();
      const endsWithIt = Math.abs(right - column.end) <= FINE;
      if (endsWithIt && Math.abs(left - column.start) <= FINE) continue;
      const before = label.start - column.start;
      const after = column.end - label.end;
      const name = button.textContent.trim();
      if (style.paddingLeft !== "0px" && Math.abs(before) > FINE && Math.abs(before) < NEAR)
        found.push(`${name}: ${before} px from the start`);
      if (endsWithIt && style.paddingRight !== "0px" && after > FINE)
        found.push(`${name}: ${after} px from the end`);
    }
    return found;
  });
}
