/** Why files and their prompts are refused, in Portuguese. */
import { isolated } from "#language/isolated.ts";
import { LLM_TYPES } from "#prompts/catalog.ts";
import { formatBytes, formatCount } from "#ui/numbers.ts";
import {
  MOST_A_DAY,
  MOST_AT_ONCE,
  MOST_BYTES,
  MOST_CHARACTERS,
  MOST_FILES,
  MOST_READ,
  UNDO_HOURS,
} from "./format.ts";

export const inputMessages = {
  textNeeded: "Escolha um arquivo ou cole o texto dele",
  filesInvalid: "Os arquivos (files) devem ser uma lista de nomes e textos (name, text), no lugar de text",
  fileNameInvalid: "O nome de cada arquivo (name) deve ter de 1 a 300 caracteres",
  formatInvalid: "O formato (format) deve ser json, csv, md ou yaml",
  separatorInvalid: "O separador (separator) deve ser comma (vírgula) ou semicolon (ponto e vírgula)",
  formatUnknown:
    "Não reconhecemos o formato. Comece com { ou [ (JSON), com uma linha de nomes de colunas, entre eles title e content (CSV), ou com um título “# ” ou um cabeçalho entre linhas “---” (Markdown).",
  notText:
    "O arquivo não é um texto. De uma planilha, salve-o como CSV: no Excel, “CSV UTF-8 (delimitado por vírgulas)”.",
  toolInvalid: "A ferramenta (llm_type_id) deve ser um número de 1 a 14",
  placeInvalid: `Cada prompt é indicado pelo seu número no arquivo, de 1 a ${formatCount(MOST_READ)}`,
  chosenNeeded: "Escolha pelo menos um prompt para importar",
  chosenTooMany: `Importe até ${MOST_AT_ONCE} prompts de cada vez`,
  makeCollectionInvalid: "make_collection deve ser true ou false",
  creditAuthorsInvalid: "credit_authors deve ser true ou false",
  keyInvalid: "Idempotency-Key deve ter de 16 a 64 letras, algarismos, hifens ou sublinhados",
  nothingRead: "Não encontramos nenhum prompt no arquivo",
  newerVersion: "O arquivo é de uma versão do formato que ainda não conhecemos",
  notChosen: "Um dos prompts escolhidos não está no arquivo",
  noCollection: "O arquivo não é de uma coleção",
  tooManyCollections: "Você já tem o máximo de coleções: a do arquivo não pode ser criada",
  fieldNotText: "deve ser um texto",
  remixesInvalid: "allow_remixes deve ser true ou false",
  notStorable: "O texto tem caracteres que não podem ser guardados",
  rowBroken: "A linha não tem o mesmo número de colunas que a primeira",
  headUnreadable: "O cabeçalho entre as linhas “---” ou “+++” não pode ser lido",
  headTooLong: "O cabeçalho entre as linhas “---” ou “+++” é longo demais",
  headMissing:
    "Parece Markdown sem cabeçalho. Comece com um título (“# Meu prompt”), ou com “title: Meu prompt” entre duas linhas “---”.",
  beforeHeads: "texto antes do primeiro cabeçalho",
  textInHead: "texto no cabeçalho, porque há outro abaixo dele",
  badYaml: "O YAML não pode ser lido. Se ele tiver mais de 200 prompts, divida-o em partes.",
  contentMissing: "Falta o texto do prompt",
  titleMissing:
    "Falta o título do prompt. Dê-o em “title” ou “título”; num Markdown sem cabeçalho, numa primeira linha “# Meu prompt”.",
  itemInvalid: "O prompt deve ser um objeto com title e content",
  importNotFound: "Importação não encontrada",
  importUndone:
    "Esta importação já foi feita e desfeita. Para importar de novo, repita a chamada com outra Idempotency-Key.",
  undoTooLate: `Uma importação só pode ser desfeita nas primeiras ${UNDO_HOURS} horas`,
} as const;

