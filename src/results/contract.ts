/** The contract of "Funcionou?": what people say of a prompt as it is now, by the model that they used it in. */
import * as z from "zod/mini";
import { foldText } from "#language/fold.ts";
import { fewMarks, optionalText, text } from "#language/text.ts";
import { MODEL_KEY_LENGTH, MODEL_LENGTH, NOTE_LENGTH, OUTCOMES } from "./catalog.ts";
import { messages } from "./messages.ts";

export * from "./catalog.ts";

/** The name without case, accents, spaces and signs: "gpt 4o" and "GPT-4o" are one model, "GPT-4.1" and "GPT-41" are two. */
export function modelKey(model: string): string {
  return foldText(model)
    .replace(/[^\p{L}\p{N}.+]+/gu, "")
    .replace(/^\.+|\.+$/g, "");
}

const modelName = text(
  {
    max: MODEL_LENGTH,
    tidy: (typed) => typed.replace(/\s+/g, " ").trim(),
    none: messages.modelRequired,
    long: messages.modelTooLong,
  },
  fewMarks,
  z.refine((model) => modelKey(model) !== "", { error: messages.modelRequired }),
  // Folding may turn one character into eighteen.
  z.refine((model) => modelKey(model).length <= MODEL_KEY_LENGTH, { error: messages.modelTooLong }),
);

/** A moment as responses have it, in 40 characters at most. */
const moment = text(
  { max: 40, none: messages.lastEditInvalid, long: messages.lastEditInvalid },
  z.refine((at) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) && !Number.isNaN(Date.parse(at)), {
    error: messages.lastEditInvalid,
  }),
);

/** `PUT /api/prompts/{id}/result`; an empty note is none. */
export const resultRequest = z.object({
  model: modelName,
  outcome: z.enum(OUTCOMES, { error: messages.outcomeRequired }),
  note: optionalText(NOTE_LENGTH, messages.noteTooLong, { lines: true }),
  /**
   * The version that was used. Refused when text, tool or picture have changed since; without it, the answer is about the
   * present one.
   */
  version: z.optional(
    z.int({ error: messages.versionInvalid }).check(z.positive({ error: messages.versionInvalid })),
  ),
  /** The prompt's `edited_at` when it was used: a version may change within its first ten minutes. */
  last_edit: z.optional(z.nullable(moment)),
});
export type ResultRequest = z.output<typeof resultRequest>;

/** `DELETE /api/prompts/{id}/result?model=…` */
export const resultQuery = z.object({ model: modelName });

export const resultsQuery = z.object({
  /** Notes older than the one with this id: `notes.next` of the page before. */
  before: z.optional(
    z.coerce
      .number({ error: messages.pageInvalid })
      .check(z.int({ error: messages.pageInvalid }), z.positive({ error: messages.pageInvalid })),
  ),
});

const outcome = z.enum(OUTCOMES);

export const noteView = z.object({
  id: z.int(),
  model: z.string(),
  outcome,
  note: z.string(),
  user: z.object({ username: z.string() }),
  user_id: z.uuid(),
  answered_at: z.iso.datetime(),
});
export type NoteView = z.infer<typeof noteView>;

export const ownResult = z.object({
  model: z.string(),
  outcome,
  note: z.nullable(z.string()),
  answered_at: z.iso.datetime(),
  /** When it begins to count; null for one that counts. */
  counts_from: z.nullable(z.iso.datetime()),
  /** Taken away by moderation: it does not count, and cannot be changed. */
  removed: z.boolean(),
});
export type OwnResult = z.infer<typeof ownResult>;

/** A prompt's results in numbers of people, who may have given several. */
export const resultCounts = z.object({
  answered_count: z.int(),
  worked_count: z.int(),
  /** When somebody said last that it worked; null while nobody has. */
  last_worked_at: z.nullable(z.iso.datetime()),
});
export type ResultCounts = z.infer<typeof resultCounts>;

/** `GET /api/prompts/{id}/results`. Models and notes from RESULTS_FROM people on. */
export const resultsView = z.object({
  ...resultCounts.shape,
  /** The first version with the prompt's text, tool and picture: results are about these. */
  version: z.int(),
  /** The most used first, MOST_MODELS at most; of very many results a sample is counted. */
  models: z.array(z.object({ model: z.string(), worked: z.int(), partly: z.int(), failed: z.int() })),
  notes: z.object({
    data: z.array(noteView),
    /** For `before`; null on the last page. */
    next: z.nullable(z.int()),
  }),
  /** Results of the viewer. */
  mine: z.optional(z.array(ownResult)),
});
export type ResultsView = z.infer<typeof resultsView>;
