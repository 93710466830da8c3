/** Error messages of refusing buckets: s3rver where it responds like others, else responses of real services. */
import { expect, onTestFinished, test } from "vitest";
import { isStorageUnavailable, tryStorage } from "#platform/storage.ts";
import { startBuckets } from "#tests/support/buckets.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { openS3Storage } from "./s3.ts";

const SECRET = "jabuticaba-pitanga-secret";
const KEY_ID = "GK31c2f218a2e44f485b94239e";

/** Returns all texts of an error and its causes. */
function textsOf(error: unknown): string {
  const { message, stack, cause } = error as Error;
  return [message, stack, JSON.stringify(error), cause ? textsOf(cause) : ""].join("\n");
}

async function failureAt(endpoint: string, bucket = "retratos") {
  const keys = { accessKeyId: KEY_ID, secretAccessKey: SECRET };
  const storage = await openS3Storage({ bucket, endpoint, region: "us-east-1", ...keys });
  const error = await tryStorage(storage).then(
    () => expect.fail("it did not fail"),
    (reason: unknown) => reason,
  );
  expect(textsOf(error)).not.toMatch(/jabuticaba|GK31c2|StringToSign/);
  return { says: (error as Error).message, away: isStorageUnavailable(error) };
}

async function serve(status: number, body: string, type = "application/xml"): Promise<string> {
  const { url } = await startHttpService((request, response) => {
    response.writeHead(status, { "content-type": type }).end(request.method === "HEAD" ? undefined : body);
  });
  return url;
}

const xml = (code: string, rest: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code>${rest}</Error>`;

test.each([
  [
    "Ceph, a wrong key",
    403,
    xml("InvalidAccessKeyId", `<Message></Message><RequestId>tx0</RequestId><HostId>a-b-default</HostId>`),
    /^S3 ListObjects, bucket retratos at 127\.0\.0\.1:\d+: 403 InvalidAccessKeyId; check S3_ACCESS_KEY_ID and S3_SECRET/,
  ],
  [
    "MinIO, a wrong secret",
    403,
    xml(
      "SignatureDoesNotMatch",
      `<Message>The request signature we calculated does not match.</Message><AWSAccessKeyId>${KEY_ID}</AWSAccessKeyId><StringToSign>AWS4-HMAC-SHA256 ${KEY_ID}</StringToSign>`,
    ),
    /: 403 SignatureDoesNotMatch; check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and S3_REGION$/,
  ],
  [
    "Garage, an unknown key",
    403,
    xml("AccessDenied", `<Message>Forbidden: No such key: ${KEY_ID}</Message><Region>garage</Region>`),
    /: 403 AccessDenied; check S3_ACCESS_KEY_ID .* read, write and delete in it$/,
  ],
  [
    "Garage, another region",
    400,
    xml("AuthorizationHeaderMalformed", "<Message>Authorization header malformed</Message>"),
    /: 400 AuthorizationHeaderMalformed; check S3_REGION$/,
  ],
  [
    "no such bucket",
    404,
    xml("NoSuchBucket", "<BucketName>retratos</BucketName>"),
    /: 404 NoSuchBucket; check S3_BUCKET, or make the bucket$/,
  ],
  ["an answer without a body", 403, "", /: 403; check S3_ACCESS_KEY_ID/],
  [
    "a page of something else",
    404,
    "<!doctype html><title>Not here</title>",
    /: 404( \w+)?; check S3_BUCKET and S3_ENDPOINT$/,
  ],
  ["a code that nobody knows", 418, xml("Teapot", ""), /: 418 Teapot$/],
])("%s: refused with status, code, bucket and what to do", async (_, status, body, expected) => {
  const { says, away } = await failureAt(await serve(status, body));
  expect(says).toMatch(expected);
  expect(away).toBe(false);
});

test("a service that fails, or does not answer, is away", async () => {
  expect(await failureAt(await serve(503, xml("SlowDown", "")))).toEqual({
    says: expect.stringMatching(/^S3 HeadBucket, bucket retratos at \S+: (503|no answer in time)/),
    away: true,
  });
  expect(await failureAt("http://127.0.0.1:1")).toEqual({
    says: "S3 HeadBucket, bucket retratos at 127.0.0.1:1: no answer (ECONNREFUSED); check S3_ENDPOINT",
    away: true,
  });
});

test("a page in place of the bucket's list is recognised", async () => {
  const { says, away } = await failureAt(await serve(200, "<h1>For sale</h1>", "text/html"));
  expect([says, away]).toEqual([expect.stringMatching(/S3 \w+, bucket retratos|storage: /), false]);
});

test("a real service refuses a wrong key, and a bucket that is not there", async () => {
  const buckets = await startBuckets("there");
  onTestFinished(buckets.close);
  const { endpoint } = buckets.options("there");
  expect((await failureAt(endpoint, "there")).says).toMatch(/: 403 InvalidAccessKeyId; check S3_ACCESS/);
  const storage = await openS3Storage(buckets.options("missing"));
  await expect(storage.check()).rejects.toThrow(/bucket missing at \S+: 404 NoSuchBucket; check S3_BUCKET/);
  await tryStorage(await openS3Storage(buckets.options("there")));
  expect(await buckets.keys("there")).toEqual([]);
});
