import { expect, test } from "vitest";
import { resultCount } from "./result-count.ts";

test.each([
  [0, false, "", "0 prompts"],
  [1, false, "", "1 prompt"],
  [1234, false, "", "1.234 prompts"],
  [0, false, "xyz", "0 resultados para “xyz”"],
  [1, false, "código", "1 resultado para “código”"],
  [1000, false, "site", "1.000 resultados para “site”"],
  [1000, true, "site", "Mais de 1.000 resultados para “site”"],
])("%i found, more: %s, search %j", (total, more, searchTerm, said) => {
  expect(resultCount({ pagination: { total, more } }, { searchTerm })).toBe(said);
});

test.each([
  [3, false, "Mostrando resultados para “viagem”: 3"],
  [1000, true, "Mostrando resultados para “viagem”: mais de 1.000"],
])("of a corrected search, %i found, more: %s, says what was searched", (total, more, said) => {
  const list = { pagination: { total, more }, corrected: "viagem" };
  expect(resultCount(list, { searchTerm: "viajem" })).toBe(said);
});
