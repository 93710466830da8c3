/**
 * Files in CSV: RFC 4180 in UTF-8, with a byte order mark, without which spreadsheets take accents for something else. They are
 * safe in a spreadsheet that cuts lines at another separator than the file's, too (decision 50).
 */
import { Readable, type TransformOptions } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { type CsvError, type Options, parse } from "csv-parse";
import { stringify } from "csv-stringify/sync";
import { fieldOf, foldName } from "#exchange/fields.ts";
import {
  type ExchangedCollection,
  type ExchangedPrompt,
  MOST_READ,
  SEPARATORS,
  type Separator,
} from "#exchange/format.ts";
import {
  badCsv,
  csvColumns,
  csvReasons,
  csvTooWide,
  inputMessages,
  tooManyLines,
  tooManyRead,
} from "#exchange/input-messages.ts";
import { giveWay } from "#platform/http/text-work.ts";
import { FILE_NAMES } from "#prompts/fields.ts";
import { addPrompt, emptyFile, type RawFile, type Take, unreadable } from "./raw-file.ts";
import { A_TURN } from "./values.ts";

const BOM = "\ufeff";
const MOST_COLUMNS = 50;
/** Records that are read of all files, empty lines included: each takes some hundredths of a millisecond. */
export const MOST_RECORDS = 2 * MOST_READ;
/** Cells of a record, far more than columns: of one of another length than the first, the parser makes copies. */
const MOST_CELLS = 5000;
/** Characters of the first line that tell the separator. */
const LONGEST_HEADER = 10_000;
/** Characters that are parsed before others get their turn: the parser is slow, and never waits by itself. */
const CHUNK = 32 * 1024;
/** Line ends in them: of each row of another length than the first, the parser makes an error with its stack. */
const LINES_OF_CHUNK = 200;

/** Spaces of any kind, but those that end a cell. */
const SPACES = "[^\\S\\t\\r\\n]*";
/** Signs that begin a formula, with the full-width ones of Japanese keyboards. Spaces before them may be passed over. */
const SIGN = `${SPACES}[=+\\-@＝＋－＠]`;

/**
 * Text that a spreadsheet would run as a formula, with the apostrophes before it. The writer puts one more apostrophe
 * before it and the reader takes one away, so every text comes back as it was.
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

/** The line with which some files give Excel their separator, before the table. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?(?:\r\n?|\n)/i;

/** Separator by the first line: Excel writes semicolons where numbers have commas. */
function separatorOf(firstLine: string): Separator {
  const counts = Object.values(SEPARATORS).map((mark) => ({ mark, n: firstLine.split(mark).length }));
  return counts.reduce((most, one) => (one.n > most.n ? one : most)).mark;
}

/** Whether a line names columns that prompts have, or gives Excel the separator. */
export function isCsvHeader(line: string): boolean {
  if (/^"?sep=/i.test(line)) return true;
  const names = line.split(separatorOf(line), MOST_COLUMNS).map((name) => name.replace(/^"|"$/g, ""));
  return names.length > 1 && names.some((name) => fieldOf(name));
}

interface CsvRecord {
  record: string[];
  /** The raw text of the record, with the first character of its end. */
  raw: string;
}

/**
 * @param text as long as files may be
 * @throws AppError 422 for what is no CSV, or has no columns for title and content
 */
export async function readCsv(text: string, take: Take): Promise<RawFile> {
  const [note = "", declared] = SEPARATOR_LINE.exec(text) ?? [];
  const blank = blankLines(text, note.length);
  const table = text.slice(note.length + blank.length);
  const firstLine = /^[^\r\n]*/.exec(table.slice(0, LONGEST_HEADER))?.[0] ?? "";
  const separator = (declared as Separator | undefined) ?? separatorOf(firstLine);
  // Here as far as it goes, before anything is parsed; a line break in quotes may hide others.
  if (firstLine.split(separator).length > MOST_COLUMNS) throw unreadable(csvTooWide);
  const file = emptyFile();
  let columns: Column[] | undefined;
  let prompts = 0;
  const firstOfTable = 1 + countLineEnds(note + blank);
  const overfull = overfullRecord(table, separator);
  if (overfull !== undefined) throw unreadable(badCsv(overfull + firstOfTable, csvReasons.cells));
  /** First line of the next record. */
  let line = firstOfTable;
  let read = 0;
  for await (const { record, raw } of records(table, separator, firstOfTable)) {
    if (!columns) columns = readHeader(record);
    else if (record.some((cell) => cell !== "")) {
      prompts++;
      // More are counted alone, for who reads how many there are.
      if (prompts <= MOST_READ) addRow(file, columns, { record, separator, line });
    }
    line += countLineEnds(raw);
    read++;
    take(1, () => tooManyLines("CSV", MOST_RECORDS));
    // A piece that is parsed may have thousands of rows.
    if (read % A_TURN === 0) await giveWay();
  }
  if (!columns) throw unreadable(csvColumns);
  if (prompts > MOST_READ) throw unreadable(tooManyRead(prompts));
  return file;
}

/** Lines with nothing but spaces. A regular expression for any number of lines would use up the stack. */
function blankLines(text: string, start: number): string {
  let end = start;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === "\n" || character === "\r") end = at + 1;
    else if (character !== " " && character !== "\t") break;
  }
  return text.slice(start, end);
}

