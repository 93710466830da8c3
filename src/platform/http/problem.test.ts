import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "./errors.ts";
import { prefersProblem, problemOf } from "./problem.ts";

test.each([
  [undefined, false],
  ["", false],
  ["*/*", false],
  ["application/json", false],
  ["application/*", false],
  ["application/problem+json", true],
  ["Application/Problem+JSON", true],
  ["application/problem+json, application/json", true],
  ["application/json, application/problem+json", false],
  ["application/json;q=0.5, application/problem+json;q=0.9", true],
  ["application/json, application/problem+json;q=0.9", false],
  ["application/problem+json;q=0", false],
  ["application/problem+json;q=0, */*", false],
  ["application/problem+json, */*;q=0.1", true],
  ["text/html, application/problem+json;q=0.8", true],
  ["application/problem+json;q=x", false],
  ["problem", false],
  [", ;, application/problem+json", true],
])("Accept: %s asks for a problem: %s", (accept, expected) => {
  expect(prefersProblem(accept)).toBe(expected);
});

test("no Accept header makes it fail", () => {
  const part = fc.constantFrom(
    "application/problem+json",
    "problem",
    "*/*",
    ";q=",
    "0.5",
    ",",
    ";",
    "/",
    '"',
    "=",
    "x",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join("")),
      ),
      (accept) => {
        expect(typeof prefersProblem(`${accept}problem`)).toBe("boolean");
      },
    ),
    { numRuns: 2000 },
  );
});

test("a problem has the members of RFC 9457, and the API's own beside them", () => {
  const error = new AppError(400, "validation_failed", "O título é curto demais.", { field: "title" });
  expect(problemOf(error, "https://prompteca.example", "0b0e")).toEqual({
    type: "https://prompteca.example/programas#erro-validation_failed",
    title: "Pedido inválido",
    status: 400,
    detail: "O título é curto demais.",
    instance: "urn:uuid:0b0e",
    code: "validation_failed",
    field: "title",
  });
  const bare = problemOf(new AppError(507, "x", "Sem espaço."), "https://prompteca.example");
  expect(bare).toMatchObject({ title: "Falha nossa", detail: "Sem espaço." });
  expect(Object.keys(bare)).not.toContain("instance");
});
