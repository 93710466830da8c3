/** The contract of imports: what is asked for, and what a preview tells of each prompt. */
import * as z from "zod/mini";
import { listChecks, pathPart, text } from "#language/text.ts";
import { LLM_TYPES } from "#prompts/catalog.ts";
import { FILE_FORMATS, MOST_AT_ONCE, MOST_CHARACTERS, MOST_READ, WRITTEN_SEPARATORS } from "./format.ts";
import { inputMessages } from "./input-messages.ts";

export * from "./format.ts";

const toolId = z
  .int({ error: inputMessages.toolInvalid })
  .check(z.refine((id) => LLM_TYPES.some((tool) => tool.id === id), { error: inputMessages.toolInvalid }));

const place = z
  .int({ error: inputMessages.placeInvalid })
  .check(
    z.gte(1, { error: inputMessages.placeInvalid }),
    z.lte(MOST_READ, { error: inputMessages.placeInvalid }),
  );

const file = {
  /** The whole file. */
  text: text({
    min: 1,
    max: MOST_CHARACTERS,
    none: inputMessages.textNeeded,
    short: inputMessages.textNeeded,
    long: inputMessages.textTooLong,
  }),
  /** Guessed from the text unless it is told. */
  format: z.optional(z.enum(FILE_FORMATS, { error: inputMessages.formatInvalid })),
  /** Of prompts that name no tool. */
  llm_type_id: z._default(toolId, LLM_TYPES[0].id),
};

export const previewRequest = z.object({
  ...file,
  /** The first prompt of the file that is looked at, from 1. */
  from: z._default(place, 1),
});
export type PreviewRequest = z.input<typeof previewRequest>;

export const importRequest = z.object({
  ...file,
  /** Which prompts of the file, from 1. */
  chosen: z
    .array(place, { error: inputMessages.chosenNeeded })
    .check(
      listChecks.atMost(MOST_AT_ONCE, inputMessages.chosenTooMany),
      listChecks.atLeast(1, inputMessages.chosenNeeded),
    ),
  /** Makes the collection that the file names, private. */
  make_collection: z._default(z.boolean({ error: inputMessages.makeCollectionInvalid }), false),
});
export type ImportRequest = z.input<typeof importRequest>;

/** A prompt that a file is alike to. */
const alike = z.object({ id: z.int(), title: z.string(), author: z.string() });

export const previewedPrompt = z.object({
  /** In the file, from 1. */
  place: z.int(),
  /** On which it begins, from 1. */
  line: z.int(),
  /** As far as it can be read. */
  title: z.string(),
  tool: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** Of whom the file says that it is, if not of the viewer. */
  author: z.nullable(z.string()),
  /** `refused` says why in `reasons`; `own` is published by the viewer already, `repeated` stands twice in the file. */
  state: z.enum(["ready", "refused", "own", "repeated"]),
  reasons: z.array(z.object({ field: z.string(), message: z.string() })),
  /** Public prompts with nearly the same text. Null: not compared. */
  alike: z.nullable(z.array(alike)),
});
export type PreviewedPrompt = z.infer<typeof previewedPrompt>;

export const preview = z.object({
  format: z.enum(FILE_FORMATS),
  /** Prompts in the file. */
  total: z.int(),
  /** Columns or keys that stay behind. */
  ignored: z.array(z.string()),
  collection: z.nullable(
    z.object({
      title: z.string(),
      /** Why it cannot be made. */
      refused: z.nullable(z.string()),
    }),
  ),
  prompts: z.array(previewedPrompt),
  /** How many may be imported now. */
  allowed: z.int(),
  /** Why it is less than usual. */
  allowed_why: z.nullable(z.string()),
});
export type Preview = z.infer<typeof preview>;

/** An import that can be undone. */
export const importView = z.object({
  id: z.int(),
  created_at: z.iso.datetime(),
  /** Until when it can be undone. */
  undo_until: z.iso.datetime(),
  prompts: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      /** Stays when the import is undone. */
      changed: z.boolean(),
      /** Waits for a moderator. */
      in_review: z.boolean(),
    }),
  ),
  collection: z.nullable(
    z.object({ id: z.int(), title: z.string(), path: z.string(), changed: z.boolean() }),
  ),
});
export type ImportView = z.infer<typeof importView>;
export const importList = z.array(importView);

export const undone = z.object({
  /** Prompts that are gone. */
  removed: z.int(),
  /** Prompts that stay, because they were changed since. */
  kept: z.int(),
});
export type Undone = z.infer<typeof undone>;

export const importParams = z.object({ id: pathPart });
export const exportParams = z.object({ format: pathPart });
export const collectionExportParams = z.object({ id: pathPart, format: pathPart });
export const exportQuery = z.object({
  /** Of files in CSV. */
  separator: z._default(
    z.enum(WRITTEN_SEPARATORS, { error: inputMessages.separatorInvalid }),
    WRITTEN_SEPARATORS[0],
  ),
});
