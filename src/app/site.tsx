/** The site's settings as a React context. */
import { createContext, useContext } from "react";
import type { SiteSettings } from "./page.ts";

export const SiteContext = createContext<SiteSettings | null>(null);

/** @throws Error outside of the site's root */
export function useSite(): SiteSettings {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite() needs the site's root around it");
  return site;
}
