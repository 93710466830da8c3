/** Finds misspelt names of variables, which would be ignored silently. */
import { distance } from "fastest-levenshtein";

/** Maximum edit distance by the name's length: short names resemble variables of other programs. */
const maxEdits = (name: string) => (name.length < 7 ? 0 : name.length < 10 ? 1 : 2);

const lettersOf = (name: string) => [...name].sort().join("");

/** @returns the known name that was probably meant; undefined for variables of other programs */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const plain = name.toUpperCase().replaceAll("-", "_");
  return known.find((candidate) => {
    // Swapped letters, or the same name in lower case.
    if (candidate[0] === plain[0] && lettersOf(candidate) === lettersOf(plain)) return true;
    return distance(candidate, plain) <= maxEdits(candidate);
  });
}

/**
 * Describes each variable with a misspelt name in one sentence, without its value; with the name that was meant.
 * @param names names of all set variables
 * @param known names of the site's variables
 */
export function misspeltNames(names: readonly string[], known: readonly string[]) {
  // A variable that is set correctly is not the meaning of another.
  const missing = known.filter((name) => !names.includes(name));
  return names.flatMap((name) => {
    const suggestion = known.includes(name) ? undefined : meantBy(name, missing);
    if (!suggestion) return [];
    return [{ meant: suggestion, says: `${name}: not known here, and not read; is ${suggestion} meant?` }];
  });
}
