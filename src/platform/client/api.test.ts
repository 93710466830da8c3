import { afterEach, expect, test, vi } from "vitest";
import { fetchApi, setAccessTokenSource } from "./api.ts";

const anonymous = async () => undefined;
const nobody = () => undefined;

afterEach(() => {
  setAccessTokenSource(anonymous, () => {}, nobody);
});

test("a form goes as it is, with the type that the browser gives it", async () => {
  const fetch = vi.fn(async (_path: string, _call: { headers: object; body: unknown }) => Response.json({}));
  vi.stubGlobal("fetch", fetch);
  const body = new FormData();
  await fetchApi("/api/prompts", { method: "POST", body });
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ body, headers: { accept: "application/json" } });
  expect(fetch.mock.calls[0]?.[1].headers).not.toHaveProperty("content-type");
});

test("calls carry the session's token, and none where there is no session", async () => {
  const fetch = vi.fn(async (_path: string, _call: { headers: Record<string, string> }) => Response.json({}));
  vi.stubGlobal("fetch", fetch);
  for (const [token, sent] of [
    [undefined, undefined],
    ["abc", "Bearer abc"],
  ]) {
    setAccessTokenSource(
      async () => token,
      () => {},
      nobody,
    );
    for (const method of ["GET", "POST"] as const) await fetchApi("/api/prompts", { method });
    for (const [, { headers }] of fetch.mock.calls.splice(0)) expect(headers.authorization).toBe(sent);
  }
});

test("an answer to somebody who has left meanwhile reaches nobody; a visitor's call outlasts their login", async () => {
  let there: string | undefined;
  const answer = (next: string | undefined) => async () => {
    there = next;
    return Response.json({ secret: "Ana's" });
  };
  setAccessTokenSource(
    async () => "token",
    () => {},
    () => there,
  );
  for (const next of [undefined, "beto"]) {
    there = "ana";
    vi.stubGlobal("fetch", answer(next));
    const told = vi.fn();
    void fetchApi("/api/prompts/in-review").then(told, told);
    await vi.waitFor(() => expect(there).toBe(next), 30_000);
    await new Promise(setImmediate);
    expect(told).not.toHaveBeenCalled();
  }
  for (const before of ["ana", undefined]) {
    there = before;
    vi.stubGlobal("fetch", answer("ana"));
    expect(await fetchApi("/api/prompts")).toEqual({ secret: "Ana's" });
  }
});

test.each(["GET", "POST"] as const)(
  "a %s that is refused goes once more, with the token that there is by then",
  async (method) => {
    const fetch = vi.fn(async (_path: string, { headers }: { headers: Record<string, string> }) =>
      headers.authorization === "Bearer new"
        ? Response.json({ done: true })
        : Response.json({}, { status: 401 }),
    );
    vi.stubGlobal("fetch", fetch);
    const refused = vi.fn();
    const tokens = ["expired", "new", "old", "old"];
    setAccessTokenSource(async () => tokens.shift(), refused, nobody);
    expect(await fetchApi("/api/prompts/7/like", { method })).toEqual({ done: true });
    expect([fetch.mock.calls.length, refused.mock.calls.length]).toEqual([2, 0]);
    // The same token again is refused for another reason.
    await expect(fetchApi("/api/prompts/7/like", { method })).rejects.toMatchObject({ status: 401 });
    expect([fetch.mock.calls.length, refused.mock.calls.length]).toEqual([3, 1]);
  },
);

test("a call goes out by nobody else's token, neither at first nor again", async () => {
  let there: string | undefined = "ana";
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers.authorization);
    // Ana leaves and Beto comes while the answer is on its way.
    there = "beto";
    return Response.json({}, { status: 401 });
  });
  const read = async () => there;
  setAccessTokenSource(
    read,
    () => {},
    () => there,
  );
  void fetchApi("/api/prompts", { method: "POST" });
  await vi.waitFor(() => expect(sent).toEqual(["Bearer ana"]), 30_000);
  await new Promise(setImmediate);
  there = "ana";
  const late = Promise.withResolvers<void>();
  setAccessTokenSource(
    () => late.promise.then(read),
    () => {},
    () => there,
  );
  void fetchApi("/api/prompts", { method: "POST" });
  there = "beto";
  late.resolve();
  await new Promise(setImmediate);
  expect(sent).toEqual(["Bearer ana"]);
});
