import { expect, test } from "vitest";
import { distinctTags, isTagName, tagKey, tidyTag } from "./tag-names.ts";
import { tagSlug } from "./tag-path.ts";

test.each([
  ["Redação", "redacao", "redações", "REDAÇÃO", "#redação"],
  ["Passo a passo", "passo-a-passo", "Passos a passos", "passo  a passo"],
  ["super-heróis", "Super herói", "SUPER HEROI"],
  ["E-mail", "e-mails", "e mail"],
  ["ENEM 2026", "enem-2026"],
])("all spellings of %s are one tag", (name, ...others) => {
  for (const other of others) expect(tagKey(tidyTag(other))).toBe(tagKey(name));
});

test("different tags have different addresses, which lead to them", () => {
  const names = ["Redação", "Redator", "E-mail", "Email", "Passo a passo", "Passo", "C", "Cs"];
  expect(new Set(names.map(tagKey)).size).toBe(names.length);
  expect(new Set(names.map(tagSlug)).size).toBe(names.length);
  for (const name of names) expect(tagKey(tagSlug(name))).toBe(tagKey(name));
});

test.each([
  ["Redação do ENEM", true],
  ["e-mail", true],
  ["3d", true],
  ["a--b", false],
  ["-a", false],
  ["C++", false],
  ["a, b", false],
  ["日本", false],
  ["😀", false],
  ["<b>", false],
  ["", false],
])("%s can be a tag: %s", (name, can) => {
  expect(isTagName(name)).toBe(can);
});

test("of several spellings the first one stays", () => {
  expect(distinctTags(["Redações", "ENEM", "redação", "enem"])).toEqual(["Redações", "ENEM"]);
});
