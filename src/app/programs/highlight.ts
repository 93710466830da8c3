/** Tells comments and texts in code apart from the rest, for their colours. */
import type { Language } from "./examples.ts";

interface Piece {
  kind: "comment" | "text" | "code";
  text: string;
}

const TEXT = String.raw`("(?:[^"\\\n]|\\.)*"|'[^']*'|\x60[^\x60]*\x60)`;
const WITH_HASH = new RegExp(String.raw`((?<=^|\s)#.*)|${TEXT}`, "gm");
const WITH_SLASHES = new RegExp(String.raw`((?<=^|\s)//.*)|${TEXT}`, "gm");
const PATTERNS: Partial<Record<Language, RegExp>> = {
  sh: WITH_HASH,
  py: WITH_HASH,
  ts: WITH_SLASHES,
  json: WITH_SLASHES,
};

/** @returns the pieces, which together are the code */
export function highlight(code: string, language: Language): Piece[] {
  const pattern = PATTERNS[language];
  if (!pattern) return [{ kind: "code", text: code }];
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > from) pieces.push({ kind: "code", text: code.slice(from, match.index) });
    pieces.push({ kind: match[1] ? "comment" : "text", text: match[0] });
    from = match.index + match[0].length;
  }
  if (from < code.length) pieces.push({ kind: "code", text: code.slice(from) });
  return pieces;
}
