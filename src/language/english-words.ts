/** The English profanity matcher: `obscenity`'s set, tightened where it collides with Portuguese, code or names. */
import {
  collapseDuplicatesTransformer,
  DataSet,
  englishDataset,
  parseRawPattern,
  RegExpMatcher,
} from "obscenity";

/** Entries of the dataset that are ordinary words here: black (Portuguese), blood groups, sex, jazz, anatomy. */
const DROPPED = ["negro", "abo", "sex", "scat", "vagina"];

/**
 * Replacements for patterns that match parts of ordinary words and of names in code (analisar, cumprir, Fukushima,
 * cockpit, publishIt). `|` is a word boundary. Letters are written as they are after collapsing repetitions.
 */
const TIGHTENED: Record<string, string> = {
  anal: "|anal|",
  anus: "|anus|",
  arse: "|arse| |arses| |arsehol",
  ass: "|ass| |asshol |asshat |asswipe |assfac |assclown |asslick dumbass| jackass|",
  bastard: "|bastard| |bastards|",
  bestiality: "bestiality",
  bollocks: "|bollock",
  boob: "|boob| |boobs| |boobies|",
  chink: "|chink| |chinks|",
  cock: "|cock| |cocks| |cocksuck",
  cuck: "|cuck| |cucks| |cuckold",
  cunt: "|cunt| |cunts| |cunty|",
  cum: "|cum| |cums| |cumshot |cumslut",
  dick: "|dick| |dicks| |dickhead |dickfac |dickwad",
  dyke: "|dyke| |dykes|",
  ejaculate: "|ejaculate |ejaculating |ejaculation",
  fag: "|fag| |fags| |faggot |faggy|",
  fuck: "fuck fvck phuck |fck| |fcking| |fcked| |fuk| |fuking| |fuker",
  felch: "|felch",
  handjob: "|handjob",
  hentai: "|hentai|",
  hooker: "|hooker| |hookers|",
  incest: "|incest| |incestuous|",
  jizz: "|jiz|",
  kike: "|kike| |kikes|",
  nigger: "|nigger |nigga| |niggas| |niggaz| |ngga",
  orgasm: "|orgasm| |orgasms| |orgasmic|",
  orgy: "|orgy| |orgies|",
  penis: "|penis| |penises|",
  piss: "|piss| |pissed| |pissing| |pisses| |pisser",
  porn: "|porn| |porno| |pornos| |porns| pornhub pornstar",
  pussy: "|pussy| |pussies|",
  rape: "|rape| |rapes| |raped| |raping| |rapist| |rapists|",
  retard: "|retard| |retards| |retarded|",
  semen: "|semen|",
  shit: "|shit| |shits| |bullshit |dipshit |shity| |shiting| |shithead |shithol |shitpost |shitload",
  slut: "|slut",
  tit: "|tits| |tities|",
  turd: "|turd| |turds|",
  twat: "|twat| |twats|",
  wank: "|wank| |wanks| |wanker |wanking|",
};

function tightenedDataset() {
  const dataset = new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .removePhrasesIf(({ metadata }) => {
      const word = metadata?.originalWord ?? "";
      return DROPPED.includes(word) || Object.hasOwn(TIGHTENED, word);
    });
  for (const patterns of Object.values(TIGHTENED)) {
    dataset.addPhrase((phrase) => {
      for (const pattern of patterns.split(" ")) phrase.addPattern(parseRawPattern(pattern));
      return phrase;
    });
  }
  return dataset;
}

const matcher = new RegExpMatcher({
  blacklistedTerms: tightenedDataset().build().blacklistedTerms,
  // The specification's thresholds (section 5).
  blacklistMatcherTransformers: [
    collapseDuplicatesTransformer({
      defaultThreshold: 1,
      customThresholds: new Map(["b", "e", "o", "l", "s", "g"].map((letter) => [letter, 2])),
    }),
  ],
});

/**
 * Finds English profanity in folded text whose symbols have been read as letters.
 *
 * The dataset's whitelist is not used: its look-up is quadratic in hostile text, and the tightened patterns need none.
 */
export function englishMatches(text: string): { start: number; end: number }[] {
  return matcher.getAllMatches(text).map(({ startIndex, endIndex }) => ({
    start: startIndex,
    end: endIndex + 1,
  }));
}
