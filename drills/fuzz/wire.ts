/** HTTP as bytes: what a client library would refuse to send is sent, and every answer is read, not only the first. */
import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** How long an answer may take, in milliseconds, before it counts as none. */
const PATIENCE = 15_000;
/** How long a request that is not complete is kept open: no answer is owed to it. */
const STALL = 150;

export interface Answer {
  status: number;
  /** By lower-case name; repeated ones joined by a comma. */
  headers: Record<string, string>;
  /** Decompressed. */
  body: Buffer;
}

export interface Exchange {
  answers: Answer[];
  /** Bytes after the last answer that belong to no answer. */
  rest: Buffer;
  /** How the connection ended: by the server, or because waiting was given up. */
  ended: "closed" | "silent" | "refused";
}

/**
 * Sends bytes over a connection of its own and reads until the server closes it.
 * @param isHead whether the first request is one for headers alone
 * @param isComplete whether the server owes an answer
 */
export function exchange(
  port: number,
  bytes: Buffer,
  { isHead, isComplete }: { isHead: boolean; isComplete: boolean },
): Promise<Exchange> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1");
    function end(ended: Exchange["ended"]) {
      socket.destroy();
      resolve({ ...readAnswers(Buffer.concat(chunks), isHead), ended });
    }
    socket.setTimeout(isComplete ? PATIENCE : STALL, () => end("silent"));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("end", () => end("closed"));
    socket.on("error", (error: NodeJS.ErrnoException) =>
      end(error.code === "ECONNREFUSED" ? "refused" : "closed"),
    );
    socket.write(bytes);
  });
}

function readHead(head: string): Pick<Answer, "status" | "headers"> | undefined {
  const [first = "", ...lines] = head.split("\r\n");
  const status = /^HTTP\/1\.1 (\d{3})(?: |$)/.exec(first)?.[1];
  if (!status) return undefined;
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon < 1) return undefined;
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return { status: Number(status), headers };
}

/** @returns the content of a chunked body and where it ends, or undefined when it does not */
function readChunks(bytes: Buffer, start: number): { body: Buffer; end: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const line = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    if (line < 0 || Number.isNaN(size)) return undefined;
    at = line + 2 + size + 2;
    if (size === 0) return { body: Buffer.concat(parts), end: at };
    if (at > bytes.length) return undefined;
    parts.push(bytes.subarray(line + 2, line + 2 + size));
  }
}

function decompress(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === "br") return brotliDecompressSync(body);
  return encoding === "gzip" ? gunzipSync(body) : body;
}

function readAnswers(bytes: Buffer, isHead: boolean): { answers: Answer[]; rest: Buffer } {
  const answers: Answer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const blank = bytes.indexOf("\r\n\r\n", at);
    const head = blank < 0 ? undefined : readHead(bytes.toString("latin1", at, blank));
    if (!head) break;
    const start = blank + 4;
    if (head.status < 200) {
      at = start;
      continue;
    }
    const empty = head.status === 204 || head.status === 304 || (isHead && answers.length === 0);
    let body: Buffer = Buffer.alloc(0);
    let end = start;
    if (!empty && head.headers["transfer-encoding"] === "chunked") {
      const chunked = readChunks(bytes, start);
      if (!chunked) break;
      ({ body, end } = chunked);
    } else if (!empty && head.headers["content-length"] !== undefined) {
      end = start + Number(head.headers["content-length"]);
      if (end > bytes.length) break;
      body = bytes.subarray(start, end);
    }
    answers.push({ ...head, body: decompress(body, head.headers["content-encoding"]) });
    at = end;
  }
  return { answers, rest: bytes.subarray(at) };
}
