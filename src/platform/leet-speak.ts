/** Reads leet speak: digits and signs that stand for letters. */
import { resolveLeetSpeakTransformer } from "obscenity";

const { transform } = resolveLeetSpeakTransformer();

/** A text with its digits and signs as the letters that they look like: `s3nh@` as `senha`. */
export function readLeetSpeak(text: string): string {
  return [...text].map((sign) => String.fromCodePoint(transform(sign.codePointAt(0) ?? 0) ?? 0)).join("");
}
