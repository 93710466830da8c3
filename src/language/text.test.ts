import { expect, test } from "vitest";
import * as z from "zod/mini";
import { messages } from "./messages.ts";
import { fewMarks, pathPart, text, trim } from "./text.ts";

const rules = { min: 3, max: 10, tidy: trim, none: "no text", short: "too short", long: "too long" };

/** What a value is refused with; undefined where it is not. */
function refusal(schema: z.ZodMiniType, value: unknown): string[] | undefined {
  return schema.safeParse(value).error?.issues.map((issue) => issue.message);
}

test("takes a text of the right length, as it is when it is tidied", () => {
  expect(text(rules).parse(`  ${"a".repeat(10)} `)).toBe("a".repeat(10));
  expect(refusal(text(rules), " aa ")).toEqual(["too short"]);
  expect(refusal(text(rules), "a".repeat(11))).toEqual(["too long"]);
});

test("takes no more of an address than the router does", () => {
  expect(pathPart.parse("a".repeat(300))).toHaveLength(300);
  expect(refusal(pathPart, "a".repeat(301))).toHaveLength(1);
});

const NO_TEXTS: unknown[] = [
  { length: { toString: 1 } },
  { length: { valueOf: 1, toString: 1 } },
  { length: 5 },
  { length: Symbol("five") },
  { toString: "text" },
  ["a", "b", "c"],
  [],
  5,
  true,
  null,
  undefined,
];
test("refuses what is no text without looking into it", () => {
  for (const value of NO_TEXTS) expect(refusal(text(rules, fewMarks), value)).toEqual(["no text"]);
});

test("does nothing with a text before its length is known", () => {
  const seen: string[] = [];
  const look = (value: string) => {
    seen.push(value);
    return value;
  };
  const schema = text({ max: 10, tidy: look }, z.refine<string>(look), z.regex(/^a/));
  // Four times as long, a text may be made shorter; what is longer yet is not even tidied.
  expect(schema.safeParse("a".repeat(41)).success).toBe(false);
  expect(seen).toEqual([]);
  expect(schema.safeParse("a".repeat(11)).success).toBe(false);
  expect(seen).toEqual(["a".repeat(11)]);
});

test.each([
  ["Vietnamese, decomposed", "Tiếng Việt: những ngữ pháp khó nhằn".normalize("NFD")],
  ["Hindi", "क्षत्रिय स्त्री — राष्ट्रीय हिन्दी"],
  ["Thai", "ผู้ใหญ่หาผ้าใหม่ ให้สะใภ้ใช้คล้องคอ น้ำ"],
  ["Tibetan, its longest syllable", "\u0f67\u0f90\u0fb5\u0fa8\u0fb3\u0fba\u0fbc\u0fbb\u0f82"],
  ["Hebrew with points and accents", "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים"],
  ["Arabic with vowels", "بِسْمِ ٱللَّهِ ٱلرَّحْمَـٰنِ"],
  ["half-width Japanese", "ﾌﾟﾛﾝﾌﾟﾄ ﾊﾞﾅﾅ"],
  ["emoji", "👩🏽‍🚀 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️‍🔥 👨‍👩‍👧‍👦 ☺︎"],
])("lets ordinary texts pass: %s", (_language, written) => {
  expect(refusal(text({ max: 500 }, fewMarks), written)).toBeUndefined();
});

test.each([
  ["Zalgo", "Z̴̡̢̛͕̝̣̺̜̰͖̄͑̀̓̎̈͜a̸lgo"],
  ["marks of two classes in turns", `a${"\u0301\u0323".repeat(6)}`],
  ["half-width signs, which become marks", `a${"\u0301\uff9e".repeat(6)}`],
])("refuses marks that are piled up: %s", (_kind, written) => {
  expect(refusal(text({ max: 500 }, fewMarks), written)).toEqual([messages.marksPiled]);
});

test("takes ten marks in a row, and not eleven", () => {
  expect(refusal(text({ max: 500 }, fewMarks), `a${"\u0301".repeat(10)}`)).toBeUndefined();
  expect(refusal(text({ max: 500 }, fewMarks), `a${"\u0301".repeat(11)}`)).toEqual([messages.marksPiled]);
});
