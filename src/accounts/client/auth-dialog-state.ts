/** State of the login dialog; any part of the page may open it without loading it. */
import { useSyncExternalStore } from "react";

export type AuthTab = "login" | "register";

let openTab: AuthTab | null = null;
const viewers = new Set<() => void>();

function show(tab: AuthTab | null): void {
  openTab = tab;
  for (const notify of viewers) notify();
}

/** Opens the dialog, or switches its tab. */
export function openAuthDialog(tab: AuthTab): void {
  show(tab);
}

export function closeAuthDialog(): void {
  show(null);
}

function subscribe(notify: () => void): () => void {
  viewers.add(notify);
  return () => viewers.delete(notify);
}

/** @returns the open tab; null while the dialog is closed */
export function useAuthDialog(): AuthTab | null {
  return useSyncExternalStore(
    subscribe,
    () => openTab,
    () => null,
  );
}
