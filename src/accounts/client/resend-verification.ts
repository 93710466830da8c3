/** Requests the confirmation mail again, with a cooldown. */
import { useLayoutEffect, useState } from "react";
import { normalizeEmail, RESEND_COOLDOWN_SECONDS } from "#accounts/contract.ts";
import { fetchApi } from "#platform/client/api.ts";
import { readStored, writeStored } from "#platform/client/browser-storage.ts";

const COOLDOWN_MS = RESEND_COOLDOWN_SECONDS * 1000;

/**
 * Storage key of an address's cooldown: a short hash (FNV-1a) instead of the address.
 * @param email as typed
 */
export function cooldownKey(email: string): string {
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
 * @param milliseconds time left; rounded up to seconds
 * @returns minutes and seconds, for example `4:09`
 */
export function formatWait(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * @param stored end of the cooldown from storage, in milliseconds since 1970
 * @param now the current time, in milliseconds since 1970
 * @returns time left in milliseconds; at most the whole cooldown, in case another clock wrote the end
 */
export function timeLeft(stored: string | null, now: number): number {
  const left = Number(stored) - now;
  return left > 0 ? Math.min(left, COOLDOWN_MS) : 0;
}

/** Starts an address's cooldown after a mail was sent, also the first one. Without storage the server alone counts. */
export function startCooldown(email: string): void {
  writeStored(cooldownKey(email), String(Date.now() + COOLDOWN_MS));
}

/**
 * An address's cooldown, stored in local storage so that it survives a reload.
 * @returns milliseconds left, 0 when a mail may be requested, undefined until the storage was read; functions to `start` and `reset` the cooldown
 */
export function useResendCooldown(email: string): {
  left: number | undefined;
  start(): void;
  reset(): void;
} {
  const [left, setLeft] = useState<number>();
  const waiting = left !== undefined && left > 0;
  const key = cooldownKey(email);

  // Before the first paint: who has just registered sees the countdown at once.
  useLayoutEffect(() => {
    const look = () => {
      const remaining = timeLeft(readStored(key), Date.now());
      if (remaining === 0) writeStored(key, null);
      setLeft(remaining);
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
      writeStored(key, null);
      setLeft(0);
    },
  };
}
