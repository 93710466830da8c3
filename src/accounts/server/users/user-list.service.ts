/** The list of all users, for the admin. */
export { countUsers, selectUsers } from "./user-list.queries.ts";
