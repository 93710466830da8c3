import { glob, readFile } from "node:fs/promises";
import { beforeEach, expect, test, vi } from "vitest";

type PlainStorage = Record<string, unknown>;

/** A storage whose keys are its properties, as a browser's are. */
function plainStorage(values: Record<string, string> = {}): PlainStorage {
  const methods = {
    getItem(this: PlainStorage, key: string) {
      return this[key] ?? null;
    },
    setItem(this: PlainStorage, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: PlainStorage, key: string) {
      delete this[key];
    },
  };
  return Object.assign(Object.create(methods), values);
}

let tab: PlainStorage;
let browser: PlainStorage;
let told: string[];

/** A page that was just loaded, and has looked who is there. */
async function openPage(person?: string) {
  vi.resetModules();
  told = [];
  vi.stubGlobal("StorageEvent", class extends Event {});
  vi.stubGlobal("location", { href: "https://prompteca.example/submit" });
  vi.stubGlobal("window", { sessionStorage: tab, localStorage: browser, dispatchEvent: () => true });
  const left = await import("./left-behind.ts");
  left.onPersonLeft(() => told.push("memory"));
  left.pageTurns.subscribe(() => told.push("forms"));
  const note = (person: string | undefined, learnt: Parameters<typeof left.notePerson>[1] = "now") =>
    left.notePerson(person, learnt)();
  left.notePerson(person, "now")();
  return { ...left, note };
}

beforeEach(() => {
  tab = plainStorage();
  browser = plainStorage();
});
const ANA = { "prompteca-person": "ana" };

/** What is there of a person and of the device, by the table. */
async function fill(storage: PlainStorage): Promise<void> {
  const { GOES, STAYS } = await import("./left-behind.ts");
  for (const key of [...Object.keys(GOES), ...Object.keys(STAYS), "vite-ui-theme"])
    storage[key.replace("*", "7")] = "x";
  Object.assign(storage, ANA);
}

/** The key that an expression stands for in a file, or in the one that exports it. */
function keyOf(name: string, own: string, files: string[]): string | undefined {
  const pattern = new RegExp(
    `(?:const ${name}\\b[^;]*?|function ${name}\\b[^\`]*?)["\`]((?:prompteca|vite)-[a-z-]+)(\\$)?`,
  );
  const called = new RegExp(`const ${name} = (\\w+)\\(`).exec(own)?.[1];
  if (called) return keyOf(called, own, files);
  const found = pattern.exec(own) ?? files.map((text) => pattern.exec(text)).find(Boolean);
  return found ? found[1] + (found[2] ? "*" : "") : undefined;
}

