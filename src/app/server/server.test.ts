import { describe, expect, test, vi } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createTestApp } from "#tests/support/app.ts";

const site = setUpTestApp();

describe("every answer", () => {
  test.each(["/api/prompts", "/api/nada", "/healthz", "/api/openapi.json"])(
    "%s carries the guards",
    async (url) => {
      const { headers } = await site.app.inject(url);
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
      expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
      expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
      expect(headers["permissions-policy"]).toContain("camera=()");
      const policy = String(headers["content-security-policy"]);
      expect(policy).not.toContain("unsafe");
      for (const closed of [
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]) {
        expect(policy).toContain(closed);
      }
    },
  );

  test("has HSTS of a year with an https address", async () => {
    const secure = await createTestApp({ PUBLIC_URL: "https://prompteca.example" });
    expect((await secure.app.inject("/healthz")).headers["strict-transport-security"]).toBe(
      "max-age=31536000",
    );
    expect((await site.app.inject("/healthz")).headers["strict-transport-security"]).toBeUndefined();
    await secure.close();
  });

  test.each([
    ["GET", "/api/nada"],
    ["POST", "/api"],
    ["DELETE", "/api/nada"],
    ["PUT", "/nada/x"],
    ["POST", "/prompts"],
  ] as const)("%s %s, which nobody mounted, is a 404 in JSON", async (method, url) => {
    const answer = await site.app.inject({ method, url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: "not_found", message: expect.any(String) });
  });
});

describe("GET /readyz", () => {
  test("asks database and storage once for simultaneous requests", async () => {
    const check = vi.spyOn(site.ctx.storage, "check");
    const answers = await Promise.all(Array.from({ length: 50 }, () => site.app.inject("/readyz")));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(check.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test("answers 503 with Retry-After when the database is unreachable, and the API reveals nothing internal", async () => {
    const dying = await createTestApp();
    await dying.ctx.pool.end();
    const answer = await dying.app.inject("/readyz");
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "5"]);
    // As balancers do: requests go on coming, and get the answer below.
    expect((await dying.app.inject("/healthz")).statusCode).toBe(200);
    const list = await dying.app.inject("/api/prompts");
    expect([list.statusCode, list.headers["retry-after"]]).toEqual([503, "5"]);
    expect(list.json()).toEqual({
      code: "unavailable",
      message: "O site está fora do ar por um instante. Tente novamente em alguns segundos.",
    });
    await dying.app.close();
    await dying.ctx.jobs.stop();
  });
});

describe("GET /api/openapi.json", () => {
  test("describes the product's calls from the schemas that validate them", async () => {
    const document = (await site.app.inject("/api/openapi.json")).json();
    expect(document.openapi).toBe("3.1.0");
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        "/api/v1/auth/check-user-exists",
        "/api/v1/auth/resend-verification",
        "/api/v1/prompts",
        "/api/v1/prompts/top",
        "/api/v1/prompts/{id}",
        "/api/v1/prompts/{id}/like",
        "/api/v1/prompts/{id}/favorite",
        "/api/v1/users/{id}/prompts",
        "/api/v1/users/{id}/favorites",
      ]),
    );
    const { post } = document.paths["/api/v1/prompts"];
    expect(post.requestBody.content["application/json"].schema.properties.title).toMatchObject({
      minLength: 3,
      maxLength: 120,
    });
    expect(post.responses.default).toBeDefined();
  });

  test("names each of the product's calls once, for generated clients", async () => {
    const document = (await site.app.inject("/api/openapi.json")).json();
    const calls = Object.values<Record<string, { tags: string[]; operationId?: string }>>(
      document.paths,
    ).flatMap((methods) => Object.values(methods));
    const names = calls.flatMap(({ operationId }) => operationId ?? []);
    expect(names).toHaveLength(new Set(names).size);
    expect(names).toEqual(expect.arrayContaining(["searchPrompts", "getPrompt", "publishPrompt"]));
  });

  test("is readable at /api/docs", async () => {
    const page = await site.app.inject("/api/docs");
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toContain("text/html");
  });
});
