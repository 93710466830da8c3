/** Why files and their prompts are refused, in Portuguese. */
import { LLM_TYPES } from "#prompts/catalog.ts";
import { formatCount } from "#ui/numbers.ts";
import { MOST_A_DAY, MOST_AT_ONCE, MOST_CHARACTERS, MOST_READ, UNDO_HOURS } from "./format.ts";

export const inputMessages = {
  textNeeded: "Escolha um arquivo ou cole o texto dele",
  textTooLong: `O arquivo deve ter no máximo ${formatCount(MOST_CHARACTERS)} caracteres. Divida-o em partes.`,
  formatInvalid: "O formato (format) deve ser json, csv ou md",
  separatorInvalid: "O separador (separator) deve ser comma (vírgula) ou semicolon (ponto e vírgula)",
  notText:
    "O arquivo não é um texto. De uma planilha, salve-o como CSV: no Excel, “CSV UTF-8 (delimitado por vírgulas)”.",
  toolInvalid: "A ferramenta (llm_type_id) deve ser um número de 1 a 14",
  placeInvalid: `Cada prompt é indicado pelo seu número no arquivo, de 1 a ${formatCount(MOST_READ)}`,
  chosenNeeded: "Escolha pelo menos um prompt para importar",
  chosenTooMany: `Importe até ${MOST_AT_ONCE} prompts de cada vez`,
  makeCollectionInvalid: "make_collection deve ser true ou false",
  keyInvalid: "Idempotency-Key deve ter de 16 a 64 letras, algarismos, hifens ou sublinhados",
  nothingRead: "Não encontramos nenhum prompt no arquivo",
  tooManyRead: `O arquivo tem mais de ${formatCount(MOST_READ)} prompts. Divida-o em partes.`,
  newerVersion: "O arquivo é de uma versão do formato que ainda não conhecemos",
  notChosen: "Um dos prompts escolhidos não está no arquivo",
  noCollection: "O arquivo não é de uma coleção",
  tooManyCollections: "Você já tem o máximo de coleções: a do arquivo não pode ser criada",
  fieldNotText: "deve ser um texto",
  tagsNotList: "As tags devem ser uma lista de textos",
  remixesInvalid: "allow_remixes deve ser true ou false",
  notStorable: "O texto tem caracteres que não podem ser guardados",
  rowBroken: "A linha não tem o mesmo número de colunas que a primeira",
  headUnreadable: "O cabeçalho entre as linhas “---” não pode ser lido",
  headTooLong: "O cabeçalho entre as linhas “---” é longo demais",
  contentMissing: "Falta o texto do prompt",
  itemInvalid: "O prompt deve ser um objeto com title e content",
  importNotFound: "Importação não encontrada",
  importUndone:
    "Esta importação já foi feita e desfeita. Para importar de novo, repita a chamada com outra Idempotency-Key.",
  undoTooLate: `Uma importação só pode ser desfeita nas primeiras ${UNDO_HOURS} horas`,
} as const;

export const tooManyToday = (left: number): string =>
  left === 0
    ? `Você já importou ${MOST_A_DAY} prompts nas últimas 24 horas, o máximo.`
    : `Você pode importar até ${MOST_A_DAY} prompts em 24 horas: agora, mais ${left}.`;

export const newAuthorLeft = (left: number): string =>
  `Contas novas publicam até 5 prompts por hora e 10 por dia, também ao importar: agora, ${left === 0 ? "mais nenhum" : `mais ${left}`}.`;

export const unknownTool = (name: string): string =>
  `A ferramenta “${name.slice(0, 60)}” não existe aqui. Use uma destas: ${LLM_TYPES.map((tool) => tool.name).join(", ")}.`;

export const badJson = (line: number | undefined): string =>
  line === undefined ? "O arquivo não é JSON válido" : `O arquivo não é JSON válido: veja a linha ${line}`;
export const jsonWithoutPrompts =
  "O JSON deve ser uma lista de prompts, ou um objeto com a lista em “prompts”";
export const badCsv = (line: number, why: string): string =>
  `O CSV não pode ser lido a partir da linha ${line}: ${why}`;
export const csvReasons = {
  quote: "há aspas abertas e não fechadas",
  quoteInside: "há aspas no meio de um campo que não começa com aspas",
  other: "ela está malformada",
} as const;
export const csvColumns =
  "A primeira linha do CSV deve ter os nomes das colunas, entre eles title e content (ou act e prompt)";
export const csvTooWide = "O CSV deve ter no máximo 50 colunas";

/** @param places lines of the prompts that changed since the preview */
export const chosenRefused = (line: number, why: string): string =>
  `Nada foi importado. O prompt da linha ${line} não pode vir: ${why}`;
