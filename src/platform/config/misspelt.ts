/** Finds variables whose names are nearly ones that we know: what was meant to be set is not. */
import { distance } from "fastest-levenshtein";

/** So many characters may be changed, added or left out, by the length of the name: short ones resemble other programs' own. */
const mostEdits = (name: string) => (name.length < 7 ? 0 : name.length < 10 ? 1 : 2);

const lettersOf = (name: string) => [...name].sort().join("");

/** @returns the known name that was probably meant; undefined for those of other programs */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const plain = name.toUpperCase().replaceAll("-", "_");
  return known.find((candidate) => {
    // Two letters that changed places, or the same name in lower case.
    if (candidate[0] === plain[0] && lettersOf(candidate) === lettersOf(plain)) return true;
    return distance(candidate, plain) <= mostEdits(candidate);
  });
}

/**
 * One sentence for each variable that is set under a name like one of ours. Its value is not told.
 * @param names of the variables that are set
 * @param known names of ours
 */
export function misspeltNames(names: readonly string[], known: readonly string[]): string[] {
  // What is set under its own name was not meant to be set under another.
  const missing = known.filter((name) => !names.includes(name));
  return names.flatMap((name) => {
    const meant = known.includes(name) ? undefined : meantBy(name, missing);
    return meant ? [`${name}: not known here, and not read; is ${meant} meant?`] : [];
  });
}
