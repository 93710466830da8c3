/** Calls of the queries of `admin`. */
import type { CallsOf } from "./prepare.ts";
import { ID, PAGE, USERNAME } from "./values.ts";

export const admin = {
  "#admin/server/audit-log.queries.ts": {
    insertAuditEntry: [
      [{ admin_id: ID, admin_username: USERNAME, action: "user_blocked", target_label: USERNAME }],
    ],
    selectAuditEntries: [[PAGE]],
    countAuditEntries: [[]],
  } satisfies CallsOf<typeof import("#admin/server/audit-log.queries.ts")>,

  "#admin/server/growth.queries.ts": {
    countGrowth: [[]],
    selectTotals: [[]],
    selectHistory: [[]],
  } satisfies CallsOf<typeof import("#admin/server/growth.queries.ts")>,

  "#admin/server/health.queries.ts": {
    selectDatabaseState: [[]],
  } satisfies CallsOf<typeof import("#admin/server/health.queries.ts")>,
};
