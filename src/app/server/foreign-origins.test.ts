/** Pages of other sites change nothing here: every route of the server is asked as their visitors' browsers would. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { noteRoutes } from "#tests/support/routes.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

let site: TestApp;
let member: TestUser;
/** Method and address of each route that may change something. */
const writes: { method: "POST"; url: string }[] = [];

beforeAll(async () => {
  site = await noteRoutes(
    () => createTestApp({ PUBLIC_URL: "https://prompteca.example" }, "built"),
    ({ method, url }) => {
      for (const verb of [method].flat())
        if (!["GET", "HEAD", "OPTIONS"].includes(verb)) writes.push({ method: verb as "POST", url });
    },
  );
  member = await createUser(site.ctx);
});
afterAll(() => site.close());

/** Bodies that a form can send, and a script without asking first. */
const BODIES: [type: string | undefined, payload: string | undefined][] = [
  ["application/x-www-form-urlencoded", "token=x"],
  [
    "multipart/form-data; boundary=x",
    '--x\r\ncontent-disposition: form-data; name="token"\r\n\r\nx\r\n--x--\r\n',
  ],
  ["text/plain", '{"token":"x"}'],
  ["application/json", '{"token":"x"}'],
  [undefined, undefined],
];

/** Whether a route refuses a request because of where it comes from. */
async function isRefused(
  { method, url }: { method: "POST"; url: string },
  headers: Record<string, string>,
  [type, payload]: (typeof BODIES)[number] = BODIES[0] as (typeof BODIES)[number],
): Promise<boolean> {
  const answer = await site.app.inject({
    method,
    url: url.replace(/:promptId|:id|:number/g, "999999999").replace(/:\w+/g, "nada"),
    headers: { ...headers, ...(type && { "content-type": type }) },
    ...(payload !== undefined && { payload }),
  });
  const isForeign = answer.body.includes("Páginas de outros sites");
  expect([url, answer.statusCode === 403 && isForeign]).toEqual([url, isForeign]);
  return isForeign;
}

test("the routes are all there, posted forms among them", () => {
  const names = writes.map(({ method, url }) => `${method} ${url}`);
  for (const known of [
    "POST /denunciar",
    "POST /denuncias/:code",
    "POST /cancelar-novidades",
    "POST /api/reports/:code/confirm",
    "POST /api/prompts/:id/view",
    "POST /auth/v1/signup",
    "PUT /auth/v1/user",
    "DELETE /api/account",
  ])
    expect(names).toContain(known);
});

describe("every route that changes something", () => {
  test.each<[string, Record<string, string>]>([
    ["by an address of another site", { origin: "https://evil.example" }],
    ["by an address that resembles this one", { origin: "https://prompteca.example.evil.example" }],
    ["by this one without encryption", { origin: "http://prompteca.example", host: "prompteca.example" }],
    ["by a page without a site", { origin: "null" }],
    ["by a page without a site, whatever host is asked", { origin: "null", host: "" }],
    ["by nothing", { origin: "" }],
    ["by two addresses", { origin: "https://prompteca.example, https://evil.example" }],
    ["by this one at another port", { origin: "https://prompteca.example:8443" }],
    ["by its address, as a person's own doing", { "sec-fetch-site": "none", origin: "https://evil.example" }],
    ["by a file that somebody has opened", { origin: "file://" }],
    ["by a page of another protocol", { origin: "ipfs://bafybeigdyrzt5" }],
    ["by what the browser says of it", { "sec-fetch-site": "cross-site" }],
    ["of another host of the same site", { "sec-fetch-site": "same-site", origin: "https://x.example" }],
    ["that hides its address", { "sec-fetch-site": "cross-site", origin: "null" }],
    ["by a word that is none of a browser's", { "sec-fetch-site": "x" }],
    ["by no word", { "sec-fetch-site": "" }],
  ])("refuses a page of another site, known %s, whatever it sends", async (_how, headers) => {
    for (const write of writes)
      for (const body of BODIES)
        expect([write.url, body[0], await isRefused(write, headers, body)]).toEqual([
          write.url,
          body[0],
          true,
        ]);
  });

  test.each<[string, Record<string, string>]>([
    ["pages of this site", { "sec-fetch-site": "same-origin", origin: "https://prompteca.example" }],
    ["pages of this site in old browsers", { origin: "https://prompteca.example" }],
    ["pages of a trial, under whatever name it is reached", { origin: "https://pc:3000", host: "pc:3000" }],
    ["who loads a page again", { "sec-fetch-site": "none" }],
    ["programs", {}],
    ["browser extensions", { origin: "chrome-extension://abc", "sec-fetch-site": "cross-site" }],
  ])("lets in %s", async (_who, headers) => {
    for (const write of writes) {
      // MCP has a rule of its own for addresses (the specification, Transports, Security).
      if (write.url === "/mcp" && headers.host) continue;
      expect([write.url, await isRefused(write, headers)]).toEqual([write.url, false]);
    }
  });

  test("refuses a page of another site also with an authorization: who may read with one posts it without asking", async () => {
    for (const write of writes)
      for (const token of [member.token, "x"]) {
        const headers = { authorization: `Bearer ${token}`, origin: "https://evil.example" };
        expect([write.url, await isRefused(write, headers)]).toEqual([write.url, true]);
      }
  });
});

test("a browser is told by a page, a program by JSON", async () => {
  const ask = (accept: string) =>
    site.app.inject({
      method: "POST",
      url: "/denuncias/2345678923",
      headers: {
        accept,
        origin: "https://evil.example",
        "content-type": "application/x-www-form-urlencoded",
      },
      payload: "token=x",
    });
  const page = await ask("text/html");
  expect([page.statusCode, page.headers["content-type"]]).toEqual([403, "text/html; charset=utf-8"]);
  expect(page.body).toContain(
    "Páginas de outros sites não podem enviar nada para cá. Abra a página aqui, neste site, e envie de novo por ela.",
  );
  expect((await ask("*/*")).json()).toMatchObject({ code: "foreign_origin" });
});
