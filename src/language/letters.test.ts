/** How texts are read for profanity: no character makes them much longer. */
import { expect, test } from "vitest";
import { foldText } from "./fold.ts";
import { readLetters } from "./letters.ts";

test("reads every character of Unicode as four letters at most", () => {
  const longer: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (foldText(character).length > 3 && [...readLetters(character).text].length > 4) longer.push(character);
  }
  expect(longer).toEqual([]);
});

test("reads what people write with characters of several letters", () => {
  expect(readLetters("ﬃ ⑽ ㏂ …").text).toBe("ffi (10) a.m. ...");
});
