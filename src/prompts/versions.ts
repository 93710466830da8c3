/** The contract of a prompt's versions, and their addresses. */
import * as z from "zod/mini";
import { pathPart } from "#language/text.ts";
import { imageView } from "#media/contract.ts";
import { promptView } from "./contract.ts";
import {
  FIELDS,
  mask,
  TEXT_FIELDS,
  type TextField,
  VERSIONED_FIELDS,
  type VersionedField,
} from "./fields.ts";
import { inputMessages } from "./input-messages.ts";

/** Parts that can change from one version to the next: the columns that make versions, by their names in answers. */
const PARTS = { llm_type_id: "llm_type", image_hash: "image" } as const;
export const VERSIONED_COLUMNS = [...VERSIONED_FIELDS, "image_hash"] as const;
export type VersionedColumn = (typeof VERSIONED_COLUMNS)[number];
export type VersionPart = Exclude<VersionedColumn, keyof typeof PARTS> | (typeof PARTS)[keyof typeof PARTS];
export const partOf = (column: VersionedColumn): VersionPart =>
  column === "llm_type_id" || column === "image_hash" ? PARTS[column] : column;

/** The texts that versions are compared by. */
export type VersionText = VersionedField & TextField;
export const VERSION_TEXTS = TEXT_FIELDS.filter((field): field is VersionText => FIELDS[field].versioned);

/** A line of the history. */
const versionSummary = z.object({
  number: z.int(),
  /** Whether it is the prompt as it is now. */
  is_current: z.boolean(),
  title: z.string(),
  /** The author's note on the change. */
  note: z.nullable(z.string()),
  /** When the version began. */
  created_at: z.iso.datetime(),
  /** Fields that differ from the version below; empty for the first. */
  changed: z.array(z.enum(VERSIONED_COLUMNS.map(partOf))),
});
export type VersionSummary = z.infer<typeof versionSummary>;

/** Whose prompt it is. */
const authored = z.pick(promptView, { user: true, user_id: true }).shape;

/** All versions of a prompt, the newest first: 100 at most. */
export const promptHistory = z.object({
  prompt_id: z.int(),
  ...authored,
  versions: z.array(versionSummary),
});
export type PromptHistory = z.infer<typeof promptHistory>;

/** A version, whole. */
export const promptVersion = z.object({
  prompt_id: z.int(),
  ...authored,
  ...z.omit(versionSummary, { changed: true }).shape,
  ...z.pick(promptView, { ...mask(VERSION_TEXTS), llm_type: true }).shape,
  /** The number of the prompt as it is now. */
  newest: z.int(),
  /** Null when the picture is gone. */
  image: z.nullable(imageView),
});
export type PromptVersion = z.infer<typeof promptVersion>;

/** A stretch of two compared texts: in both, or in the newer or the older one alone. */
const stretch = z.object({ text: z.string(), change: z.optional(z.enum(["added", "removed"])) });
export type Stretch = z.infer<typeof stretch>;

/** Two texts by words; too different for that, the older one whole and then the newer one. */
const comparison = z.object({ stretches: z.array(stretch), whole: z.boolean() });
export type Comparison = z.infer<typeof comparison>;

const comparisons = Object.fromEntries(VERSION_TEXTS.map((field) => [field, comparison])) as Record<
  VersionText,
  typeof comparison
>;

/** Difference between two versions. */
export const versionDifference = z.object({
  from: promptVersion,
  to: promptVersion,
  ...comparisons,
});
export type VersionDifference = z.infer<typeof versionDifference>;

/** The largest integer of the database. */
export const MAX_NUMBER = 2 ** 31 - 1;
export const versionParams = z.object({ id: pathPart, number: pathPart });
export const differenceQuery = z.object({
  /** The newer version; without it the prompt as it is now. */
  with: z.optional(
    z.coerce
      .number({ error: inputMessages.versionInvalid })
      .check(
        z.int({ error: inputMessages.versionInvalid }),
        z.gte(1, { error: inputMessages.versionInvalid }),
        z.lte(MAX_NUMBER, { error: inputMessages.versionInvalid }),
      ),
  ),
});
