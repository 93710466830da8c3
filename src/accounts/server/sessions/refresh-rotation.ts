/**
 * Which refresh token is given for which, and which one proves that two hold the session (wire contract, section 4.2, and
 * decision 6). Tokens are counted. One that is exchanged gives the next. Exchanged again later, because the answer was
 * lost, it gives a sibling: of siblings, only one is ever exchanged by whoever lost the answer to the others. A thief and
 * the owner who go on from one token hold two siblings, and the second one to come ends the session.
 */

/** Within so many seconds of the last exchange any earlier token gets the newest: tabs refresh at the same moment. */
export const REUSE_SECONDS = 10;

/** How far a session's tokens have come. */
export interface Rotation {
  /** The newest that was given. */
  newest: number;
  /** The one that was exchanged last; -1 for none. */
  spent: number;
  /** The first that was given for `spent`: this one to `newest` are siblings, and none of them was exchanged yet. */
  first: number;
}

/**
 * Judges a token of the session.
 * @param token its count
 * @param seconds since a token was given last
 * @returns the rotation from now on, whose newest token is the answer (the same object where that one is given again);
 *   `unknown` for a token that was never given; `reused` when two must hold the session
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
