/** The parts of a page that React hydrates each for itself, so that the browser can work in between. */
import { type ReactNode, Suspense, useEffect } from "react";

const PARTS = ["header", "page", "footer"] as const;
type PartName = (typeof PARTS)[number];

const dehydrated = new Set<PartName>(PARTS);

/** Sends the window the event "hydrated" once all parts are. */
export function SitePart({ name, children }: { name: PartName; children: ReactNode }) {
  return (
    <Suspense>
      {children}
      <Hydrated name={name} />
    </Suspense>
  );
}

function Hydrated({ name }: { name: PartName }) {
  useEffect(() => {
    if (dehydrated.delete(name) && dehydrated.size === 0) dispatchEvent(new Event("hydrated"));
  }, [name]);
  return null;
}
