/** Whether the browser has passkeys, for this address: for one without a name devices make none. */
import { useSyncExternalStore } from "react";

const never = () => () => {};
const supported = () => "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

/** @param atFirst what is shown until the browser was asked */
export const useSupportsPasskeys = (atFirst = true): boolean =>
  useSyncExternalStore(never, supported, () => atFirst);
