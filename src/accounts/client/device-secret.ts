/**
 * The secret that this browser is known by: as one that logged in before (server/known-devices.service.ts), and as the one
 * that signed up, when it confirms. It opens nothing by itself.
 */
import { DEVICE_HEADER } from "#accounts/device-header.ts";
import { readStored, writeStored } from "#platform/client/local-storage.ts";

export const DEVICE_KEY = "prompteca-device";

/**
 * Creates the secret if missing, for users who want to be remembered. It survives logging out; without storage the browser is
 * unknown every time.
 */
export function keepDeviceSecret(): void {
  if (readStored(DEVICE_KEY)) return;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace("=", "");
  writeStored(DEVICE_KEY, secret);
}

/** The header with the secret; empty without one. */
export function deviceHeaders(): Record<string, string> {
  const secret = readStored(DEVICE_KEY);
  return secret ? { [DEVICE_HEADER]: secret } : {};
}

/** Calls that sign up or open a session. */
const OPENING = /\/(?:signup|token\?grant_type=password|verify)\b/;

/** Headers of a call to the sign-in service, with the secret where it is used. */
export function withDeviceSecret(url: string, headers: HeadersInit | undefined): Headers {
  const all = new Headers(headers);
  if (!OPENING.test(url)) return all;
  for (const [name, value] of Object.entries(deviceHeaders())) all.set(name, value);
  return all;
}
