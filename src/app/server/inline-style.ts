/** For pages that bring their own style and script: the site's colours, and hashes for the Content-Security-Policy. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const tokens = readFileSync(new URL("../../ui/tokens.css", import.meta.url), "utf8");

/** A rule of tokens.css, in one line. */
function rule(pattern: RegExp): string {
  const [found = ""] = pattern.exec(tokens) ?? [];
  return found.replace(/\/\*.*?\*\//gs, "").replace(/\s+/g, " ");
}

export const lightColours = rule(/^:root \{[^}]*\}/m);
/** Colours of the class `dark`. */
export const darkColours = rule(/^ *\.dark \{[^}]*\}/m);

/** A source that allows this inline style or script. */
export const hashed = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
