/** The list of all people, for the admin. */
export { countUsers, selectUsers } from "./user-list.queries.ts";
