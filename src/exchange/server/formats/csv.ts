/** Files in CSV: RFC 4180 in UTF-8, with a byte order mark, without which spreadsheets take accents for something else. */
import { Readable } from "node:stream";
import { type CsvError, parse } from "csv-parse";
import { stringify } from "csv-stringify/sync";
import { type ExchangedCollection, type ExchangedPrompt, MOST_READ } from "#exchange/format.ts";
import { badCsv, csvColumns, csvReasons, csvTooWide, inputMessages } from "#exchange/input-messages.ts";
import { foldText } from "#language/fold.ts";
import { fieldOf, ignore, OWN_FACTS, type RawFile, type RawPrompt, unreadable } from "./raw-file.ts";

const BOM = "\ufeff";
const MOST_COLUMNS = 50;
/** Records that are read, empty lines included: each takes some hundredths of a millisecond. */
const MOST_RECORDS = 5 * MOST_READ;
/** Characters that are parsed before others get their turn: the parser is slow, and never waits by itself. */
const CHUNK = 32 * 1024;

/**
 * What a spreadsheet would run as a formula, with the apostrophes before it. One more apostrophe makes a text of it, and the
 * reader takes one away: whatever a text begins with, it comes back as it was.
 */
const FORMULA = /^'*[=+\-@\t\r]/;
const guarded = (text: string) => (FORMULA.test(text) ? `'${text}` : text);
const unguarded = (text: string) => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text);

const COLLECTION = "collection";
const COLLECTION_DESCRIPTION = "collection_description";

/** Excel writes semicolons where numbers have commas: which one separates is told by the first line. */
function delimiterOf(firstLine: string): string {
  const counts = [",", ";", "\t"].map((mark) => ({ mark, n: firstLine.split(mark).length }));
  return counts.reduce((most, one) => (one.n > most.n ? one : most)).mark;
}

interface CsvRecord {
  record: string[];
  /** As it stands there, with the first character of its end. */
  raw: string;
}

/**
 * @param text as long as files may be
 * @throws AppError 422 for what is no CSV, or has no columns for title and content
 */
export async function readCsv(text: string): Promise<RawFile> {
  const firstLine = /^[^\r\n]*/.exec(text.replace(BOM, ""))?.[0] ?? "";
  const delimiter = delimiterOf(firstLine);
  if (firstLine.split(delimiter).length > MOST_COLUMNS) throw unreadable(csvTooWide);
  const file: RawFile = { prompts: [], collection: null, ignored: new Set() };
  let names: string[] | undefined;
  /** Of the record that comes next. */
  let line = 1;
  let read = 0;
  for await (const { record, raw } of records(text, delimiter)) {
    if (!names) names = readHeader(file, record);
    else if (record.length > 1 || record[0] !== "") addRow(file, names, record, line);
    line += raw.match(/\r\n?|\n/g)?.length ?? 0;
    read++;
    if (file.prompts.length > MOST_READ || read > MOST_RECORDS) throw unreadable(inputMessages.tooManyRead);
  }
  if (!names) throw unreadable(csvColumns);
  return file;
}

async function* records(text: string, delimiter: string): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    delimiter,
    raw: true,
    relax_column_count: true,
    // A field is a prompt's text at most, and four times that before it is tidied.
    max_record_size: 200_000,
  });
  const source = Readable.from(chunks(text));
  source.pipe(parser);
  try {
    yield* parser as AsyncIterable<CsvRecord>;
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number };
    const why =
      code === "CSV_QUOTE_NOT_CLOSED"
        ? csvReasons.quote
        : code === "INVALID_OPENING_QUOTE" || code === "CSV_INVALID_CLOSING_QUOTE"
          ? csvReasons.quoteInside
          : csvReasons.other;
    throw unreadable(badCsv(lines ?? 1, why));
  } finally {
    source.destroy();
    parser.destroy();
  }
}

async function* chunks(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += CHUNK) {
    yield text.slice(at, at + CHUNK);
    await new Promise(setImmediate);
  }
}

function readHeader(file: RawFile, record: string[]): string[] {
  const names = record.map((name) => foldText(name.slice(0, 100)).trim());
  const fields = names.map(fieldOf);
  if (!fields.includes("title") || !fields.includes("content")) throw unreadable(csvColumns);
  const known = [...OWN_FACTS, COLLECTION, COLLECTION_DESCRIPTION] as string[];
  names.forEach((name, index) => {
    if (!fields[index] && !known.includes(name)) ignore(file, name);
  });
  return names;
}

function addRow(file: RawFile, names: string[], record: string[], line: number): void {
  const raw: RawPrompt = { line, fields: {} };
  const texts = Object.create(null) as Record<string, string>;
  names.forEach((name, index) => {
    const value = unguarded(record[index] ?? "");
    texts[name] ??= value;
    const field = fieldOf(name);
    if (field && value !== "") raw.fields[field] ??= value;
  });
  if (record.length !== names.length) raw.problem = inputMessages.rowBroken;
  if (typeof raw.fields.tags === "string")
    raw.fields.tags = raw.fields.tags.split(",").filter((tag) => tag.trim() !== "");
  if (!file.collection && texts[COLLECTION])
    file.collection = { title: texts[COLLECTION], description: texts[COLLECTION_DESCRIPTION] || null };
  file.prompts.push(raw);
}

const row = (values: string[]) =>
  stringify([values.map(guarded)], { record_delimiter: "\r\n", quoted_match: /[\r\n;\t]/ });

/** Writes a file, a prompt at a time. The collection stands in the row of its first prompt. */
export async function* writeCsv(
  prompts: AsyncIterable<ExchangedPrompt>,
  collection: ExchangedCollection | null,
): AsyncGenerator<string> {
  const names = ["title", "content", "description", "tool", "tags", "allow_remixes"];
  const facts = ["url", "created_at", "edited_at"];
  const ofCollection = collection ? ["note", "author", COLLECTION, COLLECTION_DESCRIPTION] : [];
  yield BOM + row([...names, ...ofCollection, ...facts]);
  let isFirst = true;
  for await (const prompt of prompts) {
    const { title, content, description, tool, tags, allow_remixes, note, author, url, created_at } = prompt;
    const own = [title, content, description ?? "", tool, tags.join(","), String(allow_remixes)];
    const entry = collection
      ? [note ?? "", author ?? "", collection.title, isFirst ? (collection.description ?? "") : ""]
      : [];
    yield row([...own, ...entry, url, created_at, prompt.edited_at ?? ""]);
    isFirst = false;
  }
}
