/** What can be reported: prompts and users, as they are now. */
import { isUuid } from "#accounts/server/sessions/authenticate.ts";
import { findUser } from "#accounts/server/users/users.service.ts";
import { toId } from "#language/text.ts";
import { imageView } from "#media/server/stored-pictures.ts";
import type { CaseContent } from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import { findPromptForModeration } from "#prompts/server/hiding.service.ts";
import type { Case, Snapshot, Target } from "./cases.queries.ts";

type ReadContext = Pick<Context, "db">["db"];

/** A target as it is now, and whether it is hidden. */
export interface Found extends Target {
  hidden: boolean;
}

/** @returns undefined when there is no such prompt */
export async function findPrompt(db: ReadContext, id: number): Promise<Found | undefined> {
  const prompt = await findPromptForModeration(db, id);
  if (!prompt) return undefined;
  const { title, content, description, edited_at, username, user_id, hidden_at } = prompt;
  const { image_hash, image_alt, width, height, animated, color } = prompt;
  return {
    prompt_id: id,
    reported_user_id: null,
    author_id: user_id,
    author_username: username,
    label: title,
    hidden: hidden_at !== null,
    snapshot: {
      title,
      content,
      description,
      image: { image_hash, image_alt, width, height, animated, color },
      username,
      edited_at: edited_at?.toISOString() ?? null,
    },
  };
}

/** @returns undefined when there is no such user */
async function findReportedUser(db: ReadContext, id: string): Promise<Found | undefined> {
  const user = await findUser(db, id);
  if (!user) return undefined;
  const { username } = user;
  return {
    prompt_id: null,
    reported_user_id: user.id,
    author_id: user.id,
    author_username: username,
    label: username,
    hidden: false,
    snapshot: { title: null, content: null, description: null, image: null, username, edited_at: null },
  };
}

/** What a report names. @param id from outside: a malformed one names nothing */
export async function findTarget(
  db: ReadContext,
  type: "prompt" | "user",
  id: string | number,
): Promise<Found | undefined> {
  const text = String(id).trim();
  if (type === "user") return isUuid(text) ? findReportedUser(db, text.toLowerCase()) : undefined;
  const promptId = toId(text);
  return promptId === undefined ? undefined : findPrompt(db, promptId);
}

/** What a case is about, as it is now. */
export function findTargetOf(
  db: ReadContext,
  { prompt_id, author_id }: Pick<Case, "prompt_id" | "author_id">,
): Promise<Found | undefined> {
  return prompt_id === null ? findReportedUser(db, author_id) : findPrompt(db, prompt_id);
}

export function toContent({ image, ...texts }: Snapshot): CaseContent {
  return { ...texts, image: image && imageView(image) };
}

/** How answers name a case's target. */
export function targetView({ prompt_id, reported_user_id }: Pick<Case, "prompt_id" | "reported_user_id">): {
  type: "prompt" | "user";
  id: string;
} {
  return prompt_id === null
    ? { type: "user", id: reported_user_id ?? "" }
    : { type: "prompt", id: String(prompt_id) };
}
