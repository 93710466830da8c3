/** What callers are told: all invalid fields at once, and when to come back. */
import { describe, expect, test } from "vitest";
import {
  AppError,
  internalError,
  invalidFields,
  overloaded,
  tooBusy,
  tooOften,
  unavailable,
} from "./errors.ts";

describe("invalid fields", () => {
  const wrong = (...fields: string[]) =>
    invalidFields(
      "validation_failed",
      fields.map((field, at) => ({ field, message: `${at}` })),
      "Dados inválidos",
    );

  test("are told in their order, each once, and more than one as a list", () => {
    expect(wrong("title").body).toEqual({ code: "validation_failed", field: "title", message: "0" });
    expect(wrong("title", "title").body).toEqual({ code: "validation_failed", field: "title", message: "0" });
    const { status, body } = wrong("tags", "title", "tags");
    expect([status, body]).toEqual([
      400,
      {
        ...{ code: "validation_failed", field: "tags", message: "0" },
        errors: [
          { field: "tags", message: "0" },
          { field: "title", message: "1" },
        ],
      },
    ]);
  });

  test("are twenty at most", () => {
    const names = Array.from({ length: 21 }, (_, n) => `tags.${n}`);
    expect(wrong(...names).errors?.map(({ field }) => field)).toEqual(names.slice(0, 20));
  });

  test("come before the input as a whole, which is told alone", () => {
    expect(wrong("", "title").body).toEqual({ code: "validation_failed", field: "title", message: "1" });
    expect(wrong("").body).toEqual({ code: "validation_failed", message: "0" });
    expect(wrong().body).toEqual({ code: "validation_failed", message: "Dados inválidos" });
  });
});

test.each<[string, AppError, object]>([
  ["an expected failure", new AppError(404, "gone", "Foi-se."), { status: 404, code: "gone", headers: {} }],
  [
    "a failure of ours",
    internalError(),
    {
      status: 500,
      code: "internal_error",
      message: "Algo deu errado do nosso lado. Tente novamente em instantes.",
      headers: {},
    },
  ],
  [
    "no database",
    unavailable(),
    {
      status: 503,
      code: "unavailable",
      message: "O site está fora do ar por um instante. Tente novamente em alguns segundos.",
      headers: { "retry-after": "5" },
    },
  ],
  [
    "a limit",
    tooOften(60, "viewPerAddress"),
    {
      status: 429,
      code: "over_request_rate_limit",
      message: "Muitas tentativas em pouco tempo. Aguarde um pouco e tente novamente.",
      headers: { "retry-after": "60" },
      limit: "viewPerAddress",
    },
  ],
  [
    "a limit that is logged already, in words of its own",
    tooOften(7, undefined, "Devagar."),
    { status: 429, message: "Devagar.", headers: { "retry-after": "7" }, limit: undefined },
  ],
  [
    "a costly call too many",
    overloaded("Ocupado.", 9),
    { status: 503, code: "over_capacity", message: "Ocupado.", headers: { "retry-after": "9" } },
  ],
  [
    "a busy site",
    tooBusy(),
    {
      status: 503,
      code: "over_capacity",
      message: "O site está recebendo acessos demais neste momento. Tente novamente em alguns segundos.",
      headers: { "retry-after": "3" },
    },
  ],
])("%s says so, and when to come back", (_, error, told) => {
  expect(error).toMatchObject({ ...told, name: "AppError" });
});
