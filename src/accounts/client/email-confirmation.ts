/** Confirms an e-mail address by a mailed link: first describes what the link would do, then does it on request. */
// Imported with the page, so that the button does not wait for another script.
import "@supabase/auth-js";
import type { AuthError } from "@supabase/auth-js";
import type { ConfirmEmailAnswer, MailedLinkAnswer } from "#accounts/contract.ts";
import { displayName } from "#accounts/display-name.ts";
import { messages } from "#accounts/messages.ts";
import { ApiError, fetchApi } from "#platform/client/api.ts";
import { accountError, refusal } from "./account-error.ts";
import { deviceHeaders } from "./device-secret.ts";
import { forgetToken, lookUpLink } from "./mailed-link.ts";
import { replaceSession, sessionError } from "./replace-session.ts";
import { authClient, loadAuthClients } from "./session.ts";
import { readStoredSession } from "./session-storage.ts";

/** Parameters of `/verify-email` (specification, section 4). */
export type ConfirmationLink =
  /** A mailed token, which the service exchanges for a session. */
  | { kind: "token"; tokenHash: string }
  /** A whole session, as Supabase's links have it. */
  | { kind: "tokens"; accessToken: string; refreshToken: string }
  /** Tokens of a link with another purpose. */
  | { kind: "foreign"; isRecovery: boolean }
  | { kind: "refused"; code: string }
  | { kind: "none" };

/** Types of confirmation tokens. */
const CONFIRMING = new Set([null, "signup", "email", "invite"]);

/** Reads the link from query and fragment; the query takes precedence, as in the sign-in client. */
export function readConfirmationLink(url: URL): ConfirmationLink {
  const fragment = new URLSearchParams(url.hash.slice(1));
  const read = (name: string) => url.searchParams.get(name) ?? fragment.get(name);
  const tokenHash = read("token_hash");
  const accessToken = read("access_token");
  const refreshToken = read("refresh_token");
  const errorCode = read("error_code") ?? read("error");
  // The service knows what a mailed token is for.
  if (tokenHash) return { kind: "token", tokenHash };
  if (accessToken && refreshToken) {
    const type = read("type");
    if (!CONFIRMING.has(type)) return { kind: "foreign", isRecovery: type === "recovery" };
    return { kind: "tokens", accessToken, refreshToken };
  }
  if (errorCode) return { kind: "refused", code: errorCode };
  return { kind: "none" };
}

/** A pending sign-up. */
export interface SignupFound extends Extract<MailedLinkAnswer, { kind: "confirmation" }> {
  tokenHash: string;
}

/** A session in a link, and its user. */
export interface SessionFound {
  kind: "session";
  userId: string;
  email: string;
  username: string;
  refreshToken: string;
}

/** Effect of a link. */
export type LinkTarget =
  | SignupFound
  | SessionFound
  /** Another kind of link, and its page, if any. */
  | { kind: "foreign"; isRecovery: boolean; page?: string }
  /** The address is confirmed already. */
  | { kind: "confirmed"; email: string };

/** Message for errors without one for users. */
export const UNVERIFIED = "Não foi possível verificar seu email. Por favor, tente novamente.";

/**
 * Determines what a link would do, without doing it.
 * @throws ApiError with one of the specification's messages (section 8)
 */
export async function findOut(link: ConfirmationLink): Promise<LinkTarget> {
  switch (link.kind) {
    case "refused":
      throw accountError({ code: link.code, message: "" } as AuthError, UNVERIFIED);
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

async function findSignup(tokenHash: string): Promise<LinkTarget> {
  const answer = await lookUpLink(tokenHash).catch((error) => {
    // The service knows no such token.
    if (error instanceof ApiError && error.status === 400) return { kind: "none" as const };
    throw error;
  });
  if (answer.kind === "confirmation") return { ...answer, tokenHash };
  if (answer.kind === "recovery") {
    const page = `/reset-password?token_hash=${encodeURIComponent(tokenHash)}&type=recovery`;
    return { kind: "foreign", isRecovery: true, page };
  }
  forgetToken();
  throw refusal(messages.linkExpired, { code: "otp_expired" });
}

/** Asks the service for the token's user: anyone can forge the other parameters. */
async function findSession({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) {
  const asking = (await loadAuthClients()).createDetachedClient();
  const { data, error } = await asking.getUser(accessToken);
  if (error) throw sessionError(error);
  const { id: userId, email = "" } = data.user;
  return { kind: "session" as const, userId, email, username: displayName(data.user), refreshToken };
}

/** Without tokens an open session proves the confirmation: only confirmed users have one. */
async function readPresentEmail(): Promise<string> {
  if (!readStoredSession()) throw refusal("Tokens de autenticação não encontrados");
  const auth = await authClient();
  const { data } = await auth.getUser();
  if (!data.user) throw refusal("Falha ao verificar sessão do usuário");
  return data.user.email ?? "";
}

/** A user confirmed while another is logged in here: the session is not replaced without asking. */
export interface Choice {
  /** Username of the confirmed user. */
  newcomer: string;
  /** Username of the logged-in user. */
  present: string;
  accept(): Promise<void>;
  decline(): Promise<void>;
}

/**
 * Confirms a sign-up and logs its user in, unless another one is logged in here.
 * @param password of the sign-up; required unless this browser signed up
 * @throws ApiError naming `password` when required or wrong
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
    // The address is confirmed in any case; without a session the user logs in as usual.
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
 * Logs in with the session in a link.
 * @throws ApiError when the session is invalid or belongs to another user than shown
 */
export async function enterSession({ userId, refreshToken }: SessionFound): Promise<void> {
  // The URL's two tokens need not belong together: verify that the opened session is the user's that was shown.
  const entering = (await loadAuthClients()).createDetachedClient();
  const { data, error } = await entering.refreshSession({ refresh_token: refreshToken });
  if (error) throw sessionError(error);
  if (!data.session || data.session.user.id !== userId) throw refusal("Sessão inválida");
  await replaceSession(data.session, userId);
}
