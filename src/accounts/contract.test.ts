import { describe, expect, test } from "vitest";
import { refusals } from "#tests/support/refusals.ts";
import {
  blockedUserRequest,
  checkUserExistsAnswer,
  checkUserExistsRequest,
  confirmEmailAnswer,
  confirmEmailRequest,
  correctEmailRequest,
  endedSessions,
  endSessionRequest,
  forgotPasswordForm,
  loginForm,
  mailedLinkAnswer,
  mailedLinkRequest,
  messageAnswer,
  registerForm,
  resendVerificationRequest,
  resetPasswordForm,
  sessionList,
  sessionParams,
} from "./contract.ts";
import { messages } from "./messages.ts";

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
    expect(refusals(loginForm, login)).toEqual({});
    expect(refusals(loginForm, { ...login, email: "ana", password: "1234567" })).toEqual({
      email: "Email inválido",
      password: "Senha deve ter pelo menos 8 caracteres",
    });
  });

  const malformed = [
    "",
    "ana@",
    "@exemplo.com",
    "ana@exemplo",
    "ana exemplo@a.com",
    "ana@a.com,b@c.com",
    "ána@a.com",
    `${"a".repeat(65)}@exemplo.com.br`,
    "a..b@exemplo.com.br",
    ".a@exemplo.com.br",
    "a.@exemplo.com.br",
    "maria@aça í.com.br",
    "maria@açaí/a.com.br",
    "maria@açaí:80.com.br",
    `maria@${"ç".repeat(60)}.com.br`,
    `a@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.${"e".repeat(61)}`,
  ];
  const labels = ["a.", "-a", "a-", "a".repeat(64)];
  const ofDomains = labels.flatMap((label) => [`ana@${label}.br`, `ana@br.${label}`]);
  test.each([...malformed, ...ofDomains])("refuses the e-mail %j", (email) => {
    expect(refusals(loginForm, { ...login, email })).toEqual({ email: "Email inválido" });
  });

  test.each([
    "ana+prompts@exemplo.com.br",
    "a.b-c_d!#$%&'*+/=?^_`{|}~@e-x.co",
    "1@2.3",
    `a@${"b".repeat(63)}.${"c".repeat(63)}`,
    `${"a".repeat(64)}@bc.de`,
    `a@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.${"e".repeat(60)}`,
  ])("accepts the e-mail %j", (email) => {
    expect(refusals(loginForm, { ...login, email })).toEqual({});
  });

  test("limits the length of a password", () => {
    for (const password of ["12345678", "a".repeat(1000)])
      expect(refusals(loginForm, { ...login, password })).toEqual({});
    expect(refusals(loginForm, { ...login, password: "a".repeat(1001) })).toEqual({
      password: messages.passwordTooLong,
    });
  });

  test("requires every field", () => {
    expect(refusals(loginForm, {})).toMatchObject({
      email: messages.emailInvalid,
      password: messages.passwordTooShort,
      rememberMe: expect.any(String),
    });
  });

  test.each([
    "  Ana@Exemplo.COM.br ",
    "\u200bana@exemplo.com.br\ufeff",
    "\u202aana@exemplo.com.br\u202c",
    "\u202eana@exemplo.com.br",
    "\u00a0\u2800ana@exem\u00adplo.com.br\u3164\n",
    "mailto:ana@exemplo.com.br",
    "<ana@exemplo.com.br>",
    "ana@ｅｘｅｍｐｌｏ.com.br",
  ])("reads the e-mail %j as it is stored", (email) => {
    expect(loginForm.parse({ ...login, email }).email).toBe("ana@exemplo.com.br");
  });

  test.each([
    ["maria@açaí.com.br", "maria@xn--aa-4iaz.com.br"],
    ["maria@AÇAÍ.com.br", "maria@xn--aa-4iaz.com.br"],
    ["maria@ac\u0327ai\u0301.com.br", "maria@xn--aa-4iaz.com.br"],
    ["maria@xn--aa-4iaz.com.br", "maria@xn--aa-4iaz.com.br"],
    ["li@例え.jp", "li@xn--r8jz45g.jp"],
  ])("reads a domain in other letters: %s", (email, stored) => {
    expect(loginForm.parse({ ...login, email }).email).toBe(stored);
  });
});

describe("the register form", () => {
  test("says everything that is wrong at once", () => {
    const invalid = { username: "ab", email: "x", password: "1234567", terms: false };
    const said = {
      username: "O nome de usuário deve ter pelo menos 3 caracteres",
      email: "Email inválido",
      password: "Senha deve ter pelo menos 8 caracteres",
      terms: "Você deve aceitar os termos de uso",
    };
    const confirmPassword = "As senhas não coincidem";
    expect(refusals(registerForm, { ...invalid, confirmPassword: "outra" })).toEqual({
      ...said,
      confirmPassword,
    });
    expect(refusals(registerForm, {})).toMatchObject(said);
  });

  test("wants three letters in a password", () => {
    const passwords = { password: "12345678ab", confirmPassword: "12345678ab" };
    expect(refusals(registerForm, { ...register, ...passwords })).toEqual({
      password: "A senha deve conter pelo menos 3 letras",
    });
    const accents = { password: "12345çãé", confirmPassword: "12345çãé" };
    expect(refusals(registerForm, { ...register, ...accents })).toEqual({});
  });

  test("takes the same names in the modal and on the page", () => {
    for (const username of ["ana_2", "João", "Ana Maria", "ana.maria", "ana-maria", "a".repeat(40)]) {
      expect(refusals(registerForm, { ...register, username })).toEqual({});
    }
    for (const username of ["ana@maria", "анна", "ana<b>", "ana🙂"]) {
      expect(refusals(registerForm, { ...register, username })).toEqual({
        username: "Use apenas letras, números, espaço, ponto, hífen e sublinhado no nome de usuário",
      });
    }
    expect(refusals(registerForm, { ...register, username: "a".repeat(41) })).toEqual({
      username: "O nome de usuário deve ter no máximo 40 caracteres",
    });
  });

  test("tidies a username", () => {
    expect(registerForm.parse({ ...register, username: "  Jose\u0301   da  Silva " }).username).toBe(
      "José da Silva",
    );
  });
});

