/** Which versions all of this was seen with. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Figure, Part } from "./part.ts";
import { missing, pathTo } from "./support/engines.ts";

/** How each engine is asked for its version. */
const VERSIONS: [program: string, ...args: string[]][] = [
  ["postgres", "--version"],
  ["patroni", "--version"],
  ["etcd", "--version"],
  ["haproxy", "-v"],
  ["pgbouncer", "--version"],
  ["varnishd", "-V"],
  ["pgbackrest", "version"],
];

/** The number in what a program says: 15.14, 2.6.12-1+deb12u3. */
function numberIn(said: string): string {
  return /\d+\.\d[\w.+-]*/.exec(said)?.[0] ?? said.trim();
}

export const part: Part = {
  name: "engines",
  needs: [],
  async run(): Promise<Figure[]> {
    return Promise.all(
      VERSIONS.map(async ([name, ...args]) => {
        if (missing([name]).programs.length > 0) return { name, value: "not installed" };
        const { stdout, stderr } = await promisify(execFile)(pathTo(name), args);
        return { name, value: numberIn(stdout || stderr) };
      }),
    );
  },
};
