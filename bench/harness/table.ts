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

/** One row as text, printed while the benchmark runs. */
export function tableLine(line: Line): string {
  return cells(line).filter(Boolean).join("  ");
}

/** Columns as wide as their widest cell, as the formatter of this repository leaves them. */
function markdown(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const [head, ...body] = rows;
  return [head, widths.map((width) => "-".repeat(width)), ...body]
    .map((row) => `| ${widths.map((width, column) => (row?.[column] ?? "").padEnd(width)).join(" | ")} |`)
    .join("\n");
}

/** A row for each figure of each size, for the terminal. */
export function table(lines: readonly Line[]): string {
  return markdown([[...HEADINGS], ...lines.map(cells)]);
}

/** Time and buffers of one call stand in one row, and so do the median wait and the longest. */
const rowOf = ({ what }: Line) => what.replace(/, (?:buffers|p50|p99)$/, "");

/** A row for each thing that is measured with a column for each size, for the documentation. */
export function tableBySize(lines: readonly Line[]): string {
  const sizes = [...new Set(lines.flatMap(({ prompts }) => prompts ?? []))].sort((a, b) => a - b);
  const rows = [...new Set(lines.map(rowOf))].map((what) => {
    const own = lines.filter((line) => rowOf(line) === what);
    const figure = own.find((line): line is Figure & { prompts: number | undefined } => !("failed" in line));
    const written = (line: Line) => {
      const [, , measured, , compared, byCpu, , reached] = cells(line);
      const parts = [
        measured,
        compared,
        byCpu && `CPU ${byCpu.split(" ")[0]}`,
        reached === "no" && "**missed**",
      ];
      return parts.filter(Boolean).join("; ");
    };
    const shown = (prompts: number | undefined) =>
      own
        .filter((line) => line.prompts === prompts)
        .map(written)
        .join(" / ");
    const anySize = own.every(({ prompts }) => prompts === undefined);
    const columns = anySize ? [shown(undefined)] : sizes.map(shown);
    return [what, figure?.against ?? "", figure ? target(figure) : "", ...columns];
  });
  return markdown([
    ["what", "ratio to", "must be", ...sizes.map((size) => `${whole.format(size)} prompts`)],
    ...rows,
  ]);
}