describe("the password forms", () => {
  test("ask for a valid e-mail", () => {
    expect(refusals(forgotPasswordForm, { email: "ana" })).toEqual({ email: "E-mail inválido" });
  });

  test("ask for the same good password twice", () => {
    expect(refusals(resetPasswordForm, { password: "jabuticaba", confirmPassword: "jabuti" })).toEqual({
      confirmPassword: "As senhas não coincidem",
    });
    const long = "a".repeat(201);
    expect(refusals(resetPasswordForm, { password: long, confirmPassword: long })).toEqual({
      password: "Senha deve ter no máximo 200 caracteres",
    });
    for (const password of ["abc45678", "a".repeat(200)])
      expect(refusals(resetPasswordForm, { password, confirmPassword: password })).toEqual({});
    // The difference is reported beside other errors, and also for an excessively long one.
    expect(refusals(resetPasswordForm, { password: "curta", confirmPassword: "a".repeat(1001) })).toEqual({
      password: messages.passwordTooShort,
      confirmPassword: messages.passwordsDiffer,
    });
    for (const nothing of [null, undefined, "x"])
      expect(resetPasswordForm.safeParse(nothing).success).toBe(false);
    expect(refusals(resetPasswordForm, {})).toEqual({
      password: messages.passwordTooShort,
      confirmPassword: messages.passwordsDiffer,
    });
  });
});

describe("the product calls", () => {
  test("name the field at fault", () => {
    expect(Object.keys(refusals(checkUserExistsRequest, {}))).toEqual(["username", "email"]);
    expect(refusals(resendVerificationRequest, { email: "ana" })).toEqual({ email: "Email inválido" });
    expect(Object.keys(refusals(blockedUserRequest, {}))).toEqual(["email", "password"]);
    expect(Object.keys(refusals(mailedLinkRequest, {}))).toEqual(["token_hash"]);
    expect(Object.keys(refusals(sessionParams, {}))).toEqual(["id"]);
  });

  test("move a sign-up to another address", () => {
    const correction = { email: "ana@gmial.com", password: "jabuticaba", new_email: "ana@gmail.com" };
    expect(refusals(correctEmailRequest, correction)).toEqual({});
    expect(Object.keys(refusals(correctEmailRequest, {}))).toEqual(["email", "password", "new_email"]);
    expect(refusals(correctEmailRequest, { ...correction, new_email: " ANA@gmial.com" })).toEqual({
      new_email: messages.emailUnchanged,
    });
  });

  test("take a link's token of 200 characters, with a password or without", () => {
    const token_hash = "a".repeat(200);
    for (const request of [{ token_hash }, { token_hash, password: "jabuticaba" }])
      expect(confirmEmailRequest.parse(request)).toEqual(request);
    for (const schema of [mailedLinkRequest, confirmEmailRequest])
      expect(Object.keys(refusals(schema, { token_hash: `${token_hash}a` }))).toEqual(["token_hash"]);
    expect(refusals(confirmEmailRequest, { token_hash, password: "curta" })).toEqual({
      password: messages.passwordTooShort,
    });
  });

  test("end a session with a password or without", () => {
    for (const request of [undefined, null, {}, { password: null }, { password: "a".repeat(1000) }])
      expect(endSessionRequest.parse(request)).toEqual(request);
    expect(refusals(endSessionRequest, { password: "a".repeat(1001) })).toEqual({
      password: messages.passwordTooLong,
    });
  });

  const at = "2026-11-22T12:00:00.000Z";
  const whom = { email: "ana@exemplo.com.br", username: "Ana" };
  const session = {
    id: "018f4e6a-7c1e-7b2a-8d3c-4e5f60718293",
    current: true,
    device: "Chrome no Windows",
    ip: null,
    method: "passkey",
    created_at: at,
    last_used_at: at,
  };
  test.each([
    ["what is taken", checkUserExistsAnswer, { exists: true, field: "username" }],
    ["what is taken", checkUserExistsAnswer, { exists: true, field: "email" }],
    ["that nothing is", checkUserExistsAnswer, { exists: false }],
    ["a sentence", messageAnswer, { message: messages.resendDone }],
    ["a void link", mailedLinkAnswer, { kind: "none" }],
    ["a link for a new password", mailedLinkAnswer, { kind: "recovery", ...whom }],
    [
      "a sign-up's link",
      mailedLinkAnswer,
      { kind: "confirmation", ...whom, signed_up_at: at, others_waiting: 1, needs_password: true },
    ],
    ["a session", confirmEmailAnswer, { access_token: "a", refresh_token: "b" }],
    ["open sessions", sessionList, { sessions: [session] }],
    ["how many ended", endedSessions, { ended: 2 }],
  ])("answer %s whole, and nothing besides (%#)", (_name, schema, answer) => {
    expect(schema.parse({ ...answer, password_hash: "secret" })).toEqual(answer);
  });
});
