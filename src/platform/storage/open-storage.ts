/** The choice of a store. */
import { join } from "node:path";
import type { Config } from "#platform/config/config.ts";
import type { Storage } from "#platform/storage.ts";
import { openDiskStorage } from "./disk.ts";
import { openS3Storage } from "./s3.ts";

/** The bucket where one is configured, else `DATA_DIR/media`. */
export function openStorage(config: Pick<Config, "dataDir" | "s3">): Promise<Storage> {
  return config.s3 ? openS3Storage(config.s3) : openDiskStorage(join(config.dataDir, "media"));
}
