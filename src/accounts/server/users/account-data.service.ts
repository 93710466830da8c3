/** What accounts store of a user: for exports, and for telling what deleting the account deletes. */
export { selectAccessRecords as readAccessRecords } from "#accounts/server/records/access-records.queries.ts";
export {
  countSessions,
  selectAccount,
  selectAccountId as findAccountId,
  selectApiKeys,
  selectKnownDevices,
  selectSessions,
} from "./account-data.queries.ts";
