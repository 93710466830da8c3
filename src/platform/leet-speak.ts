/** Resolves leet speak: digits and symbols in place of letters. */
import { resolveLeetSpeakTransformer } from "obscenity";

const { transform } = resolveLeetSpeakTransformer();

/** Replaces digits and symbols by the letters that they resemble: `s3nh@` becomes `senha`. */
export function readLeetSpeak(text: string): string {
  return [...text].map((sign) => String.fromCodePoint(transform(sign.codePointAt(0) ?? 0) ?? 0)).join("");
}
