/** The running version: the package's number, and the commit of the build with its date. */
import { readFileSync } from "node:fs";

interface Version {
  version: string;
  /** Abbreviated; null without a build, or when it was not built in a repository. */
  commit: string | null;
  /** When that commit was made, ISO 8601; null where the commit is. */
  committed_at: string | null;
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
  if (!known) {
    const build = read("dist/server/build.json");
    known = {
      version: read("package.json")?.version ?? "?",
      commit: build?.commit ?? null,
      committed_at: build?.committed_at ?? null,
    };
  }
  return known;
}
