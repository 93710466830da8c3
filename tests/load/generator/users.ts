/** The people of the generated data: names, addresses and ids, each a function of the person's number. */
import { createHash } from "node:crypto";
import { foldText } from "#language/fold.ts";
import { firstNames, lastNames } from "./vocabulary.ts";

/** Everybody's password, so that benchmarks can sign in. Nothing generated may ever stand on a public site. */
export const GENERATED_PASSWORD = "jabuticaba-azul-42";

const PAIRS = firstNames.length * lastNames.length;

/** First and last name, another pair for each of the first thousands of people. */
function names(index: number): [string, string] {
  // 4,793 is prime and no divisor of the number of pairs: neighbours do not look alike, and every pair comes once a round.
  const pair = (index * 4793 + 1) % PAIRS;
  return [
    firstNames[pair % firstNames.length] as string,
    lastNames[Math.floor(pair / firstNames.length)] as string,
  ];
}

/** A person's name on the site; no two have the same. @param index of the person, from 0 */
export function usernameOf(index: number): string {
  const [first, last] = names(index);
  const round = Math.floor(index / PAIRS);
  const number = Math.floor(round / 3) || "";
  const style = round % 3;
  if (style === 0) return `${first} ${last}${number && ` ${number}`}`;
  return foldText(style === 1 ? `${first}.${last}${number}` : `${first}_${last}${number}`);
}

/** On a domain that does not exist, so that no mail can ever be sent. @param index of the person, from 0 */
export function emailOf(index: number): string {
  const [first, last] = names(index);
  return `${foldText(`${first}.${last}`)}.${index + 1}@dados.prompteca.local`;
}

/** A version 4 UUID in form, of the seed and the person's number. */
export function idOf(seed: string, index: number): string {
  const hex = createHash("md5").update(`${seed} person ${index}`).digest("hex");
  const variant = "89ab"[Number.parseInt(hex[16] as string, 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
