import { afterEach, expect, test, vi } from "vitest";
import { fetchApi, setAccessTokenSource } from "./api.ts";

const anonymous = async () => undefined;

afterEach(() => {
  setAccessTokenSource(anonymous, () => {});
  vi.unstubAllGlobals();
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
    );
    for (const method of ["GET", "POST"] as const) await fetchApi("/api/prompts", { method });
    for (const [, { headers }] of fetch.mock.calls.splice(0)) expect(headers.authorization).toBe(sent);
  }
});
