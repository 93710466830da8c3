/** How often a planted file was run: a byte each time in a file of the folder that the test made. */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";

export function turnOf(name: string): number {
  const file = join(process.env.PLANTED_TURNS ?? "", name);
  appendFileSync(file, ".");
  return readFileSync(file).length;
}
