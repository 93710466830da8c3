/** Bodies that are not what the site reads: in another encoding, or compressed. Every route that takes one is asked. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { postMcp } from "#tests/support/mcp.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { noteRoutes } from "#tests/support/routes.ts";
import { createAdmin, type TestUser } from "#tests/support/users.ts";

type Method = "POST" | "PUT" | "PATCH" | "DELETE";
const TAKE_BODIES = new Set(["POST", "PUT", "PATCH", "DELETE"]);

const routes: { method: Method; url: string }[] = [];
let site: TestApp;
let admin: TestUser;
let ids: Record<string, string | number>;

beforeAll(async () => {
  site = await noteRoutes(
    () => createTestApp({}, "built"),
    ({ method, url }) => {
      for (const verb of [method].flat()) {
        if (TAKE_BODIES.has(verb)) routes.push({ method: verb as Method, url });
      }
    },
  );
  // May everything: who is refused before the body is read tells nothing.
  admin = await createAdmin(site.ctx);
  const { id } = await publishPrompt(site, admin);
  const made = await site.call("POST", "/api/collections", admin, { title: "Uma lista", is_public: true });
  ids = { id, promptId: id, collection: made.json().id };
});
afterAll(() => site.close());

function send({ method, url }: (typeof routes)[number], type: string, payload: Buffer, headers = {}) {
  const id = url.includes("/collections/") && ids.collection;
  const path = url
    .replace(/:id/, String(id || ids.id))
    .replace(/:\w+/g, String(ids.promptId))
    .replace("*", "nada");
  return site.app.inject({
    method,
    url: path,
    payload,
    headers: {
      authorization: `Bearer ${admin.token}`,
      "content-type": type,
      accept: "application/json, text/event-stream",
      ...headers,
    },
  });
}

const latin1 = (text: string) => Buffer.from(text, "latin1");
const FORM = "application/x-www-form-urlencoded";
const PARTS = "multipart/form-data; boundary=limite";
const part = (disposition: string, value: string) =>
  latin1(`--limite\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${value}\r\n--limite--\r\n`);

/** In two parts, of which one has for its own what the other's damage becomes. */
const masked = Buffer.concat([
  Buffer.from(
    '--limite\r\ncontent-disposition: form-data; name="description"\r\n\r\nA\ufffd\ufffdo, e mais\r\n',
  ),
  part('name="title"', "A\xe7\xe3o"),
]);

/** No UTF-8, as programs send it that know nothing of it. */
const DAMAGED: [what: string, type: string, body: Buffer][] = [
  ["JSON in Latin-1", "application/json", latin1('{"title":"Ação"}')],
  ["JSON that says UTF-8", "application/json; charset=utf-8", latin1('{"title":"Ação"}')],
  ["a key in Latin-1", "application/json", latin1('{"ação":1}')],
  ["JSON in UTF-16", "application/json", Buffer.from('\ufeff{"title":"a"}', "utf16le")],
  ["a character that is cut", "application/json", Buffer.from('{"title":"é"}').subarray(0, 11)],
  ["a surrogate", "application/json", latin1('{"title":"\xed\xa0\x80"}')],
  ["an overlong character", "application/json", latin1('{"title":"\xc0\xaf"}')],
  ["a form in Latin-1", FORM, latin1("text=Ação&email=a")],
  ["a form with bytes of Latin-1", FORM, latin1("text=A%E7%E3o")],
  ["the name of a field", FORM, latin1("a%E7o=1")],
  ["a text of a form", PARTS, part('name="title"', "Ação")],
  ["the name of a text", PARTS, part('name="ação"', "x")],
  ["the name of a file", PARTS, part('name="thumbnail_url"; filename="ação.png"', "x")],
  ["a text beside its own damage", PARTS, masked],
  ["plain text", "text/plain", latin1("Ação")],
  ["a file", "text/csv", latin1("título;texto")],
];

test("no route reads a body that is not UTF-8", async () => {
  expect(routes.length).toBeGreaterThan(80);
  const read: unknown[] = [];
  for (const route of routes) {
    const name = `${route.method} ${route.url}`;
    const answers = DAMAGED.map(async ([what, type, body]) => {
      const answer = await send(route, type, body);
      const isTold = /não está em UTF-8|unexpected content type/.test(answer.body);
      if (answer.statusCode !== 415 && !(answer.statusCode === 400 && isTold))
        read.push([name, what, answer.statusCode, answer.body.slice(0, 100)]);
    });
    await Promise.all(answers);
  }
  expect(read).toEqual([]);
});

