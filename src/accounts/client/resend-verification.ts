/** Asking for the confirmation mail once more, and the waiting time between two of them. */
import { useEffect, useState } from "react";
import { RESEND_COOLDOWN_SECONDS } from "#accounts/contract.ts";
import { fetchApi } from "#platform/client/api.ts";

const COOLDOWN_MS = RESEND_COOLDOWN_SECONDS * 1000;
const END_KEY = "prompteca-resend-end";

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

/**
 * The waiting time; its end is kept in local storage and survives a reload.
 * @returns milliseconds left, 0 when a mail may be asked for; `start` and `reset` the wait
 */
export function useResendCooldown(): { left: number; start(): void; reset(): void } {
  const [left, setLeft] = useState(0);
  const waiting = left > 0;

  useEffect(() => {
    const look = () => setLeft(timeLeft(localStorage.getItem(END_KEY), Date.now()));
    look();
    if (!waiting) return;
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [waiting]);

  return {
    left,
    start() {
      localStorage.setItem(END_KEY, String(Date.now() + COOLDOWN_MS));
      setLeft(COOLDOWN_MS);
    },
    reset() {
      localStorage.removeItem(END_KEY);
      setLeft(0);
    },
  };
}
