import leaked from "@zxcvbn-ts/language-common/src/passwords.json" with { type: "json" };
import { describe, expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";
import { passwordWeakness } from "./password-rules.ts";

describe("the most common passwords", () => {
  test.each([
    "brasil123",
    "Brasil@2026",
    "flamengo1",
    "Flamengo2019!",
    "corinthians",
    "senha123",
    "S3nha1234",
    "senhasenha",
    "futebol10",
    "password",
    "P@ssw0rd",
    "P@ssw0rd123",
    "qwerty123",
    "qwertyuiop",
    "asdf1234",
    "1q2w3e4r",
    "abc12345",
    "abcdefgh",
    "aaaaaaaa",
    "abcabcabc",
    "iloveyou",
    "coração1",
    "jesus2024",
    "123456abc",
    "MariaClara1",
    "teamo1234",
    "q1w2e3r4",
    "zaq1@WSX",
    "xkwxkwxkw",
    "xkwzxkwz",
    "$enha123456",
    "S3nha!!!",
    "qwer-tyui-op",
  ])("%s is one", (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each([
    "jabuticaba-azul-42",
    "Senha-forte-1",
    "correct horse battery",
    "xK9#mfQ2vL",
    "violeta canta tarde",
    "пароль-не-простой",
    "flamengo1029384756",
    "tatuzinho.roxo",
    "abcXtrouxa99",
    "xkwxkw-amora",
    "jabutiljabutil",
  ])("%s is none", (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  test("of the leaks are all refused, more than 10,000 of them for nothing else", () => {
    expect(leaked.filter((password) => passwordWeakness(password) === null)).toEqual([]);
    const known = leaked.filter((password) => passwordWeakness(password)?.reasons.includes("pwned"));
    expect(known.length).toBeGreaterThan(10_000);
    expect(known.slice(0, 3)).toEqual(["password", "baseball", "football"]);
    expect(passwordWeakness("Snowball#1987")?.reasons).toEqual(["pwned"]);
  });
});
