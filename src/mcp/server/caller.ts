/** Who calls a tool: a visitor, or a person with a key. */
import { type KeyScope, keyMessages } from "#accounts/key-messages.ts";
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { messages } from "#mcp/messages.ts";
import { AppError } from "#platform/http/errors.ts";

export interface Caller {
  /** For limits. */
  address: string;
  /** Whose share of the computations a call takes: the address, or none within one that has it. */
  share: string;
  /** Null for visitors. */
  viewer: Viewer | null;
  scopes: readonly KeyScope[];
  /** The collection that `prompts/list` gives; undefined for the caller's favourites. */
  collection: number | undefined;
  /** Asks again whether the caller may: the message may have taken minutes to arrive. @throws AppError 401 or 403 */
  confirm(): Promise<void>;
  /** Notes what a call has changed, for the records of access. */
  changes(action: string): void;
}

/** For whom time of work counts. */
export const workerOf = ({ viewer, address }: Pick<Caller, "viewer" | "address">): string =>
  viewer?.id ?? address;

/** @throws AppError 401 without a key, 403 with one that lacks the scope */
export function requireScope({ viewer, scopes }: Caller, scope: KeyScope): Viewer {
  if (!viewer) throw new AppError(401, "unauthorized", messages.keyNeeded);
  if (!scopes.includes(scope)) throw new AppError(403, "key_scope", keyMessages.lacksScope(scope));
  return viewer;
}
