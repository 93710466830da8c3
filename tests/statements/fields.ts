/** Whether the database's tables and triggers know every field of a prompt (src/prompts/fields.ts). */
import pg from "pg";
import { FIELDS, KEPT_FIELDS, type PromptField, TEXT_FIELDS, VERSIONED_FIELDS } from "#prompts/fields.ts";

/** Where a field must be named: a table with its column, a function or a trigger's condition with what names its value. */
const PLACES: {
  kind: "table" | "function" | "trigger";
  name: string;
  fields: readonly PromptField[];
  row?: string;
  /** How often it is named, if more than once. */
  times?: number;
}[] = [
  {
    kind: "table",
    name: "prompts",
    fields: (Object.keys(FIELDS) as PromptField[]).filter((field) => field !== "tags"),
  },
  { kind: "table", name: "prompt_versions", fields: KEPT_FIELDS },
  { kind: "function", name: "prompts_keep_version", fields: KEPT_FIELDS, row: "old" },
  { kind: "trigger", name: "prompts_keep_version", fields: VERSIONED_FIELDS, row: "new" },
  { kind: "function", name: "preserve_prompt", fields: TEXT_FIELDS, row: "old" },
  { kind: "trigger", name: "prompts_preserve_changed", fields: TEXT_FIELDS, row: "new" },
  // "update of" these columns.
  { kind: "trigger", name: "prompts_preserve_changed", fields: TEXT_FIELDS },
  {
    kind: "function",
    name: "preserve_version",
    fields: TEXT_FIELDS.filter((field) => FIELDS[field].versioned),
    row: "version",
    // Kept, and compared with what is kept already.
    times: 2,
  },
];

const SOURCES = {
  table:
    "select string_agg(attname, ' ') as text from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped",
  function: "select prosrc as text from pg_proc where proname = $1",
  trigger: "select pg_get_triggerdef(oid) as text from pg_trigger where tgname = $1",
};

/** @returns in words, what a table, function or trigger lacks */
export async function checkFields(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const problems: string[] = [];
    for (const { kind, name, fields, row, times = 1 } of PLACES) {
      const { rows } = await client.query<{ text: string }>(SOURCES[kind], [name]);
      for (const field of fields) {
        const named = row ? `${row}.${field}` : field;
        const mentions = rows[0]?.text?.match(new RegExp(`(?<![\\w.])${named}\\b`, "gi")) ?? [];
        if (mentions.length < times)
          problems.push(
            `The ${kind} ${name} has no ${named}${times > 1 ? `, ${times} times` : ""}, a field of src/prompts/fields.ts: write a migration.`,
          );
      }
    }
    return problems;
  } finally {
    await client.end();
  }
}
