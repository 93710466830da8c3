/** Types of targets: the column that names one in a case, its present state, and how it is hidden and shown again. */
import type { Transaction } from "kysely";
import { isUuid } from "#accounts/server/sessions/authenticate.ts";
import { findUser } from "#accounts/server/users/users.shared.queries.ts";
import { COLLECTIONS } from "#collections/paths.ts";
import { lockCollection, selectWithdrawnOf } from "#collections/server/collections.shared.queries.ts";
import {
  eraseWithdrawn,
  findForModeration as findCollection,
  restoreCollection,
  withdrawCollection,
} from "#collections/server/withdrawal.service.ts";
import { toId } from "#language/text.ts";
import { liftBar } from "#media/server/barred-pictures.shared.queries.ts";
import type { TargetType } from "#moderation/contract.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { pick, TEXT_FIELDS } from "#prompts/fields.ts";
import { hidePrompt, showPrompt } from "#prompts/server/hiding.service.ts";
import { findHiddenOf, findPromptForModeration } from "#prompts/server/moderation.shared.queries.ts";
import { removePrompt } from "#prompts/server/removal.service.ts";
import { lockPrompts } from "#prompts/server/removal.shared.queries.ts";
import {
  eraseRemovedResult,
  findResultForModeration,
  lockResult,
  selectRemovedOf,
  setResultRemoved,
} from "#results/server/results.shared.queries.ts";
import { NO_BODY, type Snapshot, type Target, type TargetIds } from "./cases.queries.ts";

type ReadContext = Pick<Context, "db">["db"];

/** A target as it is now. */
export interface TargetNow extends Target {
  /** The path of its page. */
  path: string;
  /** Whether everybody sees it. */
  visible: boolean;
  /** Whether moderation has taken it away. */
  hidden: boolean;
  /** Whether it is hidden until its first review. */
  inReview: boolean;
  /** Whether it is hidden only because all that its author has published is. */
  hiddenWithAuthor: boolean;
  /** Tells apart the versions that one person may each report. */
  revision: string;
  /** For a result: the author of the prompt that it is about. */
  promptAuthorId?: string;
}

const NOWHERE = { prompt_id: null, reported_user_id: null, result_id: null, collection_id: null };
const NO_TEXTS = { ...NO_BODY, title: null, edited_at: null };
const SEEN = { hidden: false, inReview: false, hiddenWithAuthor: false };

/** Moderation's operations on a type of content. */
interface ContentType {
  find(db: ReadContext, id: number): Promise<TargetNow | undefined>;
  /** Locks it until the transaction ends. */
  lock(trx: Transaction<DB>, id: number): Promise<unknown>;
  /**
   * Takes it away, if it is not away already.
   * @param why.reason null when none was given
   * @param why.undecided whether a person has yet to decide
   * @returns false when it no longer exists
   */
  hide(
    trx: Transaction<DB>,
    id: number,
    why: { reason: string | null; undecided: boolean },
  ): Promise<boolean>;
  /** Gives it back. @param withAuthor whether it stays away with its author @param liftsBar whether its picture may be used again */
  show(trx: Transaction<DB>, id: number, how: { withAuthor: boolean; liftsBar: boolean }): Promise<boolean>;
  /** Deletes hidden content for good. */
  erase(trx: Transaction<DB>, ctx: Pick<Context, "jobs">, id: number): Promise<void>;
  /** Those ids that are hidden. */
  hiddenAmong(db: ReadContext, ids: number[]): Promise<number[]>;
}

