/** State of the login dialog; any part of the page may open it without loading it. */
import { useSyncExternalStore } from "react";
import { createStore } from "#platform/client/store.ts";

export type AuthTab = "login" | "register";

/** Beside the tabs, the step in which staff use their passkey. */
export type AuthStep = AuthTab | "passkey";

const openTab = createStore<AuthStep | null>(null);

/** Opens the dialog, or switches its tab. */
export function openAuthDialog(tab: AuthStep): void {
  openTab.set(tab);
}

export function closeAuthDialog(): void {
  openTab.set(null);
}

/** @returns the open tab; null while the dialog is closed */
export function useAuthDialog(): AuthStep | null {
  return useSyncExternalStore(openTab.subscribe, openTab.get, () => null);
}
