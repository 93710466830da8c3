/** Calls of the queries of `admin`. */
import type { CallsOf } from "./prepare.ts";

export const admin = {
  "#admin/server/growth.queries.ts": {
    countGrowth: [[]],
    selectTotals: [[]],
    selectHistory: [[]],
  } satisfies CallsOf<typeof import("#admin/server/growth.queries.ts")>,

  "#admin/server/growth.shared.queries.ts": {
    forgetDailyCounts: [[]],
  } satisfies CallsOf<typeof import("#admin/server/growth.shared.queries.ts")>,

  "#admin/server/health.queries.ts": {
    selectDatabaseState: [[]],
  } satisfies CallsOf<typeof import("#admin/server/health.queries.ts")>,
};
