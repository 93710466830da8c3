/**
 * A sign-in by an issuer under way: begun by a press, answered once by the issuer, finished by the browser that began. No
 * secret of it is stored: all are derived from SECRET_KEY and its row's id.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { identityMessages } from "#accounts/identity-messages.ts";
import { isUuid, type SessionViewer } from "#accounts/server/sessions/authenticate.ts";
import type { Issuer } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { type AnsweredFlow, insertFlow, selectAnswered, takeAnswer, updatePerson } from "./flows.queries.ts";
import { selectIdentity } from "./identities.queries.ts";
import { type FlowSecrets, issuerPage, type Person, readPerson } from "./issuers.ts";

/** What a ticket of a flow is for: the issuer's answer, the browser's code. */
type Purpose = "state" | "code";
type Secret = Purpose | "nonce" | "verifier" | "link";

const macOf = ({ secrets }: Pick<Context, "secrets">, purpose: Secret, text: string) =>
  secrets.mac(`issuer flow ${purpose}`, text).toString("base64url");

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A text that only this site can have given, and which names a flow. */
export const ticketOf = (ctx: Pick<Context, "secrets">, purpose: Purpose, id: string): string =>
  `${id}.${macOf(ctx, purpose, id)}`;

/** The flow of a ticket; undefined for any other text. */
export function flowIdOf(
  ctx: Pick<Context, "secrets">,
  purpose: Purpose,
  ticket: string,
): string | undefined {
  const [id = "", mac = ""] = ticket.split(".", 2);
  return isUuid(id) && isSame(ticketOf(ctx, purpose, id), `${id}.${mac}`) ? id : undefined;
}

/**
 * What the mailed link of a flow has, whose browser names the flow itself.
 * @param passwordHash of the account: a new password voids the link, as it does all mailed ones
 */
export const linkTicketOf = (
  ctx: Pick<Context, "secrets">,
  id: string,
  passwordHash: string | null | undefined,
): string => macOf(ctx, "link", `${id} ${passwordHash ?? ""}`);

export const isLinkTicket = (
  ctx: Pick<Context, "secrets">,
  id: string,
  passwordHash: string | null | undefined,
  ticket: string,
): boolean => isSame(linkTicketOf(ctx, id, passwordHash), ticket);

const secretsOf = (ctx: Context, id: string): FlowSecrets => ({
  state: ticketOf(ctx, "state", id),
  nonce: macOf(ctx, "nonce", id),
  verifier: macOf(ctx, "verifier", id),
});

export const addressUnverified = () =>
  new AppError(400, "issuer_email_unverified", identityMessages.unverified);

/** The error of a flow that is unknown, expired or finished. */
export const flowGone = () => new AppError(404, "flow_state_not_found", identityMessages.flowGone);

interface Beginning {
  codeChallenge: string;
  /** Path on this site. */
  returnPath: string;
  /** Who links the issuer to the account; absent for signing in. */
  linking?: SessionViewer;
}

/**
 * Begins a flow.
 * @param ip whom the limit is for
 * @returns the issuer's page
 * @throws AppError 429, 503 when the issuer does not answer
 */
export async function beginFlow(
  ctx: Context,
  issuer: Issuer,
  { linking, ...beginning }: Beginning,
  ip: string,
): Promise<string> {
  await ctx.rateLimits.consume("issuerPerAddress", ip);
  const id = await insertFlow(ctx.db, { ...beginning, issuer: issuer.url, linking });
  return issuerPage(ctx, issuer, secretsOf(ctx, id), linking !== undefined);
}

/**
 * Who opens an account already does so whatever the issuer says of the address, and without one: an empty text stands for it,
 * with which no account is made or linked.
 * @throws AppError 400 `issuer_email_unverified` for others
 */
async function withAddress(ctx: Context, issuer: Issuer, { email, ...person }: Person) {
  if (email !== null) return { ...person, email };
  if (!(await selectIdentity(ctx.db, { issuer: issuer.url, ...person }))) throw addressUnverified();
  return { ...person, email: "" };
}

/** How an issuer's answer ended: with a code for the browser, or a refusal. */
export interface Ending {
  /** Path on this site to go on at; undefined when no flow is answered. */
  returnPath?: string;
  code?: string;
  refusal?: AppError;
}

/**
 * Takes an issuer's answer: once, and without a connection to the database while the issuer is asked. Opens nothing.
 * @param query of the address that the issuer sent the browser to
 * @param ip whom the limit is for
 */
export async function takeIssuerAnswer(ctx: Context, query: URLSearchParams, ip: string): Promise<Ending> {
  let returnPath: string | undefined;
  try {
    const id = flowIdOf(ctx, "state", query.get("state") ?? "");
    // A way back may lead here: the site's own code must not be sent to the issuer of another flow.
    const isOwn = query.getAll("code").some((code) => flowIdOf(ctx, "code", code));
    if (!id || isOwn) throw flowGone();
    await ctx.rateLimits.consume("issuerPerAddress", ip);
    const flow = await takeAnswer(ctx.db, id);
    const issuer = flow && ctx.config.issuers.find(({ url }) => url === flow.issuer);
    if (!issuer) throw flowGone();
    returnPath = flow.return_path;
    const person = await readPerson(ctx, issuer, query, secretsOf(ctx, id));
    await updatePerson(ctx.db, id, await withAddress(ctx, issuer, person));
    return { returnPath, code: ticketOf(ctx, "code", id) };
  } catch (refusal) {
    if (!(refusal instanceof AppError)) throw refusal;
    return { ...(returnPath && { returnPath }), refusal };
  }
}

/** What the browser that began has: the code from its address, and its secret. */
export interface BrowserProof {
  code: string;
  code_verifier: string;
}

export type Answered = AnsweredFlow & { site: Issuer };

/**
 * The answered flow of a code, for the browser that began it.
 * @throws AppError 404 `flow_state_not_found`, 400 `bad_code_verifier`
 */
export async function requireAnswered(
  ctx: Context,
  { code, code_verifier }: BrowserProof,
): Promise<Answered> {
  const id = flowIdOf(ctx, "code", code);
  const flow = id && (await selectAnswered(ctx.db, id));
  const site = flow && ctx.config.issuers.find(({ url }) => url === flow.issuer);
  if (!site) throw flowGone();
  const challenge = createHash("sha256").update(code_verifier).digest("base64url");
  if (!isSame(challenge, flow.code_challenge))
    throw new AppError(400, "bad_code_verifier", identityMessages.otherBrowser);
  return { ...flow, site };
}
