/** What the device does with passkeys; loaded when somebody may want it. */
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";
import type { AuthError } from "@supabase/auth-js";
import { accountError } from "#accounts/client/account-error.ts";
import { authClient, readAccessToken } from "#accounts/client/session.ts";
import { rememberDevice } from "#accounts/client/sign-in.ts";
import { displayName } from "#accounts/display-name.ts";
import type { PasskeyList } from "#accounts/passkey-contract.ts";
import { PASSKEYS_PATH, passkeyMessages } from "#accounts/passkey-messages.ts";
import { fetchApi } from "#platform/client/api.ts";
import { limitedFetch } from "#platform/client/time-limit.ts";

/** The result, or null when the person said no, let the time pass or went elsewhere. */
const unlessDismissed = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error) => {
    if (error instanceof WebAuthnError && ["NotAllowedError", "AbortError"].includes(error.name)) return null;
    throw error;
  });

/** @param options of WebAuthn, as JSON @returns null when it is not wanted */
export const createCredential = (options: object) =>
  unlessDismissed(startRegistration({ optionsJSON: options as never }));

/**
 * Logs in on this device.
 * @param remember whether the login is to last, read once a passkey was chosen; undefined: as the session there is
 * @param inField waits in the list below the address field, and asks nothing by itself, until it is aborted
 * @returns the display name; null when it is not wanted
 * @throws ApiError when the service refuses
 */
export async function signInWithPasskey(
  remember: () => boolean | undefined,
  inField?: AbortSignal,
): Promise<string | null> {
  if (inField && !(await browserSupportsWebAuthnAutofill())) return null;
  const auth = await authClient();
  const asked = await auth.passkey.startAuthentication();
  if (inField?.aborted) return null;
  if (asked.error) throw accountError(asked.error as AuthError, passkeyMessages.failedText);
  inField?.addEventListener("abort", () => WebAuthnAbortService.cancelCeremony());
  const { options, challenge_id: challengeId } = asked.data;
  const credential = await unlessDismissed(
    startAuthentication({ optionsJSON: options as never, useBrowserAutofill: inField !== undefined }),
  );
  if (!credential) return null;
  const lasts = remember();
  if (lasts !== undefined) rememberDevice(lasts);
  const { data, error } = await auth.passkey.verifyAuthentication({ challengeId, credential } as never);
  if (error) throw accountError(error as AuthError, passkeyMessages.refused);
  return data.user && displayName(data.user);
}

/** Whether who is logged in is of the staff, and has to use a passkey before acting as such. @throws ApiError */
export const needsPasskey = async () => (await fetchApi<PasskeyList>(PASSKEYS_PATH)).staff === "use";

/** Logs in once more, in place of the session there is, which ends. @returns false when it is not wanted; throws ApiError */
export async function raiseSession(): Promise<boolean> {
  const before = await readAccessToken();
  if ((await signInWithPasskey(() => undefined)) === null) return false;
  const headers = { authorization: `Bearer ${before}` };
  // It ends by itself if this fails.
  await limitedFetch("/auth/v1/logout?scope=local", { method: "POST", headers }).catch(() => undefined);
  return true;
}
