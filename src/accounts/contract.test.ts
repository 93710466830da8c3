import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import {
  checkUserExistsRequest,
  forgotPasswordForm,
  loginForm,
  registerModalForm,
  registerPageForm,
  resendVerificationRequest,
  resetPasswordForm,
} from "./contract.ts";

/** What each field of a form says first, as react-hook-form shows it. */
function messagesOf(form: z.ZodMiniType, values: object): Record<string, string> {
  const said: Record<string, string> = {};
  for (const { path, message } of form.safeParse(values).error?.issues ?? [])
    said[path.join(".")] ??= message;
  return said;
}

const login = { email: "ana@exemplo.com.br", password: "jabuticaba", rememberMe: true };
const register = {
  username: "ana_maria",
  email: "ana@exemplo.com.br",
  password: "jabuticaba",
  confirmPassword: "jabuticaba",
  terms: true,
};

describe("the login form", () => {
  test("says what is wrong, in the specification's words", () => {
    expect(messagesOf(loginForm, login)).toEqual({});
    expect(messagesOf(loginForm, { ...login, email: "ana", password: "1234567" })).toEqual({
      email: "Email inválido",
      password: "Senha deve ter pelo menos 8 caracteres",
    });
  });

  test.each([
    "",
    "ana@",
    "@exemplo.com",
    "ana@exemplo",
    "ana exemplo@a.com",
    "ana@exemplo..com",
    "ana@-a.com",
    "ana@a.com,b@c.com",
    "ána@a.com",
  ])("takes %j for no e-mail", (email) => {
    expect(messagesOf(loginForm, { ...login, email })).toEqual({ email: "Email inválido" });
  });

  test("reads an e-mail in any case, with spaces around it", () => {
    expect(loginForm.parse({ ...login, email: "  Ana@Exemplo.COM.br " }).email).toBe("ana@exemplo.com.br");
  });
});

describe("the register forms", () => {
  test("say everything that is wrong at once", () => {
    const values = {
      username: "ab",
      email: "x",
      password: "1234567",
      confirmPassword: "outra",
      terms: false,
    };
    for (const form of [registerModalForm, registerPageForm]) {
      expect(messagesOf(form, values)).toEqual({
        username: "O nome de usuário deve ter pelo menos 3 caracteres",
        email: "Email inválido",
        password: "Senha deve ter pelo menos 8 caracteres",
        confirmPassword: "As senhas não coincidem",
        terms: "Você deve aceitar os termos de uso",
      });
    }
  });

  test("want three letters in a password", () => {
    const passwords = { password: "12345678ab", confirmPassword: "12345678ab" };
    expect(messagesOf(registerPageForm, { ...register, ...passwords })).toEqual({
      password: "A senha deve conter pelo menos 3 letras",
    });
    const accents = { password: "12345çãé", confirmPassword: "12345çãé" };
    expect(messagesOf(registerPageForm, { ...register, ...accents })).toEqual({});
  });

  test("take letters, digits and underscores in the modal, and more on the page", () => {
    for (const username of ["ana_2", "João", "a".repeat(40)]) {
      expect(messagesOf(registerModalForm, { ...register, username })).toEqual({});
    }
    for (const username of ["Ana Maria", "ana.maria", "ana-maria"]) {
      expect(messagesOf(registerPageForm, { ...register, username })).toEqual({});
      expect(messagesOf(registerModalForm, { ...register, username })).toEqual({
        username: "O nome de usuário deve conter apenas letras, números e sublinhados",
      });
    }
    for (const username of ["ana@maria", "анна", "ana<b>", "ana🙂"]) {
      expect(messagesOf(registerPageForm, { ...register, username })).toEqual({
        username: "Use apenas letras, números, espaço, ponto, hífen e sublinhado no nome de usuário",
      });
    }
    expect(messagesOf(registerPageForm, { ...register, username: "a".repeat(41) })).toEqual({
      username: "O nome de usuário deve ter no máximo 40 caracteres",
    });
  });

  test("tidy a username", () => {
    expect(registerPageForm.parse({ ...register, username: "  Jose\u0301   da  Silva " }).username).toBe(
      "José da Silva",
    );
  });
});

describe("the password forms", () => {
  test("ask for a valid e-mail", () => {
    expect(messagesOf(forgotPasswordForm, { email: "ana" })).toEqual({ email: "E-mail inválido" });
  });

  test("ask for the same good password twice", () => {
    expect(messagesOf(resetPasswordForm, { password: "jabuticaba", confirmPassword: "jabuti" })).toEqual({
      confirmPassword: "As senhas não coincidem",
    });
    expect(
      messagesOf(resetPasswordForm, { password: "a".repeat(201), confirmPassword: "a".repeat(201) }),
    ).toEqual({
      password: "Senha deve ter no máximo 200 caracteres",
    });
  });
});

describe("the product calls", () => {
  test("name the field at fault", () => {
    expect(Object.keys(messagesOf(checkUserExistsRequest, {}))).toEqual(["username", "email"]);
    expect(messagesOf(resendVerificationRequest, { email: "ana" })).toEqual({ email: "Email inválido" });
  });
});
