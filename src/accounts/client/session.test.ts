import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** As much of a browser's storage as the session needs. */
class FakeStorage {
  readonly values = new Map<string, string>();
  getItem(key: string) {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.values.set(key, value);
  }
  removeItem(key: string) {
    this.values.delete(key);
  }
}

const KEY = "prompteca-auth";
const stored = (user: object, expiresIn = 3600) =>
  JSON.stringify({
    access_token: "access",
    refresh_token: "refresh",
    expires_at: Math.floor(Date.now() / 1000) + expiresIn,
    user: {
      id: "7",
      email: "ana@example.com",
      created_at: "2026-01-01T00:00:00Z",
      app_metadata: {},
      ...user,
    },
  });

let localStorage: FakeStorage;
let sessionStorage: FakeStorage;
let fetched: string[];

/** The module as a page that was just loaded sees it. */
async function openPage() {
  vi.resetModules();
  return await import("./session.ts");
}

beforeEach(() => {
  localStorage = new FakeStorage();
  sessionStorage = new FakeStorage();
  fetched = [];
  vi.stubGlobal("window", { localStorage, sessionStorage, addEventListener() {} });
  vi.stubGlobal("fetch", async (url: string) => {
    fetched.push(url);
    return Promise.reject(new TypeError("offline"));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("before the storage was read nobody knows", async () => {
  const { getSession } = await openPage();
  expect(getSession()).toEqual({ status: "loading", user: null });
});

test("with nothing stored the visitor is anonymous at once, and nobody is told or asked", async () => {
  const { getSession, onSessionChange, startSession } = await openPage();
  const told = vi.fn();
  onSessionChange(told);
  startSession();
  expect(getSession()).toEqual({ status: "anonymous", user: null });
  expect(told).not.toHaveBeenCalled();
  expect(fetched).toEqual([]);
});

test.each(["local", "session"])("a session in %s storage is there at the first look", async (place) => {
  (place === "local" ? localStorage : sessionStorage).setItem(
    KEY,
    stored({ user_metadata: { username: "Ana" }, app_metadata: { role: "admin" } }),
  );
  const { getSession, onSessionChange, startSession } = await openPage();
  const told = vi.fn();
  onSessionChange(told);
  startSession();
  const ana = {
    id: "7",
    email: "ana@example.com",
    username: "Ana",
    createdAt: "2026-01-01T00:00:00Z",
    isAdmin: true,
  };
  expect(getSession()).toEqual({ status: "signed-in", user: ana });
  expect(told).toHaveBeenCalledExactlyOnceWith(ana);
});

test("without a username the e-mail's first part is shown", async () => {
  localStorage.setItem(KEY, stored({}));
  const { getSession, startSession } = await openPage();
  startSession();
  expect(getSession().user?.username).toBe("ana");
});

test.each(["not json", "null", "{}", '{"access_token":"a","refresh_token":"r"}'])(
  "what is no session counts as none: %s",
  async (text) => {
    localStorage.setItem(KEY, text);
    const { getSession, startSession } = await openPage();
    startSession();
    expect(getSession().status).toBe("anonymous");
  },
);

test("a browser that refuses storage still shows the site", async () => {
  vi.stubGlobal("window", {
    get localStorage() {
      throw new Error("refused");
    },
    get sessionStorage() {
      throw new Error("refused");
    },
    addEventListener() {},
  });
  const { getSession, startSession } = await openPage();
  startSession();
  expect(getSession().status).toBe("anonymous");
});

test("the tab's own choice decides where the next session is kept", async () => {
  vi.resetModules();
  const { keepSession, sessionStorageAdapter } = await import("./session-storage.ts");
  keepSession(false);
  await sessionStorageAdapter.setItem(KEY, "s");
  expect([sessionStorage.getItem(KEY), localStorage.getItem(KEY)]).toEqual(["s", null]);
  keepSession(true);
  await sessionStorageAdapter.setItem(KEY, "l");
  expect(localStorage.getItem(KEY)).toBe("l");
});

test("a tab takes over what another was given for its own session, and nothing older or of another session", async () => {
  vi.resetModules();
  const { adoptSession, keepSession, readStoredSession } = await import("./session-storage.ts");
  keepSession(false);
  const of = (session_id: string, refresh_token: string, expiresIn?: number) => ({
    ...JSON.parse(stored({}, expiresIn)),
    access_token: `x.${Buffer.from(JSON.stringify({ session_id })).toString("base64url")}.x`,
    refresh_token,
  });
  adoptSession(of("a", "nobody is logged in here"));
  expect(readStoredSession()).toBeNull();
  sessionStorage.setItem(KEY, JSON.stringify(of("a", "first")));
  for (const ignored of [null, of("b", "another", 7200), of("a", "older", 60)]) adoptSession(ignored);
  expect(readStoredSession()?.refresh_token).toBe("first");
  adoptSession(of("a", "second", 7200));
  expect(readStoredSession()?.refresh_token).toBe("second");
});
