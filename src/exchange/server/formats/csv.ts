/**
 * Files in CSV: RFC 4180 in UTF-8, with a byte order mark, without which spreadsheets take accents for something else. They are
 * safe in a spreadsheet that cuts lines at another separator than the file's, too (decision 50).
 */
import { Readable } from "node:stream";
import { type CsvError, parse } from "csv-parse";
import { stringify } from "csv-stringify/sync";
import { fieldOf, OWN_FACTS } from "#exchange/fields.ts";
import {
  type ExchangedCollection,
  type ExchangedPrompt,
  MOST_READ,
  SEPARATORS,
  type Separator,
} from "#exchange/format.ts";
import { badCsv, csvColumns, csvReasons, csvTooWide, inputMessages } from "#exchange/input-messages.ts";
import { foldText } from "#language/fold.ts";
import { ignore, type RawFile, type RawPrompt, unreadable } from "./raw-file.ts";

const BOM = "\ufeff";
const MOST_COLUMNS = 50;
/** Records that are read, empty lines included: each takes some hundredths of a millisecond. */
const MOST_RECORDS = 5 * MOST_READ;
/** Characters that are parsed before others get their turn: the parser is slow, and never waits by itself. */
const CHUNK = 32 * 1024;

/** Spaces of any kind, but those that end a cell. */
const SPACES = "[^\\S\\t\\r\\n]*";
/** Signs that begin a formula, with the full-width ones of Japanese keyboards. Spaces before them may be passed over. */
const SIGN = `${SPACES}[=+\\-@＝＋－＠]`;

/**
 * What a spreadsheet would run as a formula, with the apostrophes before it. One more apostrophe makes a text of it, and the
 * reader takes one away: whatever a text has, it comes back as it was.
 */
const FORMULA = new RegExp(`^'*(?:${SIGN}|[\\t\\r\\n])`);

const SPLITS = Object.fromEntries(
  Object.values(SEPARATORS).map((separator) => {
    const others = [...Object.values(SEPARATORS), "\r", "\n"].filter((mark) => mark !== separator).join("");
    // A quote there would begin a quoted cell, which may end where the next prompt's text begins; and so would the quote that
    // ends a cell behind a separator.
    const after = `(?='*(?:${SIGN}|"|${SPACES}$))`;
    return [
      separator,
      { guard: new RegExp(`[${others}]${after}`, "g"), undo: new RegExp(`([${others}])'${after}`, "g") },
    ];
  }),
) as Record<Separator, { guard: RegExp; undo: RegExp }>;

/**
 * A cell that no spreadsheet runs. The text of a prompt is the first cell of its line, so that its quotes are seen whatever the
 * separator, and nothing within it ends a cell: its lists of hyphens stay as they are. Other cells are guarded wherever another
 * separator might cut them.
 */
function guarded(text: string, name: string, separator: Separator): string {
  const inside = name === CONTENT ? text : text.replace(SPLITS[separator].guard, "$&'");
  return FORMULA.test(inside) ? `'${inside}` : inside;
}

function unguarded(text: string, isContent: boolean, separator: Separator): string {
  const inside = isContent ? text : text.replace(SPLITS[separator].undo, "$1");
  return inside.startsWith("'") && FORMULA.test(inside) ? inside.slice(1) : inside;
}

const CONTENT = "content";
const COLLECTION = "collection";
const COLLECTION_DESCRIPTION = "collection_description";

/** How some files tell Excel their separator, before the table. */
const TOLD = /^"?sep=([,;\t])"?(?:\r\n?|\n)/i;

