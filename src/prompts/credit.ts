/** What a response says of the prompts that one was made from. */
import * as z from "zod/mini";

/** Rows of `prompts.id` are JavaScript-safe integers. */
export const promptId = z.int().check(z.positive());

/** A prompt that another one was made from. */
const credit = z.object({
  id: promptId,
  title: z.string(),
  user: z.object({ username: z.string() }),
  user_id: z.uuid(),
  created_at: z.iso.datetime(),
});
export type Credit = z.infer<typeof credit>;

/** What a remix was made from. What is not public is not named. */
export const remixedFrom = z.object({
  direct: z.nullable(credit),
  /** The first one: the same, unless that was made from another one. */
  root: z.nullable(credit),
  /** Whether the direct one is not here any more. */
  gone: z.boolean(),
  /** What its author says is different. */
  note: z.nullable(z.string()),
});
export type RemixedFrom = z.infer<typeof remixedFrom>;
