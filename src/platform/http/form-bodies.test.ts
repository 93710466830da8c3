import fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { readForms } from "./form-bodies.ts";

const app = fastify({ bodyLimit: 6_000_000 });
readForms(app, { numbers: [], lists: ["tags"], flags: [] });
app.post("/", async ({ body }) => (body as { tags: string[] }).tags);
afterAll(() => app.close());

async function listOf(tags: string): Promise<string[]> {
  const form = new FormData();
  form.set("tags", tags);
  const body = new Response(form);
  const answer = await app.inject({
    method: "POST",
    url: "/",
    headers: { "content-type": body.headers.get("content-type") ?? "" },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return answer.json();
}

test("a list is read without blank entries", async () => {
  expect(await listOf("bolo, , fubá ,")).toEqual(["bolo", " fubá "]);
});

test("of a list that is far too long no more is read than it takes to refuse it", async () => {
  for (const entry of ["t,", ","]) expect(await listOf(entry.repeat(2_500_000))).toHaveLength(1000);
});
