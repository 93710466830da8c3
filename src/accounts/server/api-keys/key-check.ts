/**
 * Checks the API keys of calls. A route says in its `config` which scope opens it; one that says nothing is closed to keys.
 */
import type { FastifyRequest } from "fastify";
import { KEY_SCOPES, type KeyScope, keyMessages } from "#accounts/key-messages.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import type { App } from "#platform/http/server.ts";
import { type KeyRow, selectKey } from "./api-keys.queries.ts";
import { hashKey, isWellFormed, KEY_MARK } from "./key-format.ts";
import { openLastUses } from "./last-uses.ts";

/** A valid key, with which a call was made. */
export interface CheckedKey {
  id: string;
  scopes: readonly KeyScope[];
  owner: { id: string; email: string; username: string };
  hash: Buffer;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The key of the call; null in a session and for visitors. */
    apiKey: CheckedKey | null;
  }
  interface FastifyContextConfig {
    /**
     * The scope that opens the route to keys. `public`: readable without a key, so any valid one will do, and with `read`
     * the answer tells what is the owner's. Missing: closed to keys.
     */
    keyScope?: KeyScope | "public";
  }
}

/** The header for programs that says the same as the message (RFC 6750, section 3). */
const challenge = (error: string) => ({ headers: { "www-authenticate": `Bearer ${error}` } });
const refusal = (code: string, message: string) =>
  new AppError(401, code, message, challenge('error="invalid_token"'));
const refusedKey = (code: keyof typeof keyMessages.refused) => refusal(code, keyMessages.refused[code]);

/** Characters; a key and whatever programs put around it are far shorter. Nothing below looks at more. */
const LONGEST = 200;
/** The form of a session's token. */
const TOKEN = /^bearer +[\w-]+\.[\w-]+\.[\w-]+ *$/i;
/** Programs' placeholders for a value that they do not have. */
const NOTHING = /^(?:bearer)?[\s"']*(?:undefined|null|none|nil)?[\s"']*$/i;
/** The name of a variable, or a placeholder for the key. */
const NAME = /[$%<>{}]|^(?:[Bb]earer +)?[A-Z][A-Z\d]*(?:_[A-Z\d]+)+ *$/;

/** Says what is wrong with what a program has sent as its key; undefined for a session, or for nothing at all. */
export function refusedCredentials({ headers: { authorization } }: FastifyRequest): AppError | undefined {
  if (authorization === undefined || TOKEN.test(authorization)) return undefined;
  const { notSet, notExpanded, notBearer, refused } = keyMessages;
  if (authorization.length > LONGEST) return refusal("unauthorized", notBearer);
  const isBearer = /^bearer +[^\s"']+ *$/i.test(authorization);
  const malformed = isBearer ? refused.key_malformed : notBearer;
  // Programs know this code: it is that of calls without a session.
  return refusal(
    "unauthorized",
    NOTHING.test(authorization) ? notSet : NAME.test(authorization) ? notExpanded : malformed,
  );
}

/** The refusal of a key without a scope. @param scope undefined where no key will do */
function lacksScope(scope: KeyScope | undefined): AppError {
  const message = scope ? keyMessages.lacksScope(scope) : keyMessages.closed;
  const error = `error="insufficient_scope"${scope ? `, scope="${scope}"` : ""}`;
  return new AppError(403, "key_scope", message, challenge(error));
}

/** @throws AppError 401 with the reason why a key is no longer valid, or never was */
function requireValid(row: KeyRow | undefined, hash: Buffer): CheckedKey {
  if (!row) throw refusedKey("key_unknown");
  if (row.is_blocked) throw refusedKey("key_of_blocked");
  if (row.is_revoked) throw refusedKey("key_revoked");
  if (row.is_expired) throw refusedKey("key_expired");
  const { id, user_id, email, username } = row;
  const scopes = KEY_SCOPES.filter((scope) => row.scopes.includes(scope));
  return { id, scopes, owner: { id: user_id, email, username }, hash };
}

/** The key in a call's `Authorization` header, if that is one or looks like it. */
function sentKey({ headers: { authorization } }: FastifyRequest): string | undefined {
  const [, token] = /^bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
  return token?.startsWith(KEY_MARK) ? token : undefined;
}

const requiredScope = ({ routeOptions }: FastifyRequest) => routeOptions.config.keyScope;

/**
 * Checks every call with a key before its handler: by its form, by its route, then by one statement.
 * @throws (from calls) AppError 401 `key_malformed`, `key_unknown`, `key_of_blocked`, `key_revoked`, `key_expired`; 403
 *   `key_scope`; 429
 */
export function mountKeyCheck(app: App, ctx: Context): void {
  const uses = openLastUses(ctx);
  app.decorateRequest("apiKey", null);

  async function check(request: FastifyRequest, key: string) {
    if (!isWellFormed(key)) throw refusedKey("key_malformed");
    const scope = requiredScope(request);
    if (!scope) throw lacksScope(undefined);
    const hash = hashKey(key);
    const checked = requireValid(await selectKey(ctx.batchedReads, hash), hash);
    await ctx.rateLimits.consume("callPerKey", checked.id);
    uses.note(checked.id);
    if (scope !== "public" && !checked.scopes.includes(scope)) throw lacksScope(scope);
    request.apiKey = checked;
  }
  // By callback, as most calls have no key and must not wait for a promise. What has no route is a 404 or a page, which
  // is the same for everybody.
  app.addHook("onRequest", (request, _reply, done) => {
    const key = request.is404 ? undefined : sentKey(request);
    if (key === undefined) return done();
    check(request, key).then(() => done(), done);
  });
  app.addHook("onClose", () => uses.close());
}

/**
 * The key of a call that has the scope its route wants, checked anew once a body has arrived: that may have taken minutes.
 * @returns undefined for a call without a key; throws AppError as `mountKeyCheck`
 */
export async function requireKey(ctx: Context, request: FastifyRequest): Promise<CheckedKey | undefined> {
  const { apiKey } = request;
  if (!apiKey) return undefined;
  const scope = requiredScope(request);
  const needed = scope === "public" ? "read" : scope;
  if (!needed || !apiKey.scopes.includes(needed)) throw lacksScope(needed);
  if (request.body !== undefined) await requireStillValid(ctx, apiKey);
  return apiKey;
}

/** Checks a key again. @throws AppError 401 when it is no longer valid */
export async function requireStillValid(ctx: Context, { hash }: CheckedKey): Promise<void> {
  requireValid(await selectKey(ctx.batchedReads, hash), hash);
}

/** Whether a call's key lets its owner's own things be read. */
export const mayRead = (key: Pick<CheckedKey, "scopes">): boolean => key.scopes.includes("read");
