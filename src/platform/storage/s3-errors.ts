/** Explains S3 failures to operators: status, code, bucket and remedy, without anything that the service quotes. */
import { OperatorError } from "#platform/operator-error.ts";

/** Fields of the AWS SDK's errors, with or without a response. */
interface ServiceError {
  name?: string;
  /** The error code in the response's XML, when the SDK has no error class for it. */
  Code?: string;
  code?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

/** A call to the storage service failed. */
export class StorageError extends OperatorError {
  override name = "StorageError";
  /** Whether the service is unavailable; false when it responds with a refusal. */
  readonly away: boolean;

  constructor(message: string, { away, cause }: { away: boolean; cause?: unknown }) {
    super(message, { cause });
    this.away = away;
  }
}

/** An error code; anything else is not repeated, because it may quote secrets. */
const CODE = /^[A-Za-z][A-Za-z0-9_.]{1,60}$/;
/** Error names of the SDK for responses without a code. */
const GENERIC_NAMES = new Set(["UnknownError", "Unknown", "Error", "NotFound", "SyntaxError", "TypeError"]);

const KEYS = "check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY";
const RIGHTS = "the key needs to list the bucket, and to read, write and delete in it";
const WRITING = "the key needs to write in it";
const ADVICE: Record<string, string> = {
  InvalidAccessKeyId: KEYS,
  SignatureDoesNotMatch: `${KEYS}, and S3_REGION`,
  AccessDenied: `${KEYS}; ${RIGHTS}`,
  NoSuchBucket: "check S3_BUCKET, or make the bucket",
  InvalidBucketName: "check S3_BUCKET",
  PermanentRedirect: "the bucket is elsewhere: check S3_ENDPOINT and S3_REGION",
  AuthorizationHeaderMalformed: "check S3_REGION",
  RequestTimeTooSkewed: "set the clock of this machine or of the service",
  QuotaExceeded: "the bucket's quota is full",
};
const BY_STATUS: Record<number, string> = {
  301: ADVICE.PermanentRedirect as string,
  400: "check S3_REGION and S3_ENDPOINT",
  401: KEYS,
  403: ADVICE.AccessDenied as string,
  404: "check S3_BUCKET and S3_ENDPOINT",
  405: "check S3_ENDPOINT: is it the address of the S3 service, and not of its console?",
};

/**
 * Describes a failure of the SDK in one sentence, without the service's message, which quotes keys and signatures.
 * @param call name of the S3 operation
 * @param place the bucket, and the endpoint if configured; whether it takes copies of backups
 */
export function explainFailure(
  failure: unknown,
  call: string,
  {
    bucket,
    endpoint,
    ofBackups = false,
  }: { bucket: string; endpoint?: string | undefined; ofBackups?: boolean },
): StorageError {
  const { name = "", Code, code = "", message = "", $metadata } = failure as ServiceError;
  const place = `bucket ${bucket}${endpoint ? ` at ${new URL(endpoint).host}` : ""}`;
  const tell = (what: string, advice: string | undefined, away: boolean, cause?: unknown) => {
    const own = ofBackups ? advice?.replaceAll("S3_", "BACKUP_S3_").replace(RIGHTS, WRITING) : advice;
    return new StorageError(`S3 ${call}, ${place}: ${what}${own ? `; ${own}` : ""}`, { away, cause });
  };

  const status = $metadata?.httpStatusCode;
  if (status === undefined) {
    if (name === "CredentialsProviderError") {
      return tell("there are no keys", "set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY", false);
    }
    const reason = code || message;
    const advice = isCertificateRefused(code)
      ? "the certificate is not trusted: NODE_EXTRA_CA_CERTS names the file of a private authority"
      : "check S3_ENDPOINT";
    return tell(`no answer (${reason})`, advice, true, failure);
  }
  const s3Code = [Code, name].find((one) => one && !GENERIC_NAMES.has(one) && CODE.test(one));
  const away = status >= 500 || status === 429;
  // The SDK could not parse the response as XML: it came from something other than S3.
  if (!s3Code && status < 300) return tell(`answered ${status} with what is not S3`, BY_STATUS[405], false);
  const advice = (s3Code && ADVICE[s3Code]) ?? (away ? undefined : BY_STATUS[status]);
  return tell([status, s3Code].filter(Boolean).join(" "), advice, away);
}

function isCertificateRefused(code: string): boolean {
  return /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT)/.test(code);
}
