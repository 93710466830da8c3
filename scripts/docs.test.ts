import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** Files that a document names: its links, relative to it, and paths in backticks, from the root or from `src/`. */
async function filesNamedIn(document: string): Promise<{ name: string; places: string[] }[]> {
  const text = await readFile(document, "utf8");
  const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, name = ""]) => name);
  const paths = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.[a-z]+)`/g)].map(([, name = ""]) => name);
  return [
    ...links
      .filter((name) => !name.includes("://"))
      .map((name) => ({ name, places: [join(dirname(document), name)] })),
    // Capitals, `x` and a migration that is yet to be written stand for a name.
    ...paths
      .filter((name) => !/[A-Z]{4}|\/x\.|what_it_does/.test(name))
      .map((name) => ({ name, places: [name, join("src", name)] })),
  ];
}

test.each(["CONTRIBUTING.md", "README.md", "SECURITY.md", "docs/architecture.md"])(
  "%s names files that exist",
  async (document) => {
    const named = await filesNamedIn(document);
    expect(named.length).toBeGreaterThan(0);
    const missing = named.filter(({ places }) => !places.some((place) => existsSync(place)));
    expect(missing.map(({ name }) => name)).toEqual([]);
  },
);
