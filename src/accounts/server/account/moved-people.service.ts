/** Accounts of the site where this one was before, moved as they were there (decision 66). */
import type { Transaction } from "kysely";
import { normalizeUsername } from "#accounts/contract.ts";
import { enqueueNotice } from "#accounts/server/mails/mail-jobs.ts";
import type { WrittenNotice } from "#accounts/server/mails/notice-mails.ts";
import { createToken } from "#accounts/server/mails/one-time-tokens.ts";
import { bcryptCost, isKnownHash } from "#accounts/server/passwords/password-hash.ts";
import { deleteSignupsOf, insertMovedSignup } from "#accounts/server/sign-up/signups.queries.ts";
import { mergeMetadata } from "#accounts/server/users/user-metadata.ts";
import { checkUsername } from "#accounts/server/users/usernames.ts";
import {
  claimName,
  insertMovedUser,
  isNameHeldByOthers,
  lockAddress,
  lockMovedUser,
  type MovedUser,
  moveName,
  releaseUnusedNames,
  updateMovedUser,
} from "#accounts/server/users/users.queries.ts";
import { isolated } from "#language/isolated.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import { AppError } from "#platform/http/errors.ts";

export interface MovedPerson extends Omit<MovedUser, "confirmedAt"> {
  username: string;
  /** Null: the address was never confirmed. */
  confirmedAt: string | null;
}

export interface MovedAccount {
  /** The account here; null while the address waits for its confirmation. */
  userId: string | null;
  /** Why the person is not moved, in English, for the operator. */
  refused?: string;
  renamed?: { from: string; to: string; why: string };
  /** What else the operator should know. */
  remark?: string;
}

const LONGEST_NAME = 40;

/** Why a name may not be taken here, in English; undefined for one that may. */
function faultOf(name: string, isAdmin: boolean): string | undefined {
  try {
    checkUsername(name, isAdmin ? { username: "", isExempt: true } : undefined);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code.replace("username_", "");
  }
}

/** A free name, as much like the old one as the rules allow. */
async function findName(
  trx: Transaction<DB>,
  { id, username, email }: MovedPerson,
  isAdmin: boolean,
): Promise<{ name: string; why?: string }> {
  const wanted = normalizeUsername(username);
  const fault = faultOf(wanted, isAdmin);
  const isHeld = (name: string) => isNameHeldByOthers(trx, name, email);
  if (!fault && !(await isHeld(wanted))) return { name: wanted };
  const short = id.replaceAll("-", "").slice(-8);
  const tidied = normalizeUsername(
    wanted.replace(/[^\p{Script=Latin}0-9 _.-]/gu, " ").slice(0, LONGEST_NAME - 9),
  );
  const bases = [tidied, "Pessoa"].filter((base) => !faultOf(base, false));
  for (const name of bases.flatMap((base) => [base, `${base} 2`, `${base} 3`, `${base} ${short}`]))
    if (name !== "Pessoa" && !faultOf(name, false) && !(await isHeld(name)))
      return { name, why: fault ?? "taken" };
  return { name: `Pessoa ${id.replaceAll("-", "")}`, why: fault ?? "taken" };
}

/** The client's data; without it when it is more than an account may have. */
function metadataOf({ metadata }: MovedPerson): Record<string, unknown> {
  try {
    return mergeMetadata({}, metadata);
  } catch {
    return {};
  }
}

/**
 * Moves an account, or what has changed there since. An account that has the address here already is the same person's, if
 * the address was confirmed there too: it stays as it is, and what the person made there becomes its own.
 * @param how.isRehearsal all people in one transaction, which has no room for a lock of each
 */
export async function movePerson(
  ctx: Context,
  trx: Transaction<DB>,
  person: MovedPerson,
  { isRehearsal }: { isRehearsal: boolean },
): Promise<MovedAccount> {
  if (!isRehearsal) await lockAddress(trx, person.email);
  const [found, other] = await lockMovedUser(trx, person);
  const passwordHash = person.passwordHash && isKnownHash(person.passwordHash) ? person.passwordHash : null;
  const remark =
    person.passwordHash && !passwordHash
      ? "the password's hash is of a kind that is not known here: gets in by “forgot password”"
      : undefined;
  if (found?.id === person.id) {
    // Whoever has logged in here since has argon2id, which stays.
    const isAsMoved = found.password_hash === null || bcryptCost(found.password_hash) > 0;
    const changes = {
      email: other || !person.confirmedAt ? found.email : person.email,
      passwordHash: isAsMoved ? passwordHash : found.password_hash,
      isBlocked: found.is_blocked || person.isBlocked,
      // Who has confirmed the address here has the date of that.
      createdAt: person.createdAt,
    };
    if (changes.email !== found.email) await moveName(trx, found.username, found.email, changes.email);
    await updateMovedUser(trx, found.id, changes);
    return { userId: found.id, remark };
  }
  if (found) {
    if (!person.confirmedAt)
      return { userId: null, refused: "never confirmed, and the address has an account here" };
    return {
      userId: found.id,
      remark: `goes into the account that has the address here already (${found.id})`,
    };
  }
  const isAdmin = person.email === ctx.config.adminEmail;
  const { name, why } = await findName(trx, person, isAdmin);
  const renamed = why ? { from: person.username, to: name, why } : undefined;
  const metadata = metadataOf(person);
  const { confirmedAt } = person;
  if (!confirmedAt) {
    if (!passwordHash) return { userId: null, refused: "never confirmed, and without a password" };
    const expires = await insertMovedSignup(trx, { ...person, username: name, passwordHash, metadata });
    if (expires) {
      if (!(await claimName(trx, name, person.email, expires))) throw nameRace();
      // Mailed once its owner asks for that.
      await createToken(ctx, trx, { signupId: person.id }, expires);
    }
    return { userId: null, renamed, remark };
  }
  await insertMovedUser(trx, { ...person, confirmedAt, passwordHash, metadata, username: name });
  if (!(await claimName(trx, name, person.email, null))) throw nameRace();
  await deleteSignupsOf(trx, person.email);
  await releaseUnusedNames(trx, person.email);
  return { userId: person.id, renamed, remark };
}

/** Somebody took the name at this very moment: the batch is tried again. */
const nameRace = () => Object.assign(new Error("the name was taken meanwhile"), { code: "40001" });

/** Mails a person the name that the move has given. */
export function tellNewName(
  ctx: Context,
  trx: Transaction<DB>,
  person: { email: string; username: string; name_before: string },
): Promise<void> {
  return enqueueNotice(ctx, trx, person, renamedNotice(person.name_before, person.username));
}

/** The move has given a person another name. */
export function renamedNotice(before: string, now: string): WrittenNotice {
  return {
    kind: "written",
    subject: "Seu nome de usuário na Prompteca mudou",
    preview: "O site mudou de casa, e o seu nome precisou mudar junto.",
    before: [
      "O site mudou de casa. Sua conta veio inteira: prompts, curtidas e favoritos, e você entra com a mesma senha.",
      `Só o nome de usuário precisou mudar, porque outra pessoa tem um igual ou parecido, ou porque as regras de hoje não permitem o antigo. Era ${isolated(before)}, agora é ${isolated(now)}.`,
    ],
    button: "Escolher outro nome",
    path: "/profile",
    after: [],
  };
}
