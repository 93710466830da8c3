/**
 * The secret that this browser is known by when it logs in (server/known-devices.service.ts). It opens nothing: it sets
 * its owner apart from strangers who guess their password.
 */
import { DEVICE_HEADER } from "#accounts/contract.ts";

export const DEVICE_KEY = "prompteca-device";

function readSecret(): string | null {
  try {
    return localStorage.getItem(DEVICE_KEY);
  } catch {
    // The browser refuses storage: it is a stranger every time.
    return null;
  }
}

/** Makes the secret unless the browser has one; for whoever wants to be remembered here. It outlives logging out. */
export function keepDeviceSecret(): void {
  if (readSecret()) return;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace("=", "");
  try {
    localStorage.setItem(DEVICE_KEY, secret);
  } catch {
    // As above, or full.
  }
}

/** The calls that open a session by what a person knows or was mailed. */
const OPENING = /\/(?:token\?grant_type=password|verify)\b/;

/** The headers of a call of the sign-in service, with the secret where it opens a session. */
export function withDeviceSecret(url: string, headers: HeadersInit | undefined): Headers {
  const all = new Headers(headers);
  const secret = OPENING.test(url) && readSecret();
  if (secret) all.set(DEVICE_HEADER, secret);
  return all;
}
