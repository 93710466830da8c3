/** What a login was to go on with, in all tabs: the interrupted action, and a report that was being written. */
import { forgetStored } from "#platform/client/browser-storage.ts";

const HANDED_ON = /^prompteca-(interrupted|report)$/;

/** Who closes the login does not want it any more. The report stays in the tab where it is written. */
export const forgetHandedOn = () => forgetStored(HANDED_ON, "browser");
