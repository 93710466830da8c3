/** Which language the command line speaks. */
import type { Io } from "./io.ts";
import { en } from "./texts/en.ts";
import { pt, type Texts } from "./texts/pt.ts";

export type { Texts } from "./texts/pt.ts";

/** Texts in a language; undefined for an unknown one. */
export function textsIn(lang: string): Texts | undefined {
  return { pt, en }[lang];
}

/**
 * The language of the surroundings: English for everybody whose language is neither named nor Portuguese would be wrong for
 * whom the site is made for, so where nothing is named it is Portuguese.
 */
export function textsFor({ env, platform }: Pick<Io, "env" | "platform">): Texts {
  const named = env.LC_ALL || env.LC_MESSAGES || env.LANG || "";
  const language = named || (platform === "win32" ? Intl.DateTimeFormat().resolvedOptions().locale : "");
  return /^(pt|c|posix|)([._@-].*)?$/i.test(language) ? pt : en;
}