/** @param length characters */
const tooLong = (what: string, length: number, most: number): string =>
  `O ${what} tem ${formatCount(length)} caracteres, ${formatCount(length - most)} a mais que o máximo de ${formatCount(most)}. Divida-o em partes.`;
export const textTooLong = (length: number): string => tooLong("arquivo", length, MOST_CHARACTERS);
export const yamlTooLong = (length: number, most: number): string => tooLong("YAML", length, most);
export const tooManyValues = (most: number): string =>
  `O JSON tem mais de ${formatCount(most)} valores, o máximo. Deixe nele só os prompts, ou divida-o em partes.`;
export const tooManyBytes = (bytes: number): string =>
  `O arquivo tem ${formatBytes(bytes)}, e o máximo são ${formatBytes(MOST_BYTES)}. Divida-o em partes.`;
export const tooManyFiles = (count: number): string =>
  `São ${formatCount(count)} arquivos ou mais, e o máximo são ${formatCount(MOST_FILES)}. Importe-os em partes.`;
export const zipBroken = (name: string): string =>
  `Não deu para abrir “${isolated(name)}”. Ele pode estar incompleto ou ter senha: faça o zip de novo, sem senha.`;

/** Who wrote what somebody else imports, for the description. An address is nobody's name. */
export const writtenBy = (author: string): string => `Escrito por ${author.replace(/@\S*/g, "")}.`;

/** @param count how many there are; undefined when they were not counted to the end */
export const tooManyRead = (count?: number): string => {
  const most = formatCount(MOST_READ);
  const size =
    count === undefined
      ? `mais de ${most} prompts, o máximo`
      : `${formatCount(count)} prompts, ${formatCount(count - MOST_READ)} a mais que o máximo de ${most}`;
  return `O arquivo tem ${size}. Divida-o em partes.`;
};
export const tooManyLines = (format: "CSV" | "Markdown", most: number): string =>
  `O ${format} tem mais de ${formatCount(most)} linhas, o máximo. Divida-o em partes.`;

const rest = (left: number) => (left === 1 ? "Agora resta 1." : `Agora restam ${formatCount(left)}.`);

export const tooManyToday = (left: number): string =>
  left === 0
    ? `Você já importou ${MOST_A_DAY} prompts nas últimas 24 horas, o máximo. Tente de novo amanhã.`
    : `Você pode importar até ${MOST_A_DAY} prompts em 24 horas. ${rest(left)}`;

export const newAuthorLeft = (left: number): string =>
  `Contas novas publicam até 5 prompts por hora e 10 por dia, também ao importar. ${left === 0 ? "Tente de novo mais tarde." : rest(left)}`;

/** By how much a text or a list is over its limit. */
export const overBy = (message: string, count: number, most: number): string =>
  `${message}: tem ${formatCount(count)}, ${formatCount(count - most)} a mais`;

export const unknownTool = (name: string): string =>
  `A ferramenta “${isolated(name.slice(0, 60))}” não existe aqui. Use uma destas: ${LLM_TYPES.map((tool) => tool.name).join(", ")}.`;

export const badJson = (line: number | undefined): string =>
  line === undefined ? "O arquivo não é JSON válido" : `O arquivo não é JSON válido: veja a linha ${line}`;
export const notMapped = (format: string): string =>
  `O ${format} deve ser um prompt com title e content, uma lista deles, ou um objeto com a lista em “prompts”`;
export const badCsv = (line: number, why: string): string =>
  `O CSV não pode ser lido a partir da linha ${line}: ${why}`;
export const csvReasons = {
  quote: "há aspas abertas e não fechadas",
  quoteInside: "há aspas no meio de um campo que não começa com aspas",
  cells: "ela tem células demais",
  other: "ela está malformada",
} as const;
export const csvColumns =
  "A primeira linha do CSV deve ter os nomes das colunas, entre eles title e content (ou act e prompt)";
export const csvTooWide = "O CSV deve ter no máximo 50 colunas";

/** @param places lines of the prompts that changed since the preview */
export const chosenRefused = (line: number, why: string): string =>
  `Nada foi importado, por causa do prompt da linha ${line}: ${why}`;
