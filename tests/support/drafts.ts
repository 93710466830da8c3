/** Drafts of unsent forms in a real browser. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Returns the names of the stored drafts. @param add name of a draft to add */
export function draftsIn(page: Page, add?: string): Promise<unknown[]> {
  return page.evaluate(
    (name) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open("prompteca-drafts");
        opening.onupgradeneeded = () => opening.result.createObjectStore("drafts");
        opening.onerror = reject;
        opening.onsuccess = () => {
          const store = opening.result.transaction("drafts", "readwrite").objectStore("drafts");
          if (name) store.put({ values: {}, savedAt: Date.now() }, name);
          store.getAllKeys().onsuccess = ({ target }) => {
            opening.result.close();
            resolve((target as IDBRequest<unknown[]>).result);
          };
        };
      }),
    add,
  );
}

/**
 * Waits until the form says that its draft is saved, and the device holds these texts: the sentence stays while one
 * types on, so that it alone may be about what was typed before.
 * @param texts parts of its fields, or the name of the picture's file
 */
export async function draftHolds(page: Page, ...texts: string[]): Promise<void> {
  await page.getByText("Rascunho guardado neste aparelho").waitFor();
  const stored = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open("prompteca-drafts");
          opening.onerror = reject;
          opening.onsuccess = () => {
            const store = opening.result.transaction("drafts").objectStore("drafts");
            store.getAll().onsuccess = ({ target }) => {
              opening.result.close();
              const entries = (target as IDBRequest<unknown[]>).result;
              resolve(entries.map((it) => (it instanceof File ? it.name : JSON.stringify(it))).join("\n"));
            };
          };
        }),
    );
  for (const text of texts) await expect.poll(stored).toContain(text);
}
