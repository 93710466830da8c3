/**
 * The examples of `/programas`: files of `./examples`, one for each language. tests/e2e/programs.test.ts runs them against
 * a site, as they are shown.
 */

/** Stands in the files for the site's address. */
const ADDRESS = "https://prompteca.example";

/** Languages by the files' endings, in the order of the tabs. */
const LANGUAGES = ["sh", "ts", "py", "json", "html", "csv", "md"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Variant {
  language: Language;
  code: string;
}

const files = import.meta.glob<string>("./examples/*", { query: "?raw", import: "default", eager: true });

/**
 * An example in every language in which it was written.
 * @param name of its files, without the ending
 * @param origin of this site
 */
export function exampleOf(name: string, origin: string): Variant[] {
  return LANGUAGES.flatMap((language) => {
    const code = files[`./examples/${name}.${language}`];
    return code === undefined ? [] : { language, code: code.trimEnd().replaceAll(ADDRESS, origin) };
  });
}
