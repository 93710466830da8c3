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
  expect(resultCount({ total, more }, { searchTerm })).toBe(said);
});
