/** What accounts store of a user: for an export of their data, and for telling what deleting the account deletes. */
export {
  countSessions,
  selectAccount,
  selectKnownDevices,
  selectSessions,
} from "./account-data.queries.ts";
