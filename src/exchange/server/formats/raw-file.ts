/** What the readers of files have in common: prompts as they stand there, unchecked. */
import { AppError } from "#platform/http/errors.ts";

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

export interface RawPrompt {
  /** On which it begins, from 1. */
  line: number;
  fields: Partial<Record<Field, unknown>>;
  /** Why it cannot be read. */
  problem?: string;
}

export interface RawFile {
  prompts: RawPrompt[];
  collection: { title: unknown; description: unknown } | null;
  /** Names of what stays behind, in the file's order. */
  ignored: Set<string>;
}

/** Ignored names that are told. */
const MOST_IGNORED = 20;

/** Notes that something stays behind. */
export function ignore(file: RawFile, name: string): void {
  if (file.ignored.size < MOST_IGNORED) file.ignored.add(name.slice(0, 40));
}

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

export const unreadable = (message: string): AppError =>
  new AppError(422, "file_unreadable", message, { field: "text" });
