/** The table of figures, the same in the terminal and in the documentation. */
import { type Figure, isReached, type Line, median, ratios } from "./figures.ts";

const HEADINGS = [
  "prompts",
  "what",
  "measured",
  "compared with",
  "ratio (spread)",
  "by CPU",
  "must be",
  "reached",
] as const;

const whole = new Intl.NumberFormat("en");

/** Three digits that count, more for large numbers. */
function number(value: number): string {
  if (!Number.isFinite(value)) return "–";
  return Math.abs(value) >= 100 ? whole.format(Math.round(value)) : String(Number(value.toPrecision(3)));
}

const ratio = (value: number) => (value >= 100 ? number(value) : value.toFixed(2));

/** Median, and the smallest and largest where there are several. */
function spread(values: readonly number[], write: (value: number) => string): string {
  const [least, most] = [write(Math.min(...values)), write(Math.max(...values))];
  return values.length > 1 ? `${write(median(values))} (${least} to ${most})` : write(median(values));
}

function target({ target }: Figure): string {
  if (!target) return "";
  return "atLeast" in target ? `≥ ${number(target.atLeast)}` : `≤ ${number(target.atMost)}`;
}

function cells(line: Line): string[] {
  const prompts = line.prompts === undefined ? "" : whole.format(line.prompts);
  if ("failed" in line)
    return [prompts, line.what, `failed: ${line.failed.replaceAll("|", "/")}`, "", "", "", "", "no"];
  const { what, unit, measured, reference, against, byCpu, note } = line;
  const compared = ratios(line);
  const reached = isReached(line);
  return [
    prompts,
    what,
    `${reference ? number(median(measured)) : spread(measured, number)} ${unit}${note ? `; ${note}` : ""}`,
    reference ? `${number(median(reference))}${against ? `, ${against}` : ""}` : "",
    compared ? spread(compared, ratio) : "",
    byCpu ? spread(byCpu, ratio) : "",
    target(line),
    reached === undefined ? "" : reached ? "yes" : "no",
  ];
}

/** One row, for showing that the benchmark goes on. */
export function tableLine(line: Line): string {
  return cells(line).filter(Boolean).join("  ");
}

/** The table as Markdown, each column as wide as its widest cell, as the formatter of this repository leaves it. */
export function table(lines: readonly Line[]): string {
  const rows = [[...HEADINGS], ...lines.map(cells)];
  const widths = HEADINGS.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  rows.splice(
    1,
    0,
    widths.map((width) => "-".repeat(width)),
  );
  return rows
    .map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`)
    .join("\n");
}
