/**
 * Prints what the profanity matcher flags in texts or word lists, to find false positives.
 *
 * node scripts/profanity.ts <file>…
 */
import { readFileSync } from "node:fs";
import { findProfanity } from "#language/profanity.ts";

const lines = process.argv.slice(2).flatMap((file) => readFileSync(file, "utf8").split("\n"));
const found = new Map<string, number>();
for (const word of lines.flatMap((line) => findProfanity(line))) {
  const key = word.toLowerCase();
  found.set(key, (found.get(key) ?? 0) + 1);
}
const characters = lines.reduce((sum, line) => sum + line.length, 0);
console.log(
  `${lines.length} lines, ${Math.round(characters / 3000)} pages of 3,000 characters, ${found.size} words flagged`,
);
for (const [word, times] of found) console.log(`${times}\t${word}`);
