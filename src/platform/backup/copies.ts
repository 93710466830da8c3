/** Copies of backups in a bucket elsewhere. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { connectS3, type S3Options } from "#platform/storage/s3.ts";
import { explainFailure } from "#platform/storage/s3-errors.ts";

/** Bytes sent at once, and held in memory meanwhile; S3 takes 5 MB or more, and 10,000 parts. */
const PART_BYTES = 8 * 1024 ** 2;
const MAX_PARTS = 10_000;
/** Milliseconds in which a part must have been sent, retries included. */
const PART_TIMEOUT_MS = 10 * 60_000;
const STALL_TIMEOUT_MS = 60_000;

/**
 * Stores a copy under the file's name. The key need not do more than write (PutObject): nothing in the bucket is listed,
 * read or deleted, and names of backups never come twice.
 * @param partBytes for tests
 * @throws StorageError when the service refuses or does not answer; the signal's reason when aborted
 */
export async function storeCopy(
  path: string,
  options: S3Options,
  signal: AbortSignal | undefined,
  partBytes = PART_BYTES,
): Promise<void> {
  const s3 = await import("@aws-sdk/client-s3");
  const client = connectS3(s3, options, { maxSockets: 1, socketTimeout: STALL_TIMEOUT_MS });
  const target = { Bucket: options.bucket, Key: basename(path) };
  const within = () => ({
    abortSignal: AbortSignal.any([AbortSignal.timeout(PART_TIMEOUT_MS), ...(signal ? [signal] : [])]),
  });
  const file = await open(path);
  let upload: { UploadId: string | undefined } | undefined;
  try {
    const { size } = await file.stat();
    const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(target), within());
    upload = { UploadId };
    const step = Math.max(partBytes, Math.ceil(size / MAX_PARTS));
    const parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for (let start = 0; start < size; start += step) {
      const Body = Buffer.alloc(Math.min(step, size - start));
      await file.read(Body, 0, Body.length, start);
      const PartNumber = parts.length + 1;
      // The service compares what came; buckets that lock their objects insist on it.
      const ContentMD5 = createHash("md5").update(Body).digest("base64");
      const part = new s3.UploadPartCommand({ ...target, UploadId, PartNumber, Body, ContentMD5 });
      parts.push({ PartNumber, ETag: (await client.send(part, within())).ETag });
    }
    const MultipartUpload = { Parts: parts };
    await client.send(
      new s3.CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }),
      within(),
    );
  } catch (error) {
    // A key that may not do this leaves parts behind, which a rule of the bucket removes (docs/operations.md).
    if (upload) {
      const abort = new s3.AbortMultipartUploadCommand({ ...target, ...upload });
      await client.send(abort, { abortSignal: AbortSignal.timeout(STALL_TIMEOUT_MS) }).catch(() => {});
    }
    signal?.throwIfAborted();
    throw explainFailure(error, "multipart upload", { ...options, ofBackups: true });
  } finally {
    await file.close();
    client.destroy();
  }
}
