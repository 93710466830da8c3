import { expect, test } from "vitest";
import { loginPath, safeNextPath } from "./account-paths.ts";
import { purposeOf } from "./login-purposes.ts";

test.each([
  ["/submit", "/submit"],
  ["/prompts?q=c%C3%B3digo&page=2#lista", "/prompts?q=c%C3%B3digo&page=2#lista"],
  ["/profile/../submit", "/submit"],
])("a path on this site stays: %s", (next, path) => {
  expect(safeNextPath(next)).toBe(path);
});

test.each([
  null,
  "",
  "submit",
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "javascript:alert(1)",
  " /submit",
  "/auth",
  "/auth?next=/auth",
])("everything else leads home: %j", (next) => {
  expect(safeNextPath(next)).toBe("/");
});

test("the login's address carries the way back", () => {
  const url = new URL(loginPath("/prompts?q=a&b=c"), "http://localhost");
  expect(url.pathname).toBe("/auth");
  expect(safeNextPath(url.searchParams.get("next"))).toBe("/prompts?q=a&b=c");
});

test.each([
  ["/submit", "enviar seu prompt"],
  ["/submit?de=7", "adaptar um prompt"],
  ["/profile", "abrir seu perfil"],
  ["/profile?tab=favoritos", "ver seus favoritos"],
  ["/profile?page=2&tab=favoritos", "ver seus favoritos"],
  ["/settings", "abrir suas configurações"],
  ["/novidades", "ver suas novidades"],
  ["/avisos", "ver seus avisos"],
  ["/prompts/7/edit", "editar seu prompt"],
  ["/admin/users", "administrar o site"],
  ["/prompts/7", undefined],
  ["/", undefined],
])("the login for %s is told to be for: %s", (path, purpose) => {
  expect(purposeOf(path)).toBe(purpose);
});
