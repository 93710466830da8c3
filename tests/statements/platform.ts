/** Calls of the queries of `platform`. */
import type { CallsOf } from "./prepare.ts";
import { DATE } from "./values.ts";

export const platform = {
  "#platform/backup/backup-records.queries.ts": {
    insertBackup: [[1024, "/backups/site.tar"]],
    insertNightlyBackup: [[{ bytes: 1024, file: "/backups/site.tar", finishedAt: DATE }]],
    selectNightlyBackupsBeyond: [[7]],
    deleteBackup: [[1]],
    selectLastBackup: [[]],
    selectBackupTimes: [[]],
    selectLastNight: [[]],
    markCopied: [["/backups/site.tar"]],
    insertAlarm: [[DATE]],
  } satisfies CallsOf<typeof import("#platform/backup/backup-records.queries.ts")>,

  "#platform/database/page.ts": {} satisfies CallsOf<typeof import("#platform/database/page.ts")>,

  "#platform/database/replicas.queries.ts": {
    selectPrimary: [[]],
    renewHeartbeat: [[400]],
    selectReplayed: [[]],
    selectLag: [[0]],
  } satisfies CallsOf<typeof import("#platform/database/replicas.queries.ts")>,

  "#platform/http/rate-limits.queries.ts": {
    deleteExpiredCounts: [[]],
  } satisfies CallsOf<typeof import("#platform/http/rate-limits.queries.ts")>,
};
