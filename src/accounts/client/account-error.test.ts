import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from "@supabase/auth-js";
import { expect, test } from "vitest";
import { accountError } from "./account-error.ts";

const fallback = "Erro ao fazer login";

test.each([
  [
    400,
    "email_not_confirmed",
    "Por favor, confirme seu email antes de fazer login. Verifique sua caixa de entrada.",
  ],
  [400, "invalid_credentials", "Email ou senha incorretos."],
  [400, "user_banned", "Sua conta está bloqueada."],
  [403, "otp_expired", "O link é inválido ou expirou. Solicite um novo."],
])("%i %s is said in Portuguese", (status, code, message) => {
  const error = accountError(new AuthApiError("English text", status, code), fallback);
  expect(error).toMatchObject({ message, code });
});

test("a reason that is not in the table is hidden behind the form's own message", () => {
  expect(accountError(new AuthApiError("Teapot", 418, "teapot"), fallback).message).toBe(fallback);
});

test("a refused username keeps the service's Portuguese message and names its field", () => {
  const taken = new AuthApiError("Este nome de usuário já está em uso.", 422, "username_taken");
  expect(accountError(taken, fallback)).toMatchObject({
    message: "Este nome de usuário já está em uso.",
    field: "username",
  });
});

test("a wrong present password names its own field, not the new one's", () => {
  const wrong = new AuthApiError("Current password is incorrect", 400, "current_password_invalid");
  expect(accountError(wrong, fallback)).toMatchObject({
    message: "A senha atual está incorreta.",
    field: "currentPassword",
  });
});

test("a session that has ended is said to have", () => {
  expect(accountError(new AuthSessionMissingError(), fallback)).toMatchObject({
    message: "Sua sessão expirou. Faça login novamente.",
    code: "session_not_found",
  });
});

test("a weak password is explained by its reason", () => {
  const weak = new AuthWeakPasswordError("Password is known to be weak", 422, ["pwned"]);
  expect(accountError(weak, fallback)).toMatchObject({
    message: "Esta senha é muito comum e fácil de adivinhar. Escolha outra.",
    field: "password",
  });
});

test("a limit says how long to wait where the service says it", () => {
  const text = (seconds: number) =>
    `For security purposes, you can only request this after ${seconds} seconds.`;
  const limit = (seconds: number) =>
    accountError(new AuthApiError(text(seconds), 429, "over_email_send_rate_limit"), fallback).message;
  expect(limit(42)).toBe("Aguarde 42 segundos antes de tentar novamente.");
  expect(limit(1)).toBe("Aguarde 1 segundo antes de tentar novamente.");
});

test("a limit without a time is said in general", () => {
  const limit = new AuthApiError("Request rate limit reached", 429, "over_request_rate_limit");
  expect(accountError(limit, fallback).message).toMatch(/Muitas tentativas/);
});

test.each([0, 502, 503, 504])("no answer and a failing server (%i) speak of the connection", (status) => {
  const error = accountError(new AuthRetryableFetchError("{}", status), fallback);
  expect(error.message).toMatch(/Não foi possível falar com o servidor/);
});
