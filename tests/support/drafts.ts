/** Drafts of unsent forms in a real browser. */
import type { Page } from "playwright-core";

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