/** Excel writes semicolons where numbers have commas: which one separates is told by the first line. */
function separatorOf(firstLine: string): Separator {
  const counts = Object.values(SEPARATORS).map((mark) => ({ mark, n: firstLine.split(mark).length }));
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
  const whole = text.replace(BOM, "");
  const [note = "", told] = TOLD.exec(whole) ?? [];
  const table = whole.slice(note.length);
  const firstLine = /^[^\r\n]*/.exec(table)?.[0] ?? "";
  const separator = (told as Separator | undefined) ?? separatorOf(firstLine);
  if (firstLine.split(separator).length > MOST_COLUMNS) throw unreadable(csvTooWide);
  const file: RawFile = { prompts: [], collection: null, ignored: new Set() };
  let names: string[] | undefined;
  const firstOfTable = note === "" ? 1 : 2;
  /** Of the record that comes next. */
  let line = firstOfTable;
  let read = 0;
  for await (const { record, raw } of records(table, separator, firstOfTable)) {
    if (!names) names = readHeader(file, record);
    else if (record.some((cell) => cell !== "")) addRow(file, names, { record, separator, line });
    line += raw.match(/\r\n?|\n/g)?.length ?? 0;
    read++;
    if (file.prompts.length > MOST_READ || read > MOST_RECORDS) throw unreadable(inputMessages.tooManyRead);
  }
  if (!names) throw unreadable(csvColumns);
  return file;
}

/** @param firstLine its number in the file */
async function* records(text: string, separator: Separator, firstLine: number): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter: separator,
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
    throw unreadable(badCsv((lines ?? 1) + firstLine - 1, why));
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
    // Spreadsheets write columns without a name, if something stood there once.
    if (name !== "" && !fields[index] && !known.includes(name)) ignore(file, name);
  });
  return names;
}

interface Row {
  record: string[];
  separator: Separator;
  line: number;
}

function addRow(file: RawFile, names: string[], { record, separator, line }: Row): void {
  const raw: RawPrompt = { line, fields: {} };
  const texts = Object.create(null) as Record<string, string>;
  names.forEach((name, index) => {
    const field = fieldOf(name);
    const value = unguarded(record[index] ?? "", field === CONTENT, separator);
    texts[name] ??= value;
    if (field && value !== "") raw.fields[field] ??= value;
  });
  // Excel leaves out the last cells of a line if those of its neighbours are empty, too.
  if (record.length > names.length) raw.problem = inputMessages.rowBroken;
  if (typeof raw.fields.tags === "string")
    raw.fields.tags = raw.fields.tags.split(",").filter((tag) => tag.trim() !== "");
  if (!file.collection && texts[COLLECTION])
    file.collection = { title: texts[COLLECTION], description: texts[COLLECTION_DESCRIPTION] || null };
  file.prompts.push(raw);
}

/** Writes a file, a prompt at a time. The collection stands in the row of its first prompt. */
export async function* writeCsv(
  prompts: AsyncIterable<ExchangedPrompt>,
  collection: ExchangedCollection | null,
  separator: Separator = ",",
): AsyncGenerator<string> {
  // First the text, as `guarded` wants it; last what is never empty, because Excel loses empty cells there.
  const names = [CONTENT, "title", "description", "tool", "tags", "allow_remixes"];
  const ofCollection = collection ? ["note", "author", COLLECTION, COLLECTION_DESCRIPTION] : [];
  const facts = ["edited_at", "created_at", "url"];
  const columns = [...names, ...ofCollection, ...facts];
  const row = (cells: string[]) =>
    stringify([cells.map((cell, at) => guarded(cell, columns[at] as string, separator))], {
      delimiter: separator,
      record_delimiter: "\r\n",
      quoted: true,
    });
  yield BOM + row(columns);
  let isFirst = true;
  for await (const prompt of prompts) {
    const { title, content, description, tool, tags, allow_remixes, note, author, url, created_at } = prompt;
    const own = [content, title, description ?? "", tool, tags.join(","), String(allow_remixes)];
    const entry = collection
      ? [note ?? "", author ?? "", collection.title, isFirst ? (collection.description ?? "") : ""]
      : [];
    yield row([...own, ...entry, prompt.edited_at ?? "", created_at, url]);
    isFirst = false;
  }
}
