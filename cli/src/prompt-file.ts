/**
 * A prompt in a Markdown file, as the site exports it: a head in YAML between two lines `---`, then the text, in a fence
 * ```` ```prompt ```` or as the rest of the file. Beside what exports have, the head names the picture.
 */
import { readFile, stat } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { fieldOf, OWN_FACTS } from "../../src/exchange/fields.ts";
import { partsOf } from "../../src/exchange/markdown-parts.ts";
import { CliError, EXIT } from "./io.ts";
import { safeLine } from "./terminal.ts";
import type { Texts } from "./texts.ts";

export interface PromptFile {
  title: string;
  tool: string;
  content: string;
  description?: string;
  tags: string[];
  allow_remixes: boolean;
  image?: string;
  image_alt?: string;
}

/** Bytes of a file: the longest text in characters of four bytes, and its head. */
const MOST_BYTES = 128 * 1024;
/** Bytes of a picture, as the site takes it. */
const MOST_PICTURE_BYTES = 5 * 1024 * 1024;

/** Keys of the head that only the command line knows: imports have no pictures. */
const PICTURE_KEYS: Record<string, keyof PromptFile> = {
  image: "image",
  imagem: "image",
  image_alt: "image_alt",
};
/** What exports have of a prompt that its author does not set. */
const LEFT_OUT: readonly string[] = [...OWN_FACTS, "author", "note"];

function keyOf(name: string): keyof PromptFile | undefined {
  if (Object.hasOwn(PICTURE_KEYS, name)) return PICTURE_KEYS[name];
  const field = fieldOf(name);
  // The text stands below the head.
  return field === "author" || field === "note" || field === "content" ? undefined : field;
}

async function readLimited(path: string, most: number, texts: Texts): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > most) {
      const limit = most < 1024 * 1024 ? `${most / 1024} KB` : `${most / 1024 / 1024} MB`;
      throw new CliError(EXIT.failed, texts.fileTooLarge(safeLine(path), limit));
    }
    return await readFile(path);
  } catch (error) {
    throw error instanceof CliError ? error : new CliError(EXIT.failed, texts.fileUnreadable(safeLine(path)));
  }
}

/** How the files begin that may be pictures: JPEG, PNG, WebP, GIF, and AVIF behind the length of its first box. */
const PICTURE = /^(?:\xff\xd8\xff|\x89PNG\r\n|RIFF.{4}WEBP|GIF8|.{4}ftyp)/s;

/**
 * A picture as the API takes it in JSON. The site looks at the bytes; the type is what browsers would say. What begins like
 * none stays here: a prompt's file may be a stranger's, and name any file of this computer.
 */
export async function readPicture(path: string, texts: Texts): Promise<string> {
  const bytes = await readLimited(path, MOST_PICTURE_BYTES, texts);
  if (!PICTURE.test(bytes.toString("latin1", 0, 16)))
    throw new CliError(EXIT.failed, texts.fileNoPicture(safeLine(path)));
  const kind = extname(path).slice(1).toLowerCase().replace("jpg", "jpeg");
  return `data:image/${kind || "png"};base64,${bytes.toString("base64")}`;
}

/**
 * @returns the prompt, and the keys of the head that are none of its
 * @throws CliError for what cannot be read
 */
export async function readPromptFile(
  path: string,
  texts: Texts,
): Promise<{ prompt: PromptFile; unknown: string[] }> {
  const bytes = await readLimited(path, MOST_BYTES, texts);
  let source: string;
  try {
    source = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CliError(EXIT.failed, texts.fileNoText(safeLine(path)));
  }
  const [first, second] = promptsOf(source.replaceAll("\r\n", "\n"));
  if (!first) throw new CliError(EXIT.failed, texts.headMissing);
  if (second) throw new CliError(EXIT.failed, texts.severalPrompts);
  if (typeof first.head === "string") throw new CliError(EXIT.failed, texts.headUnreadable);
  return takeFields(first.head, first.content.trim(), texts);
}

/** The prompts of a file, up to the second: an export begins with a head of the file, which is none. */
function promptsOf(source: string): { head: Record<string, unknown> | string; content: string }[] {
  const found = [];
  for (const { head, content } of partsOf(source)) {
    if (content !== undefined) found.push({ head, content });
    if (found.length > 1) break;
  }
  return found;
}

function takeFields(fields: Record<string, unknown>, content: string, texts: Texts) {
  const known: Partial<Record<keyof PromptFile, unknown>> = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const key = keyOf(name);
    if (key) known[key] = value;
    else if (!LEFT_OUT.includes(name)) unknown.push(safeLine(name));
  }
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
  const [description, image, image_alt] = [optional("description"), optional("image"), optional("image_alt")];
  const prompt: PromptFile = {
    title: required("title"),
    tool: required("tool"),
    content,
    tags: list,
    allow_remixes: allow_remixes === "true",
    ...(description && { description }),
    ...(image && { image }),
    ...(image_alt && { image_alt }),
  };
  return { prompt, unknown };
}

/** Where a picture named in a file is: beside it. */
export const besideFile = (path: string, image: string): string => resolve(dirname(path), image);
