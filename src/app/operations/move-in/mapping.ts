/** Where the old site's tables and columns are: those of the specification (section 3) and of the service, unless a file says else. */
import { readFile } from "node:fs/promises";
import { parse as parseToml } from "smol-toml";
import * as z from "zod/mini";
import { OperatorError } from "#platform/operator-error.ts";
import { unreadable } from "./source.ts";

interface TableMapping {
  table: string;
  columns: Record<string, string>;
  /** Without them nothing can be moved. */
  needed: string[];
  /** Whether the whole table may be missing. */
  optional: boolean;
}

const words = (list: string) => list.trim().split(/\s+/);

/** @param columns `own=theirs`, or the name that both have */
function tableOf(table: string, needed: string, columns: string, optional = false): TableMapping {
  const pairs = words(columns).map((pair) => pair.split("=") as [own: string, theirs?: string]);
  return {
    ...{ table, needed: words(needed), optional },
    columns: Object.fromEntries(pairs.map(([own, theirs = own]) => [own, theirs])),
  };
}

/** What is read of the old site, by the names that the staging tables have. */
export const DEFAULTS = {
  people: tableOf(
    "auth.users",
    "id email",
    `id email password=encrypted_password metadata=raw_user_meta_data confirmed_at=email_confirmed_at created_at
      last_sign_in_at banned_until deleted_at`,
  ),
  profiles: tableOf("public.users", "id", "id username is_blocked", true),
  identities: tableOf(
    "auth.identities",
    "user_id provider",
    "user_id provider subject=provider_id data=identity_data created_at",
    true,
  ),
  tools: tableOf("public.llm_types", "id name", "id name", true),
  prompts: tableOf(
    "public.prompts",
    "id user_id title content",
    "id user_id title content description picture=thumbnail_url tool_id=llm_type_id views created_at",
  ),
  likes: tableOf("public.likes", "prompt_id user_id", "prompt_id user_id created_at", true),
  favorites: tableOf("public.favorites", "prompt_id user_id", "prompt_id user_id created_at", true),
};

export type Stage = keyof typeof DEFAULTS;
export const STAGES = Object.keys(DEFAULTS) as Stage[];
export type Mapping = Record<Stage, TableMapping>;

const name = z.string().check(z.minLength(1));
const file = z.strictObject(
  Object.fromEntries(
    STAGES.map((stage) => {
      const columns = Object.fromEntries(
        Object.keys(DEFAULTS[stage].columns).map((key) => [key, z.optional(name)]),
      );
      return [stage, z.optional(z.strictObject({ table: z.optional(name), ...columns }))];
    }),
  ),
);

/**
 * @param path a JSON or TOML file (`[prompts]`, `table = "public.posts"`, `title = "name"`); the defaults without one
 * @throws OperatorError naming what is wrong in the file
 */
export async function readMapping(path: string | undefined): Promise<Mapping> {
  const text =
    path && (await readFile(path, "utf8").catch((error) => Promise.reject(unreadable("--mapping", error))));
  const given = path && text !== undefined ? parse(path, text) : {};
  const parsed = file.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const fault =
      issue?.code === "unrecognized_keys" ? `does not know ${issue.keys.join(", ")}` : "has to be a name";
    throw new OperatorError(
      `${path}: ${issue?.path.join(".") || "the file"} ${fault}. It may have ` +
        `${STAGES.map((stage) => `[${stage}] table, ${Object.keys(DEFAULTS[stage].columns).join(", ")}`).join("; ")}.`,
    );
  }
  const own = parsed.data as Partial<Record<Stage, Record<string, string>>>;
  const entries = STAGES.map((stage): [Stage, TableMapping] => {
    const standard = DEFAULTS[stage];
    const { table = standard.table, ...columns } = own[stage] ?? {};
    return [
      stage,
      {
        ...{ table, columns: { ...standard.columns, ...columns } },
        // What the operator names has to be there.
        needed: [...standard.needed, ...Object.keys(columns)],
        optional: standard.optional && !own[stage],
      },
    ];
  });
  return Object.fromEntries(entries) as Mapping;
}

function parse(path: string, text: string): unknown {
  try {
    return path.endsWith(".toml") ? parseToml(text) : JSON.parse(text);
  } catch (error) {
    throw new OperatorError(`${path}: ${(error as Error).message}`);
  }
}
