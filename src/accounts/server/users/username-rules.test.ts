/** Which names an account may take, and which it may keep. */
import { expect, test } from "vitest";
import { messages } from "#accounts/messages.ts";
import { checkUsername, usernameTaken } from "./usernames.ts";

const refusal = (code: string, message: string) =>
  expect.objectContaining({ status: 422, code, message, field: "username" });

test.each([
  [undefined, "username_invalid", messages.usernameTooShort],
  ["ab", "username_invalid", messages.usernameTooShort],
  ["<b>oi</b>", "username_invalid", messages.usernameCharacters],
  ["puta_123", "username_profane", "O nome de usuário contém linguagem imprópria"],
  ["ana.gmail.com", "username_address", "O nome de usuário não pode conter um endereço de e-mail ou de site"],
  ["Suporte Oficial", "username_reserved", messages.usernameReserved],
])("%j is refused: %s", (name, code, message) => {
  expect(() => checkUsername(name)).toThrow(refusal(code, message));
  expect(() => checkUsername(name, { username: "Ana", isExempt: false })).toThrow(refusal(code, message));
});

const LETTERLESS = messages.usernameLetterless;
test.each([
  ["---", LETTERLESS],
  ["...", LETTERLESS],
  [". . .", LETTERLESS],
  ["___", LETTERLESS],
  ["-._ -", LETTERLESS],
  ["ǃǃǃ", messages.usernameCharacters],
  ["ǀǁǂ", messages.usernameCharacters],
  ["\u3164\u3164\u3164", messages.usernameTooShort],
  ["a\u200b\u00ad\u2060", messages.usernameTooShort],
])("%j is no name, and may be kept by whoever has it", (username, message) => {
  expect(messages.usernameLetterless).toBe("Use pelo menos uma letra ou um número no nome de usuário");
  expect(() => checkUsername(username)).toThrow(refusal("username_invalid", message));
  expect(checkUsername(username, { username, isExempt: false })).toBe(username);
});

test("a name is taken without the spaces around it", () => {
  expect(checkUsername("  Ana Lima ")).toBe("Ana Lima");
});

test("whoever has a reserved name or an address keeps it, but no profane one", () => {
  for (const username of ["Suporte Antigo", "ana.gmail.com"]) {
    expect(checkUsername(username, { username, isExempt: false })).toBe(username);
  }
  const profane = { username: "puta_123", isExempt: true };
  expect(() => checkUsername("puta_123", profane)).toThrow(
    refusal("username_profane", messages.usernameProfane),
  );
});

test("the admin may speak for the site, and not be an address", () => {
  const admin = { username: "Ana", isExempt: true };
  expect(checkUsername("Equipe Prompteca", admin)).toBe("Equipe Prompteca");
  expect(() => checkUsername("prompteca.com", admin)).toThrow(
    refusal("username_address", messages.usernameAddress),
  );
});

test("a taken name is refused in the same way", () => {
  expect(usernameTaken()).toEqual(refusal("username_taken", messages.usernameTaken));
});