test("whatever is stored in a browser is in the table, and nothing else", async () => {
  const { GOES, STAYS } = await import("./left-behind.ts");
  const files = new Map<string, string>();
  for await (const path of glob("src/**/*.{ts,tsx}"))
    if (!/\.test\.tsx?$|\/server\//.test(path)) files.set(path, await readFile(path, "utf8"));
  const texts = [...files.values()];
  const stored = new Set<string>();
  for (const [path, text] of files) {
    // The adapter of the sign-in client is called with the session's key, and this table names its own.
    if (/session-storage\.ts$/.test(path))
      for (const end of ["", "-ended", "-left"]) stored.add(`prompteca-auth${end}`);
    const isStore = /createStore\("(prompteca-[a-z]+)"/.exec(text)?.[1];
    if (isStore) stored.add(isStore);
    if (!text.includes("browser-storage.ts") || /(session-storage|browser-storage)\.ts$/.test(path)) continue;
    for (const [call, name = ""] of text.matchAll(/\b(?:readStored|writeStored|keep|lasts)\(\s*(\w+)/g)) {
      const key = keyOf(name, text, texts);
      expect(key, `${path}: ${call}`).toBeDefined();
      stored.add(key as string);
    }
  }
  expect([...stored].sort()).toEqual([...Object.keys(GOES), ...Object.keys(STAYS)].sort());
});

test("what a person leaves goes from both places; what stays is the table's", async () => {
  const page = await openPage();
  page.note("ana");
  for (const storage of [tab, browser]) await fill(storage);
  page.note(undefined);
  for (const storage of [tab, browser])
    expect(Object.keys(storage).sort()).toEqual(
      Object.keys(page.STAYS)
        .filter((key) => key !== "prompteca-drafts")
        .sort(),
    );
  expect(told).toEqual(["memory", "forms"]);
  expect([page.wasLeftHere(), page.wasLeftHere()]).toEqual([true, false]);
});

test("a session that the server ended leaves the forms to their author, and to nobody else", async () => {
  const page = await openPage();
  page.note("ana");
  await fill(tab);
  page.note(undefined, "ended");
  expect([told, tab["prompteca-report"]]).toEqual([["memory"], "x"]);
  page.note("ana");
  expect(told).toEqual(["memory"]);
  page.note(undefined, "ended");
  page.note("beto");
  expect([told, tab["prompteca-report"]]).toEqual([["memory", "memory", "memory", "forms"], undefined]);
});

test("forms of a session that the server ended are gone when the browser shows the page again", async () => {
  const page = await openPage();
  page.note("ana");
  page.note(undefined, "ended");
  page.note(undefined, "again");
  expect(told).toEqual(["memory", "memory", "forms"]);
});

test("who reloads a page whose session the server ended is nobody's heir", async () => {
  const page = await openPage("ana");
  await fill(tab);
  page.note(undefined, "ended");
  await openPage();
  expect(Object.keys(tab)).not.toContain("prompteca-report");
});

test("what ana leaves in the browser is hers, though another tab has named nobody since", async () => {
  const page = await openPage("ana");
  delete browser["prompteca-person"];
  const { keep } = await import("#platform/client/browser-storage.ts");
  keep("vite-ui-theme", "dark");
  expect(browser["prompteca-person"]).toBeUndefined();
  keep("prompteca-copied", "x");
  expect(browser["prompteca-person"]).toBe("ana");
  // The tab is closed; the other one logs somebody else in.
  await openPage("beto");
  expect([page.ownerOfPage(), browser["prompteca-copied"]]).toEqual(["ana", undefined]);
});

test("what ana has in the browser goes with her tab's session, though another tab named nobody", async () => {
  const page = await openPage("ana");
  await fill(browser);
  delete browser["prompteca-person"];
  page.note(undefined);
  expect(browser["prompteca-copied"]).toBeUndefined();
});

test("a page that logs in somebody else goes on, without what is in memory", async () => {
  const page = await openPage();
  page.note("ana");
  await fill(browser);
  page.note(undefined, "replaced");
  page.note("beto");
  expect([told, browser["prompteca-copied"]]).toEqual([["memory"], undefined]);
});

test.each([undefined, "beto"])(
  "what ana left in a tab that slept is gone when it wakes to %s",
  async (now) => {
    for (const storage of [tab, browser]) await fill(storage);
    // In the browser's storage another tab has cleared up, and things are the next one's.
    if (now) browser["prompteca-person"] = now;
    await openPage(now);
    expect([tab["prompteca-filled-values"], browser["prompteca-interrupted"]]).toEqual([
      undefined,
      now ? "x" : undefined,
    ]);
  },
);

test("a reload of the same person's tab loses nothing, and a new tab nothing of the browser", async () => {
  for (const storage of [tab, browser]) await fill(storage);
  await openPage("ana");
  expect([tab["prompteca-report"], browser["prompteca-report"]]).toEqual(["x", "x"]);
  tab = plainStorage();
  await openPage("ana");
  expect([tab["prompteca-person"], browser["prompteca-report"]]).toEqual(["ana", "x"]);
});

test("a visitor's report is not the next member's, but what it handed on to its login is", async () => {
  const page = await openPage();
  for (const key of ["prompteca-report", "prompteca-report-sent", "prompteca-filled-values"]) tab[key] = "x";
  browser["prompteca-report"] = "x";
  page.note("ana");
  expect(tab).toEqual({ ...ANA, "prompteca-filled-values": "x" });
  expect(browser).toEqual({ ...ANA, "prompteca-report": "x" });
  expect(told).toEqual([]);
});

test("who closes the login takes back what was handed on to it", async () => {
  await openPage();
  const { forgetHandedOn } = await import("./handed-on.ts");
  Object.assign(browser, { "prompteca-report": "x", "prompteca-interrupted": "x", "prompteca-copied": "x" });
  forgetHandedOn();
  expect(browser).toEqual({ "prompteca-copied": "x" });
});

test("a page that the browser kept of a visitor is emptied for the member who comes back to it", async () => {
  const page = await openPage();
  page.note("ana", "again");
  expect(told).toEqual(["memory", "forms"]);
});

test("a page that the browser kept of a visitor is emptied for the next, if somebody has come and left since", async () => {
  const kept = await openPage();
  kept.notePageLeft();
  kept.note(undefined, "again");
  expect(told).toEqual([]);
  kept.notePageLeft();
  const later = await openPage("ana");
  later.note(undefined);
  expect(browser["prompteca-left"]).toMatch(/^\d{13}$/);
  told = [];
  kept.note(undefined, "again");
  expect(told).toEqual(["memory", "forms"]);
});

test("what a visitor left in a tab is nobody's once somebody has come and left in another one", async () => {
  await openPage();
  tab["prompteca-filled-values"] = "x";
  await openPage();
  expect(tab["prompteca-filled-values"]).toBe("x");
  const own = tab;
  tab = plainStorage();
  (await openPage("ana")).note(undefined);
  // What is typed after that is somebody else's.
  tab["prompteca-filled-values"] = "x";
  await openPage();
  expect(tab["prompteca-filled-values"]).toBe("x");
  tab = own;
  await openPage();
  expect(tab["prompteca-filled-values"]).toBeUndefined();
});

test("who comes back to their own page loses nothing of it, though somebody else has left meanwhile", async () => {
  const page = await openPage("ana");
  page.notePageLeft();
  browser["prompteca-left"] = "1764500000000";
  page.note("ana", "again");
  expect(told).toEqual([]);
});
