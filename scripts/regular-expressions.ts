/**
 * Lists the regular expressions of what runs on the site and in people's terminals, a JSON line each, and their numbers on
 * standard error: those written out, which tools such as recheck can judge, and the places that build one.
 */
import { globSync, readFileSync } from "node:fs";
import { parseAst } from "vite";

/** Reports every regular expression within a node of a syntax tree. */
function look(node: unknown, found: (source: string | null, flags: string) => void): void {
  if (Array.isArray(node)) for (const one of node) look(one, found);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return;
  const { type, regex, callee } = node as {
    type?: string;
    regex?: { pattern: string; flags: string };
    callee?: { name?: string };
  };
  if (regex) found(regex.pattern, regex.flags);
  if (type === "NewExpression" && callee?.name === "RegExp") found(null, "");
  for (const value of Object.values(node)) look(value, found);
}

let written = 0;
let built = 0;
for (const file of globSync("{src,client,cli}/**/*.{ts,tsx}", {
  exclude: ["**/*.test.{ts,tsx}", "**/node_modules/**"],
}))
  look(parseAst(readFileSync(file, "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" }), (source, flags) => {
    if (source === null) built++;
    else written++;
    console.log(JSON.stringify({ file, source, flags }));
  });
console.error(`${written} written, ${built} built`);
