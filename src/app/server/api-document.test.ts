/** The OpenAPI document as a whole: valid, complete, and with names that clients are generated from. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, expect, test } from "vitest";
import { createHttpServer } from "#platform/http/server.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { documentedCalls } from "#tests/support/api-calls.ts";
import { mountApiDocument } from "./api-document.ts";

const site = setUpTestApp();

interface Operation {
  summary?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: { in: string; name: string; schema?: { enum?: string[] } }[];
  responses: Record<string, { content?: Record<string, object>; headers?: Record<string, object> }>;
}
let text: string;
let operations: (Operation & { name: string; method: string })[];

beforeAll(async () => {
  text = (await site.app.inject("/api/v1/openapi.json")).body;
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method,
      name: `${method} ${path}`,
    })),
  );
});

test("it is valid OpenAPI 3.1, and refers to nothing that is not in it", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(text));
  expect(errors).toBeUndefined();
  expect([valid, validator.version]).toEqual([true, "3.1"]);
  const document = JSON.parse(text);
  for (const [, pointer = ""] of text.matchAll(/"\$ref":\s*"#\/([^"]+)"/g)) {
    const found = pointer.split("/").reduce((part, key) => part?.[key], document);
    expect(found, pointer).toBeTypeOf("object");
  }
});

test("each call has a name of its own, a summary and a subject", async () => {
  const names = (await documentedCalls(site.app)).map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+([A-Z][a-z0-9]+)*$/);
  for (const { name, summary, tags } of operations) {
    expect([name, typeof summary, tags?.length]).toEqual([name, "string", 1]);
  }
});

test("each call says what opens it, by schemes that are described", () => {
  const { securitySchemes } = JSON.parse(text).components;
  expect(securitySchemes.key).toMatchObject({ type: "http", scheme: "bearer", bearerFormat: "pk_…" });
  for (const { name, security = [] } of operations) {
    for (const way of security.flatMap(Object.keys))
      expect(Object.keys(securitySchemes), name).toContain(way);
  }
  expect(operations.filter(({ security }) => security?.some(({ key }) => key)).length).toBeGreaterThan(20);
});

test("exports are described: formats in the address, media types of the answer, and the ETag", () => {
  const exports = operations.filter(({ name }) => name.endsWith("/{format}"));
  expect(exports.map(({ name }) => name)).toEqual([
    "get /api/v1/account/prompts/{format}",
    "get /api/v1/collections/{id}/{format}",
  ]);
  for (const { name, parameters = [], responses } of exports) {
    const of = (wanted: string) => parameters.find((parameter) => parameter.name === wanted)?.schema?.enum;
    expect([name, of("format"), of("separator")]).toEqual([
      name,
      ["json", "csv", "md"],
      ["comma", "semicolon"],
    ]);
    expect(Object.keys(responses[200]?.content ?? {})).toEqual([
      "application/json",
      "text/csv",
      "text/markdown",
    ]);
  }
});

test("each call has both forms of errors, reads of programs have an ETag, and lists with pages links", () => {
  for (const { name, method, parameters = [], responses, security = [] } of operations) {
    const { default: refusal, 200: read } = responses;
    expect(Object.keys(refusal?.content ?? {}), name).toEqual([
      "application/json",
      "application/problem+json",
    ]);
    expect(Object.keys(refusal?.headers ?? {}), name).toContain("Retry-After");
    if (method !== "get" || !read) continue;
    const isForPrograms = security.length === 0 || security.some(({ bearer }) => !bearer);
    expect(Object.keys(read.headers ?? {}).includes("ETag"), name).toBe(isForPrograms);
    const isPaged = parameters.some((parameter) => parameter.in === "query" && parameter.name === "before");
    if (isPaged) expect(Object.keys(read.headers ?? {}), name).toContain("Link");
  }
});

test("a call that does not say who may make it makes no document", async () => {
  const app = await createHttpServer(site.ctx.config, site.ctx.log);
  await mountApiDocument(app, site.ctx);
  app.get("/api/open", { schema: { operationId: "open", tags: ["x"], summary: "Aberta" } }, async () => "");
  expect((await app.inject("/api/openapi.json")).statusCode).toBe(500);
  await app.close();
});
