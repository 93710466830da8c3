/** The owner of a form: the last user who logged in during the visit, even after the session has ended. */
import { useState } from "react";
import { useSession } from "#accounts/client/session.ts";
import { useRequireSession } from "#accounts/client/use-require-session.ts";

/**
 * Asks visitors to log in. Input stays with its author: when another user logs in, the form is reset for them.
 * @returns a user's id; undefined while no user has logged in
 */
export function useFormOwner(): string | undefined {
  const admitted = useRequireSession();
  const { user } = useSession();
  const [owner, setOwner] = useState<string>();
  if (user && user.id !== owner) setOwner(user.id);
  return admitted ? owner : undefined;
}
