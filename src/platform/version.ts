/** Which version runs: the package's own number, and the commit that was built, where that was known. */
import { readFileSync } from "node:fs";

export interface Version {
  version: string;
  /** Abbreviated; null where nothing was built, or not from a repository. */
  commit: string | null;
}

const root = new URL("../../", import.meta.url);
let known: Version | undefined;

function read(path: string): Record<string, string> | undefined {
  try {
    return JSON.parse(readFileSync(new URL(path, root), "utf8"));
  } catch {
    return undefined;
  }
}

export function readVersion(): Version {
  known ??= {
    version: read("package.json")?.version ?? "?",
    commit: read("dist/server/build.json")?.commit ?? null,
  };
  return known;
}
