/** The contract of imports and exports: requests, and the preview of each prompt. */
import * as z from "zod/mini";
import { list, pathPart, text } from "#language/text.ts";
import { LLM_TYPES } from "#prompts/catalog.ts";
import {
  FILE_FORMATS,
  MOST_AT_ONCE,
  MOST_CHARACTERS,
  MOST_FILES,
  MOST_READ,
  READ_FORMATS,
  WRITTEN_SEPARATORS,
} from "./format.ts";
import { inputMessages, overBy, textTooLong, tooManyFiles } from "./input-messages.ts";

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

const wholeText = text({
  min: 1,
  max: MOST_CHARACTERS,
  asIs: true,
  none: inputMessages.textNeeded,
  short: inputMessages.textNeeded,
  long: textTooLong,
});
const { fileNameInvalid, filesInvalid } = inputMessages;

const file = {
  /** The whole file. */
  text: z.optional(wholeText),
  /** Instead of it, several files, or one with its name, which gives format and title if the text does not. */
  files: z.optional(
    list(
      z.object({
        name: text({
          min: 1,
          max: 300,
          isShort: true,
          none: fileNameInvalid,
          short: fileNameInvalid,
          long: fileNameInvalid,
        }),
        text: wholeText,
      }),
      {
        min: 1,
        max: MOST_FILES,
        none: filesInvalid,
        short: inputMessages.textNeeded,
        long: tooManyFiles(MOST_FILES + 1),
      },
    ),
  ),
  /** Guessed from the text if it is not given. */
  format: z.optional(z.enum(READ_FORMATS, { error: inputMessages.formatInvalid })),
  /** For prompts that name no tool. */
  llm_type_id: z._default(toolId, LLM_TYPES[0].id),
};

/** Exactly one of `text` and `files`. */
const hasTextOrFiles = z.refine<{ text?: string | undefined; files?: unknown }>(
  ({ text: one, files }) => (one === undefined) !== (files === undefined),
  { error: inputMessages.textNeeded, path: ["text"] },
);

export const previewRequest = z
  .object({
    ...file,
    /** Number of the first prompt that is previewed, from 1. */
    from: z._default(place, 1),
  })
  .check(hasTextOrFiles);
export type PreviewRequest = z.input<typeof previewRequest>;

export const importRequest = z
  .object({
    ...file,
    /** Which prompts of the file, from 1. */
    chosen: list(place, {
      min: 1,
      max: MOST_AT_ONCE,
      none: inputMessages.chosenNeeded,
      short: inputMessages.chosenNeeded,
      long: (count) => overBy(inputMessages.chosenTooMany, count, MOST_AT_ONCE),
    }),
    /** Makes the collection that the file names, private. */
    make_collection: z._default(z.boolean({ error: inputMessages.makeCollectionInvalid }), false),
    /** Says in the descriptions of other people's prompts who wrote them. */
    credit_authors: z._default(z.boolean({ error: inputMessages.creditAuthorsInvalid }), false),
  })
  .check(hasTextOrFiles);
export type ImportRequest = z.input<typeof importRequest>;

/** A prompt that a file is alike to. */
const alike = z.object({ id: z.int(), title: z.string(), author: z.string() });

export const previewedPrompt = z.object({
  /** Number of the prompt in the file, from 1. */
  place: z.int(),
  /** Name of its file; null where there is only one. */
  file: z.nullable(z.string()),
  /** Line of the file on which it begins, from 1. */
  line: z.int(),
  /** As far as it can be read. */
  title: z.string(),
  tool: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** The author named in the file, if that is not the viewer. */
  author: z.nullable(z.string()),
  /** `refused` says why in `reasons`; `own` is published by the viewer already, `repeated` stands twice in the file. */
  state: z.enum(["ready", "refused", "own", "repeated"]),
  reasons: z.array(z.object({ field: z.string(), message: z.string() })),
  /** Public prompts with nearly the same text. Null: not compared. */
  alike: z.nullable(z.array(alike)),
});
export type PreviewedPrompt = z.infer<typeof previewedPrompt>;

export const preview = z.object({
  format: z.enum(READ_FORMATS),
  /** Prompts in the file, or in all files. */
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

/** A file in JSON; `FORMAT_SCHEMA` says all of it. */
export const exportedJson = z.looseObject({
  format: z.string(),
  version: z.int(),
  prompts: z.array(z.looseObject({ title: z.string(), content: z.string() })),
});

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
/** The route's pattern admits only these. */
const format = z.enum(FILE_FORMATS);
export const exportParams = z.object({ format });
export const collectionExportParams = z.object({ id: pathPart, format });
export const exportQuery = z.object({
  /** CSV only. */
  separator: z._default(
    z.enum(WRITTEN_SEPARATORS, { error: inputMessages.separatorInvalid }),
    WRITTEN_SEPARATORS[0],
  ),
});
