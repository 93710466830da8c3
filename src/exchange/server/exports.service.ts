/** Exports prompts as files that other programs read, a few rows at a time, however many there are. */
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { findForExchange } from "#collections/server/exchange.service.ts";
import {
  type ExchangedCollection,
  type ExchangedPrompt,
  type FileFields,
  type FileFormat,
  SEPARATORS,
  type WrittenSeparator,
} from "#exchange/format.ts";
import { slugOf } from "#language/slug.ts";
import type { Context } from "#platform/context.ts";
import type { Published } from "#prompts/contract.ts";
import { FIELDS, FILE_FIELDS, type FileField } from "#prompts/fields.ts";
import { inTurn } from "#prompts/server/large-lists.ts";
import { selectOwnPrompts } from "#prompts/server/own-prompts.shared.queries.ts";
import { listPromptsByIds } from "#prompts/server/prompts.service.ts";
import { WRITERS } from "./formats/formats.ts";

/** Rows in memory at a time: prompts have up to 20,000 characters. */
const ROWS = 25;

type Exporting = Pick<Context, "db" | "config" | "rateLimits">;

/** The next rows of a file that has begun, in their turn: their time counts for what the caller asks for next. */
const readRows = <T>({ rateLimits }: Exporting, who: string, read: () => Promise<T>): Promise<T> =>
  inTurn(who, () => rateLimits.counted("textTimePerCaller", who, read));

interface ExportOptions {
  format: FileFormat;
  /** CSV only. */
  separator: WrittenSeparator;
}

export interface ExportedFile {
  /** For example `prompteca-ana-maria.csv`. */
  name: string;
  type: string;
  /** Begins to read it, as slowly as the client takes it; between two parts nothing is held. */
  parts(): AsyncGenerator<string>;
}

/** The viewer's prompts that everybody may see, oldest first. */
export function exportOwn(ctx: Exporting, viewer: Viewer, options: ExportOptions): ExportedFile {
  return fileOf(viewer.username, options, () => ownPrompts(ctx, viewer.id), null);
}

function fileOf(
  name: string,
  { format, separator }: ExportOptions,
  prompts: () => AsyncIterable<ExchangedPrompt>,
  collection: ExchangedCollection | null,
): ExportedFile {
  const { write, type } = WRITERS[format];
  const parts = () => write(prompts(), collection, SEPARATORS[separator]);
  return { name: `prompteca-${slugOf(name, "prompts")}.${format}`, type, parts };
}

const fileFields = (prompt: Published<FileField>, tool: string) =>
  Object.fromEntries(
    FILE_FIELDS.map((name) => [FIELDS[name].file, name === "llm_type_id" ? tool : prompt[name]]),
  ) as FileFields;

async function* ownPrompts(ctx: Exporting, userId: string): AsyncGenerator<ExchangedPrompt> {
  const { db, config } = ctx;
  for (let after = 0; ; ) {
    const rows = await readRows(ctx, userId, () => selectOwnPrompts(db, userId, after, ROWS));
    for (const row of rows) {
      if (row.hidden_at) continue;
      yield {
        ...fileFields(row, row.tool),
        url: `${config.publicUrl}/prompts/${row.id}`,
        created_at: row.created_at.toISOString(),
        edited_at: row.edited_at?.toISOString() ?? null,
      };
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS) return;
    after = last.id;
  }
}

/**
 * A collection's prompts that everybody may see, in order, with their authors and its owner's notes.
 * @throws AppError 404 when there is none that the viewer may see
 */
export async function exportCollection(
  ctx: Exporting,
  viewer: Viewer | null,
  id: number,
  options: ExportOptions & { address: string },
): Promise<ExportedFile> {
  const { title, description, items } = await findForExchange(ctx, viewer, id);
  const who = viewer?.id ?? options.address;
  return fileOf(title, options, () => entries(ctx, who, items), { title, description });
}

async function* entries(
  ctx: Exporting,
  who: string,
  items: { prompt_id: number; note: string | null }[],
): AsyncGenerator<ExchangedPrompt> {
  const notes = new Map(items.map(({ prompt_id, note }) => [prompt_id, note]));
  const ids = [...notes.keys()];
  for (let at = 0; at < ids.length; at += ROWS) {
    const prompts = await readRows(ctx, who, () => listPromptsByIds(ctx, ids.slice(at, at + ROWS)));
    for (const prompt of prompts)
      yield {
        ...fileFields(prompt, prompt.llm_type.name),
        note: notes.get(prompt.id) ?? null,
        author: prompt.user.username,
        url: `${ctx.config.publicUrl}/prompts/${prompt.id}`,
        created_at: prompt.created_at,
        edited_at: prompt.edited_at,
      };
  }
}
