/** What a real browser keeps of forms that were not sent. */
import type { Page } from "playwright-core";

/** The names of the drafts that this browser keeps. @param add one to put beside them */
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
