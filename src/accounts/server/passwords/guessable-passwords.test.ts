/** Passwords that are typed rather than thought of, or hide a word behind signs; those of nobody's name or list. */
import { describe, expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";
import { passwordWeakness } from "./password-rules.ts";

describe("a password is guessed when it is", () => {
  test.each([
    ["a run along the second row of the keyboard", "dfghjkhgfdsa"],
    ["a run along the third row", "xcvbnmnbvcxz"],
    ["a run along the alphabet", "cdefghijtuvw"],
    ["a run of digits to 0", "ert67890"],
    ["a run of digits from 0", "ert012345"],
    ["a zigzag from a digit", "4r5t6y7u8i"],
    ["a zigzag from a letter", "e3r4t5y6u7"],
    ["a run down the keyboard's columns", "dcrfvtgbyhnuj"],
    ["a word whose first letter is a sign, before other signs", "$enha..."],
    ["a word of signs before a number", "$3nha123"],
    ["of the list, with a sign in it", "Fla1981-mengo"],
  ])("%s: %s", (_, password) => {
    expect(isCommonPassword(password)).toBe(true);
  });
});

describe("a password is not guessed when it is", () => {
  test.each([["a leaked word of less than eight letters with a number", "hammer#1987"]])(
    "%s: %s",
    (_, password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );

  test("not weak, whoever's it is", () => {
    expect(passwordWeakness("jabuticaba-azul-42")).toBeNull();
  });
});

test("a password that is too short is told so, also when it is its owner's name", () => {
  const owner = { username: "Jussara", email: "ju@exemplo.com.br" };
  expect(passwordWeakness("jussara", owner)?.reasons).toEqual(["length"]);
  expect(passwordWeakness("jussara1", owner)?.reasons).toEqual(["pwned"]);
});
