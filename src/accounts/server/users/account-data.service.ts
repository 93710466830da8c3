/** What a person's account keeps of them: for an export of their data, and for telling what goes when they go. */
export {
  countSessions,
  selectAccount,
  selectKnownDevices,
  selectSessions,
} from "./account-data.queries.ts";
