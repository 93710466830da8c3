/** Why input is refused, in Portuguese: apart from messages.ts, because the first pages have no forms. */
import { isolated } from "#language/isolated.ts";
import { countOf } from "#ui/numbers.ts";
import type { WrittenField } from "./fields.ts";

/** Refusals of profanity, by the fields that are checked. */
export const profanityMessages = {
  title: "O título contém linguagem imprópria",
  content: "O prompt contém linguagem imprópria",
  description: "A descrição contém linguagem imprópria",
  image_alt: "O texto alternativo contém linguagem imprópria",
  change_note: "“O que mudou” contém linguagem imprópria",
  remix_note: "“O que muda na sua adaptação” contém linguagem imprópria",
  tags: "Uma das tags contém linguagem imprópria",
} as const satisfies Record<WrittenField | "tags" | "change_note" | "remix_note", string>;
export const PROFANITY_FIELDS = Object.keys(profanityMessages) as (keyof typeof profanityMessages)[];

export const inputMessages = {
  titleTooShort: "Título deve ter pelo menos 3 caracteres",
  titleTooLong: "Título deve ter no máximo 120 caracteres",
  contentTooShort: "Prompt deve ter pelo menos 10 caracteres",
  contentTooLong: "Prompt deve ter no máximo 20.000 caracteres",
  descriptionTooLong: "Descrição deve ter no máximo 1.000 caracteres",
  altTooLong: "Texto alternativo deve ter no máximo 300 caracteres",
  tagsNeeded: "As tags devem ser uma lista de textos",
  tagTooShort: "Cada tag deve ter pelo menos 2 caracteres",
  tagTooLong: "Cada tag deve ter no máximo 30 caracteres",
  tagInvalid: "Nas tags, use só letras, números, espaços e hifens",
  tagsTooMany: "Escolha até 5 tags",
  tagUnknownText: "Informe a tag uma só vez, como texto",
  toolRequired: "Selecione o tipo de LLM",
  imageRequired: "Por favor, faça upload de uma imagem para o seu prompt",
  changedElsewhere: "O prompt está sendo alterado em outro lugar. Tente novamente.",
  versionConflict:
    "O prompt foi alterado em outra janela depois que você o abriu. Nada do que você escreveu se perdeu.",
  changeNoteTooLong: "“O que mudou” deve ter no máximo 140 caracteres",
  remixNoteTooLong: "“O que muda na sua adaptação” deve ter no máximo 280 caracteres",
  remixedFromInvalid: "remixed_from deve ser o número do prompt de que o seu partiu",
  remixOrderInvalid: "A ordenação deve ser top ou newest",
  allowRemixesInvalid: "allow_remixes deve ser true ou false",
  versionInvalid: "A versão deve ser um número inteiro",
  lastEditInvalid: "last_edit deve ser a data edited_at que você leu",
  ownVersionInvalid: "own_version deve ser true ou false",
  publicationKeyInvalid: "Idempotency-Key deve ter de 16 a 64 letras, algarismos, hifens ou sublinhados",
  imageHashInvalid: "image_hash deve ser os primeiros 32 dígitos hexadecimais do SHA-256 do arquivo",
  favoritesPrivate: "Os favoritos são visíveis apenas para a própria pessoa",
  feedNotFound: "Não há prompts para acompanhar neste endereço",
  searchTooLong: "A busca deve ter no máximo 200 caracteres",
  searchRepeated: "Informe a busca uma só vez, como texto",
  limitInvalid: "O limite por página deve ser um número inteiro de 1 a 100",
  orderInvalid: "A ordenação deve ser relevance, top, newest, views ou works",
  worksInvalid: "O filtro works só pode ser today",
  spellingInvalid: "A correção da busca (spelling) deve ser correct ou suggest",
  toolUnknown: "A ferramenta de IA deve ser all ou um número de 1 a 14",
} as const;

/** @param seconds until the next publication */
export function newAuthorMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.ceil(minutes / 60);
  const wait = minutes < 60 ? countOf(minutes, "minuto", "minutos") : countOf(hours, "hora", "horas");
  return `Contas novas publicam até 5 prompts por hora e 10 por dia. Você pode publicar o próximo em ${wait}.`;
}

// Apart, because browsers need not load them.
export const remixNoteAlone = "Só a adaptação de outro prompt diz o que muda nela";
export const remixesOff =
  "Quem publicou este prompt não permite mais que outras pessoas publiquem adaptações dele.";

/** A prompt as refusals name it; null is one that is not public. */
type Named = { title: string; username: string } | null;
const textOf = (source: Named) =>
  source ? `ao de “${isolated(source.title)}”, de ${source.username}` : "ao do prompt de que você partiu";

export const unchangedMessage = (source: Named): string =>
  `Este texto é igual ${textOf(source)}. Mude alguma coisa antes de publicar.`;

export const remixNoteNeeded = (source: Named): string =>
  `O texto é quase igual ${textOf(source)}. Conte em uma frase o que muda na sua adaptação.`;
