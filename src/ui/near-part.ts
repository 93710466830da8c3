/** Parts far down a page: the server renders them, and their script is fetched once the reader comes near. */
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { lazyPart } from "./lazy-part.ts";

/** How far below the screen counts as near. */
const MARGIN = "600px";

interface NearPart<Props extends object> {
  /** Within a <Suspense> that nothing renders anew before the script is there: what the server has rendered would go. */
  Part: LazyExoticComponent<ComponentType<Props>>;
  /** Fetches it now. The server has to, before it renders the page, and who navigates to it need not wait later. */
  bring(): Promise<unknown>;
}

/**
 * @param id of the element that the server renders. Until its script is there, its links work; where there is no such element,
 *   the script is fetched at once
 * @param load for example `async () => (await import("./row.tsx")).Row`
 */
export function nearPart<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
): NearPart<Props> {
  if (import.meta.env.SSR) return partOnServer(load);
  const Part = lazyPart<Props>(async () => {
    const place = document.getElementById(id);
    if (place) await seen(place);
    return load();
  });
  return { Part, bring: load };
}

/** The server renders in one go: what it has brought has to be there at once, which a promise never is. */
function partOnServer<Props extends object>(load: () => Promise<ComponentType<Props>>): NearPart<Props> {
  let known: { default: ComponentType<Props> } | undefined;
  // biome-ignore lint/suspicious/noThenProperty: what React.lazy() is given has to be one
  const atOnce = { then: (resolve: (value: unknown) => void) => resolve(known) };
  return {
    Part: lazy(() => atOnce as unknown as Promise<{ default: ComponentType<Props> }>),
    bring: async () => {
      known ??= { default: await load() };
    },
  };
}

/** Resolves when the reader comes near, or leaves the page: then the element goes, and with it who would be told. */
const seen = (place: Element) =>
  new Promise<void>((resolve) => {
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        near.disconnect();
        resolve();
      },
      { rootMargin: MARGIN },
    );
    near.observe(place);
    // The router's.
    for (const event of ["pushState", "popstate"]) addEventListener(event, () => resolve());
  });
