/**
 * The secret of this browser: it tells the server that this browser has logged in before
 * (server/known-devices.service.ts), or has signed up, when it confirms. It opens nothing by itself.
 */
import { DEVICE_HEADER } from "#accounts/device-header.ts";
import { readStored } from "#platform/client/browser-storage.ts";

export const DEVICE_KEY = "prompteca-device";

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
