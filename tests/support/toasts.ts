/** The message of the moment. */
import type { Locator, Page } from "playwright-core";

export const toastIn = (page: Page): Locator => page.locator("li[data-state=open]");

/** Closes it, and waits until it is gone. Without the pointer, which would take the focus along. */
export async function closeToast(toast: Locator): Promise<void> {
  await toast.getByLabel("Fechar aviso").evaluate((button: HTMLElement) => button.click());
  await toast.waitFor({ state: "detached" });
}
