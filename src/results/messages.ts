/** Portuguese texts of the results room. */
import { formatDateTime } from "#ui/dates.ts";

export const messages = {
  modelRequired: "Diga em qual modelo você usou o prompt",
  modelTooLong: "O nome do modelo pode ter no máximo 40 caracteres",
  modelProfane: "O nome do modelo contém linguagem imprópria",
  noteTooLong: "A observação pode ter no máximo 280 caracteres",
  noteProfane: "A observação contém linguagem imprópria",
  outcomeRequired: "Diga se funcionou: sim, em parte ou não",
  versionInvalid: "Versão inválida",
  lastEditInvalid: "last_edit deve ser a data edited_at que você leu",
  pageInvalid: "Página inválida",
  ownPrompt: "Você não pode dizer se o seu próprio prompt funcionou",
  newVersion: "O prompt mudou enquanto você respondia. Veja a nova versão e responda de novo.",
  tooManyModels: "Você já respondeu para 10 modelos neste prompt. Remova uma resposta para dar outra.",
  removed:
    "A moderação removeu uma resposta sua sobre esta versão do prompt. Enquanto essa decisão valer, você não pode dar outra.",
  loginFirst: "Para enviar, entre ou crie uma conta. O que você escreveu aqui não se perde.",
  notFound: "Esta resposta não existe mais.",
} as const;

/** @param from when the account is a day old */
export const countsFrom = (from: Date | string) =>
  `Sua conta é nova. A resposta fica guardada e passa a contar em ${formatDateTime(from)}, horário de Brasília.`;
