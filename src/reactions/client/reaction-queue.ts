/** Collapses rapid clicks: one call at a time for each thing, and the last click decides. */

/** Result of a series of clicks. */
export interface Outcome<State> {
  /** The server's last answer; the state before, when it never answered. */
  state: State;
  /** Why the last wish failed, if it did. */
  error?: unknown;
}

/**
 * Makes a wish for the thing with this id.
 * @param known what the server is known to hold, to go back to
 * @returns the end of a row of wishes to whoever began it; undefined to those who joined while a call was running
 */
type SetReaction<State> = (id: number, wanted: boolean, known: State) => Promise<Outcome<State> | undefined>;

/**
 * @param send carries a wish to the server and must be safe to repeat: it sets, it does not toggle. A failed call is not
 *   repeated, but a wish that changed meanwhile is still sent.
 */
export function createReactionQueue<State>(
  send: (id: number, wanted: boolean) => Promise<State>,
): SetReaction<State> {
  const running = new Map<number, { wanted: boolean }>();

  return async (id, wanted, known) => {
    const before = running.get(id);
    if (before) {
      before.wanted = wanted;
      return undefined;
    }
    const row = { wanted };
    running.set(id, row);
    const outcome: Outcome<State> = { state: known };
    let sent: boolean;
    do {
      sent = row.wanted;
      try {
        outcome.state = await send(id, sent);
        delete outcome.error;
      } catch (error) {
        outcome.error = error;
      }
    } while (row.wanted !== sent);
    running.delete(id);
    return outcome;
  };
}
