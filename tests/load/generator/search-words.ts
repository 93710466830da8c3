/**
 * The words that benchmarks search by, and in how many prompts each is. They are put into the texts on purpose; no list of
 * the vocabulary has them or a word of the same stem, so that the shares hold at every size.
 */

export interface SearchWord {
  word: string;
  /** Of all prompts, 0 to 1. */
  share: number;
  /** Sentences that hold it, as a prompt's author would write them. */
  sentences: readonly string[];
}

export const SEARCH_WORDS = {
  /** Three of ten prompts. */
  common: {
    word: "linguagem",
    share: 0.3,
    sentences: [
      "Use linguagem simples, sem jargão.",
      "A linguagem deve ser próxima de quem lê.",
      "Mantenha a linguagem neutra e respeitosa.",
      "Adapte a linguagem ao público antes de responder.",
      "Prefira uma linguagem visual e concreta.",
    ],
  },
  /** One of five, independent of the others: with `common` the two words are together in six of a hundred. */
  second: {
    word: "exemplo",
    share: 0.2,
    sentences: [
      "Dê um exemplo concreto para cada ponto.",
      "Termine com um exemplo do dia a dia.",
      "Inclua pelo menos um exemplo pronto para copiar.",
    ],
  },
  /** One of a hundred. It has a cedilla, for searches without it. */
  middling: {
    word: "orçamento",
    share: 0.01,
    sentences: ["Considere um orçamento de R$ [valor].", "Separe o orçamento por etapa, em uma tabela."],
  },
  /** One of a thousand. */
  uncommon: {
    word: "azulejo",
    share: 0.001,
    sentences: [
      "No fundo, uma parede de azulejo azul e branco.",
      "Cada azulejo repete o mesmo motivo, girado.",
    ],
  },
  /** One of 100,000, and at least one at every size. */
  rare: {
    word: "marchetaria",
    share: 0.00001,
    sentences: ["O acabamento lembra marchetaria antiga, com madeiras de vários tons."],
  },
  /** In none. */
  missing: { word: "quiproquó", share: 0, sentences: [] },
} as const satisfies Record<string, SearchWord>;

/** Every so many prompts have the rare word, beginning with an early one. */
const RARE_EVERY = 1 / SEARCH_WORDS.rare.share;
const RARE_FIRST = 77;

/** @param index of the prompt, from 0 */
export function hasRareWord(index: number): boolean {
  return Math.round(index % RARE_EVERY) === RARE_FIRST;
}
