/** What makes this browser known again as the one that signed up: a secret, sent with the sign-up and with its confirmation. */

const KEY = "prompteca-signup-browser";
/** As long as a sign-up waits. */
const LIFE_MS = 7 * 24 * 60 * 60 * 1000;

const SECRET = /^[\w-]{43}$/;

interface Kept {
  secret: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** 256 random bits as base64url. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @returns undefined where there is none, and where the browser refuses storage: then the password is asked for */
export function readBrowserSecret(): string | undefined {
  try {
    const { secret, until } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    const holds = typeof secret === "string" && SECRET.test(secret) && Number(until) > Date.now();
    return holds ? secret : undefined;
  } catch {
    return undefined;
  }
}

/** The secret to sign up with, kept from now on; the one of an earlier sign-up that may still wait goes on. */
export function keepBrowserSecret(): string {
  const kept: Kept = { secret: readBrowserSecret() ?? newSecret(), until: Date.now() + LIFE_MS };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The password will do.
  }
  return kept.secret;
}

/** Once it has served: whoever signs up next on this device is somebody else. */
export function forgetBrowserSecret(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
