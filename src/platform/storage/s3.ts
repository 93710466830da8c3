/** Storage in a bucket of an S3-compatible service. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Storage } from "#platform/storage.ts";
import { assertKey } from "./key.ts";
import { explainFailure, StorageError } from "./s3-errors.ts";
import { STREAMED } from "./streamed.ts";

export interface S3Options {
  bucket: string;
  /** Address of a service other than Amazon's; the bucket is then part of the path, not of the host name. */
  endpoint?: string | undefined;
  region?: string | undefined;
  /** Both or neither; without them the SDK looks where it always does (environment, instance role). */
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
}

/** How long the service is waited for, in milliseconds. */
const S3_TIMEOUTS = {
  /** For one answer, all tries together, without the body of a file that is read: less than browsers and locks wait. */
  answer: 8000,
  /** For the next piece of that body. */
  piece: 15_000,
};

/** Connections: a file that is streamed holds one until its reader has all of it, so that those for reading are apart and many. */
const MAX_S3_CONNECTIONS = { reading: 512, others: 50 };

/** A GET is answered with NoSuchKey, a HEAD, which has no body, with a bare 404. */
function isAbsent(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === "NoSuchKey" || (name === "NotFound" && $metadata?.httpStatusCode === 404);
}

/**
 * Opens a store. The account needs GetObject, PutObject, DeleteObject and ListBucket (without the last one, S3 answers 403
 * for what is not there).
 * A call that fails for want of an answer may still be carried out by the service afterwards.
 */
export async function openS3Storage(options: S3Options, patience = S3_TIMEOUTS): Promise<Storage> {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = options;
  // Loaded only where it is used: the SDK is large.
  const s3 = await import("@aws-sdk/client-s3");
  const connect = (maxSockets: number) =>
    new s3.S3Client({
      region: region ?? "us-east-1",
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
      // Compatible services do not all know the newer checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: {
        connectionTimeout: 3000,
        socketTimeout: patience.piece,
        httpAgent: { maxSockets },
        httpsAgent: { maxSockets },
      },
    });
  const reader = connect(MAX_S3_CONNECTIONS.reading);
  const client = connect(MAX_S3_CONNECTIONS.others);

  type Send<T> = (options: { abortSignal: AbortSignal }) => Promise<T>;

  /** Sends a command within the time for an answer. @throws StorageError */
  async function inTime<T>(call: string, send: Send<T>): Promise<T> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), patience.answer);
    try {
      return await send({ abortSignal: deadline.signal });
    } catch (error) {
      if (!deadline.signal.aborted) throw explainFailure(error, call, options);
      throw new StorageError(`S3 ${call}, bucket ${Bucket}: no answer in time`, { away: true });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The same for a file that may be absent: null then. */
  const unlessAbsent = <T>(call: string, send: Send<T>): Promise<T | null> =>
    inTime(call, (options) =>
      send(options).catch((error: unknown) => {
        if (isAbsent(error)) return null;
        throw error;
      }),
    );

  async function check(): Promise<void> {
    const head = new s3.HeadBucketCommand({ Bucket });
    const list = new s3.ListObjectsV2Command({ Bucket, MaxKeys: 1 });
    await inTime("HeadBucket", (options) => client.send(head, options)).catch((error: StorageError) => {
      if (error.away) throw error;
      // A HEAD's refusal has no body that would tell the reason.
      return inTime("ListObjects", (options) => client.send(list, options));
    });
  }

  return {
    async put(key, body, contentType) {
      assertKey(key);
      const command = new s3.PutObjectCommand({ Bucket, Key: key, Body: body, ContentType: contentType });
      await inTime("PutObject", (options) => client.send(command, options));
    },
    async get(key) {
      assertKey(key);
      const command = new s3.GetObjectCommand({ Bucket, Key: key });
      const answer = await unlessAbsent("GetObject", (options) => reader.send(command, options));
      if (!answer) return null;
      const { Body, ContentLength, ETag } = answer;
      if (!(Body instanceof Readable) || ContentLength === undefined || !ETag) {
        throw new Error(`storage: incomplete answer for ${key}`);
      }
      if (ContentLength > STREAMED) return { body: Body, size: ContentLength, etag: ETag };
      const body = await buffer(Body).catch((cause: unknown) => {
        throw new StorageError(`S3 GetObject, bucket ${Bucket}: ${key} broke off`, { away: true, cause });
      });
      return { body, size: ContentLength, etag: ETag };
    },
    async exists(key) {
      assertKey(key);
      const command = new s3.HeadObjectCommand({ Bucket, Key: key });
      return (await unlessAbsent("HeadObject", (options) => client.send(command, options))) !== null;
    },
    async delete(key) {
      assertKey(key);
      const command = new s3.DeleteObjectCommand({ Bucket, Key: key });
      await inTime("DeleteObject", (options) => client.send(command, options));
    },
    check,
  };
}
