/**
 * All passkeys of somebody who has lost them go, a day after admin or operator have asked for it; until then the person, who is
 * told by mail, may stop it.
 */
import type { Transaction } from "kysely";
import { passkeyMessages } from "#accounts/passkey-messages.ts";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import { resetAsked, resetDone, resetDropped, resetStopped } from "#accounts/server/mails/passkey-letters.ts";
import { lockAccount } from "#accounts/server/users/users.shared.queries.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction } from "#platform/database/db.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";
import {
  deleteReset,
  deleteResetPasskeys,
  hasPasskeys,
  insertReset,
  selectDueResets,
  selectReset,
} from "./passkeys.queries.ts";

/** Time in which the person may stop it, in milliseconds. */
const WAIT_MS = 24 * 60 * 60 * 1000;

type ResetState = "none" | "waiting" | "due";
type ResetStep = "ask" | "stop" | "carry out";

/** What a step makes of a state. Asking again changes nothing: it must not begin the day anew, nor shorten it. */
const NEXT: Record<ResetStep, Partial<Record<ResetState, ResetState>>> = {
  ask: { none: "waiting", waiting: "waiting", due: "due" },
  stop: { waiting: "none", due: "none" },
  "carry out": { due: "none" },
};

/** @returns undefined when the step is not possible */
export const nextResetState = (state: ResetState, step: ResetStep): ResetState | undefined =>
  NEXT[step][state];

const stateOf = (reset: { due_at: Date } | undefined): ResetState => {
  if (!reset) return "none";
  return reset.due_at.getTime() <= Date.now() ? "due" : "waiting";
};

/** A person, locked until the transaction ends, with the reset there is and what a step makes of it. */
async function take(trx: Transaction<DB>, userId: string, step: ResetStep) {
  const person = await lockAccount(trx, userId);
  const reset = await selectReset(trx, userId);
  return { person, reset, next: nextResetState(stateOf(reset), step) };
}

/**
 * Asks for a reset, told by mail to the person. The caller logs it in the same transaction.
 * @returns when the passkeys go, whose they are, and whether nobody had asked before
 * @throws AppError 409 when there are none
 */
export async function askReset(ctx: Context, trx: Transaction<DB>, userId: string) {
  const { person, reset } = await take(trx, userId, "ask");
  if (!person || !(await hasPasskeys(trx, userId)))
    throw new AppError(409, "no_passkeys", passkeyMessages.noneToReset);
  const { username } = person;
  if (reset) return { dueAt: reset.due_at, isNew: false, username };
  const dueAt = new Date(Date.now() + WAIT_MS);
  await insertReset(trx, userId, dueAt);
  await enqueueNotice(ctx, trx, person, resetAsked(dueAt));
  return { dueAt, isNew: true, username };
}

/** Stops what was asked for. @throws AppError 409 when nothing was */
export async function stopReset(ctx: Context, userId: string): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const { person, next } = await take(trx, userId, "stop");
    if (!person || !next) throw new AppError(409, "no_reset", passkeyMessages.noReset);
    await deleteReset(trx, userId);
    await enqueueNotice(ctx, trx, person, resetStopped());
  });
}

/** Ends what waits for somebody who is a moderator no more, and may remove lost keys without anybody. */
export async function dropReset(ctx: Context, trx: Transaction<DB>, userId: string): Promise<void> {
  const { person, next } = await take(trx, userId, "stop");
  if (!person || !next) return;
  await deleteReset(trx, userId);
  // Who is blocked can do nothing about it.
  if (person.is_blocked) return;
  await enqueueNotice(ctx, trx, person, resetDropped());
}

/** Removes the passkeys of all whose day is over. */
export async function carryOutResets(ctx: Context): Promise<void> {
  for (const { user_id: userId } of await selectDueResets(ctx.db)) {
    await inTransaction(ctx.db, async (trx) => {
      // It may have been stopped, or carried out by another process.
      const { person, next } = await take(trx, userId, "carry out");
      if (!person || !next) return;
      await deleteResetPasskeys(trx, userId);
      await deleteReset(trx, userId);
      await enqueueNotice(ctx, trx, person, resetDone());
    });
  }
}
