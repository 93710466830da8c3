/**
 * Mails that anybody can have sent to a mailbox by typing its address: how many. They count for who asks (the network) with
 * the mailbox, so that a stranger uses up nothing of its owner's; what all networks ask for together has a bound too, which
 * one network alone does not reach (docs/security.md, What a stranger who types an address can use up).
 */
import type { Context } from "#platform/context.ts";
import { networkOf, type RateLimitName } from "#platform/http/rate-limits.ts";

/** Limits of each kind of mail: of a network and a mailbox, the interval between two of those, of a mailbox in all. */
const LIMITS = {
  confirmation: {
    ofNetwork: ["confirmationPerMailboxAndNetwork"],
    pace: "confirmationMailPace",
    ofAll: "confirmationPerMailbox",
  },
  recovery: {
    ofNetwork: ["recoverPerMailboxAndNetwork"],
    pace: "recoveryMailPace",
    ofAll: "recoverPerMailbox",
  },
  report: {
    ofNetwork: ["reportPerMailboxAndNetwork", "reportPerMailboxAndNetworkDaily"],
    pace: undefined,
    ofAll: "reportPerMailbox",
  },
} as const satisfies Record<
  string,
  { ofNetwork: RateLimitName[]; pace: RateLimitName | undefined; ofAll: RateLimitName }
>;

/** Domains of Google Mail, which ignores the dots of a name. */
const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox that an address most probably leads to, whatever follows a plus sign. For limits, and for who must
 * not decide: who somebody is, the whole address says.
 * @param email in lower case
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [written, domain] = [email.slice(0, at), email.slice(at + 1)];
  const plus = written.indexOf("+", 1);
  const name = plus < 0 ? written : written.slice(0, plus);
  return GMAIL.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

const subjectOf = (email: string, ip: string) => `${mailboxOf(email)} ${networkOf(ip)}`;

/** Counts that a network asks for a mail to a mailbox. @throws AppError 429 */
export async function countAsked(
  { rateLimits }: Pick<Context, "rateLimits">,
  kind: keyof typeof LIMITS,
  email: string,
  ip: string,
): Promise<void> {
  for (const limit of LIMITS[kind].ofNetwork) await rateLimits.consume(limit, subjectOf(email, ip));
}

/**
 * Takes a place for a mail that was counted. The same whether the address is known or not, so that it reveals nothing.
 * @returns 0, or the seconds until the mail may be asked for again
 */
export async function takeMail(
  { rateLimits }: Pick<Context, "rateLimits">,
  kind: keyof typeof LIMITS,
  email: string,
  ip: string,
): Promise<number> {
  const { pace, ofAll } = LIMITS[kind];
  const seconds = pace ? await rateLimits.take(pace, subjectOf(email, ip)) : 0;
  return seconds || rateLimits.take(ofAll, mailboxOf(email));
}

/**
 * Counts and takes a place in one, where the answer to who asks must not depend on it.
 * @returns whether the mail may be sent
 */
export async function takeInSilence(
  ctx: Pick<Context, "rateLimits">,
  kind: keyof typeof LIMITS,
  email: string,
  ip: string,
): Promise<boolean> {
  for (const limit of LIMITS[kind].ofNetwork)
    if (await ctx.rateLimits.take(limit, subjectOf(email, ip))) return false;
  return (await takeMail(ctx, kind, email, ip)) === 0;
}

/** Gives back the interval of a mail that was not sent. */
export async function forgetPace(
  { rateLimits }: Pick<Context, "rateLimits">,
  kind: "confirmation" | "recovery",
  email: string,
  ip: string,
): Promise<void> {
  await rateLimits.forget(LIMITS[kind].pace, subjectOf(email, ip));
}
