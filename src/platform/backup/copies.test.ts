/** Copies of backups in a bucket whose key may only write. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { request as ask, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openS3Storage } from "#platform/storage/s3.ts";
import { readFile as readStored } from "#platform/storage.ts";
import { type Buckets, startBuckets } from "#tests/support/buckets.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { storeCopy } from "./copies.ts";

const MB = 1024 ** 2;
let folder: string;
let buckets: Buckets;
beforeAll(async () => {
  [folder, buckets] = await Promise.all([makeTestFolder(), startBuckets("far")]);
});
afterAll(async () => {
  await buckets.close();
  await rm(folder, { recursive: true });
});

/** The bucket behind a policy: what it does not allow is refused, as by S3. @returns its address, and what came there */
async function guarded(allows: (method: string, query: URLSearchParams) => boolean) {
  const { endpoint } = buckets.options("far");
  const asked: string[] = [];
  const { url } = await startHttpService(async (incoming, reply) => {
    const { method = "", headers } = incoming;
    const { searchParams, pathname, search } = new URL(incoming.url ?? "", endpoint);
    asked.push(`${method} ${[...searchParams.keys()].filter((key) => key !== "x-id").join()}`);
    if (!allows(method, searchParams)) {
      incoming.resume();
      reply.writeHead(403, { "content-type": "application/xml" });
      return void reply.end("<Error><Code>AccessDenied</Code><Message>secret-key</Message></Error>");
    }
    const call = ask(`${endpoint}${pathname}${search}`, { method, headers });
    incoming.pipe(call);
    const [answer] = (await once(call, "response")) as [IncomingMessage];
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(reply);
  });
  return { options: { ...buckets.options("far"), endpoint: url }, asked };
}
/** What PutObject allows: to begin an upload, to send its parts, to end it. */
const writes = (method: string, query: URLSearchParams) =>
  method === "POST"
    ? query.has("uploads") || query.has("uploadId")
    : method === "PUT" && query.has("partNumber");

test("a large file arrives byte by byte, with a key that may only write", async () => {
  const path = join(folder, "prompteca-2026-11-28t06-00-00-000z.tar");
  await writeFile(path, randomBytes(2.5 * MB));
  const { options, asked } = await guarded(writes);
  await storeCopy(path, options, undefined, MB);
  const storage = await openS3Storage(buckets.options("far"));
  const stored = await readStored(storage, "prompteca-2026-11-28t06-00-00-000z.tar");
  expect(stored?.equals(await readFile(path))).toBe(true);
  expect(asked).toEqual(["POST uploads", ...Array(3).fill("PUT partNumber,uploadId"), "POST uploadId"]);
});

test("a copy that is refused names variables and rights, and is not there", async () => {
  const path = join(folder, "refused.tar");
  await writeFile(path, randomBytes(2 * MB));
  const { options, asked } = await guarded(
    (method, query) => writes(method, query) && query.get("partNumber") !== "2",
  );
  const { host } = new URL(options.endpoint);
  await expect(storeCopy(path, options, undefined, MB)).rejects.toThrow(
    `S3 multipart upload, bucket far at ${host}: 403 AccessDenied; check BACKUP_S3_ACCESS_KEY_ID and ` +
      "BACKUP_S3_SECRET_ACCESS_KEY; the key needs to write in it",
  );
  expect(await buckets.keys("far")).not.toContain("refused.tar");
  expect(asked.at(-1), "what was begun is taken back where that is allowed").toBe("DELETE uploadId");
});

test("a copy ends with the site", async () => {
  const path = join(folder, "ended.tar");
  await writeFile(path, "x");
  const ended = AbortSignal.abort(new Error("the site ends"));
  await expect(storeCopy(path, buckets.options("far"), ended)).rejects.toThrow("the site ends");
});