/** @param firstLine its number in the file */
async function* records(text: string, separator: Separator, firstLine: number): AsyncGenerator<CsvRecord> {
  const options: Options & TransformOptions = {
    delimiter: separator,
    raw: true,
    relax_column_count: true,
    // One piece at a time: those that wait when the text ends are parsed in one go.
    writableHighWaterMark: 1,
  };
  const parser = parse(options);
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

/** @returns how many lines are before the first record that has too many cells */
function overfullRecord(text: string, separator: Separator): number | undefined {
  let lines = 0;
  let before = 0;
  let cells = 0;
  let isQuoted = false;
  let end: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator) {
      if (!isQuoted && ++cells > MOST_CELLS) return before;
    } else if (character === "\n" || character === "\r") {
      const isPair = character === "\r" && text[at + 1] === "\n";
      if (!isPair) lines++;
      if (isQuoted) continue;
      // As for the parser, the first one tells what ends records.
      end ??= isPair ? "\r\n" : character;
      if (!text.startsWith(end, at)) continue;
      before = isPair ? lines + 1 : lines;
      cells = 0;
    }
  }
  return undefined;
}

/** Without a list of them: a cell may be nothing else, and as long as the file. */
function countLineEnds(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "\n" || (character === "\r" && text[at + 1] !== "\n")) count++;
  }
  return count;
}

async function* chunks(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; ) {
    let end = start;
    const most = Math.min(start + CHUNK, text.length);
    for (let lines = 0; end < most && lines < LINES_OF_CHUNK; end++)
      if (text[end] === "\n" || text[end] === "\r") lines++;
    yield text.slice(start, end);
    start = end;
    await setImmediate();
  }
}

interface Column {
  name: string;
  /** Its name as `foldName` spells it: folding takes longer than reading a cell. */
  folded: string;
  isContent: boolean;
}

/** @throws AppError 422 for a first line that has too many columns, or does not name title and text */
function readHeader(record: string[]): Column[] {
  if (record.length > MOST_COLUMNS) throw unreadable(csvTooWide);
  const fields = record.map(fieldOf);
  if (!fields.includes("title") || !fields.includes("content")) throw unreadable(csvColumns);
  return record.map((written, at) => {
    const name = written.trim() === "" ? `coluna ${at + 1}` : written;
    return { name, folded: foldName(name), isContent: fields[at] === CONTENT };
  });
}

interface Row {
  record: string[];
  separator: Separator;
  line: number;
}

function addRow(file: RawFile, columns: Column[], { record, separator, line }: Row): void {
  const own: [string, string][] = [];
  const foldedNames = new Map<string, string>();
  const ofCollection: Record<string, string> = {};
  for (const [at, { name, folded, isContent }] of columns.slice(0, record.length).entries()) {
    const cell = record[at] ?? "";
    const value = cell && unguarded(cell, isContent, separator);
    if (value === "") continue;
    foldedNames.set(name, folded);
    if (folded === COLLECTION || folded === COLLECTION_DESCRIPTION) ofCollection[folded] = value;
    else own.push([name, value]);
  }
  const raw = addPrompt(file, line, own, (name) => foldedNames.get(name) ?? foldName(name));
  // Excel leaves out the last cells of a line if those of its neighbours are empty, too.
  if (record.length > columns.length) raw.problem = inputMessages.rowBroken;
  const { [COLLECTION]: title, [COLLECTION_DESCRIPTION]: description } = ofCollection;
  if (title) file.collection ??= { title, description: description ?? null };
}

/** Writes a file, a prompt at a time. The first prompt's row has the collection's texts too. */
export async function* writeCsv(
  prompts: AsyncIterable<ExchangedPrompt>,
  collection: ExchangedCollection | null,
  separator: Separator = ",",
): AsyncGenerator<string> {
  // First the text, as `guarded` wants it; last what is never empty, because Excel loses empty cells there.
  const names = [CONTENT, ...FILE_NAMES.filter((name) => name !== CONTENT)] as const;
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
    const { note, author, url, created_at } = prompt;
    const own = names.map((name) => String(prompt[name] ?? ""));
    const entry = collection
      ? [note ?? "", author ?? "", collection.title, isFirst ? (collection.description ?? "") : ""]
      : [];
    yield row([...own, ...entry, prompt.edited_at ?? "", created_at, url]);
    isFirst = false;
  }
}
