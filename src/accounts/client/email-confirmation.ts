/** Confirming an e-mail address with what the link in the mail brought along: first what it would do, then, when asked to, doing it. */
// With the page itself: a pressed button does not wait for a script that is still to come.
import "@supabase/auth-js";
import type { AuthError } from "@supabase/auth-js";
import type { ConfirmEmailAnswer, MailedLinkAnswer } from "#accounts/contract.ts";
import { displayName } from "#accounts/display-name.ts";
import { messages } from "#accounts/messages.ts";
import { ApiError, fetchApi } from "#platform/client/api.ts";
import { AccountError, accountError } from "./account-error.ts";
import { createDetachedClient } from "./auth-client.ts";
import { deviceHeaders } from "./device-secret.ts";
import { forgetToken, lookUpLink } from "./mailed-link.ts";
import { authClient, leaveSession } from "./session.ts";
import { readStoredSession } from "./session-storage.ts";

/** What the address of `/verify-email` can bring along (specification, section 4). */
export type ConfirmationLink =
  | { kind: "token"; tokenHash: string }
  | { kind: "tokens"; accessToken: string; refreshToken: string }
  /** Tokens of a link that is for something else. */
  | { kind: "foreign"; isRecovery: boolean }
  | { kind: "refused"; code: string }
  | { kind: "none" };

/** What the tokens of a confirmation may call themselves. */
const CONFIRMING = new Set([null, "signup", "email", "invite"]);

/** Reads the link from query and fragment; the query wins, as in the sign-in client. */
export function readConfirmationLink(url: URL): ConfirmationLink {
  const fragment = new URLSearchParams(url.hash.slice(1));
  const read = (name: string) => url.searchParams.get(name) ?? fragment.get(name);
  const tokenHash = read("token_hash");
  const accessToken = read("access_token");
  const refreshToken = read("refresh_token");
  const refusal = read("error_code") ?? read("error");
  // Of a single token the service knows the kind.
  if (tokenHash) return { kind: "token", tokenHash };
  if (accessToken && refreshToken) {
    const type = read("type");
    if (!CONFIRMING.has(type)) return { kind: "foreign", isRecovery: type === "recovery" };
    return { kind: "tokens", accessToken, refreshToken };
  }
  if (refusal) return { kind: "refused", code: refusal };
  return { kind: "none" };
}

/** A sign-up that waits for its confirmation. */
export interface SignupFound extends Extract<MailedLinkAnswer, { kind: "confirmation" }> {
  tokenHash: string;
}

/** A session that a link carries, and whose it is. */
export interface SessionFound {
  kind: "session";
  userId: string;
  email: string;
  username: string;
  refreshToken: string;
}

/** What a link would do. */
export type Found =
  | SignupFound
  | SessionFound
  /** Another kind of link, and the page that it belongs to; undefined where there is none. */
  | { kind: "foreign"; isRecovery: boolean; page?: string }
  /** Nothing is left to do. */
  | { kind: "confirmed"; email: string };

const FALLBACK = "Não foi possível verificar seu email. Por favor, tente novamente.";

/**
 * Finds out what a link would do; nothing happens yet.
 * @throws AccountError with one of the specification's messages (section 8); ApiError when the service could not be asked
 */
export async function findOut(link: ConfirmationLink): Promise<Found> {
  switch (link.kind) {
    case "refused":
      throw accountError({ code: link.code, message: "" } as AuthError, FALLBACK);
    case "none":
      return { kind: "confirmed", email: await readPresentEmail() };
    case "foreign":
      return { ...link, ...(link.isRecovery && { page: "/forgot-password" }) };
    case "tokens":
      return findSession(link);
    case "token":
      return findSignup(link.tokenHash);
  }
}

