import { expect, test } from "vitest";
import { foldText } from "./fold.ts";

test.each([
  ["Código Aberto", "codigo aberto"],
  ["AÇÃO, Análise e Saúde", "acao, analise e saude"],
  ["Co\u0301digo", "codigo"],
  ["ｆｕｌｌ ﬁm ①", "full fim 1"],
  ["ŞTRAẞE İstanbul", "straße istanbul"],
  ["", ""],
])("foldText drops accents and case: %s", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("foldText lowers the capital sigma without looking at its neighbours, as PostgreSQL does", () => {
  expect(foldText("ΟΔΟΣ")).toBe("οδοσ");
  expect(foldText("οδος")).toBe("οδος");
});

test("foldText is idempotent", () => {
  const once = foldText("Ǆ ﬃ Ção ½ Ⅷ Å");
  expect(foldText(once)).toBe(once);
});
