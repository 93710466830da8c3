/** Two servers on one database: what one changes, the other does not show any more, although it keeps its answers. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createMember, type Member } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let first: TestSite;
let second: TestSite;
let ana: Member;
let token: string;

beforeAll(async () => {
  first = await startTestSite();
  second = await startTestSite({ DATABASE_URL: first.database.url });
  ana = await createMember(first, "Ana Maria");
  token = (await ana.logIn()).access_token;
});
afterAll(async () => {
  await second?.close();
  await first?.close();
});

const titles = async (site: TestSite): Promise<string[]> => {
  const { data } = (await (await fetch(`${site.origin}/api/prompts`)).json()) as {
    data: { title: string }[];
  };
  return data.map(({ title }) => title);
};

async function change(method: "PATCH" | "DELETE", id: number, body?: object): Promise<void> {
  const answer = await fetch(`${first.origin}/api/prompts/${id}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
}

/** Has the second server cache its list, and waits until it shows something else. */
async function shownAfter(act: () => Promise<unknown>, expected: string[]): Promise<void> {
  await titles(second);
  await act();
  await expect.poll(() => titles(second)).toEqual(expected);
}

test("a prompt that is edited or removed through one server is at once so on the other", async () => {
  const id = await ana.publish("Antes da mudança");
  await expect.poll(() => titles(second)).toEqual(["Antes da mudança"]);
  // For the response cache, time stands still: only an invalidation empties it.
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
  await shownAfter(() => change("PATCH", id, { title: "Depois da mudança" }), ["Depois da mudança"]);
  await shownAfter(() => change("DELETE", id), []);
});
