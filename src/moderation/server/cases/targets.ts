/** Targets of reports, and how a case keeps what they were. */
import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import { imageView } from "#media/server/stored-pictures.ts";
import type { CaseContent } from "#moderation/cases-contract.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { findNewestPromptOf } from "#prompts/server/moderation.shared.queries.ts";
import {
  type Case,
  insertCase,
  lockCase,
  NO_BODY,
  type Reported,
  type Snapshot,
  selectCaseOf,
  type Target,
} from "./cases.queries.ts";
import { contentOf, hasTexts, JUDGED, type TargetNow, targetView } from "./target-types.ts";

/** The target's case, locked; a new one for the first report. */
export async function lockCaseOf(trx: Transaction<DB>, found: TargetNow): Promise<Case> {
  const { prompt_id, reported_user_id, result_id, collection_id } = found;
  const { author_id, author_username, label, snapshot } = found;
  const ids = { prompt_id, reported_user_id, result_id, collection_id };
  for (;;) {
    const known = await selectCaseOf(trx, ids);
    // The case of an unconfirmed report may be cleared away meanwhile.
    const locked = known && (await lockCase(trx, known.id));
    if (locked) return locked;
    if (!known) await insertCase(trx, { ...ids, author_id, author_username, label, snapshot });
  }
}

/**
 * Key of the version, which one person may report once; of a user the name, and after a decision on it, the newest
 * prompt published since.
 */
export async function versionOf(
  db: Context["db"],
  { decided_at, state }: Pick<Case, "decided_at" | "state">,
  found: TargetNow,
): Promise<string> {
  const newest =
    found.reported_user_id !== null && state === "decided" && decided_at
      ? await findNewestPromptOf(db, found.author_id, decided_at)
      : undefined;
  return newest ? `${found.revision} ${newest}` : found.revision;
}

/** A hash of the judged parts, which distinguishes versions. */
export function contentHash(target: Pick<Target, "snapshot"> & Parameters<typeof targetView>[0]): string {
  const judged = JUDGED[targetView(target).type](target.snapshot);
  return createHash("sha256").update(JSON.stringify(judged)).digest("base64url").slice(0, 22);
}

/** Identifies what a moderator has read: the case's version and a hash of its target. A decision must send it. */
export const caseVersion = ({ version }: Pick<Case, "version">, now: TargetNow | undefined) =>
  `${version}-${now ? contentHash(now) : ""}`;

/** Earlier versions that a case keeps. */
const MOST_EARLIER = 10;

/**
 * Changes of a locked case by a report or decision: an earlier reported version stays below the new one.
 * @param now what the target is
 * @param reported what its author may have changed since
 */
export function reportedNow(
  row: Case,
  now: Pick<TargetNow, "snapshot" | "label" | "author_username">,
  reported: Snapshot | null = null,
): Reported {
  const seen = new Set<string>();
  const versions = [reported, now.snapshot, row.snapshot, ...row.earlier].flatMap((one) => {
    if (!one) return [];
    const hash = contentHash({ ...row, snapshot: one });
    if (seen.has(hash) || !hasTexts(row, one)) return [];
    seen.add(hash);
    return one;
  });
  const [snapshot = row.snapshot, ...earlier] = versions;
  return {
    snapshot,
    label: hasTexts(row, now.snapshot) ? now.label : row.label,
    author_username: now.author_username,
    earlier: earlier.slice(0, MOST_EARLIER),
  };
}

/** @param caseId of the case whose picture it is */
export function toContent(snapshot: Snapshot, caseId: number): CaseContent {
  const {
    image,
    tags = [],
    version = null,
    model = null,
    outcome = null,
    entries = null,
    ...texts
  } = snapshot;
  return {
    ...NO_BODY,
    ...{ ...texts, tags, version, model, outcome, entries },
    image: image && imageView(image),
    picture: image && `/api/admin/cases/${caseId}/picture?hash=${image.image_hash}`,
  };
}

/** Locks the content that a case is about, if it is about any. */
export async function lockContent(trx: Transaction<DB>, row: Case): Promise<void> {
  const content = contentOf(row);
  await content?.lock(trx, content.id);
}
