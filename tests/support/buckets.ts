/** An S3-compatible service with buckets, for tests: s3rver over a folder. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Options } from "#platform/storage/s3.ts";
import { makeTestFolder } from "./folders.ts";
import { freePort } from "./free-port.ts";

export interface Buckets {
  /** How a store reaches one of them. */
  options(bucket: string): Required<S3Options>;
  /** The keys of one of them. */
  keys(bucket: string): Promise<string[]>;
  close(): Promise<void>;
}

/** @param names of the buckets, empty at first */
export async function startBuckets(...names: string[]): Promise<Buckets> {
  const directory = await makeTestFolder();
  const port = await freePort();
  const service = new S3rver({
    address: "127.0.0.1",
    port,
    silent: true,
    directory,
    configureBuckets: names.map((name) => ({ name, configs: [] })),
  });
  await service.run();
  return {
    options: (bucket) => ({
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    }),
    async keys(bucket) {
      const suffix = "._S3rver_object";
      const files = await readdir(join(directory, bucket));
      return files.filter((file) => file.endsWith(suffix)).map((file) => file.slice(0, -suffix.length));
    },
    async close() {
      await service.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
