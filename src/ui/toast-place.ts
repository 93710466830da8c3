/** Places a toast where it covers nothing that comes next: the actions of a prompt, the button of a form, an error. */
import { useCallback, useLayoutEffect, useRef } from "react";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Something that a toast would cover. */
interface Obstacle {
  box: Box;
  /** How bad that would be. */
  weight: number;
}

/** In order of preference; tokens.css says where they are. On phones both sides are the same place. */
const PLACES = ["bottom-end", "bottom-start", "top-end", "top-start"] as const;
export type Place = (typeof PLACES)[number];

/** Cost of covering the button of a form, or an action of the part in use. */
const ACTION = 100;
/** Cost of covering an error: more than two of the other buttons in use, such as those of a picture. */
const ERROR = 300;
/** Up to this a toast stays where it is. */
const BEARABLE = 10;

/** Distance to keep, in pixels. */
const GAP = 4;

const CONTROLS = "a[href], button, input, select, textarea, summary, [role=alert], [data-bottom-bar]";

/** The weight of everything that a box covers. */
export function costOf(box: Box, obstacles: readonly Obstacle[]): number {
  let cost = 0;
  for (const { box: other, weight } of obstacles) {
    const apart =
      box.right + GAP <= other.left ||
      box.left - GAP >= other.right ||
      box.bottom + GAP <= other.top ||
      box.top - GAP >= other.bottom;
    if (!apart) cost += weight;
  }
  return cost;
}

/** The place that covers least; of equals the first. @param boxAt the toast's box at a place */
export function choosePlace(boxAt: (place: Place) => Box, obstacles: readonly Obstacle[]): Place {
  let best: Place = PLACES[0];
  let least = Number.POSITIVE_INFINITY;
  for (const place of PLACES) {
    const cost = costOf(boxAt(place), obstacles);
    if (cost < least) {
      best = place;
      least = cost;
    }
    if (cost === 0) break;
  }
  return best;
}

function weightOf(element: Element, inUse: Element | null | undefined): number {
  if (element.matches("[type=submit], [data-bottom-bar], [data-bottom-bar] *")) return ACTION;
  // Tabs and the eye of a password field only change the view; a link within a text is not a next step.
  if (inUse?.contains(element) && element.matches("a:not(.text-link), button:not([aria-controls])"))
    return ACTION;
  return element.matches("[role=alert], [aria-invalid=true]") ? ERROR : 1;
}

/** Everything that can be used at this moment: behind a dialog nothing can. */
function findObstacles(): Obstacle[] {
  const dialogs = [...document.querySelectorAll("[role=dialog]")];
  const scope = dialogs.findLast((dialog) => dialog.getClientRects().length > 0) ?? document;
  const inUse = document.activeElement?.closest("form, article, [role=dialog]");
  const obstacles: Obstacle[] = [];
  for (const element of scope.querySelectorAll(CONTROLS)) {
    const box = element.getBoundingClientRect();
    // Hidden, or only for screen readers.
    if (box.width < 2 || box.height < 2 || element.closest(".toast-place")) continue;
    obstacles.push({ box, weight: weightOf(element, inUse) });
  }
  return obstacles;
}

/**
 * Places each toast anew, and again when the page changed below it, unless it has the focus.
 * @param id of the toast
 * @returns a ref for the element of the class `toast-place`
 */
export function useToastPlace(id: number, open: boolean): (element: HTMLElement | null) => void {
  const element = useRef<HTMLElement>(null);
  const placed = useRef<number>(undefined);

  const place = useCallback(() => {
    const view = element.current;
    if (!view?.firstElementChild) return;
    const obstacles = findObstacles();
    const boxAt = (next: Place) => {
      view.dataset.place = next;
      return view.getBoundingClientRect();
    };
    if (placed.current === id) {
      if (view.matches(":focus-within")) return;
      if (costOf(view.getBoundingClientRect(), obstacles) < BEARABLE) return;
    }
    placed.current = id;
    view.dataset.place = choosePlace(boxAt, obstacles);
  }, [id]);

  useLayoutEffect(() => {
    const view = element.current;
    if (!view || !open) return;
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    place();
    const size = new ResizeObserver(place);
    // The toast itself is drawn a moment after its place.
    size.observe(view);
    // The body moves its parts when it grows or shrinks, though nothing comes or goes: a field with a longer text, a
    // late font.
    size.observe(document.body);
    const page = new MutationObserver(later);
    page.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("resize", later);
    document.addEventListener("scrollend", later, true);
    return () => {
      cancelAnimationFrame(frame);
      size.disconnect();
      page.disconnect();
      window.removeEventListener("resize", later);
      document.removeEventListener("scrollend", later, true);
    };
  }, [place, open]);

  return useCallback((view) => {
    element.current = view;
  }, []);
}
