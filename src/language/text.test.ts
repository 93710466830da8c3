import { expect, test } from "vitest";
import * as z from "zod/mini";
import { messages } from "./messages.ts";
import { fewMarks, list, optionalText, pathPart, text, trim } from "./text.ts";
import { trimLines } from "./visible.ts";

const rules = { min: 3, max: 10, tidy: trim, none: "no text", short: "too short", long: "too long" };

/** Messages with which a value is refused; undefined where it is not. */
function refusal(schema: z.ZodMiniType, value: unknown): string[] | undefined {
  return schema.safeParse(value).error?.issues.map((issue) => issue.message);
}

test("takes a text of the right length, as it is when it is tidied", () => {
  expect(text(rules).parse(`  ${"a".repeat(10)} `)).toBe("a".repeat(10));
  expect(refusal(text(rules), " aa ")).toEqual(["too short"]);
  expect(refusal(text(rules), "a".repeat(11))).toEqual(["too long"]);
});

test("counts what shows, and tells what is too short once", () => {
  expect(refusal(text(rules), "a\u3164\u2800\u034f")).toEqual(["too short"]);
  expect(refusal(text(rules), "\u00ada\u200bb\ufe0f")).toEqual(["too short"]);
  expect(refusal(text(rules), "ab\u2800\u2800\u2800")).toEqual(["too short"]);
  expect(text(rules).parse("\u00ada\u200bb c\ufe0f")).toBe("ab c");
  expect(text(rules).parse("\u200b".repeat(20) + "a".repeat(10))).toBe("a".repeat(10));
});

test("refuses what turns the order of letters around, and says so", () => {
  const told =
    "O texto tem um caractere invisível que inverte a ordem das letras. Apague-o ou digite o texto de novo.";
  expect(refusal(text(rules), "abc\u202e1")).toEqual([told]);
});

test("takes a password or token as it is", () => {
  const asIs = text({ ...rules, asIs: true, tidy: undefined });
  for (const secret of ["\u00ad\u00ad\u00ad", "a\u202eb\r\n", " \u{e0041} "])
    expect(asIs.parse(secret)).toBe(secret);
  expect(refusal(asIs, "a".repeat(11))).toEqual(["too long"]);
});

test("keeps the first line indented, and takes blank lines before it and blanks at the end away", () => {
  expect(trimLines(" \n\t\n    def f(x):\n        return x\n    fim \n\n")).toBe(
    "    def f(x):\n        return x\n    fim",
  );
  expect(trimLines(" \n ")).toBe("");
});

test("an optional text that shows nothing is none", () => {
  const note = optionalText(10, "too long");
  for (const nothing of ["", "  ", "\u2800\u3164", "\ufeff", null]) expect(note.parse(nothing)).toBeNull();
  expect(note.parse(undefined)).toBeUndefined();
  expect(note.parse(" a\u00adb ")).toBe("ab");
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
  // A text of up to four times the length is tidied first; longer ones are refused at once.
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

test.each([
  ["", 4, undefined],
  [", nor of one that is tidied first", 13, (entries: string[]) => [...new Set(entries)]],
])(
  "looks at no entry of a list that is far too long, also once zod has seen one that is not%s",
  (_, length, tidy) => {
    // As importing "zod" does, of which the server's settings are made.
    z.config({ memoizer: z.core.memoizer() });
    const schema = list(text({ max: 5 }), { max: 3, long: "too many", ...(tidy && { tidy }) });
    expect(
      refusal(
        schema,
        Array.from({ length: length - 1 }, () => "a"),
      ),
    ).toBeUndefined();
    const long = Array.from({ length }, () => "a");
    let looks = 0;
    Object.defineProperty(long, 0, { get: () => looks++ });
    expect(refusal(schema, long)).toEqual(["too many"]);
    expect(looks).toBe(0);
  },
);
