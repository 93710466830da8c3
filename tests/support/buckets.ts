/** An S3-compatible service for tests: s3rver on a folder, with atomic writes as in other services. */
import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver from "s3rver";
import type { S3Options } from "#platform/storage/s3.ts";
import { makeTestFolder } from "./folders.ts";
import { freePort } from "./free-port.ts";

export interface Buckets {
  /** Options to open a bucket. */
  options(bucket: string): Record<keyof S3Options, string>;
  /** Returns the keys in a bucket. */
  keys(bucket: string): Promise<string[]>;
  close(): Promise<void>;
}

/** @param names names of the buckets, which are empty */
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
  const { store } = service;
  // s3rver truncates the existing file, and keeps a partial new one when the sender is killed.
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const body = Buffer.isBuffer(content) ? content : await buffer(content);
    const path = store.getResourcePath(bucket, key, "object");
    const md5 = createHash("md5").update(body).digest("hex");
    const unfinished = `${path}.${Math.random()}`;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(unfinished, body);
    await rename(unfinished, path);
    await store.putMetadata(bucket, key, metadata, md5);
    return { size: body.length, md5 };
  };
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
