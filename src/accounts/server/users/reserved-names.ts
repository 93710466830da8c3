/** Recognises usernames that impersonate the site or its staff, look-alike spellings included, and names that are addresses. */
import { foldText } from "#language/fold.ts";
import { readLetters } from "#language/letters.ts";

/** Reserved anywhere in a name: read as the site itself. */
const BRAND = ["prompteca"];

/** Reserved as a word of a name, beside any others: they claim a role. */
const OFFICES = `
  admin admins administrador administradora administradores administracao administrator administration
  moderador moderadora moderadores moderacao moderator moderators moderation
  suporte support staff sysadmin webmaster`;

/** Reserved only as the whole name, or with other words of these lists: they are also nicknames. */
const TITLES = `
  adm adms mod mods root superuser sistema system seguranca security equipe team oficial official
  postmaster hostmaster abuse noreply naoresponda atendimento ajuda help contato ouvidoria`;

/** Filler words of titles: "Equipe do Site", "Conta Oficial". */
const FILLERS = `
  a o as os da do das dos de e the of site conta perfil geral chefe central time comunidade usuario usuarios
  super br brasil prompt prompts ia ai online`;

/** Latin look-alikes that neither decomposition nor the confusables resolve. */
const RARE: Record<string, string> = {
  æ: "ae",
  œ: "oe",
  ð: "d",
  ȡ: "d",
  ẟ: "d",
  ȴ: "l",
  ẚ: "a",
  ẜ: "s",
  ẝ: "s",
  ɂ: "",
  ß: "s",
  þ: "p",
};

/** Pairs that look like one letter in most typefaces. */
const PAIRS: Record<string, string> = { rn: "m", nn: "m", cl: "d", vv: "w" };
/** Digits and letters that look alike: each member of a group becomes its last one. */
const GROUPS: Record<string, string> = {
  "0": "o",
  "1": "i",
  l: "i",
  "2": "z",
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "g",
  "9": "g",
  q: "g",
  "7": "t",
  "8": "b",
};

/** Collapses doubled letters, except in the shortest words: `mood` is not `mod`. */
const KEEPS_DOUBLES = 4;

/** The skeleton of a text, equal for all look-alike spellings: `Adm1nn` and `AdmIn` become `admin`. */
function skeleton(letters: string): string {
  const read = letters.replace(/[0-9lq]/g, (sign) => GROUPS[sign] ?? sign);
  return read.length > KEEPS_DOUBLES ? read.replace(/(.)\1+/g, "$1") : read;
}

/**
 * All skeletons of a word: outer digits read as letters or as numbers (`4dmin`, `admin42`), pairs as one letter or two
 * (`adrnin`, `oficlal`).
 */
function readings(word: string): Set<string> {
  const plain = word.toLowerCase().replace(/[æœðȡẟȴẚẜẝɂßþ]/g, (rare) => RARE[rare] ?? "");
  const letters = readLetters(plain).text.replace(/[^a-z0-9]/g, "");
  const [withoutEnd, withoutStart] = [letters.replace(/\d+$/, ""), letters.replace(/^\d+/, "")];
  const found = new Set<string>();
  for (const form of [letters, withoutEnd, withoutStart, withoutStart.replace(/\d+$/, "")]) {
    found.add(skeleton(form));
    found.add(skeleton(form.replace(/rn|nn|cl|vv/g, (pair) => PAIRS[pair] ?? pair)));
  }
  return found;
}

const skeletons = (list: string) => list.trim().split(/\s+/).map(skeleton);
const brand = BRAND.map(skeleton);
const offices = new Set(skeletons(OFFICES));
const titles = new Set([...skeletons(TITLES), ...offices]);
/** Numbers count as filler words too. */
const titlesAndFillers = new Set([...titles, ...skeletons(FILLERS), ""]);

/** The words of a name, split at separators and at capitals. */
function wordsOf(name: string): string[] {
  return name
    .normalize("NFC")
    .replace(/(\p{Ll})(?=\p{Lu}\p{Ll})/gu, "$1 ")
    .split(/[\s_.-]+/)
    .filter(Boolean);
}

/** All runs of adjacent words, joined, to see through `a d m i n`. */
function runsOf(words: string[]): string[] {
  return words.flatMap((_, from) =>
    words.slice(from).map((_, more) => words.slice(from, from + more + 1).join("")),
  );
}

/** Whether a reading joins a role and another word of these lists: `suporteoficial`. */
function isGlued(read: string): boolean {
  return Array.from(read, (_, at) => [read.slice(0, at), read.slice(at)] as const).some(
    ([one, other]) =>
      (offices.has(one) && titlesAndFillers.has(other)) || (offices.has(other) && titlesAndFillers.has(one)),
  );
}

/**
 * Whether a name impersonates the site: contains the site's name, claims a role, or is only a title.
 * @param name from `normalizeUsername`, at most 40 characters
 */
export function isReservedName(name: string): boolean {
  const words = wordsOf(name);
  const isOf = (set: Set<string>, text: string) => [...readings(text)].some((read) => set.has(read));
  const whole = words.join("");
  if ([...readings(whole)].some((text) => brand.some((own) => text.includes(own)))) return true;
  if ([...readings(whole)].some(isGlued)) return true;
  if (isOf(titles, whole) || runsOf(words).some((run) => isOf(offices, run))) return true;
  return words.some((word) => isOf(titles, word)) && words.every((word) => isOf(titlesAndFillers, word));
}

/** Top-level domains that are no words of names, as `de`, `me` and `eu` are. */
const ENDINGS =
  "com|net|org|br|gov|edu|info|biz|xyz|online|site|shop|store|app|dev|io|ly|gg|tk|ru|cn|cc|tv|co|us|uk|pt|ai|top|link|click|page|blog|bet|vip|fun|club|win|live";
/** A dot inside a word before such an ending: `ana.gmail.com`, `bit.ly`, but not `Prof. Amadeu` or `bia.estuda`. */
const DOTTED = new RegExp(`[a-z0-9]\\.(?:${ENDINGS})(?:\\.[a-z]{2})?(?![a-z0-9])`);
/** The same with other separators or spelled out: no Portuguese name ends in "com", and these words occur only in addresses. */
const SPELT = /(?:^|[ _.-])(?:www\d*|https?|gmail|hotmail|protonmail)(?=$|[ _.-])|[ _.-]com(?:[ _.-]+br)?$/;

/** Whether a name contains an e-mail address or a domain. */
export function holdsAddress(name: string): boolean {
  const text = foldText(name).replaceAll("0", "o");
  return DOTTED.test(text) || SPELT.test(text);
}
