/** The words that benchmarks search by: generated prompts hold them as often as `share` says, at every size. */

export interface SearchWord {
  word: string;
  /** Share of all prompts, 0 to 1; independent of the other words. */
  share: number;
  /** A sentence with the word, as a prompt's author would write it. */
  sentence: string;
}

export const SEARCH_WORDS = {
  common: { word: "linguagem", share: 0.3, sentence: "Use linguagem simples, sem jargão." },
  second: { word: "exemplo", share: 0.2, sentence: "Dê um exemplo concreto para cada ponto." },
  /** It has a cedilla, for searches without it. */
  middling: { word: "orçamento", share: 0.01, sentence: "Separe o orçamento por etapa, em uma tabela." },
  uncommon: { word: "azulejo", share: 0.001, sentence: "Cada azulejo repete o mesmo motivo, girado." },
  /** In every 100,000th prompt, beginning with the 77th: in one at least at every size. */
  rare: { word: "marchetaria", share: 0.00001, sentence: "O acabamento lembra marchetaria antiga." },
  missing: { word: "quiproquó", share: 0, sentence: "" },
} as const satisfies Record<string, SearchWord>;

/** The folded beginnings of these words; other sentences of generated prompts have none of them. */
export const STEMS = /linguag|exempl|orcament|azulej|marchet|quiproq/;
