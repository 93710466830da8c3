/** Weak passwords; above all, their owner's name or address. */
import { describe, expect, test } from "vitest";
import { authErrorMessage } from "#accounts/messages.ts";
import { checkNewPassword, passwordWeakness } from "./password-rules.ts";

const owner = { username: "Jussara_Caxambu 81", email: "ju.quaresma+prompts@exemplo.com.br" };

describe("the password of Jussara_Caxambu 81, ju.quaresma+prompts@exemplo.com.br,", () => {
  test.each([
    ..."jussara_caxambu 81, JussaraCaxambu81, jussaracaxambu81!, Jussara.Caxambu2026, Juss4r4C4x4mbu".split(
      ", ",
    ),
    ..."Jússara-Caxambú, ju.quaresma, juquaresma123, 123juquaresma!!, Ju Qu@resm@".split(", "),
    "ju.quaresma+prompts@exemplo.com.br",
    "JU.QUARESMA+PROMPTS",
  ])("is not %s", (password) => {
    const weakness = passwordWeakness(password, owner);
    expect(weakness?.reasons).toEqual(["pwned"]);
    expect(authErrorMessage({ code: "weak_password", ...weakness })).toBe(
      "A senha não pode ser o seu nome de usuário nem o seu e-mail. Escolha outra.",
    );
  });
  test.each([
    "jussara-planta-caxambu",
    "quaresma-na-praça",
    "Jussara_Caxambu-vai-ao-mar",
    "exemplo-de-quaresma",
  ])("may be %s", (password) => {
    expect(passwordWeakness(password, owner)).toBeNull();
  });
  test("is judged by their name alone: names of two letters and signs are none", () => {
    const short = { username: "_ _", email: "ab@exemplo.com.br" };
    for (const password of ["ab-tanto-faz", "abпароль"]) expect(passwordWeakness(password, short)).toBeNull();
    expect(passwordWeakness("zeq12345", { ...short, email: "zeq@exemplo.com.br" })?.reasons).toEqual([
      "pwned",
    ]);
  });
});

describe("a password", () => {
  test.each([
    ["1234567", ["length", "characters"], /8 characters\. .*3 letters\./],
    ["12345678", ["characters"], /^Password should contain at least 3 letters\.$/],
    ["12ab5678", ["characters"], /3 letters/],
    ["abcxwrq", ["length"], /^Password should be at least 8 characters\.$/],
    ["flamengo1", ["pwned"], /easy to guess/],
  ])("like %s is weak because of %j", (password, reasons, message) => {
    expect(passwordWeakness(password)).toEqual({ reasons, message: expect.stringMatching(message) });
  });

  test("that is too short is told so, also when it is its owner's name", () => {
    const short = { username: "Jussara", email: "ju@exemplo.com.br" };
    expect(passwordWeakness("jussara", short)?.reasons).toEqual(["length"]);
    expect(passwordWeakness("jussara1", short)?.reasons).toEqual(["pwned"]);
    expect(passwordWeakness("jabuticaba-azul-42")).toBeNull();
  });

  // The forms count characters too; JavaScript's own length counts most emoji twice.
  test("has from 8 to 200 characters, whatever they are", () => {
    expect(passwordWeakness("🙂🙂🙂🙂qxw")?.reasons).toEqual(["length"]);
    for (const password of ["🙂🙂🙂🙂🙂qxw", `${"🙂".repeat(197)}qxw`])
      expect(() => checkNewPassword(password, owner)).not.toThrow();
    expect(() => checkNewPassword(`${"🙂".repeat(198)}qxw`, owner)).toThrow(
      expect.objectContaining({
        status: 400,
        code: "validation_failed",
        field: "password",
        message: "Password cannot be longer than 200 characters",
      }),
    );
  });

  test("that is refused says of which field, and why", () => {
    expect(() => checkNewPassword("curta", owner)).toThrow(
      expect.objectContaining({ status: 422, code: "weak_password", field: "password", reasons: ["length"] }),
    );
  });
});
