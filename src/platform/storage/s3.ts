/** Storage in a bucket of an S3-compatible service. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Config } from "#platform/config/config.ts";
import { assertKey, STREAMING_THRESHOLD_BYTES, type Storage } from "#platform/storage.ts";
import { explainFailure, StorageError } from "./s3-errors.ts";

export type S3Options = NonNullable<Config["s3"]>;

/** Timeouts in milliseconds. */
const S3_TIMEOUTS_MS = {
  /** For a response including retries, without the body of a read: shorter than the timeouts of browsers and locks. */
  answer: 8000,
  /** For the next chunk of that body. */
  chunk: 15_000,
};

/** A streamed file occupies a connection until it is read completely, so reads have a large pool of their own. */
const MAX_S3_CONNECTIONS = { reading: 512, others: 50 };

/** GET fails with NoSuchKey. HEAD, whose response has no body, fails with a bare 404. */
function isAbsent(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === "NoSuchKey" || (name === "NotFound" && $metadata?.httpStatusCode === 404);
}

/** Connects to the service of a bucket. @param s3 the SDK, which is large and imported on demand */
export function connectS3(
  s3: typeof import("@aws-sdk/client-s3"),
  { endpoint, region, accessKeyId, secretAccessKey }: S3Options,
  { maxSockets, socketTimeout }: { maxSockets: number; socketTimeout: number },
) {
  return new s3.S3Client({
    region,
    // The URL of a service other than Amazon's: the bucket is then part of the path, not of the host name.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Without keys the SDK uses its default chain (environment, instance role).
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // Some compatible services do not support the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: 3000,
      socketTimeout,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  });
}

/**
 * Opens a store. The account needs GetObject, PutObject, DeleteObject and ListBucket; without the last one, S3 responds
 * with 403 for missing files. The service may still execute a call that timed out.
 */
export async function openS3Storage(options: S3Options, timeouts = S3_TIMEOUTS_MS): Promise<Storage> {
  const Bucket = options.bucket;
  const s3 = await import("@aws-sdk/client-s3");
  const connect = (maxSockets: number) =>
    connectS3(s3, options, { maxSockets, socketTimeout: timeouts.chunk });
  const reader = connect(MAX_S3_CONNECTIONS.reading);
  const client = connect(MAX_S3_CONNECTIONS.others);

  type Send<T> = (options: { abortSignal: AbortSignal }) => Promise<T>;

  /** Sends a command with the timeout of a response. @throws StorageError */
  async function inTime<T>(call: string, send: Send<T>): Promise<T> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeouts.answer);
    try {
      return await send({ abortSignal: deadline.signal });
    } catch (error) {
      if (!deadline.signal.aborted) throw explainFailure(error, call, options);
      throw new StorageError(`S3 ${call}, bucket ${Bucket}: no answer in time`, { away: true });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The same, but resolves to null when the file does not exist. */
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
      // The response to a HEAD has no body with the reason.
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
      if (ContentLength > STREAMING_THRESHOLD_BYTES) return { body: Body, size: ContentLength, etag: ETag };
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
