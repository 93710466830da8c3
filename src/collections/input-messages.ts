/** Why input is refused, in Portuguese: apart from messages.ts, because pages that only show collections have no forms. */
import { formatCount } from "#ui/numbers.ts";
import {
  DESCRIPTION_LENGTH,
  MOST_COLLECTIONS,
  MOST_FOLLOWS,
  MOST_ITEMS,
  NEWS_PAGE_SIZE,
  NOTE_LENGTH,
  TITLE_LENGTH,
} from "./limits.ts";

/** Refusals of profanity, by the fields that are checked. */
export const profanityMessages = {
  title: "O título contém linguagem imprópria",
  description: "A descrição contém linguagem imprópria",
  note: "A anotação contém linguagem imprópria",
} as const;

export const inputMessages = {
  titleTooShort: "Título deve ter pelo menos 3 caracteres",
  titleTooLong: `Título deve ter no máximo ${TITLE_LENGTH} caracteres`,
  descriptionTooLong: `Descrição deve ter no máximo ${DESCRIPTION_LENGTH} caracteres`,
  noteTooLong: `Anotação deve ter no máximo ${NOTE_LENGTH} caracteres`,
  positionInvalid: `A posição deve ser um número inteiro de 1 a ${MOST_ITEMS}`,
  promptInvalid: "O prompt (prompt) deve ser o número de um prompt",
  versionInvalid: "A versão (version) deve ser o número que a coleção informou",
  tooMany: `Você já tem ${MOST_COLLECTIONS} coleções, o máximo. Exclua uma para criar outra.`,
  tooManyFollows: `Você já segue ${formatCount(MOST_FOLLOWS)} pessoas, coleções e tags, o máximo. Deixe de seguir uma para seguir outra.`,
  ownFollow: "Isto é seu: não é preciso seguir.",
  newsLimitInvalid: `O limite (limit) deve ser um número inteiro de 1 a ${NEWS_PAGE_SIZE}`,
  cursorInvalid: "Informe em before o valor de next da página anterior",
  weeklyInvalid: "Informe em weekly true ou false",
  orderInvalid: "A ordem (orderBy) deve ser followed ou newest",
  textsInvalid: "Os textos (texts) só podem ser limited",
  full: `Esta coleção já tem ${formatCount(MOST_ITEMS)} prompts, o máximo. Remova um dela ou salve em outra.`,
  changedElsewhere:
    "Esta coleção mudou em outra janela enquanto você editava. Veja como ela está agora e salve de novo, se ainda quiser.",
  takenOut: "Este prompt não está mais na coleção: foi removido em outra janela.",
  reviewFirst:
    "Sua conta é nova: até completar um dia e ter três prompts publicados, as suas coleções ficam privadas.",
  withdrawn: "A moderação tornou esta coleção privada. Ela não pode voltar a ser pública por aqui.",
} as const;
