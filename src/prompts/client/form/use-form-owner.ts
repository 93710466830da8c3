/** Whose form this is: whoever logged in last during the visit, also after their session has ended. */
import { useState } from "react";
import { useSession } from "#accounts/client/session.ts";
import { useRequireSession } from "#accounts/client/use-require-session.ts";

/**
 * Visitors are asked to log in. What was typed stays with its author: when somebody else logs in, the form is theirs.
 * @returns a person's id; undefined while nobody was logged in yet
 */
export function useFormOwner(): string | undefined {
  const admitted = useRequireSession();
  const { user } = useSession();
  const [owner, setOwner] = useState<string>();
  if (user && user.id !== owner) setOwner(user.id);
  return admitted ? owner : undefined;
}
