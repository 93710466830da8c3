/** The exchange format: what files of prompts are called, how large they may be, and what they have of a prompt. */

export const FORMAT_NAME = "prompteca";
/** Raised by whatever a reader of before would misunderstand; a new field is none of it. */
export const FORMAT_VERSION = 1;

/** Kinds of files. */
export const FILE_FORMATS = ["json", "csv", "md"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export const FORMAT_LABELS: Record<FileFormat, string> = { json: "JSON", csv: "CSV", md: "Markdown" };

/** What separates the cells of CSV; Excel opens what its system separates lists by: semicolons in Brazil. */
export const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t" } as const;
export type Separator = (typeof SEPARATORS)[keyof typeof SEPARATORS];
/** Those that files are written with. */
export const WRITTEN_SEPARATORS = ["comma", "semicolon"] as const satisfies (keyof typeof SEPARATORS)[];
export type WrittenSeparator = (typeof WRITTEN_SEPARATORS)[number];

/** Characters of a file. */
export const MOST_CHARACTERS = 1_000_000;
/** Prompts of a file that are read. */
export const MOST_READ = 1000;
/** Prompts that are looked at, and imported, at once. */
export const MOST_AT_ONCE = 200;
/** Prompts that one account imports in a day. */
export const MOST_A_DAY = 200;
/** How long an import can be undone, in hours. */
export const UNDO_HOURS = 24;

/** A prompt as files have it. Picture and its alternative text stay behind: they are in the copy of all that is one's own. */
export interface ExchangedPrompt {
  title: string;
  content: string;
  description: string | null;
  /** A name of the site's list. */
  tool: string;
  tags: string[];
  allow_remixes: boolean;
  /** Of the collection's entry. */
  note?: string | null;
  /** In collections, whose prompts are of many people. */
  author?: string;
  url: string;
  created_at: string;
  edited_at: string | null;
}

/** What a file of a collection says of it. */
export interface ExchangedCollection {
  title: string;
  description: string | null;
}
