/** Asking for the confirmation mail once more, and the waiting time between two of them. */
import { useEffect, useState } from "react";
import { normalizeEmail, RESEND_COOLDOWN_SECONDS } from "#accounts/contract.ts";
import { fetchApi } from "#platform/client/api.ts";

const COOLDOWN_MS = RESEND_COOLDOWN_SECONDS * 1000;

/**
 * Where the end of an address's wait is kept: under a short sum (FNV-1a), so that the address itself is not.
 * @param email as it was typed
 */
export function endKey(email: string): string {
  let sum = 0x811c9dc5;
  for (const sign of normalizeEmail(email)) {
    sum = Math.imul(sum ^ (sign.codePointAt(0) as number), 0x01000193) >>> 0;
  }
  return `prompteca-resend-end-${sum.toString(36)}`;
}

/** @throws ApiError */
export async function resendVerification(email: string): Promise<void> {
  await fetchApi("/api/auth/resend-verification", { method: "POST", body: { email } });
}

/**
 * @param milliseconds time left; parts of a second count as a whole one
 * @returns minutes and seconds, such as `4:09`
 */
export function formatWait(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * @param stored the end as kept in storage, in milliseconds since 1970
 * @param now likewise
 * @returns time left in milliseconds; never more than the whole cooldown, whatever clock wrote the end
 */
export function timeLeft(stored: string | null, now: number): number {
  const left = Number(stored) - now;
  return left > 0 ? Math.min(left, COOLDOWN_MS) : 0;
}

/** Begins an address's wait, because a mail was just sent to it. */
export function startCooldown(email: string): void {
  localStorage.setItem(endKey(email), String(Date.now() + COOLDOWN_MS));
}

/**
 * An address's waiting time; its end is kept in local storage and survives a reload.
 * @returns milliseconds left, 0 when a mail may be asked for; `start` and `reset` the wait
 */
export function useResendCooldown(email: string): { left: number; start(): void; reset(): void } {
  const [left, setLeft] = useState(0);
  const waiting = left > 0;
  const key = endKey(email);

  useEffect(() => {
    const look = () => {
      const now = timeLeft(localStorage.getItem(key), Date.now());
      if (now === 0) localStorage.removeItem(key);
      setLeft(now);
    };
    look();
    if (!waiting) return;
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [key, waiting]);

  return {
    left,
    start() {
      startCooldown(email);
      setLeft(COOLDOWN_MS);
    },
    reset() {
      localStorage.removeItem(key);
      setLeft(0);
    },
  };
}
