/** The fields of a prompt in files, by the names that people give them. The command line reads them so, too. */

/** The fields that are taken over, by their names in the format. */
export const FIELDS = [
  "title",
  "content",
  "description",
  "tool",
  "tags",
  "allow_remixes",
  "note",
  "author",
] as const;
export type Field = (typeof FIELDS)[number];

/** Fields that files tell and the site sets itself. */
export const OWN_FACTS = ["url", "created_at", "edited_at"] as const;

/** The format names it, in English or as the copy of all that is one's own does; undefined for what stays behind. */
export function fieldOf(name: string): Field | undefined {
  const known = ALIASES[name] ?? name;
  return FIELDS.find((field) => field === known);
}

/** A table without a prototype: names come from outside. */
const ALIASES: Record<string, string> = Object.assign(Object.create(null), {
  // The collection of prompts that most people know.
  act: "title",
  prompt: "content",
  titulo: "title",
  conteudo: "content",
  descricao: "description",
  ferramenta: "tool",
});
