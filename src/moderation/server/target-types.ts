/** The types of what can be reported: where a case names it, what it is now, and how it is taken away and given back. */
import type { Transaction } from "kysely";
import { isUuid } from "#accounts/server/sessions/authenticate.ts";
import { findUser } from "#accounts/server/users/users.service.ts";
import { COLLECTIONS } from "#collections/paths.ts";
import {
  eraseWithdrawn,
  findForModeration as findCollection,
  lockCollection,
  restoreCollection,
  selectWithdrawnOf,
  withdrawCollection,
} from "#collections/server/withdrawal.service.ts";
import { toId } from "#language/text.ts";
import { liftBar } from "#media/server/barred-pictures.service.ts";
import type { TargetType } from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import {
  findHiddenOf,
  findPromptForModeration,
  hidePrompt,
  lockPrompts,
  showPrompt,
} from "#prompts/server/hiding.service.ts";
import { removePrompt } from "#prompts/server/removal.service.ts";
import {
  eraseRemovedResult,
  findResultForModeration,
  lockResult,
  selectRemovedOf,
  setResultRemoved,
} from "#results/server/results.service.ts";
import type { Snapshot, Target, TargetIds } from "./cases.queries.ts";
import type { Holding } from "./decisions.queries.ts";

type ReadContext = Pick<Context, "db">["db"];

/** A target as it is now. */
export interface Found extends Target {
  /** Of its page. */
  path: string;
  /** Whether everybody sees it. */
  visible: boolean;
  /** Whether moderation has taken it away. */
  hidden: boolean;
  /** Whether it is hidden because nobody has looked at it yet. */
  inReview: boolean;
  /** Only because all of its author's is. */
  hiddenWithAuthor: boolean;
  /** Tells apart the versions that one person may each report. */
  revision: string;
  /** Of an answer: whose prompt it is about. */
  promptAuthorId?: string;
}

const NOWHERE = { prompt_id: null, reported_user_id: null, result_id: null, collection_id: null };
const NO_TEXTS = { title: null, content: null, description: null, image: null, edited_at: null };
const SEEN = { hidden: false, inReview: false, hiddenWithAuthor: false };

/** What moderation does with a type of content. */
interface ContentType {
  find(db: ReadContext, id: number): Promise<Found | undefined>;
  /** Until the transaction ends it stays as it is. */
  lock(trx: Transaction<DB>, id: number): Promise<unknown>;
  /** Takes it away; what is away stays so. @returns false when it is gone */
  hide(trx: Transaction<DB>, id: number, reason: string): Promise<boolean>;
  /** Gives it back, where nothing else `holds` it. @param lifts whether its picture may be used again */
  show(trx: Transaction<DB>, id: number, how: { holds: boolean; lifts: boolean }): Promise<boolean>;
  /** Deletes for good what is hidden. */
  erase(trx: Transaction<DB>, ctx: Pick<Context, "jobs">, id: number): Promise<void>;
  /** Of some, those that are hidden. */
  hiddenAmong(db: ReadContext, ids: number[]): Promise<number[]>;
  /** Whether a decision about its author keeps it away, too. */
  isHeldBy(holding: Holding): boolean;
}

/** Whether a decision hides all that the user has published. */
export const takesPrompts = ({ action, delete_at, reported_user_id }: Holding) =>
  reported_user_id !== null && (action === "remove" || delete_at !== null);

export const CONTENT: Record<Exclude<TargetType, "user">, ContentType> = {
  prompt: {
    find: findPrompt,
    lock: (trx, id) => lockPrompts(trx, { id }),
    hide: async (trx, id) => (await hidePrompt(trx, id)) !== undefined,
    async show(trx, id, { holds, lifts }) {
      const prompt = await showPrompt(trx, id, { withAuthor: holds });
      if (prompt && lifts) await liftBar(trx, prompt.id, prompt.image_hash);
      return prompt !== undefined;
    },
    erase: async (trx, { jobs }, id) => void (await removePrompt(trx, jobs, id)),
    hiddenAmong: findHiddenOf,
    isHeldBy: takesPrompts,
  },
  result: {
    find: findResult,
    lock: lockResult,
    hide: async (trx, id) => (await setResultRemoved(trx, id, true)) !== undefined,
    show: async (trx, id) => (await setResultRemoved(trx, id, false)) !== undefined,
    erase: (trx, _, id) => eraseRemovedResult(trx, id),
    hiddenAmong: selectRemovedOf,
    // Answers of blocked people do not show.
    isHeldBy: () => true,
  },
  collection: {
    find: findReportedCollection,
    lock: lockCollection,
    hide: withdrawCollection,
    show: restoreCollection,
    erase: (trx, _, id) => eraseWithdrawn(trx, id),
    hiddenAmong: selectWithdrawnOf,
    // Nor do lists of theirs.
    isHeldBy: () => true,
  },
};

