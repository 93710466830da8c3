/** Reads and writes files of all formats. */
import type { ExchangedCollection, ExchangedPrompt, FileFormat, Separator } from "#exchange/format.ts";
import { MOST_READ } from "#exchange/format.ts";
import { inputMessages } from "#exchange/input-messages.ts";
import { readCsv, writeCsv } from "./csv.ts";
import { readJson, writeJson } from "./json.ts";
import { readMarkdown, writeMarkdown } from "./markdown.ts";
import { type RawFile, unreadable } from "./raw-file.ts";

type Write = (
  prompts: AsyncIterable<ExchangedPrompt>,
  collection: ExchangedCollection | null,
  /** Of cells. */
  separator?: Separator,
) => AsyncGenerator<string>;

export const WRITERS: Record<FileFormat, { write: Write; type: string }> = {
  json: { write: writeJson, type: "application/json; charset=utf-8" },
  csv: { write: writeCsv, type: "text/csv; charset=utf-8; header=present" },
  md: { write: writeMarkdown, type: "text/markdown; charset=utf-8" },
};

/** JSON begins with a bracket, Markdown with the rule of its head. */
export function guessFormat(text: string): FileFormat {
  const [first] = /[^\s\ufeff]{1,3}/.exec(text.slice(0, 1000)) ?? [];
  if (first?.startsWith("{") || first?.startsWith("[")) return "json";
  return first === "---" ? "md" : "csv";
}

/**
 * Reads a file: what it takes is bound by its length alone.
 * @throws AppError 422 naming `text` for one that cannot be read, has no prompt or too many
 */
export async function readFile(text: string, format: FileFormat): Promise<RawFile> {
  const read = { json: readJson, csv: readCsv, md: readMarkdown }[format];
  const file = await read(text);
  if (file.prompts.length === 0) throw unreadable(inputMessages.nothingRead);
  if (file.prompts.length > MOST_READ) throw unreadable(inputMessages.tooManyRead);
  return file;
}
