/** Bodies as forms send them: texts and files in multipart/form-data, for calls that upload, or texts alone. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "./errors.ts";
import { notUtf8, textOf } from "./request-bodies.ts";

/** No call has more; each part, or field, costs an object, whatever its length. */
const MAX_PARTS = 32;
/** Bytes of a part's headers: its name, and that of a file. Each line and each attribute costs more than its bytes. */
const MAX_PART_HEAD = 2048;
/** No list may have as many entries. A text of five megabytes of commas would hold the event loop for half a second. */
const MAX_ENTRIES = 1000;

const FLAGS = new Map([
  ["true", true],
  ["false", false],
]);

const broken = () => new AppError(400, "bad_request", "O formulário enviado está incompleto ou corrompido.");

/** RFC 2046, section 5.1.1: up to 70 characters. Those in need of escapes are refused. */
function boundaryOf({ headers }: FastifyRequest): string {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s";]{1,70}))/i.exec(headers["content-type"] ?? "") ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) throw broken();
  return boundary;
}

/** Whether a form is more work to read than any of ours. */
function isTooCostly(body: Buffer, boundary: string): boolean {
  const delimiter = `--${boundary}`;
  let delimiters = 0;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    // The last one ends the body.
    if (++delimiters > MAX_PARTS + 1) return true;
    const head = body.subarray(at + delimiter.length, at + delimiter.length + MAX_PART_HEAD);
    if (!head.includes("\r\n\r\n") && head.toString("latin1", 0, 2) !== "--") return true;
  }
  return false;
}

/** The entries of a list that are not blank; of one that is too long, as many as refuse it. */
function entriesOf(text: string): string[] {
  const entries = text.split(",", MAX_ENTRIES);
  return entries.length < MAX_ENTRIES ? entries.filter((entry) => entry.trim() !== "") : entries;
}

/** Browsers end the lines of a text in a form with CRLF (HTML, multipart/form-data encoding). */
const withOwnLines = (text: string) => text.replaceAll("\r\n", "\n");

/**
 * Refuses a form's text that was not UTF-8. The parser replaces its bytes with U+FFFD, so the text is missing from the
 * body where its frame is.
 */
function requireUtf8(body: Buffer, text: string, [before, behind] = ['"', '"']): void {
  if (text.includes("\ufffd") && !body.includes(before + text + behind)) throw notUtf8();
}

/**
 * Lets the calls of a scope take multipart/form-data too. The body is then an object of texts and `File`s by the names of
 * their parts, as if it had come as JSON. Size and number of bodies are limited as for JSON (`request-bodies.ts`).
 * @param app a scope of its own: other calls take JSON alone
 * @param parts names of the parts that are no texts: numbers, lists of texts with commas between them, `true` or `false`
 * @throws AppError 400 for a damaged body, one of too many parts, or one that is not UTF-8
 */
export function readForms(
  app: FastifyInstance,
  { numbers, lists, flags }: Record<"numbers" | "lists" | "flags", readonly string[]>,
): void {
  app.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      const boundary = boundaryOf(request);
      if (isTooCostly(body, boundary)) throw broken();
      const form = await new Response(body as Buffer<ArrayBuffer>, {
        headers: { "content-type": `multipart/form-data; boundary="${boundary}"` },
      })
        .formData()
        .catch(() => Promise.reject(broken()));
      for (const [name, value] of form) {
        requireUtf8(body, name);
        if (typeof value === "string") requireUtf8(body, value, ["\r\n\r\n", `\r\n--${boundary}`]);
        else requireUtf8(body, value.name);
      }
      return Object.fromEntries(
        [...form].map(([name, value]) => {
          if (typeof value !== "string") return [name, value];
          if (numbers.includes(name)) return [name, value.trim() === "" ? null : Number(value)];
          if (lists.includes(name)) return [name, entriesOf(value)];
          if (flags.includes(name)) return [name, FLAGS.get(value) ?? value];
          return [name, withOwnLines(value)];
        }),
      );
    },
  );
}

/** Bytes written as `%E9`. */
const ESCAPED = /(?:%[\da-f]{2})+/gi;

/**
 * Lets the calls of a scope take application/x-www-form-urlencoded, as forms without scripts send it: texts by their names.
 * @param bodyLimit in bytes
 * @throws AppError 400 for what is not UTF-8
 */
export function readPostedForms(app: FastifyInstance, bodyLimit: number): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer", bodyLimit },
    (_request, body: Buffer, done) => {
      const written = textOf(body);
      if (written.split("&", MAX_PARTS + 1).length > MAX_PARTS) throw broken();
      try {
        for (const [escaped] of written.matchAll(ESCAPED)) decodeURIComponent(escaped);
      } catch {
        throw notUtf8();
      }
      const fields = [...new URLSearchParams(written)];
      done(null, Object.fromEntries(fields.map(([name, value]) => [name, withOwnLines(value)])));
    },
  );
}
