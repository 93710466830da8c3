/** Confirming an e-mail address with what the link in the mail brought along. */
// With the form itself: what was typed never depends on a script that is still to come.
import "@supabase/auth-js";
import type { GoTrueClient as AuthClient, AuthError, Session } from "@supabase/auth-js";
import { displayName } from "#accounts/display-name.ts";
import { AccountError, accountError } from "./account-error.ts";
import { createDetachedClient } from "./auth-client.ts";
import { authClient, leaveSession } from "./session.ts";
import { readStoredSession } from "./session-storage.ts";

/** What the address of `/verify-email` can bring along (specification, section 4). */
export type ConfirmationLink =
  | { kind: "token"; tokenHash: string }
  | { kind: "tokens"; accessToken: string; refreshToken: string }
  | { kind: "refused"; code: string }
  | { kind: "none" };

/** Reads the link from query and fragment; the query wins, as in the sign-in client. */
export function readConfirmationLink(url: URL): ConfirmationLink {
  const fragment = new URLSearchParams(url.hash.slice(1));
  const read = (name: string) => url.searchParams.get(name) ?? fragment.get(name);
  const tokenHash = read("token_hash");
  const accessToken = read("access_token");
  const refreshToken = read("refresh_token");
  const refusal = read("error_code") ?? read("error");
  if (tokenHash) return { kind: "token", tokenHash };
  if (accessToken && refreshToken) return { kind: "tokens", accessToken, refreshToken };
  if (refusal) return { kind: "refused", code: refusal };
  return { kind: "none" };
}

export interface Confirmation {
  email: string;
  /** Set while somebody else is logged in here: nobody is replaced unasked. */
  choice?: {
    /** What the person is called who would come in. */
    newcomer: string;
    /** What the person is called who is logged in. */
    present: string;
    accept(): Promise<void>;
    decline(): Promise<void>;
  };
}

const FALLBACK = "Não foi possível verificar seu email. Por favor, tente novamente.";

/**
 * Confirms the address and logs its person in, unless somebody else is logged in here.
 * @throws AccountError with one of the specification's messages (section 8)
 */
export async function confirmEmail(link: ConfirmationLink): Promise<Confirmation> {
  if (link.kind === "refused") throw accountError({ code: link.code, message: "" } as AuthError, FALLBACK);
  if (link.kind === "none") return confirmByPresentSession();

  const confirmed = await createDetachedClient();
  const { data, error } =
    link.kind === "token"
      ? await confirmed.verifyOtp({ token_hash: link.tokenHash, type: "email" })
      : await confirmed.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken });
  if (error) throw accountError(error, link.kind === "token" ? FALLBACK : "Sessão inválida");
  if (!data.session) throw new AccountError("Sessão inválida");
  return letIn(data.session, confirmed);
}

/** Without tokens an open session is the proof: only confirmed people have one. */
async function confirmByPresentSession(): Promise<Confirmation> {
  if (!readStoredSession()) throw new AccountError("Tokens de autenticação não encontrados");
  const auth = await authClient();
  const { data } = await auth.getUser();
  if (!data.user) throw new AccountError("Falha ao verificar sessão do usuário");
  return { email: data.user.email ?? "" };
}

async function letIn(session: Session, confirmed: AuthClient): Promise<Confirmation> {
  const email = session.user.email ?? "";
  const present = readStoredSession()?.user;
  const open = async () => {
    const auth = await authClient();
    if (present && present.id !== session.user.id) await leaveSession();
    // The address is confirmed whatever comes of this; without a session its person logs in as usual.
    await auth.setSession(session);
  };
  if (present && present.id !== session.user.id) {
    return {
      email,
      choice: {
        newcomer: displayName(session.user),
        present: displayName(present),
        accept: open,
        decline: async () => void (await confirmed.signOut({ scope: "local" })),
      },
    };
  }
  await open();
  return { email };
}
