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
  expect(bare).toMatchObject({ title: "Falha do servidor", detail: "Sem espaço." });
  expect(Object.keys(bare)).not.toContain("instance");
});

test.each([
  [400, "Pedido inválido"],
  [401, "Falta autenticação"],
  [403, "Sem permissão"],
  [404, "Não encontrado"],
  [405, "Método não aceito"],
  [409, "Conflito com o estado atual"],
  [410, "Pedido recusado"],
  [412, "Condição não atendida"],
  [413, "Conteúdo grande demais"],
  [415, "Tipo de conteúdo não aceito"],
  [422, "Conteúdo recusado"],
  [429, "Pedidos demais"],
  [431, "Cabeçalhos grandes demais"],
  [499, "Pedido recusado"],
  [500, "Falha do servidor"],
  [503, "Fora do ar por um instante"],
])("a problem of status %i is titled “%s”", (status, title) => {
  expect(problemOf(new AppError(status, "x", "y"), "https://prompteca.example").title).toBe(title);
});

test("a problem has all invalid fields, and no member for what it does not have", () => {
  const errors = [
    { field: "title", message: "Curto." },
    { field: "tags", message: "Demais." },
  ];
  const whole = new AppError(400, "x", "Curto.", { field: "title", errors });
  expect(problemOf(whole, "")).toMatchObject({ field: "title", errors });
  expect(Object.keys(problemOf(new AppError(400, "x", "y"), ""))).toEqual([
    ...["type", "title", "status", "detail", "code"],
  ]);
});
