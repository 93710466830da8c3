/**
 * A prompt in a Markdown file, as the site exports it: a head in YAML between two lines `---`, then the text, in a fence
 * ```` ```prompt ```` or as the rest of the file. Beside what exports have, the head names the picture.
 */
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep, win32 } from "node:path";
import { foldName, sortFields } from "../../src/exchange/fields.ts";
import { MOST_BYTES as MOST_IMPORTED_BYTES } from "../../src/exchange/format.ts";
import { type MarkdownPart, partsOf } from "../../src/exchange/markdown-parts.ts";
import { trimLines } from "../../src/language/visible.ts";
import { FIELDS, FILE_FIELDS, type FileField } from "../../src/prompts/fields.ts";
import { CliError, EXIT } from "./io.ts";
import { safeLine } from "./terminal.ts";
import type { Texts } from "./texts.ts";

interface Values {
  line: string;
  text: string;
  tool: string;
  tags: string[];
  flag: boolean;
}
type Fields = { [Name in FileField as Named<Name>["file"]]: Values[Named<Name>["kind"]] };
type Named<Name extends FileField> = (typeof FIELDS)[Name];
/** Texts that a head need not have; the picture's too. */
type OptionalText =
  | {
      [Name in keyof Fields]: Fields[Name] extends string ? Exclude<Name, "title" | "content"> : never;
    }[keyof Fields]
  | "image"
  | "image_alt";

export type PromptFile = Omit<Fields, OptionalText> & Partial<Record<OptionalText, string>>;

const OPTIONAL_TEXTS = [
  ...FILE_FIELDS.filter((name) => ["line", "text", "tool"].includes(FIELDS[name].kind)).map(
    (name) => FIELDS[name].file,
  ),
  "image",
  "image_alt",
].filter((name) => name !== "title" && name !== "content") as OptionalText[];

/** Files that may have one prompt, and name its picture; others are imported. */
const IS_MARKDOWN = /(?:\.(?:md|markdown|mdx|txt)|[\\/][^.\\/]+|^[^.\\/]+)$/i;
/** Bytes of a prompt: the longest text in characters of four bytes, and its head. */
const MOST_BYTES = 128 * 1024;
const LIMIT = "128 KB";
/** Bytes of a picture, as the site takes it. */
const MOST_PICTURE_BYTES = 5 * 1024 * 1024;

/** Keys of the head that only the command line knows: imports have no pictures. */
const PICTURE_KEYS = new Map<string, "image" | "image_alt">([
  ["image", "image"],
  ["imagem", "image"],
  ["image_alt", "image_alt"],
]);

async function readLimited(path: string, most: number, texts: Texts): Promise<Buffer> {
  try {
    const file = await stat(path);
    // A pipe or device may never end.
    if (!file.isFile()) throw new Error("no file");
    if (file.size > most) {
      const limit = most < 1024 * 1024 ? LIMIT : `${Math.floor(most / 1_000_000)} MB`;
      throw new CliError(EXIT.failed, texts.fileTooLarge(safeLine(path), limit));
    }
    return await readFile(path);
  } catch (error) {
    throw error instanceof CliError ? error : new CliError(EXIT.failed, texts.fileUnreadable(safeLine(path)));
  }
}

/** How the files begin that may be pictures. */
const PICTURES: [kind: string, pattern: RegExp][] = [
  ["jpeg", /^\xff\xd8\xff/],
  ["png", /^\x89PNG\r\n.\n/s],
  ["webp", /^RIFF.{4}WEBP/s],
  ["gif", /^GIF8[79]a/],
];

/** The brands in a file's first box (ISO 14496-12): films, HEIC and AVIF all begin with one. */
function brandsOf(start: Buffer): string[] {
  if (start.toString("latin1", 4, 8) !== "ftyp") return [];
  const box = start.subarray(8, start.readUInt32BE(0)).toString("latin1");
  // Leaves out the version, which is between the first brand and the others.
  return (box.match(/.{4}/gs) ?? []).filter((_, at) => at !== 1);
}

function kindOf(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 256);
  if (brandsOf(start).some((brand) => brand === "avif" || brand === "avis")) return "avif";
  return PICTURES.find(([, pattern]) => pattern.test(start.toString("latin1")))?.[0];
}

export interface Picture {
  /** As the API takes it in JSON. */
  dataUrl: string;
  /** Description for the person who is asked. */
  described: string;
}

