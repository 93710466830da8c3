/** Writing to a terminal: what people wrote is made harmless, columns are cut to the screen. */
import { styleText } from "node:util";
import stringWidth from "string-width";
import { withHiddenNamed } from "../../src/language/visible.ts";

/** A picture of what would command the terminal, or turn a line's direction; line feeds and tabs do no harm. */
function harmless(control: string): string {
  if (control === "\n" || control === "\t") return control;
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
}

/**
 * A text of somebody else's, for the terminal, a file or the clipboard: no character of it commands a terminal, where an
 * escape sequence can hide text, write into the clipboard, or type what a shell then runs. Control characters are
 * shown as their pictures: ␛. Hidden characters are named, in case another site has not done so.
 */
export function safeText(text: string): string {
  return withHiddenNamed(text)
    .replaceAll("\r\n", "\n")
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, harmless);
}

/** The last look at whatever is written: of sequences only our own colours are left (`styleFor`). */
export const safeOutput = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: with it our own colours begin
  text.replace(/(\u001b\[(?:1|2|22|3[1369])m)|[\p{Cc}\p{Bidi_Control}]/gu, (found, colour?: string) =>
    colour === undefined ? harmless(found) : found,
  );

/** The same on one line. */
export const safeLine = (text: string): string =>
  safeText(text)
    .replace(/[\s\u2028\u2029]+/g, " ")
    .trim();

/** JSON in which no character commands a terminal either: they are escaped, so programs read them as they are. */
export function safeJson(value: unknown): string {
  const nameHidden = (_key: string, inner: unknown) =>
    typeof inner === "string" ? withHiddenNamed(inner) : inner;
  return JSON.stringify(value, nameHidden, 2).replace(
    /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

type Format = Parameters<typeof styleText>[0];
export type Style = (format: Format, text: string) => string;

/** Colours for a terminal that wants some (https://no-color.org). */
export function styleFor(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): Style {
  const isColoured = stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
  return (format, text) => (isColoured ? styleText(format, text, { validateStream: false } as never) : text);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Cuts a line at a width in columns of the terminal. */
export function cut(line: string, width: number): string {
  if (stringWidth(line) <= width) return line;
  let kept = "";
  let columns = 0;
  for (const { segment } of graphemes.segment(line)) {
    columns += stringWidth(segment);
    if (columns > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

export interface Column {
  title: string;
  /** Numbers stand at the right. */
  right?: boolean;
  /** Takes what the others leave. */
  grows?: boolean;
  format?: Format;
}

/** Columns of the narrowest growing column. */
const NARROWEST = 12;
const GAP = "  ";

/**
 * Columns that a narrow terminal has no room for are left out, the last ones first.
 * @param rows cells of one line each, already harmless
 * @param width columns of the terminal
 */
export function table(columns: Column[], rows: string[][], width: number, style: Style): string {
  const widths = columns.map(({ title }, at) =>
    Math.max(stringWidth(title), ...rows.map((row) => stringWidth(row[at] ?? ""))),
  );
  const growing = columns.findIndex(({ grows }) => grows);
  const others = widths.reduce((sum, own, at) => (at === growing ? sum : sum + own), 0);
  const left = width - others - GAP.length * (columns.length - 1);
  if (left < NARROWEST && columns.length > 2) {
    const withoutLast = rows.map((row) => row.slice(0, columns.length - 1));
    return table(columns.slice(0, -1), withoutLast, width, style);
  }
  widths[growing] = Math.min(widths[growing] ?? 0, Math.max(NARROWEST, left));
  const line = (cells: string[], format: (column: Column, cell: string) => string) =>
    columns
      .map((column, at) => {
        const cell = cut(cells[at] ?? "", widths[at] ?? 0);
        const space = " ".repeat((widths[at] ?? 0) - stringWidth(cell));
        const isLast = at === columns.length - 1;
        const shown = format(column, cell);
        return column.right ? space + shown : isLast ? shown : shown + space;
      })
      .join(GAP);
  const head = line(
    columns.map(({ title }) => title),
    (_, cell) => style("dim", cell),
  );
  const body = rows.map((row) => line(row, ({ format }, cell) => (format ? style(format, cell) : cell)));
  return [head, ...body].join("\n");
}
