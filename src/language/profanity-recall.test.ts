import { expect, test } from "vitest";
import { EXACT, NOUNS, VERBS } from "./portuguese-words.ts";
import { findProfanity } from "./profanity.ts";

const listed = (words: string) => words.trim().split(/\s+/);
const WORDS = [...listed(NOUNS), ...listed(VERBS), ...listed(EXACT)].filter((word) => word.length >= 4);
const NOUN_WORDS = listed(NOUNS).filter((word) => word.length >= 4);

/** The listed words that are written with an accent. */
const ACCENTED = listed(`
  fodão fodástico fodástica fudão cuzão colhão culhão cagão cagalhão cabrão fodelança fudelança cuzões culhões merdão
  putão pirocão bucetão viadão bostão
`);

/** Forms by the grammar's rules, written independently of the matcher's own. */
const plural = (word: string) =>
  word.endsWith("ao")
    ? `${word.slice(0, -2)}oes`
    : word.endsWith("m")
      ? `${word.slice(0, -1)}ns`
      : word.endsWith("r")
        ? `${word}es`
        : `${word}s`;
const withSuffix = (word: string, suffix: string) => {
  if (word.endsWith("m")) return `${word.slice(0, -1)}nz${suffix}`;
  if (/(ao|r)$/.test(word)) return `${word}z${suffix}`;
  const stem = word.slice(0, -1);
  return (word.endsWith("e") ? stem : stem.replace(/c$/, "qu").replace(/g$/, "gu")) + suffix;
};
const diminutive = (word: string) => withSuffix(word, /(a|gem)$/.test(word) ? "inha" : "inho");
/** Only for words that are not augmentatives already. */
const augmentative = (word: string) => `${word.slice(0, -1)}ao`;

/** Inflected forms as people write them. */
const INFLECTED = listed(`
  putinhas putonas putões putaço merdinhas merdões merdaço bostinhas porrinha caralhinhos caralhões caralhaço bucetinhas
  bucetões bocetinhas xoxotinha xotinha pirocas piroquinha pirocões cuzinhos cuzões cuzonas fodinha fodões fodonas
  punhetinhas punheteiros boquetinho boquetes viadinhos viadões viadas boiolinhas boiolão baitolas travecos culhões
  colhões cagões cagonas cagadinha fode fodem fodeu foderam fodido fodidas fodendo foderia fodesse fudeu fudido fudida
  fudendo cagou cagando caguei caguem cagasse punhetando esporrou enrabado enrabada emputecido emputeceu putarias
  puteiros putanheiros siriricas surubas
`);

const INTERNET = listed(`
  pqp vsf vsfd vtnc vtmnc fdp krl krlh crlh krai carai caraio karalho fodase fodasse sifude fudeo cuzaum cusao phoda
  putaquepariu filhodaputa fidaputa vaitomarnocu tomarnocu vaisefuder pracaralho xereka
`);

const LEET: Record<string, string> = { a: "@", e: "3", i: "1", o: "0", s: "$" };
const CYRILLIC: Record<string, string> = { a: "а", o: "о", e: "е" };

/** The words with each letter changed. */
const lettersChanged = (change: (letter: string, place: number) => string) =>
  WORDS.map((word) => [...word].map(change).join(""));
const lettersJoined = (separator: string) => WORDS.map((word) => [...word].join(separator));

const DISGUISES: [kind: string, least: number, forms: string[]][] = [
  ["plain", 98, WORDS],
  ["upper case", 98, WORDS.map((word) => word.toUpperCase())],
  ["mixed case", 98, lettersChanged((letter, place) => (place % 2 ? letter : letter.toUpperCase()))],
  ["accents written", 98, ACCENTED],
  ["accents dropped", 95, ACCENTED.map((word) => word.normalize("NFD").replace(/\p{M}/gu, ""))],
  ["accents added", 95, WORDS.map((word) => word.replace(/[aeiou]/, "$&\u0301").normalize("NFC"))],
  ["plural", 95, NOUN_WORDS.map(plural)],
  ["diminutive", 95, NOUN_WORDS.map(diminutive)],
  ["augmentative", 95, NOUN_WORDS.filter((word) => /[^a][aeo]$/.test(word)).map(augmentative)],
  ["inflected, by hand", 95, INFLECTED],
  ["every letter twice", 95, lettersChanged((letter) => letter + letter)],
  ["last letter five times", 95, WORDS.map((word) => word.replace(/.$/, "$&$&$&$&$&"))],
  ["first vowel four times", 95, WORDS.map((word) => word.replace(/[aeiou]/, "$&$&$&$&"))],
  ["dotted", 95, lettersJoined(".")],
  ["spaced", 95, lettersJoined(" ")],
  ["hyphens between", 95, lettersJoined("-")],
  ["leet, every letter", 95, lettersChanged((letter) => LEET[letter] ?? letter)],
  ["leet, first letter that can", 95, WORDS.map((word) => word.replace(/[aeios]/, (c) => LEET[c] ?? c))],
  ["1 for l", 95, WORDS.filter((word) => word.includes("l")).map((word) => word.replaceAll("l", "1"))],
  ["full width", 95, lettersChanged((letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))],
  ["Cyrillic look-alikes", 95, lettersChanged((letter) => CYRILLIC[letter] ?? letter)],
  ["invisible characters", 95, lettersJoined("\u200b")],
  ["internet forms", 95, INTERNET],
];

test("recall within a sentence is enough for every disguise, and as published", async () => {
  const rows = DISGUISES.map(([kind, least, forms]) => {
    const missed = forms.filter((form) => findProfanity(`Mas que ${form}, disse ele.`).length === 0);
    const found = (100 * (forms.length - missed.length)) / forms.length;
    expect.soft(found, `${kind} missed: ${missed.join(" ")}`).toBeGreaterThanOrEqual(least);
    const rounded = missed.length > 0 ? found.toFixed(1) : "100";
    return [kind, String(forms.length), `${rounded}%`, `${least}%`, missed.join(" ")];
  });
  const heading = ["disguise", "forms", "found", "at least", "missed"];
  const widths = heading.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const table = [heading, widths.map((width) => "-".repeat(width)), ...rows]
    .map((cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |\n`)
    .join("");
  await expect(
    `# Profanity: recall by disguise\n\nWritten by \`src/language/profanity-recall.test.ts\`, which fails when it is not true;\n\`npx vitest run -u src/language/profanity-recall\` writes it anew.\n\n${table}`,
  ).toMatchFileSnapshot("../../docs/profanity-recall.md");
});
