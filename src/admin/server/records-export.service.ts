/**
 * Exports one user's records for an authority (decision 19): a JSON file that appears whole or not at all, and an entry in
 * the audit log.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, link, open, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Transaction } from "kysely";
import {
  findAccountId,
  readAccessRecords,
  selectAccount,
  selectKnownDevices,
  selectSessions,
} from "#accounts/server/account/account-data.shared.queries.ts";
import { isUuid } from "#accounts/server/sessions/authenticate.ts";
import { findContacts } from "#accounts/server/users/users.shared.queries.ts";
import { REASON_LENGTH } from "#admin/contract.ts";
import { insertAuditEntry } from "#moderation/server/records/audit-log.shared.queries.ts";
import { allModerationRecords } from "#moderation/server/records/personal-records.service.ts";
import { readPreserved } from "#moderation/server/records/preservation.service.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { selectOwnPrompts } from "#prompts/server/own-prompts.shared.queries.ts";

/** The layout of the file, which docs/operations.md describes: a later one gets another name. */
const FORMAT = "prompteca-records-1";
const ROWS_IN_MEMORY = 100;

interface RecordsOrder {
  /** Id, username or e-mail address; of a deleted account the id. */
  user: string;
  /** The number of the authority's order. */
  order: string;
  /** Who runs the command. */
  operator: string;
  /** Whether the reports that the user made are part of it. */
  withReports: boolean;
  path: string;
}

/** @throws OperatorError for an unknown user, an existing file, or an order without a number; what `signal` aborts with */
export async function exportRecords(
  ctx: Context,
  asked: RecordsOrder,
  signal: AbortSignal,
): Promise<{ username: string | null; counts: Record<string, number> }> {
  const { user, order, operator, path } = asked;
  if (!order || order.length > REASON_LENGTH)
    throw new OperatorError(`The order's number has 1 to ${REASON_LENGTH} characters.`);
  if (await exists(path)) throw new OperatorError(`${path} exists already: nothing was written.`);
  const id = isUuid(user) ? user.toLowerCase() : await findAccountId(ctx.db, user);
  if (!id) throw new OperatorError(`There is no account ${user}. Of a deleted one, give the id.`);
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}`);
  const file = await open(draft, "wx", 0o600);
  try {
    const written = await write(ctx, file, id, asked, signal).finally(() => file.close());
    signal.throwIfAborted();
    // Before the file appears: nothing leaves that is not logged.
    await inTransaction(ctx.db, (trx) =>
      insertAuditEntry(trx, {
        admin_id: null,
        admin_username: operator,
        action: "records_exported",
        target_user_id: id,
        target_label: written.username ?? id,
        reason: order,
      }),
    );
    // Unlike a rename it replaces no file that came meanwhile.
    await link(draft, path);
    return written;
  } finally {
    await unlink(draft);
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Writes the file, and everything in it to the disk. */
async function write(
  ctx: Context,
  file: FileHandle,
  id: string,
  { order, operator, withReports }: RecordsOrder,
  signal: AbortSignal,
) {
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  const head = {
    format: FORMAT,
    site: ctx.config.publicUrl,
    order,
    exported_at: new Date(),
    exported_by: operator,
    user_id: id,
  };
  await file.appendFile(json(head).slice(0, -2));
  const add = (name: string, value: unknown) => file.appendFile(`,\n${json(name)}: ${json(value)}`);
  async function addRows<Row extends { id: number }>(name: string, read: (after: number) => Promise<Row[]>) {
    await file.appendFile(`,\n${json(name)}: [`);
    let count = 0;
    for (let rows = await read(0); rows.length > 0; rows = await read(rows.at(-1)?.id ?? 0)) {
      signal.throwIfAborted();
      await file.appendFile(`${count > 0 ? "," : ""}\n${rows.map(json).join(",\n")}`);
      count += rows.length;
    }
    await file.appendFile("]");
    return count;
  }
  // No index serves it, so it reads the whole table: before the snapshot, which would be held meanwhile.
  const accesses = await readAccessRecords(ctx, id);
  signal.throwIfAborted();
  const written = await inSnapshot(ctx, async (trx) => {
    const account = await selectAccount(trx, id);
    const [contact] = await findContacts(trx, [id]);
    await add("account", account ? { ...account, is_blocked: contact?.is_blocked } : null);
    await add("sessions", await selectSessions(trx, id));
    await add("known_devices", await selectKnownDevices(trx, id));
    await add("access_records", accesses);
    const { cases, decisions, reports } = allModerationRecords;
    await add("preserved", (await readPreserved({ db: trx }, id)) ?? null);
    const counts = {
      access_records: accesses.length,
      prompts: await addRows("prompts", (after) => selectOwnPrompts(trx, id, after, ROWS_IN_MEMORY)),
      cases: await addRows("cases", (after) => cases(trx, id, after, ROWS_IN_MEMORY)),
      decisions: await addRows("decisions", (after) => decisions(trx, id, after, ROWS_IN_MEMORY)),
      ...(withReports && {
        reports: await addRows("reports", (after) => reports(trx, id, after, ROWS_IN_MEMORY)),
      }),
    };
    return { username: account?.username ?? null, counts };
  });
  if (written.username === null && Object.values(written.counts).every((count) => count === 0))
    throw new OperatorError(`Nothing is known of ${id}: nothing was written.`);
  await file.appendFile("\n}\n");
  await file.sync();
  return written;
}

const inSnapshot = <T>({ db }: Context, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work);
