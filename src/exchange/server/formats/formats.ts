/** Reads and writes files of all formats. */
import { fieldOf } from "#exchange/fields.ts";
import {
  type ExchangedCollection,
  type ExchangedPrompt,
  type FileFormat,
  MOST_CHARACTERS,
  MOST_READ,
  type ReadFormat,
  type Separator,
} from "#exchange/format.ts";
import { formatNamed, type NamedText } from "#exchange/gathered-files.ts";
import { inputMessages, textTooLong, tooManyRead } from "#exchange/input-messages.ts";
import { AppError } from "#platform/http/errors.ts";
import type { Turn } from "#platform/http/text-work.ts";
import { isCsvHeader, MOST_RECORDS, readCsv, writeCsv } from "./csv.ts";
import { readJson, writeJson } from "./json.ts";
import { MOST_LINES, readMarkdown, writeMarkdown } from "./markdown.ts";
import { allowanceOf, emptyFile, ignore, type RawFile, type Take, unreadable } from "./raw-file.ts";
import { MOST_OF_YAML, readYaml, requireYamlLength } from "./yaml.ts";

type Write = (
  prompts: AsyncIterable<ExchangedPrompt>,
  collection: ExchangedCollection | null,
  /** Between cells. */
  separator?: Separator,
) => AsyncGenerator<string>;

export const WRITERS: Record<FileFormat, { write: Write; type: string }> = {
  json: { write: writeJson, type: "application/json; charset=utf-8" },
  csv: { write: writeCsv, type: "text/csv; charset=utf-8; header=present" },
  md: { write: writeMarkdown, type: "text/markdown; charset=utf-8" },
};

/** What reading all files of an import may cost. */
type Allowance = Record<"csv" | "md" | "yaml", Take>;

const newAllowance = (): Allowance => ({
  csv: allowanceOf(MOST_RECORDS),
  md: allowanceOf(MOST_LINES),
  yaml: allowanceOf(MOST_OF_YAML),
});

const READERS: Record<ReadFormat, (text: string, allowed: Allowance) => Promise<RawFile>> = {
  json: readJson,
  csv: (text, { csv }) => readCsv(text, csv),
  md: (text, { md }) => readMarkdown(text, md),
  yaml: (text, { yaml }) => readYaml(text, yaml),
};

/** A line that begins YAML: a key that prompts have, perhaps of a list's first member. */
const KEY_LINE = /^(?:- +)?["']?([^\s"':]{1,40})["']?:(?:\s|$)/;

/** The format by the beginning of a text; undefined for an unknown one. */
export function guessFormat(text: string): ReadFormat | undefined {
  const [line = ""] = /[^\s\ufeff][^\r\n]{0,5000}/.exec(text.slice(0, 10_000)) ?? [];
  if (/^(?:\{|\[\s*(?:[[{"\]]|$))/.test(line)) return "json";
  if (/^(?:---|\+\+\+)\s*$|^#{1,6}\s/.test(line)) return "md";
  if (isCsvHeader(line)) return "csv";
  const [, key] = KEY_LINE.exec(line) ?? [];
  return key && (fieldOf(key) || key === "prompts") ? "yaml" : undefined;
}

interface ReadSource extends RawFile {
  /** That of the first file. */
  format: ReadFormat;
}

/**
 * Reads a file; its length alone bounds the work.
 * @param declared its format; guessed without it
 * @param allowed what files read before it have left
 * @throws AppError 422 naming `text` for one that cannot be read, has no prompt or too many
 */
export async function readFile(
  text: string,
  declared?: ReadFormat,
  allowed: Allowance = newAllowance(),
): Promise<ReadSource> {
  const format = declared ?? guessFormat(text);
  if (!format) throw unreadable(inputMessages.formatUnknown);
  // Some editors begin a file with a byte order mark.
  const file = await READERS[format](text.replace(/^\ufeff/, ""), allowed);
  if (file.prompts.length === 0) throw unreadable(inputMessages.nothingRead);
  if (file.prompts.length > MOST_READ) throw unreadable(tooManyRead(file.prompts.length));
  return { ...file, format };
}

/** A file whose name tells its format, unless it is of another, and the title of a single prompt that has none. */
async function readNamed({ name, text }: NamedText, allowed: Allowance): Promise<ReadSource> {
  const guessed = guessFormat(text);
  const named = formatNamed(name);
  const file = await readFile(text, named ?? guessed ?? "md", allowed).catch((error) => {
    if (!guessed || guessed === named) throw error;
    return readFile(text, guessed, allowed);
  });
  const [first, second] = file.prompts;
  if (!first || second) return file;
  const isPattern = FABRIC_PATTERN.exec(name) && guessed === "md" && !/^\s*(?:---|\+\+\+)/.test(text);
  if (isPattern) first.fields = { title: titleOf(name), content: text.trim() };
  if (!first.fields.title) {
    first.fields.title = titleOf(name);
    if (first.problem === inputMessages.headMissing) delete first.problem;
  }
  return file;
}

/** A pattern of Fabric, which its folder names; its headings are parts of the text. */
const FABRIC_PATTERN = /([^/\\]+)[/\\]system\.md$/i;

/** `notas/plano-de-estudos.prompt.md` is “Plano de estudos”, `improve_writing/system.md` “Improve writing”. */
function titleOf(name: string): string {
  const words = (FABRIC_PATTERN.exec(name)?.[1] ?? name.split(/[/\\]/).at(-1) ?? "")
    .replace(/\..*$/s, "")
    .replace(/[\s_-]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface Source {
  text?: string | undefined;
  files?: NamedText[] | undefined;
  format?: ReadFormat | undefined;
}

/**
 * Reads a text, or several files, whose prompts come one after the other. A file that cannot be read appears as a
 * prompt that cannot be imported.
 * @param turn that each is read in
 * @throws AppError 422 as `readFile`, and for files that cost too much together
 */
export async function readSource({ text = "", files, format }: Source, turn: Turn): Promise<ReadSource> {
  const [first] = files ?? [];
  if (!files || !first) return turn(() => readFile(text, format));
  const allowed = newAllowance();
  if (files.length === 1) return turn(() => readNamed(first, allowed));
  const length = files.reduce((sum, file) => sum + file.text.length, 0);
  if (length > MOST_CHARACTERS) throw unreadable(textTooLong(length));
  const yamlFiles = files.filter(({ name }) => formatNamed(name) === "yaml");
  requireYamlLength(yamlFiles.reduce((sum, file) => sum + file.text.length, 0));
  const whole: ReadSource = { ...emptyFile(), format: "md" };
  for (const [at, file] of files.entries()) {
    const read = await turn(() =>
      readNamed(file, allowed).catch((error: unknown) => refusedFile(file, error)),
    );
    if (at === 0) whole.format = read.format;
    for (const prompt of read.prompts) whole.prompts.push({ ...prompt, file: file.name });
    for (const name of read.ignored) ignore(whole, name);
    whole.collection ??= read.collection;
    if (whole.prompts.length > MOST_READ) throw unreadable(tooManyRead());
  }
  return whole;
}

function refusedFile({ name }: NamedText, error: unknown): ReadSource {
  if (!(error instanceof AppError) || error.code === "file_too_costly") throw error;
  return {
    ...emptyFile(),
    format: "md",
    prompts: [{ line: 1, fields: { title: name }, problem: error.message }],
  };
}
