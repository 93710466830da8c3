/**
 * The way to an issuer and back, in this browser: a secret that it keeps lets only itself finish, whoever opens the address
 * that the way ends at (decision 67).
 */
// Imported with the page, so that the end of the way does not wait for another script.
import "@supabase/auth-js";
import { safeNextPath } from "#accounts/client/account-paths.ts";
import { deviceHeaders } from "#accounts/client/device-secret.ts";
import { replaceSession } from "#accounts/client/replace-session.ts";
import { keepSession, readStoredSession } from "#accounts/client/session-storage.ts";
import { keepDeviceSecret } from "#accounts/client/sign-in.ts";
import { AUTH_PATH, type ConfirmEmailAnswer } from "#accounts/contract.ts";
import type { IssuerAnswer } from "#accounts/identity-contract.ts";
import { ISSUER_PAGE } from "#accounts/issuer-path.ts";
import { ApiError, fetchApi } from "#platform/client/api.ts";
import { readStored, writeStored } from "#platform/client/browser-storage.ts";

const KEY = "prompteca-issuer";
/** As long as the server keeps a way open, in milliseconds. */
const MAX_AGE = 40 * 60 * 1000;

/** A way under way. */
export interface Way {
  verifier: string;
  /** The page to go on with. */
  next: string;
  /** Whether the login that it ends with is to outlast the tab. */
  lasts?: boolean;
  /** The issuer's name, if the way links it. */
  linking?: string;
  /** Once the issuer has answered. */
  code?: string;
}

function readWay(): Way | undefined {
  try {
    const { at, ...way } = JSON.parse(readStored(KEY) ?? "null");
    return typeof way.verifier === "string" && Date.now() - at < MAX_AGE ? way : undefined;
  } catch {
    return undefined;
  }
}

const keepWay = (way: Way) => writeStored(KEY, JSON.stringify({ ...way, at: Date.now() }));
export const forgetWay = () => writeStored(KEY, null);

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** A new secret of this browser, and its challenge. */
async function openWay(way: Omit<Way, "verifier">): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  keepWay({ ...way, verifier });
  return base64url(new Uint8Array(digest));
}

/** Goes to an issuer to sign in; the page is left. @param lasts whether the login is to outlast the tab */
export async function goToIssuer(provider: string, lasts: boolean): Promise<void> {
  const { pathname, search } = location;
  const next =
    pathname === "/auth" ? safeNextPath(new URLSearchParams(search).get("next")) : pathname + search;
  const query = new URLSearchParams({
    provider,
    redirect_to: location.origin + ISSUER_PAGE,
    code_challenge: await openWay({ next, lasts }),
    code_challenge_method: "s256",
  });
  location.assign(`${AUTH_PATH}/authorize?${query}`);
}

/** Goes to an issuer to link it to the account. @throws ApiError naming `password` when it is required or wrong */
export async function goToLink(
  issuer: { provider: string; name: string },
  password: string | null,
): Promise<void> {
  const code_challenge = await openWay({ next: "/settings", linking: issuer.name });
  const body = { provider: issuer.provider, code_challenge, password };
  const { url } = await fetchApi<{ url: string }>("/api/account/identities", { method: "POST", body });
  location.assign(url);
}

/** How the page was reached; the address loses what only this page may read. */
export type Arrival =
  | { step: "answered"; way: Way }
  /** By the mailed link, whose ticket that is. */
  | { step: "mailed"; way: Way; ticket: string }
  | { step: "ended"; code: string };

export function readArrival(): Arrival {
  const asked = new URL(location.href).searchParams;
  history.replaceState(history.state, "", location.pathname);
  const way = readWay();
  const refused = asked.get("error_code");
  if (refused) return { step: "ended", code: refused };
  const code = asked.get("code") ?? way?.code;
  if (!way || !code) return { step: "ended", code: code || asked.has("link") ? "bad_code_verifier" : "none" };
  // Kept once the server knows it: anybody may write one into an address.
  const answered = { ...way, code };
  const ticket = asked.get("link");
  return ticket ? { step: "mailed", way: answered, ticket } : { step: "answered", way: answered };
}

const proofOf = ({ code, verifier }: Way) => ({ code, code_verifier: verifier });
const post = <Answer>(path: string, body: object) =>
  fetchApi<Answer>(path, { method: "POST", headers: deviceHeaders(), body });

async function enter({ lasts = true }: Way, tokens: ConfirmEmailAnswer, userId?: string): Promise<void> {
  // An open session stays where it is.
  if (!readStoredSession()) keepSession(lasts);
  forgetWay();
  await replaceSession(tokens, userId);
}

/**
 * Enters the account that the issuer's person opens, or links the issuer.
 * @returns what is missing when the person opens none yet
 * @throws ApiError
 */
export async function finishWay(way: Way): Promise<IssuerAnswer | undefined> {
  if (way.lasts !== false) keepDeviceSecret();
  try {
    const session = await fetchApi<ConfirmEmailAnswer & { user: { id: string } }>(
      `${AUTH_PATH}/token?grant_type=pkce`,
      {
        method: "POST",
        headers: { ...deviceHeaders(), "x-supabase-api-version": "2024-01-01" },
        body: { auth_code: way.code, code_verifier: way.verifier },
      },
    );
    // Of who links it is the session that is open here.
    await enter(way, session, session.user.id);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "signup_incomplete")) throw error;
    keepWay(way);
    return post<IssuerAnswer>("/api/auth/issuer/answer", proofOf(way));
  }
}

/** Makes the account. @throws ApiError that may name `username` */
export const signUpByWay = async (way: Way, form: { username: string; terms: boolean }) =>
  enter(way, await post("/api/auth/issuer/sign-up", { ...proofOf(way), ...form }));

/** Links the person to the account of the address. @throws ApiError that may name `password` */
export const linkByWay = async (way: Way, proof: { password: string } | { link: string }) =>
  enter(way, await post("/api/auth/issuer/link", { ...proofOf(way), ...proof }));

/** Has the link mailed. @returns what to say */
export const askForLink = async (way: Way) =>
  (await post<{ message: string }>("/api/auth/issuer/link-mail", proofOf(way))).message;
