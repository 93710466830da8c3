/** What can be reported: prompts and users, as they are now. */
import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import { isUuid } from "#accounts/server/sessions/authenticate.ts";
import { findUser } from "#accounts/server/users/users.service.ts";
import { toId } from "#language/text.ts";
import { imageView } from "#media/server/stored-pictures.ts";
import type { CaseContent } from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { findNewestPromptOf, findPromptForModeration } from "#prompts/server/hiding.service.ts";
import {
  type Case,
  insertCase,
  lockCase,
  type Reported,
  type Snapshot,
  selectCaseOf,
  type Target,
} from "./cases.queries.ts";

type ReadContext = Pick<Context, "db">["db"];

/** A target as it is now, and whether it is hidden. */
export interface Found extends Target {
  hidden: boolean;
  /** Whether it is hidden because nobody has looked at it yet. */
  inReview: boolean;
  /** Only because all of its author's is. */
  hiddenWithAuthor: boolean;
}

/** @returns undefined when there is no such prompt */
export async function findPrompt(db: ReadContext, id: number): Promise<Found | undefined> {
  const prompt = await findPromptForModeration(db, id);
  if (!prompt) return undefined;
  const { title, content, description, remix_note, username, edited_at, hidden_at } = prompt;
  const { image_hash, image_alt, width, height, animated, color } = prompt;
  return {
    prompt_id: id,
    reported_user_id: null,
    author_id: prompt.user_id,
    author_username: username,
    label: title,
    hidden: hidden_at !== null,
    inReview: hidden_at !== null && prompt.in_review,
    hiddenWithAuthor: prompt.hidden_with_author,
    snapshot: {
      title,
      content,
      description,
      ...(remix_note && { remix_note }),
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
    reported_user_id: id,
    author_id: id,
    author_username: username,
    label: username,
    hidden: user.removed_at !== null,
    inReview: false,
    hiddenWithAuthor: false,
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

/** The target's case, locked; a new one for the first report. */
export async function lockCaseOf(trx: Transaction<DB>, found: Found): Promise<Case> {
  const { hidden: _, inReview: __, hiddenWithAuthor: ___, ...target } = found;
  for (;;) {
    const known = await selectCaseOf(trx, target);
    // The case of an unconfirmed report may be cleared away meanwhile.
    const locked = known && (await lockCase(trx, known.id));
    if (locked) return locked;
    if (!known) await insertCase(trx, target);
  }
}

/**
 * What tells apart the versions that one person may each report: when a prompt was last changed; of a user the name, and
 * once that was decided on, the newest of the prompts published since.
 */
export async function versionOf(
  db: ReadContext,
  { decided_at, state }: Pick<Case, "decided_at" | "state">,
  { prompt_id, author_id, snapshot }: Target,
): Promise<string> {
  if (prompt_id !== null) return snapshot.edited_at ?? "";
  const newest =
    state === "decided" && decided_at ? await findNewestPromptOf(db, author_id, decided_at) : undefined;
  return newest ? `${snapshot.username} ${newest}` : snapshot.username;
}

/** Tells versions apart: a hash of what is judged, the texts and the picture of a prompt or the name of a user. */
export function contentHash(snapshot: Snapshot): string {
  const { title, content, description, remix_note, image, username } = snapshot;
  const judged =
    title === null
      ? [username]
      : [
          title,
          content,
          description,
          image?.image_hash,
          image?.image_alt,
          ...(remix_note ? [remix_note] : []),
        ];
  return createHash("sha256").update(JSON.stringify(judged)).digest("base64url").slice(0, 22);
}

/** What a moderator reads of a case: its state, and what it is about as it is now. A decision has to name it. */
export const caseVersion = ({ version }: Pick<Case, "version">, now: Found | undefined) =>
  `${version}-${now ? contentHash(now.snapshot) : ""}`;

/** Earlier versions that a case keeps. */
const MOST_EARLIER = 10;

/**
 * What a report or decision changes of its locked case: a version that was known before stays below the new one.
 * @param now what the target is
 * @param reported what its author may have changed since
 */
export function reportedNow(
  row: Case,
  now: Pick<Found, "snapshot" | "label" | "author_username">,
  reported: Snapshot | null = null,
): Reported {
  const snapshot = reported ?? now.snapshot;
  const { label, author_username } = now;
  const seen = new Set([contentHash(snapshot)]);
  const earlier = [now.snapshot, row.snapshot, ...row.earlier].flatMap((one) => {
    // A prompt without its text is one that was forgotten.
    const hash = contentHash(one);
    if (seen.has(hash) || (one.content === null && row.prompt_id !== null)) return [];
    seen.add(hash);
    return one;
  });
  return { snapshot, label, author_username, earlier: earlier.slice(0, MOST_EARLIER) };
}

/** @param caseId of the case whose picture it is */
export function toContent({ image, ...texts }: Snapshot, caseId: number): CaseContent {
  return {
    ...texts,
    image: image && imageView(image),
    picture: image && `/api/admin/cases/${caseId}/picture?hash=${image.image_hash}`,
  };
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
