/** The exchange format: what files of prompts are called, how large they may be, and what they have of a prompt. */

import type { Published } from "#prompts/contract.ts";
import type { FIELDS, FileField } from "#prompts/fields.ts";

export const FORMAT_NAME = "prompteca";
/** Raised by changes that an earlier reader would misunderstand, not by new fields. */
export const FORMAT_VERSION = 1;

/** Kinds of files that are written. */
export const FILE_FORMATS = ["json", "csv", "md"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
/** Kinds of files that are read. */
export const READ_FORMATS = [...FILE_FORMATS, "yaml"] as const;
export type ReadFormat = (typeof READ_FORMATS)[number];

export const FORMAT_LABELS: Record<ReadFormat, string> = {
  json: "JSON",
  csv: "CSV",
  md: "Markdown",
  yaml: "YAML",
};

/** Separators of CSV cells. Excel expects the list separator of its system: semicolons in Brazil. */
export const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t" } as const;
export type Separator = (typeof SEPARATORS)[keyof typeof SEPARATORS];
/** Those that files are written with. */
export const WRITTEN_SEPARATORS = ["comma", "semicolon"] as const satisfies (keyof typeof SEPARATORS)[];
export type WrittenSeparator = (typeof WRITTEN_SEPARATORS)[number];

/** Characters of a file. */
export const MOST_CHARACTERS = 5_000_000;
/** Bytes of files, unpacked: they are sent as JSON. */
export const MOST_BYTES = 10_000_000;
/** Files that are read together. */
export const MOST_FILES = 2000;
/** Prompts of a file that are read. */
export const MOST_READ = 5000;
/** Prompts that a preview looks at. */
export const MOST_PREVIEWED = 2000;
/** Prompts that are imported at once. */
export const MOST_AT_ONCE = 200;
/** Prompts that one account imports in a day. */
export const MOST_A_DAY = 200;
/** How long an import can be undone, in hours. */
export const UNDO_HOURS = 24;

/** Fields by their names in files; the tool by its name in the site's list. */
export type FileFields = {
  [Name in FileField as (typeof FIELDS)[Name]["file"]]: Name extends "llm_type_id"
    ? string
    : Exclude<Published<Name>[Name], undefined>;
};

/** A prompt as files have it. Picture and its alternative text stay behind: they are in the copy of all that is one's own. */
export interface ExchangedPrompt extends FileFields {
  /** Note of the collection's entry. */
  note?: string | null;
  /** In collections, whose prompts are of many people. */
  author?: string;
  url: string;
  created_at: string;
  edited_at: string | null;
}

/** Texts of a collection in a file. */
export interface ExchangedCollection {
  title: string;
  description: string | null;
}