/** @returns undefined when there is no such prompt */
export async function findPrompt(db: ReadContext, id: number): Promise<Found | undefined> {
  const prompt = await findPromptForModeration(db, id);
  if (!prompt) return undefined;
  const { title, content, description, remix_note, tags, version, username, hidden_at } = prompt;
  const { image_hash, image_alt, width, height, animated, color } = prompt;
  const edited_at = prompt.edited_at?.toISOString() ?? null;
  // Within a version texts can change for ten minutes, and description of the picture and tags always.
  const isChanged = edited_at !== null && edited_at !== prompt.version_at?.toISOString();
  return {
    ...NOWHERE,
    prompt_id: id,
    author_id: prompt.user_id,
    author_username: username,
    label: title,
    path: `/prompts/${id}`,
    visible: hidden_at === null,
    hidden: hidden_at !== null,
    inReview: hidden_at !== null && prompt.in_review,
    hiddenWithAuthor: prompt.hidden_with_author,
    revision: isChanged ? `${version} ${edited_at}` : String(version),
    snapshot: {
      title,
      content,
      description,
      ...(remix_note && { remix_note }),
      image: { image_hash, image_alt, width, height, animated, color },
      username,
      edited_at,
      tags,
      version,
    },
  };
}

/** @returns undefined when there is no such user */
async function findReportedUser(db: ReadContext, id: string): Promise<Found | undefined> {
  const user = await findUser(db, id);
  if (!user) return undefined;
  const { username } = user;
  const hidden = user.removed_at !== null;
  return {
    ...{ ...NOWHERE, reported_user_id: id, author_id: id, author_username: username, label: username },
    ...{ ...SEEN, path: `/users/${id}`, visible: !hidden, hidden, revision: username },
    snapshot: { ...NO_TEXTS, username },
  };
}

/** What somebody says of a prompt, which is named by that prompt's title. */
async function findResult(db: ReadContext, id: number): Promise<Found | undefined> {
  const result = await findResultForModeration(db, id);
  const prompt = result && (await findPromptForModeration(db, result.prompt_id));
  if (!prompt) return undefined;
  const { user_id, username, model, outcome, note } = result;
  const answered_at = result.answered_at.toISOString();
  return {
    ...{ ...NOWHERE, result_id: id, author_id: user_id, author_username: username, label: prompt.title },
    ...{ ...SEEN, path: `/prompts/${prompt.id}#resultado-${id}`, revision: answered_at },
    visible: result.shown && prompt.hidden_at === null && result.version === prompt.version,
    hidden: result.removed_at !== null,
    promptAuthorId: prompt.user_id,
    snapshot: { ...NO_TEXTS, content: note, username, edited_at: answered_at, model, outcome },
  };
}

/** What its owner has made private is shown to nobody, moderators included: they have what was reported. */
async function findReportedCollection(db: ReadContext, id: number): Promise<Found | undefined> {
  const found = await findCollection(db, id);
  if (!found) return undefined;
  const { user_id, username, title, description, notes } = found;
  const updated_at = found.updated_at.toISOString();
  const texts = found.private ? {} : { title, description, entries: notes };
  return {
    ...{ ...NOWHERE, collection_id: id, author_id: user_id, author_username: username },
    ...{ ...SEEN, path: `${COLLECTIONS}${id}`, revision: updated_at },
    label: title,
    visible: found.shown,
    hidden: found.withdrawn_at !== null,
    snapshot: { ...NO_TEXTS, username, edited_at: updated_at, ...texts },
  };
}

/** Columns of a case that name its target; one of them is set. */
const COLUMNS = {
  prompt: "prompt_id",
  user: "reported_user_id",
  result: "result_id",
  collection: "collection_id",
} as const satisfies Record<TargetType, keyof TargetIds>;

/** Which thing a case is about. */
export function targetView(ids: TargetIds): { type: TargetType; id: string } {
  const [type, column] = Object.entries(COLUMNS).find(([, column]) => ids[column] !== null) ?? ["user"];
  return { type: type as TargetType, id: column ? String(ids[column]) : "" };
}

/** The content that a case is about, and what can be done with it; undefined for a user. */
export function contentOf(ids: TargetIds): (ContentType & { id: number }) | undefined {
  const { type, id } = targetView(ids);
  return type === "user" ? undefined : { ...CONTENT[type], id: Number(id) };
}

/** What a report names. @param id from outside: a malformed one names nothing */
export async function findTarget(
  db: ReadContext,
  type: TargetType,
  id: string | number,
): Promise<Found | undefined> {
  const text = String(id).trim();
  if (type === "user") return isUuid(text) ? findReportedUser(db, text.toLowerCase()) : undefined;
  const number = toId(text);
  return number === undefined ? undefined : CONTENT[type].find(db, number);
}

/** What a case is about, as it is now. */
export function findTargetOf(db: ReadContext, ids: TargetIds): Promise<Found | undefined> {
  const { type, id } = targetView(ids);
  return findTarget(db, type, id);
}

/** Texts without which something was forgotten, or is kept from moderators. */
const BODY = {
  prompt: "content",
  user: "username",
  result: "model",
  collection: "entries",
} as const satisfies Record<TargetType, keyof Snapshot>;

export const hasTexts = (ids: TargetIds, snapshot: Snapshot) =>
  (snapshot[BODY[targetView(ids).type]] ?? null) !== null;

/** What is judged of each type: two with the same are one version. */
export const JUDGED: Record<TargetType, (snapshot: Snapshot) => unknown[]> = {
  prompt: ({ title, content, description, remix_note, image, tags = [] }) => [
    ...[title, content, description, image?.image_hash, image?.image_alt],
    ...(remix_note ? [remix_note] : []),
    ...(tags.length > 0 ? [tags] : []),
  ],
  user: ({ username }) => [username],
  result: ({ content, model, outcome }) => [content, model, outcome],
  // Titles of prompts are others', and a stored object has its keys in another order.
  collection: ({ title, description, entries }) => [
    ...[title, description],
    entries?.map(({ prompt_id, note }) => [prompt_id, note]),
  ],
};