async function findSignup(tokenHash: string): Promise<Found> {
  const answer = await lookUpLink(tokenHash).catch((error) => {
    // No token at all.
    if (error instanceof ApiError && error.status === 400) return { kind: "none" as const };
    throw error;
  });
  if (answer.kind === "confirmation") return { ...answer, tokenHash };
  if (answer.kind === "recovery") {
    const page = `/reset-password?token_hash=${encodeURIComponent(tokenHash)}&type=recovery`;
    return { kind: "foreign", isRecovery: true, page };
  }
  forgetToken();
  throw new AccountError(messages.linkExpired, { code: "otp_expired" });
}

/** Asks the service whose token it is: what the address says of itself anybody can write. */
async function findSession({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) {
  const asking = await createDetachedClient();
  const { data, error } = await asking.getUser(accessToken);
  if (error) throw sessionError(error);
  const { id: userId, email = "" } = data.user;
  return { kind: "session" as const, userId, email, username: displayName(data.user), refreshToken };
}

/** What was refused is no session, whatever the reason; what was not answered may still be one. */
function sessionError(error: AuthError): AccountError {
  const isRefused = error.status !== undefined && error.status >= 400 && error.status < 500;
  return isRefused
    ? new AccountError("Sessão inválida", { code: error.code ?? "refused" })
    : accountError(error, "Sessão inválida");
}

/** Without tokens an open session is the proof: only confirmed people have one. */
async function readPresentEmail(): Promise<string> {
  if (!readStoredSession()) throw new AccountError("Tokens de autenticação não encontrados");
  const auth = await authClient();
  const { data } = await auth.getUser();
  if (!data.user) throw new AccountError("Falha ao verificar sessão do usuário");
  return data.user.email ?? "";
}

/** A person who has just confirmed while somebody else was logged in here: nobody is replaced unasked. */
export interface Choice {
  /** What the person is called who would come in. */
  newcomer: string;
  /** What the person is called who is logged in. */
  present: string;
  accept(): Promise<void>;
  decline(): Promise<void>;
}

type Tokens = Pick<ConfirmEmailAnswer, "access_token" | "refresh_token">;

/**
 * Confirms a sign-up and logs its person in, unless somebody else is logged in here.
 * @param password of the sign-up; needed where this is not the browser that signed up
 * @throws ApiError naming `password` when it is asked for or wrong
 */
export async function confirmEmail(signup: SignupFound, password?: string): Promise<Choice | undefined> {
  const tokens = await fetchApi<ConfirmEmailAnswer>("/api/auth/confirm-email", {
    method: "POST",
    headers: deviceHeaders(),
    body: { token_hash: signup.tokenHash, password },
  });
  forgetToken();
  const present = readStoredSession()?.user;
  if (!present) {
    // The address is confirmed whatever comes of this; without a session its person logs in as usual.
    await replaceSession(tokens).catch(() => undefined);
    return undefined;
  }
  return {
    newcomer: signup.username,
    present: displayName(present),
    accept: () => replaceSession(tokens),
    decline: async () => {
      const auth = await authClient();
      await auth.admin.signOut(tokens.access_token, "local");
    },
  };
}

/**
 * Logs in with the session that a link carries.
 * @throws AccountError when it does not hold, or is not of the person who was named
 */
export async function enterSession({ userId, refreshToken }: SessionFound): Promise<void> {
  // The two tokens of an address need not belong together: only a session that this one opens is the one that was named.
  const entering = await createDetachedClient();
  const { data, error } = await entering.refreshSession({ refresh_token: refreshToken });
  if (error) throw sessionError(error);
  if (!data.session || data.session.user.id !== userId) throw new AccountError("Sessão inválida");
  await replaceSession(data.session, userId);
}

/** @param userId whose session the new one is: an open one of the same person need not end */
async function replaceSession({ access_token, refresh_token }: Tokens, userId?: string): Promise<void> {
  const auth = await authClient();
  const present = readStoredSession()?.user;
  if (present && present.id !== userId) await leaveSession();
  await auth.setSession({ access_token, refresh_token });
}
