/**
 * `npm run test:cluster [-- PART … --OPTION VALUE]`: what the site does beyond one machine, with the engines and the
 * configuration of deploy/cluster/, one part after the other. Ends with 1 when a target is missed or a part fails, with
 * 78 when programs are missing.
 */
import { readdir } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Figure, Part } from "./part.ts";
import { missing } from "./support/engines.ts";
import { openFolder } from "./support/folder.ts";
import { openProcesses } from "./support/processes.ts";

/** BSD's sysexits.h: something is wrong with the set-up, and running again does not help. */
const EX_CONFIG = 78;
const NO_PARTS = ["cluster.ts", "part.ts"];

/** Every other file of this folder, in the order of the names. */
async function findParts(): Promise<Part[]> {
  const files = (await readdir(new URL(".", import.meta.url))).sort();
  const modules = files.filter((file) => file.endsWith(".ts") && !NO_PARTS.includes(file));
  return Promise.all(modules.map(async (file) => ((await import(`./${file}`)) as { part: Part }).part));
}

/** Says in words what has to be installed; undefined when all is there. */
function complaint(parts: Part[]): string | undefined {
  const { programs, packages } = missing(parts.flatMap(({ needs }) => needs));
  if (programs.length > 0) {
    return `test:cluster misses ${programs.join(", ")}. Debian 12: apt-get install ${packages.join(" ")}`;
  }
  const rooted = parts.filter(({ needsRoot }) => needsRoot && process.getuid?.() !== 0);
  return rooted.length > 0
    ? `test:cluster needs root for ${rooted.map(({ name }) => name).join(", ")}, whose nodes are network namespaces.`
    : undefined;
}

async function run(part: Part, values: Record<string, string>): Promise<Figure[]> {
  const folder = await openFolder();
  const processes = openProcesses();
  const tell = (line: string) => console.log(`${part.name}: ${line}`);
  const keys = Object.keys(part.options ?? {});
  const options = Object.fromEntries(keys.map((key) => [key, values[key] ?? part.options?.[key] ?? ""]));
  try {
    const figures = await part.run({ folder, processes, options, tell });
    await processes.stopAll();
    await folder.remove();
    return figures;
  } catch (error) {
    await processes.stopAll();
    console.error(error);
    return [{ name: "failed", value: `${(error as Error).message} (logs: ${folder.path})`, met: false }];
  }
}

function table(rows: (Figure & { part: string })[]): string {
  const cells = rows.map(({ part, name, value, target = "", met }) => [
    part,
    name,
    value,
    target,
    met === undefined ? "" : met ? "yes" : "NO",
  ]);
  const lines = [["part", "figure", "value", "target", "met"], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const all = await findParts();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(
    all.flatMap(({ options = {} }) => Object.keys(options)).map((key) => [key, { type: "string" as const }]),
  ),
});
const unknown = positionals.filter((name) => !all.some((part) => part.name === name));
const chosen = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const wrong = unknown.length
  ? `test:cluster has no part ${unknown.join(", ")}; it has ${all.map(({ name }) => name).join(", ")}.`
  : complaint(chosen);
if (wrong) {
  console.error(wrong);
  process.exit(EX_CONFIG);
}
// Interrupted, what was started ends with us.
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => process.exit(1));
const rows: (Figure & { part: string })[] = [];
for (const part of chosen) {
  const figures = await run(part, values as Record<string, string>);
  rows.push(...figures.map((figure) => ({ part: part.name, ...figure })));
}
console.log(`\n${table(rows)}`);
process.exit(rows.some(({ met }) => met === false) ? 1 : 0);
