/** Where a disguised word begins and ends, which signs are letters in it, and what only looks like such a word. */
import { describe, expect, test } from "vitest";
import { findProfanity, isProfane } from "./profanity.ts";

describe("findProfanity", () => {
  test.each([
    ["white and black letters in squares and circles", "🅿🆄🆃🅰 🅜🅔🅡🅓🅐", ["🅿🆄🆃🅰", "🅜🅔🅡🅓🅐"]],
    ["digits in circles", "m❸rda", ["m❸rda"]],
    [
      "a word between signs and pictures that look like letters",
      "×puta† ❌merda❤ €bosta",
      ["puta", "merda", "bosta"],
    ],
    ["a word after exclamation marks", "!puta !!!merda", ["puta", "merda"]],
    ["5, 7 and ! for s, t and l", "bo5ta pu7a cara!ho", ["bo5ta", "pu7a", "cara!ho"]],
    ["a disguised word between digits", "p0rra1 p0rra12 123p0rra", ["p0rra1", "p0rra12", "123p0rra"]],
    ["a variable's name, whose $ is no letter", "$put@ $$b0st@", ["$put@", "$$b0st@"]],
    ["words that might be hexadecimal, by the commonest signs", "f0da", ["f0da"]],
    ["no words in what is hexadecimal with other digits", "f0d4 c494da", []],
    ["nothing in digits and signs alone", "@$$ 455 $@$", []],
    ["wide gaps between letters", "p - u - t - a", ["p - u - t - a"]],
    [
      "gaps of any dash or space",
      "p‑u‑t‑a p\u1680u\u1680t\u1680a p – u – t – a",
      ["p‑u‑t‑a", "p\u1680u\u1680t\u1680a", "p – u – t – a"],
    ],
    ["small capitals, and letters with strokes", "ꜰᴜᴄᴋ ꝑuta", ["ꜰᴜᴄᴋ", "ꝑuta"]],
    ["only the letters that spell the word", "e a p u t a", ["p u t a"]],
    ["the longest of the words that begin together", "p u t a r i a", ["p u t a r i a"]],
    ["the longest of the words that end together", "p u t a m e r d a", ["p u t a m e r d a"]],
  ])("finds %s", (_rule, text, found) => {
    expect(findProfanity(text)).toEqual(found);
  });

  test.each([
    ["colours", "cor: #f0da; fundo #F0DA, #f0dao", ["f0dao"]],
    ["code points", "U+F0DA ou f0da", ["f0da"]],
    ["parts of names in code", "data_cum = my_asshole", ["asshole"]],
    ["cumulative columns", "IPGTO.CUM e mpgto.cum = cum", ["cum"]],
    ["signatures", "Ass.: Ana. Ass.: Bia.", []],
    ["Latin honours", "Magna Cum Laude e SUMMA CUM LAUDE; cum", ["cum"]],
    ["words with other doubled letters", "Putto, PUTTI; poraa, porra", ["porra"]],
    ["addresses of Cuba", "granma.cu, gob.cu fim; cu.exemplo", []],
    [
      "encoded data, but not long lines without digits",
      "Isso-Aqui-E-Uma-Puta-Frase-Bem-Comprida-Mesmo-Viu",
      ["Puta"],
    ],
    ["without capitals", "isso-aqui-e-uma-puta-frase-bem-comprida-de-2026", ["puta"]],
    ["or without small letters", "ISSO-AQUI-E-UMA-PUTA-FRASE-BEM-COMPRIDA-DE-2026", ["PUTA"]],
    ["single letters in a row", "Marque A, B ou C: B C U X", []],
    ["harmless English", "Sex and the City", []],
  ])("passes over %s", (_what, text, found) => {
    expect(findProfanity(text)).toEqual(found);
  });

  test("knows the dataset's English and both words of one pronunciation", () => {
    const words = ["blowjob", "bitch", "whore", "dildo", "fodase", "fodasse"];
    expect(findProfanity(words.join(", "))).toEqual(words);
  });

  test("shortens a word of more than 60 characters", () => {
    const longest = `put${"a".repeat(57)}`;
    expect(findProfanity(longest)).toEqual([longest]);
    expect(findProfanity(`${longest}a`)).toEqual([`${longest}…`]);
  });
});

describe("isProfane", () => {
  test.each(["a_p____u____t____a", "xxVIADOxx"])("refuses %s", (name) => {
    expect(isProfane(name)).toBe(true);
  });
  test.each(["Vixado"])("lets %s pass: an x within is a letter", (name) => {
    expect(isProfane(name)).toBe(false);
  });
});