test.each([
  "application/json; charset=iso-8859-1",
  "application/json;charset=windows-1252",
  'application/json; charset="UTF-16"',
  "application/json; CHARSET=latin1",
  "application/json; foo=1; charset='us-ascii'",
  `${FORM}; charset=ISO-8859-15`,
  `${PARTS}; charset=utf-7`,
])("every route refuses %s with 415", async (type) => {
  for (const route of routes) {
    const { statusCode, body } = await send(route, type, Buffer.from("{}"));
    expect([route, statusCode]).toEqual([route, 415]);
    expect(body).toContain("outro charset não é aceito");
  }
});

test.each(["gzip", "br", "deflate", "zstd", "GZIP", "identity, gzip", "x-unknown"])(
  "every route refuses Content-Encoding: %s with 415, and says what it takes",
  async (coding) => {
    for (const route of routes) {
      const headers = { "content-encoding": coding };
      const answer = await send(route, "application/json", Buffer.from("{}"), headers);
      expect([route, answer.statusCode]).toEqual([route, 415]);
      expect(answer.headers["accept-encoding"]).toBe("identity");
      expect(answer.body).toContain("sem compressão");
    }
  },
);

test.each([
  "charset=utf-8",
  "charset=UTF-8",
  'charset="utf-8"',
  "charset='UTF-8'",
  "charset=utf8",
  "charset=UTF8",
  "Charset=Utf-8",
  "",
])("takes JSON in UTF-8, as whose encoding it names: %s", async (charset) => {
  const headers = { "content-encoding": "identity" };
  for (const mark of ["", "\ufeff"]) {
    const body = Buffer.from(`${mark}{"content":"Ação e reação, 😀"}`);
    const type = charset ? `application/json; ${charset}` : "application/json";
    const answer = await send({ method: "POST", url: "/api/prompts/similar" }, type, body, headers);
    expect([mark, answer.statusCode]).toEqual([mark, 200]);
  }
});

describe("a form", () => {
  const similar = { method: "POST", url: "/api/prompts" } as const;

  test("that has the sign for damage as its own text is read", async () => {
    const value = Buffer.from("Um sinal: \ufffd\r\nfim").toString("latin1");
    const { body } = await send(similar, PARTS, part('name="title"', value));
    expect(body).not.toContain("UTF-8");
  });

  test("may have a per cent sign that begins no byte", async () => {
    const route = { method: "POST", url: "/denunciar" } as const;
    const { body } = await send(route, FORM, Buffer.from("text=100%+de+caf%C3%A9+%zz+%"), {
      accept: "text/html",
    });
    expect(body).toContain("100% de café %zz %");
  });
});

test("what visitors ask by MCP is read as UTF-8, before a cached answer is looked for", async () => {
  const url = `${await site.app.listen({ port: 0, host: "127.0.0.1" })}/mcp`;
  const search = (text: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_prompts","arguments":{"text":"${text}"}}}`;
  expect((await postMcp(url, search("caf\ufffd"))).status).toBe(200);
  const post = (body: BodyInit, headers = {}) =>
    fetch(url, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", accept: "*/*", ...headers },
    });
  const damaged = await post(latin1(search("café")));
  expect([damaged.status, (await damaged.json()).error.code]).toEqual([400, -32700]);
  expect((await post(search("caf\ufffd"), { "content-encoding": "gzip" })).status).toBe(415);
  expect((await post(search("caf\ufffd"), { "content-encoding": "identity" })).status).toBe(200);
});

describe("values of a JSON body", () => {
  const preview = (text: string, extra = {}) =>
    site.call("POST", "/api/imports/preview", admin, { text, ...extra });
  const commas = JSON.stringify([{ title: "Muitas", content: `Uma lista: ${"[1,{2".repeat(3000)} \\" fim` }]);

  test("are not the commas and brackets inside of texts", async () => {
    // 90,000 signs, two layers of quotes deep.
    const file = JSON.stringify(Array.from({ length: 10 }, () => JSON.parse(commas)[0]));
    const { statusCode, body } = await preview(file, { format: "json" });
    expect([statusCode, JSON.parse(body).total]).toEqual([200, 10]);
  });

  test.each([
    ["numbers", `[${"0,".repeat(50_001)}0]`],
    ["lists", `[${"[],".repeat(30_000)}0]`],
    ["objects", `[${"{},".repeat(30_000)}0]`],
    ["those after a text with quotes", `["\\\\\\"",${"0,".repeat(50_001)}0]`],
    ["those after a text that ends with a backslash", `["\\\\",${"0,".repeat(50_001)}0]`],
  ])("are at most 50,000: %s", async (_what, body) => {
    const route = { method: "POST", url: "/api/imports/preview" } as const;
    expect((await send(route, "application/json", Buffer.from(body))).statusCode).toBe(413);
  });
});
