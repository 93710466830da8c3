import fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { readForms, readPostedForms } from "./form-bodies.ts";

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

test.each([
  ["lines", "a:\r\n".repeat(1000)],
  ["attributes", `Content-Disposition: form-data; name="tags"${'; a="b"'.repeat(500)}\r\n`],
])("a part with a thousand %s is refused before it is read", async (_, head) => {
  const payload = `--x\r\n${head}\r\nbolo\r\n--x--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const answer = await app.inject({ method: "POST", url: "/", headers, payload });
  expect([answer.statusCode, answer.json().code]).toEqual([400, "bad_request"]);
});

test("a posted form has thirty-two fields at most", async () => {
  const forms = fastify();
  readPostedForms(forms, 10_000);
  forms.post("/", async ({ body }) => Object.keys(body as object).length);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const sent = async (fields: number) => {
    const payload = Array.from({ length: fields }, (_, at) => `a${at}=1`).join("&");
    return (await forms.inject({ method: "POST", url: "/", headers, payload })).statusCode;
  };
  expect([await sent(32), await sent(33)]).toEqual([200, 400]);
  await forms.close();
});

test("a list is read without blank entries", async () => {
  expect(await listOf("bolo, , fubá ,")).toEqual(["bolo", " fubá "]);
});

test("of a list that is far too long no more is read than it takes to refuse it", async () => {
  for (const entry of ["t,", ","]) expect(await listOf(entry.repeat(2_500_000))).toHaveLength(1000);
});
