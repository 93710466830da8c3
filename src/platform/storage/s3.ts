/** Storage in a bucket of an S3-compatible service. */
import { Readable } from "node:stream";
import type { Storage } from "#platform/storage.ts";
import { assertKey } from "./key.ts";

export interface S3Options {
  bucket: string;
  /** Address of a service other than Amazon's; the bucket is then part of the path, not of the host name. */
  endpoint?: string | undefined;
  region?: string | undefined;
  /** Both or neither; without them the SDK looks where it always does (environment, instance role). */
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
}

/** A GET is answered with NoSuchKey, a HEAD, which has no body, with a bare 404. */
function isAbsent(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === "NoSuchKey" || (name === "NotFound" && $metadata?.httpStatusCode === 404);
}

/**
 * Opens a store. The account needs GetObject, PutObject, DeleteObject and ListBucket (without the last one, S3 answers 403
 * for what is not there).
 */
export async function openS3Storage(options: S3Options): Promise<Storage> {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = options;
  // Loaded only where it is used: the SDK is large.
  const s3 = await import("@aws-sdk/client-s3");
  const client = new s3.S3Client({
    region: region ?? "us-east-1",
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // Compatible services do not all know the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 3000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });

  async function unlessAbsent<T>(promise: Promise<T>): Promise<T | null> {
    try {
      return await promise;
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  return {
    async put(key, body, contentType) {
      assertKey(key);
      await client.send(new s3.PutObjectCommand({ Bucket, Key: key, Body: body, ContentType: contentType }));
    },
    async get(key) {
      assertKey(key);
      const answer = await unlessAbsent(client.send(new s3.GetObjectCommand({ Bucket, Key: key })));
      if (!answer) return null;
      const { Body, ContentLength, ETag } = answer;
      if (!(Body instanceof Readable) || ContentLength === undefined || !ETag) {
        throw new Error(`storage: incomplete answer for ${key}`);
      }
      return { body: Body, size: ContentLength, etag: ETag };
    },
    async exists(key) {
      assertKey(key);
      return (await unlessAbsent(client.send(new s3.HeadObjectCommand({ Bucket, Key: key })))) !== null;
    },
    async delete(key) {
      assertKey(key);
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key }));
    },
    async check() {
      await client.send(new s3.HeadBucketCommand({ Bucket }));
    },
  };
}
