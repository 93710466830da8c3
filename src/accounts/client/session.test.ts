import { beforeEach, describe, expect, test, vi } from "vitest";

type PlainStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

function memoryStorage(): PlainStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

const KEY = "prompteca-auth";
/** A stored session of Ana, unless `user` says otherwise. */
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

let localStorage: PlainStorage;
let sessionStorage: PlainStorage;
let fetched: string[];

/** A page that was just loaded, once it has read the storage. */
async function openPage() {
  vi.resetModules();
  const { getSession, onSessionChange, startSession } = await import("./session.ts");
  const changes = vi.fn();
  onSessionChange(changes);
  const before = getSession();
  startSession();
  return { before, session: getSession(), changes };
}

beforeEach(() => {
  localStorage = memoryStorage();
  sessionStorage = memoryStorage();
  fetched = [];
  vi.stubGlobal("StorageEvent", class extends Event {});
  vi.stubGlobal("window", { localStorage, sessionStorage, addEventListener() {}, dispatchEvent: () => true });
  vi.stubGlobal("fetch", async (url: string) => {
    fetched.push(url);
    return Promise.reject(new TypeError("offline"));
  });
});

test("before the storage was read nobody knows", async () => {
  expect((await openPage()).before).toEqual({ status: "loading", user: null });
});

test("with nothing stored the visitor is anonymous at once, and nothing is called", async () => {
  const { session, changes } = await openPage();
  expect(session).toEqual({ status: "anonymous", user: null });
  expect(changes).not.toHaveBeenCalled();
  expect(fetched).toEqual([]);
});

test.each(["local", "session"])("a session in %s storage is there at the first look", async (place) => {
  (place === "local" ? localStorage : sessionStorage).setItem(
    KEY,
    stored({ user_metadata: { username: "Ana" }, app_metadata: { role: "admin" } }),
  );
  const { session, changes } = await openPage();
  const ana = {
    id: "7",
    email: "ana@example.com",
    username: "Ana",
    createdAt: "2026-01-01T00:00:00Z",
    isAdmin: true,
  };
  expect(session).toEqual({ status: "signed-in", user: ana });
  expect(changes).toHaveBeenCalledExactlyOnceWith(ana);
  // The server is asked whether it still holds. Without waiting, that call would be another test's.
  await vi.waitFor(() => expect(fetched).toEqual(["/auth/v1/user"]), 30_000);
});

test.each(["not json", "null", "{}", '{"access_token":"a","refresh_token":"r"}'])(
  "an invalid session counts as none: %s",
  async (text) => {
    localStorage.setItem(KEY, text);
    expect((await openPage()).session.status).toBe("anonymous");
  },
);

test("a browser that refuses storage still shows the site", async () => {
  const refuse = () => {
    throw new Error("refused");
  };
  const storages = { localStorage: { get: refuse }, sessionStorage: { get: refuse } };
  vi.stubGlobal("window", Object.defineProperties({ addEventListener() {} }, storages));
  expect((await openPage()).session.status).toBe("anonymous");
});

test("the tab's own choice decides where the next session is stored", async () => {
  vi.resetModules();
  const { keepSession, sessionStorageAdapter } = await import("./session-storage.ts");
  keepSession(false);
  await sessionStorageAdapter.setItem(KEY, "s");
  expect([sessionStorage.getItem(KEY), localStorage.getItem(KEY)]).toEqual(["s", null]);
  keepSession(true);
  await sessionStorageAdapter.setItem(KEY, "l");
  // No copy stays in the tab, whose next page would take it for its session.
  expect([sessionStorage.getItem(KEY), localStorage.getItem(KEY)]).toEqual([null, "l"]);
});

test("a tab adopts newer tokens of its own session, and nothing older or of another session", async () => {
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

test("a token that has expired by the server's time is renewed, whatever the device's clock says", async () => {
  const tokenOf = (exp: number) => `x.${Buffer.from(JSON.stringify({ exp })).toString("base64url")}.x`;
  const seconds = Math.floor(Date.now() / 1000);
  // The device's clock was set back by an hour after the login.
  const session = { ...JSON.parse(stored({}, 3600)), access_token: tokenOf(seconds + 1800) };
  localStorage.setItem(KEY, JSON.stringify(session));
  const renewed = {
    ...session,
    access_token: tokenOf(seconds + 7200),
    refresh_token: "next",
    expires_in: 3600,
  };
  vi.stubGlobal("fetch", async (url: string) => {
    fetched.push(url);
    return Response.json(url.includes("/token") ? renewed : session.user);
  });
  await openPage();
  const { readAccessToken } = await import("./session.ts");
  const { noteServerTime } = await import("#platform/client/server-time.ts");
  expect(await readAccessToken()).toBe(session.access_token);
  noteServerTime((seconds + 3600) * 1000);
  const [one, other] = await Promise.all([readAccessToken(), readAccessToken()]);
  expect([one, other]).toEqual([renewed.access_token, renewed.access_token]);
  expect(fetched).toContain("/auth/v1/token?grant_type=refresh_token");
  const before = fetched.length;
  expect(await readAccessToken()).toBe(renewed.access_token);
  expect(fetched).toHaveLength(before);
});

describe("an answer about a session that is not here any more", () => {
  const sessionOf = (id: string, session_id: string) => {
    const claims = Buffer.from(JSON.stringify({ session_id, exp: Date.now() })).toString("base64url");
    const session = JSON.parse(stored({ id }));
    return { ...session, access_token: `x.${claims}.x`, refresh_token: session_id };
  };

  /** Ana's page, whose next call of the account is answered when its test says so. */
  async function openWaiting() {
    localStorage.setItem(KEY, JSON.stringify(sessionOf("ana", "a")));
    const answer = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", () => answer.promise);
    await openPage();
    const { authClient } = await import("./session.ts");
    return { auth: await authClient(), answer: answer.resolve };
  }

  test("does not bring it back after a logout in another tab", async () => {
    const { auth, answer } = await openWaiting();
    const changed = auth.updateUser({ data: { username: "Ana Maria" } });
    await new Promise(setImmediate);
    localStorage.removeItem(KEY);
    answer(Response.json({ id: "ana", user_metadata: { username: "Ana Maria" } }));
    expect((await changed).error).not.toBeNull();
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  test("does not end the session of whoever is there now", async () => {
    const { auth, answer } = await openWaiting();
    const asked = auth.getUser();
    await new Promise(setImmediate);
    localStorage.setItem(KEY, JSON.stringify(sessionOf("beto", "b")));
    const body = { code: 403, error_code: "session_not_found", msg: "Session not found" };
    answer(Response.json(body, { status: 403 }));
    expect((await asked).error).not.toBeNull();
    expect(JSON.parse(localStorage.getItem(KEY) ?? "{}").user.id).toBe("beto");
  });
});
