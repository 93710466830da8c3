/** The running version: the package's number and the commit of the build. */
import { readFileSync } from "node:fs";

export interface Version {
  version: string;
  /** Abbreviated; null without a build, or when it was not built in a repository. */
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
