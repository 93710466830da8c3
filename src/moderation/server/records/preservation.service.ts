/**
 * Preservation for the authorities in cases of crimes against children: for six months no deletion, not even by its
 * author, destroys the reported content, and nobody sees it on the site any more.
 */
import type { Kysely, Transaction } from "kysely";
import { findContacts } from "#accounts/server/users/users.shared.queries.ts";
import type { PictureOwners } from "#media/server/removal.jobs.ts";
import { widestKey } from "#media/server/stored-pictures.ts";
import { APPEAL_DAYS, PRESERVED_MONTHS } from "#moderation/contract.ts";
import type { Case, Snapshot } from "#moderation/server/cases/cases.queries.ts";
import { selectDecisionsOf } from "#moderation/server/cases/decisions.queries.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { pictureOwners } from "#prompts/server/pictures.service.ts";
import {
  selectCasesWith,
  selectPreservedOf,
  selectPreservedPrompts,
  updatePreserved,
} from "./preservation.queries.ts";

/** Begins, prolongs or ends the preservation of a locked case, after a report or a decision. */
export async function preserve(trx: Transaction<DB>, { id, author_id }: Case): Promise<void> {
  const [author] = await findContacts(trx, [author_id]);
  const account = author && {
    username: author.username,
    email: author.email,
    created_at: author.created_at.toISOString(),
  };
  await updatePreserved(trx, id, { months: PRESERVED_MONTHS, days: APPEAL_DAYS }, account);
}

/**
 * Those pictures that a case still needs: reported ones, also after their author has replaced them, as long as the
 * prompt is there and the case has its text; preserved ones, in any case.
 */
async function neededAmong(db: Kysely<DB>, hashes: string[]): Promise<Set<string>> {
  const rows = await selectCasesWith(db, hashes);
  const gone = new Set(
    await pictureOwners.selectGone(
      db,
      rows.flatMap(({ prompt_id }) => prompt_id ?? []),
    ),
  );
  const isNeeded = ({ prompt_id, is_preserved }: (typeof rows)[number]) =>
    is_preserved || (prompt_id !== null && !gone.has(prompt_id));
  return new Set(rows.filter(isNeeded).map(({ hash }) => hash));
}

/** Pictures of cases keep their files. */
export const preservingOwners: PictureOwners = {
  ...pictureOwners,
  async hasPicture(db, hash) {
    return (await pictureOwners.hasPicture(db, hash)) || (await neededAmong(db, [hash])).has(hash);
  },
  async selectUnused(db, most, after = "") {
    const free: string[] = [];
    // Page by page: those that stay must not keep the sweep from all behind them.
    for (let from: string | undefined = after; from !== undefined && free.length < most; ) {
      const unused = await pictureOwners.selectUnused(db, most, from);
      const needed = await neededAmong(db, unused);
      free.push(...unused.filter((hash) => !needed.has(hash)));
      from = unused.length < most ? undefined : unused.at(-1);
    }
    return free.slice(0, most);
  },
};

/** Whether nobody is shown any more what a case preserves: it is decided, and its prompt or account is gone. */
export const isSealed = ({ state, preserved_until }: Case, isGone: boolean): boolean =>
  isGone && state === "decided" && preserved_until !== null && preserved_until > new Date();

/** `picture`: the widest file in the storage; that of an earlier version may be gone. */
const withPicture = (version: Snapshot) => ({
  ...version,
  picture: version.image && widestKey(version.image.image_hash, version.image.width),
});

/** As it is, or as it was when it was last known; null for cases older than their account's deletion. */
type Account = { username: string; email: string; created_at: string } | null;

/**
 * Reads what is preserved of a user, whether the account is there or not. For commands of the operator alone: no call of the
 * site returns it. Records of access are in a table of their own (decision 19).
 * @param userId a UUID
 * @returns undefined when there is nothing
 */
export async function readPreserved({ db }: Pick<Context, "db">, userId: string) {
  const rows = await selectPreservedOf(db, userId);
  if (!rows.length) return undefined;
  const cases = rows.map(async (row) => ({
    id: row.id,
    prompt_id: row.prompt_id,
    category: row.category,
    opened_at: row.opened_at,
    preserved_until: row.preserved_until,
    /** Reported versions, the newest first. */
    versions: [row.snapshot, ...row.earlier].map(withPicture),
    /** For a user: each prompt before it was changed or deleted, the newest first. */
    prompts: (await selectPreservedPrompts(db, row.id)).map(({ prompt_id, snapshot, preserved_at }) => ({
      prompt_id,
      preserved_at,
      ...withPicture(snapshot),
    })),
    decisions: await selectDecisionsOf(db, row.id),
  }));
  const [account = null] = rows.flatMap((row) => (row.preserved_account as Account) ?? []);
  return { id: userId, account, cases: await Promise.all(cases) };
}
