/** The text of a file that somebody chose: in UTF-8, or as spreadsheets write it. */

interface Decoded {
  text: string;
  /** Whether the encoding is a guess. */
  guessed: boolean;
}

/** Byte order marks of other encodings. */
const MARKS = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

/**
 * Excel in Brazil saves CSV in Windows-1252, and “Unicode text” in UTF-16.
 * @returns undefined for what is no text, such as a spreadsheet's own file
 */
export function decodeFile(bytes: Uint8Array): Decoded | undefined {
  const marked = MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return { text: new TextDecoder(marked.encoding).decode(bytes), guessed: false };
  if (bytes.includes(0)) return undefined;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), guessed: false };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), guessed: true };
  }
}