export const CONTENT: Record<Exclude<TargetType, "user">, ContentType> = {
  prompt: {
    find: findPrompt,
    lock: (trx, id) => lockPrompts(trx, { id }),
    hide: async (trx, id, { undecided }) => (await hidePrompt(trx, id, { undecided })) !== undefined,
    async show(trx, id, { withAuthor, liftsBar }) {
      const prompt = await showPrompt(trx, id, { withAuthor });
      if (prompt && liftsBar) await liftBar(trx, prompt.id, prompt.image_hash);
      return prompt !== undefined;
    },
    erase: async (trx, { jobs }, id) => void (await removePrompt(trx, jobs, id)),
    hiddenAmong: findHiddenOf,
  },
  result: {
    find: findResult,
    lock: lockResult,
    hide: async (trx, id) => (await setResultRemoved(trx, id, true)) !== undefined,
    show: async (trx, id) => (await setResultRemoved(trx, id, false)) !== undefined,
    erase: (trx, _, id) => eraseRemovedResult(trx, id),
    hiddenAmong: selectRemovedOf,
  },
  collection: {
    find: findReportedCollection,
    lock: lockCollection,
    async hide(trx, id, { reason }) {
      // Who takes a collection away must say why: its owner reads that on it.
      if (reason === null) throw new Error("a collection was to be taken away without a reason");
      return withdrawCollection(trx, id, reason);
    },
    show: restoreCollection,
    erase: (trx, _, id) => eraseWithdrawn(trx, id),
    hiddenAmong: selectWithdrawnOf,
  },
};

/** @returns undefined when there is no such prompt */
export async function findPrompt(db: ReadContext, id: number): Promise<TargetNow | undefined> {
  const prompt = await findPromptForModeration(db, id);
  if (!prompt) return undefined;
  const { title, remix_note, tags, version, username, hidden_at } = prompt;
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
      ...pick(prompt, TEXT_FIELDS),
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
async function findReportedUser(db: ReadContext, id: string): Promise<TargetNow | undefined> {
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

/** A result, which is named by its prompt's title. */
async function findResult(db: ReadContext, id: number): Promise<TargetNow | undefined> {
  const result = await findResultForModeration(db, id);
  const prompt = result && (await findPromptForModeration(db, result.prompt_id));
  if (!prompt) return undefined;
  const { user_id, username, model, outcome, note } = result;
  const answered_at = result.answered_at.toISOString();
  return {
    ...{ ...NOWHERE, result_id: id, author_id: user_id, author_username: username, label: prompt.title },
    ...{ ...SEEN, path: `/prompts/${prompt.id}#resultado-${id}`, revision: answered_at },
    visible: result.shown && prompt.hidden_at === null && result.version === prompt.answered_version,
    hidden: result.removed_at !== null,
    promptAuthorId: prompt.user_id,
    snapshot: { ...NO_TEXTS, content: note, username, edited_at: answered_at, model, outcome },
  };
}

/**
 * A collection that its owner has made private is shown to nobody, moderators included: they have the reported version.
 */
async function findReportedCollection(db: ReadContext, id: number): Promise<TargetNow | undefined> {
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
export function contentOf(ids: TargetIds): (ContentType & { type: TargetType; id: number }) | undefined {
  const { type, id } = targetView(ids);
  return type === "user" ? undefined : { ...CONTENT[type], type, id: Number(id) };
}

/** The target that a report names. @param id from outside: a malformed one names nothing */
export async function findTarget(
  db: ReadContext,
  type: TargetType,
  id: string | number,
): Promise<TargetNow | undefined> {
  const text = String(id).trim();
  if (type === "user") return isUuid(text) ? findReportedUser(db, text.toLowerCase()) : undefined;
  const number = toId(text);
  return number === undefined ? undefined : CONTENT[type].find(db, number);
}

/** The target of a case, as it is now. */
export function findTargetOf(db: ReadContext, ids: TargetIds): Promise<TargetNow | undefined> {
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

const LATER_TEXTS = TEXT_FIELDS.filter((field) => !["title", "content", "description"].includes(field));

/** The judged parts of each type: two snapshots with the same are one version. */
export const JUDGED: Record<TargetType, (snapshot: Snapshot) => unknown[]> = {
  prompt(snapshot) {
    const { title, content, description, remix_note, image, tags = [] } = snapshot;
    return [
      ...[title, content, description, image?.image_hash, image?.image_alt],
      ...(remix_note ? [remix_note] : []),
      ...(tags.length > 0 ? [tags] : []),
      // Where they say something: what was judged before there was such a field stays the same.
      ...LATER_TEXTS.flatMap((field) => (snapshot[field] ? [[field, snapshot[field]]] : [])),
    ];
  },
  user: ({ username }) => [username],
  result: ({ content, model, outcome }) => [content, model, outcome],
  // Titles of prompts are others', and a stored object has its keys in another order.
  collection: ({ title, description, entries }) => [
    ...[title, description],
    entries?.map(({ prompt_id, note }) => [prompt_id, note]),
  ],
};
