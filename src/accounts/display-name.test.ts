import { expect, test } from "vitest";
import { displayName } from "./display-name.ts";

test.each([
  [{ email: "ana@exemplo.com.br", user_metadata: { username: "Ana Maria" } }, "Ana Maria"],
  [{ email: "ana@exemplo.com.br", user_metadata: { username: "  " } }, "ana"],
  [{ email: "ana@exemplo.com.br" }, "ana"],
  [{ user_metadata: {} }, "Usuário"],
  [{ email: "" }, "Usuário"],
])("%o is called %s", (user, name) => {
  expect(displayName(user)).toBe(name);
});
