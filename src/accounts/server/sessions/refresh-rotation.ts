/**
 * Rotation of refresh tokens and detection of reuse (wire contract, and decision 6).
 *
 * Tokens carry a counter. Exchanging one issues the next. Exchanging it again later, because the response was lost, issues
 * a sibling; a client that lost responses exchanges only one of the siblings. A thief and the owner who start from the
 * same token hold different siblings, and the second sibling to be exchanged ends the session.
 */

/** Seconds after an exchange in which earlier tokens get the newest one too: tabs refresh concurrently. */
export const REUSE_SECONDS = 10;

/** State of a session's tokens. */
export interface Rotation {
  /** Counter of the newest token issued. */
  newest: number;
  /** Counter of the token exchanged last; -1 for none. */
  spent: number;
  /** First token issued for `spent`: from it to `newest` all are unspent siblings. */
  first: number;
}

/**
 * Decides about a token of the session.
 * @param token its counter
 * @param seconds since the last token was issued
 * @returns the new state, whose newest token is to be sent (the same object when it was issued already);
 *   `unknown` for a token never issued; `reused` when two parties hold the session
 */
export function exchange(
  rotation: Rotation,
  token: number,
  seconds: number,
): Rotation | "unknown" | "reused" {
  const { newest, spent, first } = rotation;
  if (token > newest) return "unknown";
  if (token >= first) return { newest: newest + 1, spent: token, first: newest + 1 };
  if (seconds <= REUSE_SECONDS) return rotation;
  if (token === spent) return { newest: newest + 1, spent, first };
  return "reused";
}
