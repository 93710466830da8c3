/** Initials of a username. */

/**
 * First letters of the first and last word, or the first two letters of a single word, in capitals (specification,
 * section 2). Words end at spaces only: "ana_souza" is one word.
 */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = "", last = ""] = [words[0], words.at(-1)].map((word) => [...(word ?? "")]);
  const letters = words.length > 1 ? [first[0], last[0]] : [first[0], first[1]];
  return letters.join("").toLocaleUpperCase("pt-BR");
}
