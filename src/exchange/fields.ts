/** The fields of a prompt in files, by the names that people give them. The command line reads them so, too. */
import { foldText } from "#language/fold.ts";
import type { FileName } from "#prompts/fields.ts";

/**
 * The fields that are taken over, each with its names: ours, Portuguese, and those of skills, agents, templates and the
 * best-known collection of prompts. The first one counts where a file has several.
 */
const NAMES = {
  title: ["title", "titulo", "name", "nome", "act"],
  content: [
    ...["content", "conteudo", "prompt", "text", "texto", "body"],
    ...["template", "instructions", "instrucoes"],
  ],
  description: ["description", "descricao"],
  tool: ["tool", "ferramenta"],
  tags: ["tags", "tag", "etiquetas", "etiqueta", "keywords", "palavras_chave"],
  allow_remixes: ["allow_remixes", "permite_remixes"],
  note: ["note", "nota", "anotacao"],
  author: [
    ...["author", "autor", "autora", "authors", "autores", "autoras"],
    ...["autor(a)", "autoria", "written_by", "escrito_por", "created_by", "criado_por"],
    ...["contributor", "contributors", "contribuidor", "contribuidora", "colaborador", "colaboradora"],
    ...["creator", "criador", "criadora", "by", "por"],
  ],
} as const satisfies Record<FileName | "note" | "author", readonly string[]>;
export type Field = keyof typeof NAMES;

/** A field's Portuguese name in files. */
export const nameInPortuguese = (field: FileName): string => (NAMES[field] as readonly string[])[1] ?? field;

const FIELD_BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([field, names]) =>
    names.map((name, rank) => [name as string, { field: field as Field, rank }] as const),
  ),
);

/** Fields that files tell and the site sets itself. */
const OWN_FACTS: readonly string[] = ["url", "created_at", "edited_at"];

/** Names that people and programs write in many ways have one spelling here: `Título`, `allow-remixes`, `allowRemixes`. */
export const foldName = (name: string): string =>
  foldText(name.slice(0, 100).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, "_"))
    .trim()
    .replace(/[\s_-]+/g, "_");

/** The field that a name means; undefined for what stays behind. */
export const fieldOf = (name: string): Field | undefined => FIELD_BY_NAME.get(foldName(name))?.field;

/** Most names of a prompt that are compared: folding each takes its time. */
const MOST_NAMES = 200;

/** Whether a field of a file is empty. */
export const isNothing = (value: unknown): boolean => value === undefined || value === null || value === "";

/**
 * Sorts what a head, an object or a row has.
 * @param fold as `foldName`
 * @returns the fields, and the names that stay behind: unknown ones, and second names of a field that say something else
 */
export function sortFields(
  entries: Iterable<readonly [string, unknown]>,
  fold: (name: string) => string = foldName,
): {
  fields: Partial<Record<Field, unknown>>;
  left: string[];
} {
  const taken = new Map<Field, { name: string; rank: number; value: unknown }>();
  const left: string[] = [];
  let looked = 0;
  for (const [name, value] of entries) {
    const folded = ++looked > MOST_NAMES ? "" : fold(name);
    const known = FIELD_BY_NAME.get(folded);
    if (!known) {
      if (!OWN_FACTS.includes(folded)) left.push(name);
      continue;
    }
    const { field, rank } = known;
    const before = taken.get(field);
    const now = { name, rank, value };
    const isBetter = !before || isNothing(before.value) || (rank < before.rank && !isNothing(value));
    if (isBetter) taken.set(field, now);
    if (!before || isNothing(before.value) || isNothing(value) || before.value === value) continue;
    left.push((isBetter ? before : now).name);
  }
  return { fields: Object.fromEntries([...taken].map(([field, { value }]) => [field, value])), left };
}
