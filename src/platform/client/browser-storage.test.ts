import { glob, readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";

/** A storage of which some methods are broken. */
function brokenStorage(methods: Partial<Storage>): Partial<Storage> {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    ...methods,
  };
}

function refuse(): never {
  throw new DOMException("full", "QuotaExceededError");
}

/** A page whose browser has these storages. */
async function openPage(storage: unknown) {
  vi.resetModules();
  const events: unknown[] = [];
  const changed = (event: object) => events.push(event);
  vi.stubGlobal("StorageEvent", class {});
  vi.stubGlobal("window", { localStorage: storage, sessionStorage: storage, dispatchEvent: changed });
  return { ...(await import("./browser-storage.ts")), events };
}

test("what the browser keeps is there for the next page, and gone when it is removed", async () => {
  const storage = brokenStorage({});
  const first = await openPage(storage);
  expect(first.keep("key", "value", "tab")).toBe(true);
  const second = await openPage(storage);
  expect(second.readStored("key", "tab")).toBe("value");
  expect(second.keep("key", null, "tab")).toBe(true);
  expect((await openPage(storage)).readStored("key", "tab")).toBeNull();
});

test("a value that is longer than the one in a full storage takes its place where both would not fit", async () => {
  let left = 10;
  const values = new Map<string, string>();
  const room = (key: string) => left + (values.get(key)?.length ?? 0);
  const full = {
    getItem: (key: string) => values.get(key) ?? null,
    // As browsers do it with values that are beside others: the new one needs room while the old one is there.
    setItem(key: string, value: string) {
      if (value.length > left) refuse();
      left = room(key) - value.length;
      values.set(key, value);
    },
    removeItem(key: string) {
      left = room(key);
      values.delete(key);
    },
  };
  const page = await openPage(full);
  expect(page.keep("key", "short")).toBe(true);
  expect(page.keep("key", "longer")).toBe(true);
  expect(page.keep("key", "far too long")).toBe(false);
  expect((await openPage(full)).readStored("key")).toBeNull();
});

test.each([
  ["is full", brokenStorage({ setItem: refuse })],
  ["cannot be read", brokenStorage({ getItem: refuse })],
  ["refuses everything", brokenStorage({ getItem: refuse, setItem: refuse, removeItem: refuse })],
  ["takes everything and keeps nothing", brokenStorage({ setItem: () => {} })],
  ["is missing", undefined],
  ["is null", null],
])("a storage that %s is replaced by the page's memory, and says so", async (_how, storage) => {
  const page = await openPage(storage);
  for (const place of ["browser", "tab"] as const) {
    expect(page.readStored("key", place)).toBeNull();
    expect(page.keep("key", "value", place)).toBe(false);
    expect(page.readStored("key", place)).toBe("value");
    expect(page.lasts("key", place)).toBe(false);
    page.keep("key", null, place);
    expect(page.readStored("key", place)).toBeNull();
  }
  page.writeStored("theme", "dark");
  expect(page.readStored("theme")).toBe("dark");
  expect(page.events).toHaveLength(1);
});

test("what cannot be read any more stays as it was read or stored last", async () => {
  const storage = brokenStorage({});
  storage.setItem?.("old", "from before");
  const page = await openPage(storage);
  expect(page.readStored("old")).toBe("from before");
  page.keep("new", "stored");
  page.keep("gone", "stored");
  page.keep("gone", null);
  storage.getItem = refuse;
  expect(page.readStored("old")).toBe("from before");
  expect(page.readStored("new")).toBe("stored");
  expect(page.readStored("gone")).toBeNull();
  expect(page.readStored("unknown")).toBeNull();
});

test("where a new value finds no room, the old one does not come back with the next page", async () => {
  const storage = brokenStorage({});
  const page = await openPage(storage);
  page.keep("key", "old");
  storage.setItem = refuse;
  expect(page.keep("key", "new")).toBe(false);
  expect(page.readStored("key")).toBe("new");
  expect((await openPage(storage)).readStored("key")).toBeNull();
});

test.each(["tab", "browser"] as const)("what is forgotten in the %s is gone, and told", async (place) => {
  const storage = brokenStorage({});
  const page = await openPage(storage);
  page.keep("prompteca-one", "1", place);
  page.keep("other", "2", place);
  // Reading fails from now on: what was read last counts, but not of what is forgotten.
  storage.getItem = refuse;
  page.forgetStored(/^prompteca-/, place);
  expect([page.readStored("prompteca-one", place), page.readStored("other", place)]).toEqual([null, "2"]);
  expect(page.events).toHaveLength(1);
});

test("one module touches the browser's storages, one its database, and the theme's script reads its own", async () => {
  const touching: string[] = [];
  for await (const path of glob(["src/**/*.{ts,tsx,js}", "public/*.js"])) {
    if (/\.test\.tsx?$/.test(path)) continue;
    const found = (await readFile(path, "utf8")).match(
      /\b(localStorage|sessionStorage|indexedDB|idb-keyval|cookieStore|document\.cookie|caches\.open)\b/,
    );
    if (found) touching.push(`${path}: ${found[0]}`);
  }
  expect(touching.sort()).toEqual([
    "public/theme.js: localStorage",
    "src/platform/client/browser-storage.ts: localStorage",
    "src/prompts/client/form/draft-store.ts: idb-keyval",
  ]);
});
