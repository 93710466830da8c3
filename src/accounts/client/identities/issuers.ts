/** The issuers that the site offers. They stand in the page's data, so that the first visit's script need not tell them. */
import { useSyncExternalStore } from "react";

export interface OfferedIssuer {
  /** Its name in the sign-in protocol. */
  provider: string;
  name: string;
}

const NONE: readonly OfferedIssuer[] = [];
let offered: readonly OfferedIssuer[] | undefined;

function readOffered(): readonly OfferedIssuer[] {
  offered ??= JSON.parse(document.getElementById("state")?.textContent || "{}").site?.issuers ?? NONE;
  return offered as readonly OfferedIssuer[];
}

const never = () => () => undefined;

/** None on the server: without scripts the way to an issuer cannot begin. */
export const useIssuers = () => useSyncExternalStore(never, readOffered, () => NONE);
