/** Files that somebody chose, a zip of them among them, as texts. The browser and the command line read them by this. */
import { shownLine } from "#language/text.ts";
import { decodeFile } from "./decode-file.ts";
import { MOST_BYTES, MOST_CHARACTERS, MOST_FILES, type ReadFormat } from "./format.ts";
import { inputMessages, textTooLong, tooManyBytes, tooManyFiles, zipBroken } from "./input-messages.ts";

/** Formats by extension; undefined for extensions whose format follows from the text. */
const EXTENSIONS: Record<string, ReadFormat | undefined> = {
  json: "json",
  jsonl: "json",
  ndjson: "json",
  csv: "csv",
  tsv: "csv",
  md: "md",
  markdown: "md",
  mdx: "md",
  mdc: "md",
  prompt: "md",
  prompty: "md",
  yaml: "yaml",
  yml: "yaml",
  txt: undefined,
};
/** For the browser's choice of files. */
export const ACCEPTED = [...Object.keys(EXTENSIONS), "zip"].map((extension) => `.${extension}`).join(",");

const extensionOf = (name: string) => /\.([^./\\]+)$/.exec(name.slice(-20))?.[1]?.toLowerCase() ?? "";

/** Told by a file's name; undefined when its text must tell. */
export const formatNamed = (name: string): ReadFormat | undefined =>
  Object.hasOwn(EXTENSIONS, extensionOf(name)) ? EXTENSIONS[extensionOf(name)] : undefined;

/** Characters of a name that are sent, from its end. */
const LONGEST_NAME = 300;

/** A file's name as it is shown: without the characters by which a stranger hides or turns around a part of it. */
const shownName = (name: string) => shownLine(name).slice(-LONGEST_NAME).toWellFormed() || "?";

export interface NamedText {
  name: string;
  text: string;
}

export interface Gathered {
  files: NamedText[];
  /** Names of files that were left out: they are not readable text. */
  left: string[];
  /** Whether an encoding was guessed. */
  guessed: boolean;
}

/** Why files cannot be taken, for people. */
export class FilesRefused extends Error {}

interface NamedBytes {
  name: string;
  bytes: Uint8Array;
}

/** @throws FilesRefused for too much of anything, a broken zip, or when nothing can be read */
export async function gatherFiles(given: readonly NamedBytes[]): Promise<Gathered> {
  const all: NamedBytes[] = [];
  const left: string[] = [];
  for (const file of given) {
    if (extensionOf(file.name) === "zip") all.push(...(await unzip(file, left)));
    else all.push(file);
  }
  if (all.length > MOST_FILES) throw new FilesRefused(tooManyFiles(all.length));
  requireBytes(all.reduce((sum, { bytes }) => sum + bytes.length, 0));
  const files: NamedText[] = [];
  let guessed = false;
  let isBlank = left.length === 0;
  for (const { name, bytes } of all) {
    const decoded = decodeFile(bytes);
    if (!decoded) isBlank = false;
    if (decoded && decoded.text.trim() !== "") {
      files.push({ name: shownName(name), text: decoded.text });
      guessed ||= decoded.guessed;
    } else left.push(shownName(name));
  }
  if (files.length === 0) throw new FilesRefused(isBlank ? inputMessages.textNeeded : inputMessages.notText);
  const length = files.reduce((sum, { text }) => sum + text.length, 0);
  if (length > MOST_CHARACTERS) throw new FilesRefused(textTooLong(length));
  return { files, left, guessed };
}

function requireBytes(bytes: number): void {
  if (bytes > MOST_BYTES) throw new FilesRefused(tooManyBytes(bytes));
}

/** Entries that systems put into a zip unasked. Other hidden folders, such as `.claude/`, hold prompts and are read. */
const HIDDEN = /(?:^|\/)(?:\.DS_Store$|\._|\.git\/|__MACOSX\/|Thumbs\.db$|desktop\.ini$)/;

/** Whether an entry wants a password: the first bit of its flags (APPNOTE 4.4.4), in the directory at the end. */
function isLocked(zip: Uint8Array): boolean {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let end = zip.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) return false;
  for (let at = view.getUint32(end + 16, true); at + 46 <= end; ) {
    if (view.getUint32(at, true) !== 0x02014b50) return false;
    if (view.getUint16(at + 8, true) & 1) return true;
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + view.getUint16(at + field, true), 0);
  }
  return false;
}

/**
 * The texts in a zip, whose sizes are looked at before anything is unpacked; what unpacks to more than its entry says is cut
 * there. Folders and zips within stay behind.
 */
async function unzip({ name, bytes }: NamedBytes, left: string[]): Promise<NamedBytes[]> {
  requireBytes(bytes.length);
  if (isLocked(bytes)) throw new FilesRefused(zipBroken(shownName(name)));
  const { unzipSync } = await import("fflate");
  const taken = new Set<string>();
  let count = 0;
  let unpacked = 0;
  try {
    const entries = unzipSync(bytes, {
      filter: ({ name: path, originalSize }) => {
        if (path.endsWith("/") || HIDDEN.test(path)) return false;
        // fflate returns only one of two entries with the same name.
        const isText = Object.hasOwn(EXTENSIONS, extensionOf(path)) && !taken.has(path);
        taken.add(path);
        if (isText) unpacked += originalSize;
        else left.push(shownName(path));
        requireBytes(unpacked);
        if (++count > MOST_FILES) throw new FilesRefused(tooManyFiles(count));
        return isText;
      },
    });
    return Object.entries(entries).map(([path, content]) => ({ name: path, bytes: content }));
  } catch (error) {
    throw error instanceof FilesRefused ? error : new FilesRefused(zipBroken(shownName(name)));
  }
}
