/** The Portuguese profanity list: base words by kind. `portuguese-inflections.ts` derives the other forms. */

/** Nouns and adjectives without accents; plural, gender in -a/-o, diminutive and augmentative are derived. */
export const NOUNS = `
  puta puto putaria puteiro puteira putanheiro putanheira putedo
  merda merdeiro merdeira merdoso merdosa bosta bosteiro
  porra caralho caralhada caralhudo caralhuda pirocudo pirocuda piroca pirocada jeba pauzudo
  buceta boceta bucetuda bucetudo bocetuda buceteiro xoxota xota xereca xavasca chavasca prexeca xexeca
  xerereca xochota chochota chereca bussanga bosseta busseta tesao tesudo tesuda tezudo tezuda bolagato
  foda fodao fodona fodedor fodedora fodelanca fudelanca fodastico fodastica fudao fudedor
  cuzao cuzona cuzudo cuzuda cunete colhao culhao cagao cagona cagada caganeira cagalhao
  punheta punheteiro punheteira boquete boqueteiro boqueteira siririca bronha esporrada suruba
  viado viada viadagem boiola boiolice baitola baitolagem traveco maricona cabrao
`;

/** Verbs in -ar and -er: the whole conjugation is derived. */
export const VERBS = "foder fuder cagar punhetar esporrar enrabar emputecer bostejar escaralhar";

/** Forms matched exactly: internet spellings, words written together, irregular forms. */
export const EXACT = `
  cu cus cuzinho cuzinhos cusao cusoes cuzaum kuzao
  pqp vsf vsfd vsfder vtnc vtmnc vtnmc tmnc fdp fdps krl krlh krlho crlh crlho krai karai karaio karalho karalhos
  carai caraio caraios caralio pracaralho pakaralho
  phoda phodase fodase fodasse fodace fodac fudeo sefode sefoda sefude sifude sifudeu sifoder
  filhodaputa filhosdaputa filhadaputa filhasdaputa fiodaputa fiadaputa fidaputa fiduputa feladaputa
  putaquepariu putaqueopariu putamerda vaisefoder vaisefuder vaitomarnocu vaitomanocu tomarnocu tomanocu paunocu
  xereka pepeka pepeca fodasi caralinho caralinhos xibiu cuceta
`;

/** Insults made of harmless words, matched anywhere in the text. */
export const PHRASES = [
  "seu arrombado",
  "sua arrombada",
  "seus arrombados",
  "sua vadia",
  "sua vagabunda",
  "corno manso",
  "tomar no rabo",
  "toma no rabo",
  "enfia no rabo",
  "chupa meu pau",
  "chupar meu pau",
  "chupa minha rola",
  "chupar minha rola",
  "de pau duro",
  "morde fronha",
  "queima rosca",
  "preto fedido",
  "preta fedida",
  "negro fedido",
  "negra fedida",
] as const;

/** Roots distinctive enough to be profane anywhere inside a username. */
export const ROOTS = `
  caralho buceta boceta xoxota xereca piroca punheta boquete siririca fodase cuzao merda filhodaputa
  putaquepariu tomarnocu
`;