/** A file that does not begin like a picture is not sent: a prompt's file may be a stranger's, and name any file. */
export async function readPicture(path: string, texts: Texts): Promise<Picture> {
  const bytes = await readLimited(path, MOST_PICTURE_BYTES, texts);
  const kind = kindOf(bytes);
  if (!kind) throw new CliError(EXIT.failed, texts.fileNoPicture(safeLine(path)));
  return {
    dataUrl: `data:image/${kind};base64,${bytes.toString("base64")}`,
    described: `${path} (${kind.toUpperCase()}, ${Math.ceil(bytes.length / 1024)} KB)`,
  };
}

/**
 * @returns the prompt, and the keys of the head that are none of its; undefined for what is no Markdown with one prompt
 * @throws CliError for what cannot be read
 */
export async function readPromptFile(
  path: string,
  texts: Texts,
): Promise<{ prompt: PromptFile; unknown: string[] } | undefined> {
  if (!IS_MARKDOWN.test(path)) return undefined;
  const bytes = await readLimited(path, MOST_IMPORTED_BYTES, texts);
  let source: string;
  try {
    source = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CliError(EXIT.failed, texts.fileNoText(safeLine(path)));
  }
  const [first, second] = promptsOf(source.replaceAll("\r\n", "\n"));
  if (second || (!first?.head && /^# /.test(first?.content ?? ""))) return undefined;
  if (bytes.length > MOST_BYTES) throw new CliError(EXIT.failed, texts.fileTooLarge(safeLine(path), LIMIT));
  if (!first?.head) throw new CliError(EXIT.failed, texts.headMissing);
  if (typeof first.head === "string") throw new CliError(EXIT.failed, texts.headUnreadable);
  return takeFields(first.head, trimLines(first.content), texts);
}

/** The prompts of a file, up to the second. The head of an export is not a prompt. */
function promptsOf(source: string): { head: MarkdownPart["head"]; content: string }[] {
  const found: { head: MarkdownPart["head"]; content: string }[] = [];
  for (const { head, content } of partsOf(source)) {
    if (content !== undefined) found.push({ head, content });
    if (found.length > 1) break;
  }
  return found;
}

function takeFields(fields: Record<string, unknown>, content: string, texts: Texts) {
  const pictures: Partial<Record<keyof PromptFile, unknown>> = {};
  const others: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields)) {
    const key = PICTURE_KEYS.get(foldName(name));
    if (key) pictures[key] = value;
    else others.push([name, value]);
  }
  const { fields: sorted, left } = sortFields(others);
  const known: Partial<Record<keyof PromptFile, unknown>> = { ...sorted, ...pictures };
  const optional = (key: keyof PromptFile) => {
    const value = known[key];
    if (value === undefined || value === "") return undefined;
    if (typeof value !== "string") throw new CliError(EXIT.failed, texts.fieldNoText(key));
    return value;
  };
  const required = (key: keyof PromptFile) => {
    const value = optional(key);
    if (value === undefined) throw new CliError(EXIT.failed, texts.fieldMissing(key));
    return value;
  };
  const { tags = [], allow_remixes = "true" } = known;
  const list =
    typeof tags === "string"
      ? tags
          .split(",")
          .map((tag) => tag.trim())
          .filter(Boolean)
      : tags;
  if (!Array.isArray(list) || !list.every((tag) => typeof tag === "string"))
    throw new CliError(EXIT.failed, texts.tagsInvalid);
  if (allow_remixes !== "true" && allow_remixes !== "false")
    throw new CliError(EXIT.failed, texts.remixesInvalid);
  const optionals: Partial<Record<OptionalText, string>> = {};
  for (const name of OPTIONAL_TEXTS) {
    const text = optional(name);
    if (text !== undefined) optionals[name] = text;
  }
  const title = required("title");
  const prompt: PromptFile = {
    title,
    content,
    tags: list,
    allow_remixes: allow_remixes === "true",
    ...optionals,
  };
  return { prompt, unknown: left.map(safeLine) };
}

/**
 * Where a picture named in a file is: beside it or below, links followed. The file may be a stranger's, and what it names is
 * published.
 * @throws CliError for any other place
 */
export async function pictureBeside(path: string, image: string, texts: Texts): Promise<string> {
  const outside = new CliError(EXIT.failed, texts.imageElsewhere(safeLine(image)));
  // Also drives and shares, whatever this computer takes them for.
  if (isAbsolute(image) || win32.parse(image).root !== "") throw outside;
  const named = resolve(dirname(path), image);
  try {
    const [folder, found] = [await realpath(dirname(path)), await realpath(named)];
    const from = relative(folder, found);
    if (from === ".." || from.startsWith(`..${sep}`) || isAbsolute(from)) throw outside;
    return found;
  } catch (error) {
    throw error instanceof CliError
      ? error
      : new CliError(EXIT.failed, texts.fileUnreadable(safeLine(named)));
  }
}
