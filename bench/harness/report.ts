/** Puts the table into docs/performance.md, between its markers. */
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import type { Line } from "./figures.ts";
import { tableBySize } from "./table.ts";

const PAGE = new URL("../../docs/performance.md", import.meta.url);
const BEGIN = "<!-- bench: begin, written by npm run bench -- --write -->";
const END = "<!-- bench: end -->";

/** @throws when the page has lost its markers */
export async function writeReport(lines: readonly Line[], rounds: number): Promise<void> {
  const page = await readFile(PAGE, "utf8");
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error("docs/performance.md has no place for the table");
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  const told = `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}, ${rounds} rounds.`;
  const text = `${BEGIN}\n\n${told}\n\n${tableBySize(lines)}\n\n`;
  await writeFile(PAGE, page.slice(0, begin) + text + page.slice(end));
}
