/** Recognises names that speak for the site or its staff, also written with look-alike letters, and names that are addresses. */
import { foldText } from "#language/fold.ts";
import { readLetters } from "#language/letters.ts";

/** Anywhere in a name, these would be read as the site itself. */
const BRAND = ["prompteca"];

/** As a word of a name, beside whatever others, these claim an office. */
const OFFICES = `
  admin admins administrador administradora administradores administracao administrator administration
  moderador moderadora moderadores moderacao moderator moderators moderation
  suporte support staff sysadmin webmaster`;

/** These do as the whole name, or among nothing but words of these lists: people also bear them as nicknames. */
const TITLES = `
  adm adms mod mods root superuser sistema system seguranca security equipe team oficial official
  postmaster hostmaster abuse noreply naoresponda atendimento ajuda help contato ouvidoria`;

/** Words that leave a title what it is: "Equipe do Site", "Conta Oficial". */
const FILLERS = `
  a o as os da do das dos de e the of site conta perfil geral chefe central time comunidade usuario usuarios
  super br brasil prompt prompts ia ai online`;

/** Latin letters that a reader takes for others and that neither decomposition nor the confusables resolve. */
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
};

/** Pairs that look like one letter in most typefaces. */
const PAIRS: Record<string, string> = { rn: "m", cl: "d", vv: "w" };
/** Digits read as letters, and letters that look alike: all of a group become its last. */
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

/** A doubled letter hides a word, but in the shortest it makes another one: `mood` is not `mod`. */
const KEEPS_DOUBLES = 4;

/** What is left of a text when everything that looks alike is the same: `Adm1nn` and `AdmIn` as `admin`. */
function skeleton(letters: string): string {
  const read = letters.replace(/[0-9lq]/g, (sign) => GROUPS[sign] ?? sign);
  return read.length > KEEPS_DOUBLES ? read.replace(/(.)\1+/g, "$1") : read;
}

/**
 * The skeletons that a word may be read as: its outer digits as letters or as mere numbers (`4dmin`, `admin42`), pairs as one
 * letter or two (`adrnin`, `oficlal`).
 */
function readings(word: string): Set<string> {
  const plain = word.toLowerCase().replace(/[æœðȡẟȴẚẜẝɂ]/g, (rare) => RARE[rare] ?? "");
  const letters = readLetters(plain).text.replace(/[^a-z0-9]/g, "");
  const [withoutEnd, withoutStart] = [letters.replace(/\d+$/, ""), letters.replace(/^\d+/, "")];
  const found = new Set<string>();
  for (const form of [letters, withoutEnd, withoutStart, withoutStart.replace(/\d+$/, "")]) {
    found.add(skeleton(form));
    found.add(skeleton(form.replace(/rn|cl|vv/g, (pair) => PAIRS[pair] ?? pair)));
  }
  return found;
}

const skeletons = (list: string) => list.trim().split(/\s+/).map(skeleton);
const brand = BRAND.map(skeleton);
const offices = new Set(skeletons(OFFICES));
const titles = new Set([...skeletons(TITLES), ...offices]);
/** Numbers are of no word: they leave a title what it is as well. */
const titlesAndFillers = new Set([...titles, ...skeletons(FILLERS), ""]);

/** The words of a name, split at separators and where a capital begins the next. */
function wordsOf(name: string): string[] {
  return name
    .normalize("NFC")
    .replace(/(\p{Ll})(?=\p{Lu}\p{Ll})/gu, "$1 ")
    .split(/[\s_.-]+/)
    .filter(Boolean);
}

/** Every run of neighbouring words, written together: `a d m i n` hides nothing. */
function runsOf(words: string[]): string[] {
  return words.flatMap((_, from) =>
    words.slice(from).map((_, more) => words.slice(from, from + more + 1).join("")),
  );
}

/** Whether a reading is an office and another word of these lists, written as one: `suporteoficial`. */
function isGlued(read: string): boolean {
  return Array.from(read, (_, at) => [read.slice(0, at), read.slice(at)] as const).some(
    ([one, other]) =>
      (offices.has(one) && titlesAndFillers.has(other)) || (offices.has(other) && titlesAndFillers.has(one)),
  );
}

/**
 * Whether a name speaks for the site: it holds the site's own, claims an office, or is nothing but a title.
 * @param name as `normalizeUsername` leaves it, 40 characters at most
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

/** Endings of addresses that no word of a name is; `de`, `me` and `eu` are such words. */
const ENDINGS =
  "com|net|org|br|gov|edu|info|biz|xyz|online|site|shop|store|app|dev|io|ly|gg|tk|ru|cn|cc|tv|co|us|uk|pt|ai|top|link|click|page|blog|bet|vip|fun|club|win|live";
/** A dot within a word and such an ending: `ana.gmail.com`, `bit.ly`; `Prof. Amadeu` and `bia.estuda` are none. */
const DOTTED = new RegExp(`[a-z0-9]\\.(?:${ENDINGS})(?:\\.[a-z]{2})?(?![a-z0-9])`);
/** The same with other separators, or said: no name in Portuguese ends in "com", and these words are of addresses alone. */
const SPELT = /(?:^|[ _.-])(?:www\d*|https?|gmail|hotmail|protonmail)(?=$|[ _.-])|[ _.-]com(?:[ _.-]+br)?$/;

/** Whether a name is, or holds, the address of a mailbox or of a site. */
export function holdsAddress(name: string): boolean {
  const text = foldText(name).replaceAll("0", "o");
  return DOTTED.test(text) || SPELT.test(text);
}
