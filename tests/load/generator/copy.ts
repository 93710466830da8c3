/** Rows into a table by COPY, in PostgreSQL's text format, with a word on the way. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";

/** Says what is under way; one line at a time. */
export type Report = (line: string) => void;

type Value = string | number | Date | null;
export type Row = readonly Value[];

/** Characters sent at a time. */
const CHUNK = 1 << 16;
/** Between two lines of progress, in milliseconds. */
const REPORT_EVERY = 5000;

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function field(value: Value): string {
  if (value === null) return "\\N";
  if (typeof value === "string") return value.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? "");
  return value instanceof Date ? value.toISOString() : String(value);
}

function* chunks(rows: Iterable<Row>, sent: () => void): Generator<Buffer> {
  let text = "";
  for (const row of rows) {
    text += `${row.map(field).join("\t")}\n`;
    sent();
    if (text.length > CHUNK) {
      yield Buffer.from(text);
      text = "";
    }
  }
  if (text) yield Buffer.from(text);
}

/**
 * Sends rows as they are made. @param target `table (column, …)`
 * @throws pg.DatabaseError when a row breaks a rule; then none of them is in
 */
export async function copyRows(
  client: ClientBase,
  target: string,
  rows: Iterable<Row>,
  sent: () => void = () => {},
): Promise<void> {
  await pipeline(
    Readable.from(chunks(rows, sent), { objectMode: false }),
    client.query(copyFrom(`copy ${target} from stdin`)),
  );
}

/** Counts what was done of a whole, and reports now and then how far and how fast it goes. */
export function createProgress(report: Report, what: string, total: number) {
  const started = Date.now();
  let done = 0;
  let reported = started;
  const line = () => {
    const seconds = Math.max(0.001, (Date.now() - started) / 1000);
    report(
      `${what}: ${done.toLocaleString("en")} of ${total.toLocaleString("en")}, ` +
        `${Math.round(done / seconds).toLocaleString("en")} a second, ${Math.round(seconds)} s`,
    );
  };
  return {
    one(): void {
      done += 1;
      if (done % 1000 || Date.now() - reported < REPORT_EVERY) return;
      reported = Date.now();
      line();
    },
    end: line,
  };
}
