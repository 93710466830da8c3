/** The manifest of a backup: enough to decide whether it can be restored, and to verify that it was. */

import * as z from "zod";
import { OperatorError } from "#platform/operator-error.ts";

export const FORMAT = 1;

/** A number of names, and some of them. */
const things = z.object({ count: z.int(), names: z.array(z.string()) });
const rows = { rows: z.int().min(0), sha256: z.string() };

const manifest = z.object({
  format: z.literal(FORMAT),
  /** When the snapshot was taken. */
  takenAt: z.iso.datetime({ offset: true }),
  /** `server_version` of the database. */
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), ...rows })),
  /** The last value of each sequence. */
  sequences: z.record(z.string(), z.string().nullable()),
  jobs: z.object(rows),
  files: z
    .object({
      files: z.int(),
      bytes: z.int(),
      /** Keys in the archive that the snapshot no longer names: a restore leaves them out. */
      leftOut: z.array(z.string()),
      /** Names whose files were lost before the backup. */
      lost: things,
      /** Names whose files were still being removed when the last attempt ended. */
      removed: things,
    })
    .nullable(),
});

export type Manifest = z.infer<typeof manifest>;
export type FilesSummary = NonNullable<Manifest["files"]>;

/** Validates a manifest. @throws OperatorError when it is invalid or of a newer version of Prompteca */
export function readManifest(value: unknown): Manifest {
  const { format } = (value ?? {}) as { format?: unknown };
  if (typeof format === "number" && format > FORMAT) {
    throw new OperatorError(
      "The backup was made by a newer version of Prompteca: bring it in with that one.",
    );
  }
  const read = manifest.safeParse(value);
  if (!read.success) throw new OperatorError("The file is no backup of Prompteca.");
  return read.data;
}
