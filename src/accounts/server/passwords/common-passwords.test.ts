/** Passwords of a list, typed rather than thought of, or with a word behind signs. */
import leaked from "@zxcvbn-ts/language-common/src/passwords.json" with { type: "json" };
import { describe, expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";
import { passwordWeakness } from "./password-rules.ts";

const words = (list: string) => list.trim().split(/\s+/);

const COMMON = words(`
  brasil123 Brasil@2026 flamengo1 Flamengo2019! corinthians senha123 S3nha1234 senhasenha futebol10 jesus2024
  password P@ssw0rd P@ssw0rd123 iloveyou coração1 MariaClara1 teamo1234 $enha123456 S3nha!!!
  qwerty123 qwertyuiop asdf1234 1q2w3e4r q1w2e3r4 zaq1@WSX qwer-tyui-op abc12345 abcdefgh 123456abc
  aaaaaaaa abcabcabc xkwxkwxkw xkwzxkwz`);
const UNCOMMON = words(`
  jabuticaba-azul-42 Senha-forte-1 xK9#mfQ2vL пароль-не-простой flamengo1029384756 tatuzinho.roxo abcXtrouxa99
  xkwxkw-amora jabutiljabutil`);

describe("the most common passwords", () => {
  test.each(COMMON)("%s is one", (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each([...UNCOMMON, "hammer#1987", "correct horse battery", "violeta canta tarde"])(
    "%s is none",
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );

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
  ])("have among them %s: %s", (_, password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test("of the leaks are all refused, more than 10,000 of them for nothing else", () => {
    expect(leaked.filter((password) => passwordWeakness(password) === null)).toEqual([]);
    const known = leaked.filter((password) => passwordWeakness(password)?.reasons.includes("pwned"));
    expect(known.length).toBeGreaterThan(10_000);
    expect(known.slice(0, 3)).toEqual(["password", "baseball", "football"]);
    expect(passwordWeakness("Snowball#1987")?.reasons).toEqual(["pwned"]);
  });
});
