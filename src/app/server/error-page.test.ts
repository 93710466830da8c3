/** Answers to browsers and programs when the server refuses or fails. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { AppError } from "#platform/http/errors.ts";
import { type App, createHttpServer } from "#platform/http/server.ts";
import { createLogger } from "#platform/log.ts";
import { writeErrorPage } from "./error-page.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

const failures: Record<string, Error> = {
  "500": new Error("a secret of the inside"),
  "503": Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
  "429": new AppError(429, "over_request_rate_limit", "Muitas tentativas. <Aguarde>", {
    headers: { "retry-after": "7" },
  }),
};

let app: App;
beforeAll(async () => {
  app = await createHttpServer(readConfig({}), createLogger("silent"), { errorPage: writeErrorPage });
  for (const path of ["/fails/:with", "/api/fails/:with"]) {
    app.get<{ Params: { with: string } }>(path, async (request) => {
      throw failures[request.params.with];
    });
  }
  app.post("/form", async () => ({}));
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

/** Sends what a browser would. @returns the whole answer */
async function send(request: string, ...headers: string[]): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  const lines = [request, "Host: x", "Accept: text/html", ...headers, "Connection: close"];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  return text(socket);
}

describe("an error page for browsers", () => {
  test.each([
    ["/fails/500", 500, "Algo deu errado do nosso lado", undefined],
    ["/fails/503", 503, "Não conseguimos responder agora", "5"],
    ["/fails/429", 429, "Um momento, por favor", "7"],
    ["/fails/%E0%A4%A", 400, "Não entendemos este endereço", undefined],
    [`/fails/${"a".repeat(400)}`, 414, "Endereço longo demais", undefined],
  ])("%s answers %i with the title %s", async (url, status, title, retryAfter) => {
    const answer = await app.inject({ url, headers: BROWSER });
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([status, retryAfter]);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.headers["cache-control"]).toContain("no-store");
    expect(answer.body).toContain('<html lang="pt-BR">');
    expect(answer.body).toContain(`<h1>${title}</h1>`);
    expect(answer.body).toContain('<a href="/">Ir para o início</a>');
    expect(answer.body).not.toMatch(/secret|<Aguarde>|undefined/);
    expect(answer.headers["x-request-id"]).toMatch(UUID);
    expect(answer.body).toContain(`<code>${answer.headers["x-request-id"]}</code>`);
  });

  test("answers a body that is too large", async () => {
    const headers = { ...BROWSER, "content-type": "application/json" };
    const answer = await app.inject({ method: "POST", url: "/form", headers, payload: "x".repeat(300_000) });
    expect(answer.statusCode).toBe(413);
    expect(answer.body).toContain("<h1>Conteúdo grande demais</h1>");
    expect(answer.body).toContain("O conteúdo enviado é grande demais: tem 300 kB, e o máximo são 262 kB.");
  });

  test("answers a body of too many values", async () => {
    const headers = { ...BROWSER, "content-type": "application/json" };
    const payload = `[${"0,".repeat(2000)}0]`;
    const answer = await app.inject({ method: "POST", url: "/form", headers, payload });
    expect(answer.statusCode).toBe(413);
    expect(answer.body).toContain("O JSON enviado tem mais de 2.000 valores, o máximo.");
  });

  test("answers a request with too long a header", async () => {
    const answer = await send("GET / HTTP/1.1", `Cookie: ${"a".repeat(20_000)}`);
    expect(answer).toMatch(/^HTTP\/1.1 431 /);
    expect(answer).toContain("O cabeçalho da requisição é grande demais.");
    expect(answer).toContain("<h1>");
  });

  test("has only scripts and styles that its policy allows", async () => {
    for (const url of ["/fails/500", "/fails/503"]) {
      const { headers, body } = await app.inject({ url, headers: BROWSER });
      const policy = String(headers["content-security-policy"]);
      expect(policy).not.toContain("unsafe");
      expect(policy).toContain("default-src 'none'");
      for (const [, content = ""] of body.matchAll(/<(?:script|style)>(.*?)<\/(?:script|style)>/gs)) {
        expect(policy).toContain(`'sha256-${createHash("sha256").update(content).digest("base64")}'`);
      }
      expect(body).not.toMatch(/\sstyle=|\son[a-z]+=|<script src|<link rel="stylesheet"/);
    }
  });

  test("has the site's own colours, light and dark", async () => {
    const { body } = await app.inject({ url: "/fails/500", headers: BROWSER });
    expect(body).toMatch(/:root \{ color-scheme: light;[^}]*--ground: oklch/);
    expect(body).toMatch(/\.dark \{ color-scheme: dark;[^}]*--ground: oklch/);
    for (const [, used] of body.matchAll(/var\((--[a-z-]+)\)/g)) expect(body).toContain(`${used}:`);
  });
});

describe("programs get JSON", () => {
  test("for malformed requests too", async () => {
    const [head = "", body = ""] = (await send("GET /api/with spaces HTTP/1.1")).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(JSON.parse(body)).toEqual({ message: "Requisição inválida.", code: "bad_request" });
  });

  test.each([
    ["/api/fails/500", 500, BROWSER],
    ["/api/fails/503", 503, BROWSER],
    ["/api/fails/429", 429, BROWSER],
    ["/api/fails/%E0%A4%A", 400, BROWSER],
    ["/fails/500", 500, { accept: "*/*" }],
    ["/fails/503", 503, {}],
  ])("%s answers %i with message and code", async (url, status, headers) => {
    const answer = await app.inject({ url, headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({ message: expect.any(String), code: expect.any(String) });
    expect(answer.body).not.toContain("secret");
  });
});
