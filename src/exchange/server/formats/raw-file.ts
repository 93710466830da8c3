/** What the readers of files have in common: prompts as they stand there, unchecked. */
import type { Field } from "#exchange/fields.ts";
import { AppError } from "#platform/http/errors.ts";

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

export const unreadable = (message: string): AppError =>
  new AppError(422, "file_unreadable", message, { field: "text" });
