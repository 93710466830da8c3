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
    undefined,
  ],
  [400, "invalid_credentials", "E-mail ou senha incorretos.", undefined],
  [400, "user_banned", "Sua conta está bloqueada.", undefined],
  [403, "otp_expired", "O link é inválido ou expirou. Solicite um novo.", undefined],
  // Not the field of the new password.
  [400, "current_password_invalid", "A senha atual está incorreta.", "currentPassword"],
])("%i %s has the Portuguese message %s and its field", (status, code, message, field) => {
  const error = accountError(new AuthApiError("English text", status, code), fallback);
  expect(error).toMatchObject({ message, code, field });
});

test("a reason that is not in the table is hidden behind the form's own message", () => {
  expect(accountError(new AuthApiError("Teapot", 418, "teapot"), fallback).message).toBe(fallback);
});

test("a refused username keeps the service's Portuguese message and names its field", () => {
  const message = "Este nome de usuário já está em uso.";
  const taken = accountError(new AuthApiError(message, 422, "username_taken"), fallback);
  expect(taken).toMatchObject({ message, field: "username" });
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

test.each([
  [" after 42 seconds.", "Aguarde 42 segundos antes de tentar novamente."],
  [" after 1 seconds.", "Aguarde 1 segundo antes de tentar novamente."],
  ["", "Muitas tentativas em pouco tempo. Aguarde um pouco e tente novamente."],
])("a limit's message tells how long to wait if the service does (%s)", (wait, message) => {
  const english = `For security purposes, you can only request this${wait}`;
  expect(accountError(new AuthApiError(english, 429, "over_request_rate_limit"), fallback).message).toBe(
    message,
  );
});

test.each([0, 502, 503, 504])("no answer and a failing server (%i) speak of the connection", (status) => {
  const error = accountError(new AuthRetryableFetchError("{}", status), fallback);
  expect(error.message).toMatch(/Não foi possível falar com o servidor/);
});
