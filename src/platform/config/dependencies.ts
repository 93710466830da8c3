/** Which environment variables need which others. */

/** The region of a bucket that names none. */
export const DEFAULT_REGION = "us-east-1";

/** Variables that have no effect without another one, and what is then wrong. */
const DEPENDENT: [name: string, other: string, fault: string][] = [
  ["BACKUP_AT", "BACKUP_DIR", "BACKUP_AT: no backup is made without BACKUP_DIR"],
  ["BACKUP_KEEP", "BACKUP_DIR", "BACKUP_KEEP: no backup is made without BACKUP_DIR"],
  ["CACHE_PURGE_TOKEN", "CACHE_PURGE_URL", "CACHE_PURGE_TOKEN: no cache is purged without CACHE_PURGE_URL"],
  ["CACHE_PURGE_METHOD", "CACHE_PURGE_URL", "CACHE_PURGE_METHOD: no cache is purged without CACHE_PURGE_URL"],
  ["CACHE_PURGE_URL", "CACHE_PURGE_TOKEN", "CACHE_PURGE_TOKEN: required beside CACHE_PURGE_URL"],
  [
    "DATABASE_DIRECT_URL",
    "DATABASE_URL",
    "DATABASE_DIRECT_URL: stands beside DATABASE_URL, which is not set",
  ],
  [
    "DATABASE_REPLICA_URL",
    "DATABASE_URL",
    "DATABASE_REPLICA_URL: stands beside DATABASE_URL, which is not set",
  ],
  [
    "REPRESENTATIVE_ADDRESS",
    "REPRESENTATIVE_NAME",
    "REPRESENTATIVE_ADDRESS: stands beside REPRESENTATIVE_NAME, which is not set",
  ],
  ["S3_ENDPOINT", "S3_BUCKET", "S3_ENDPOINT: no bucket without S3_BUCKET"],
  ["S3_REGION", "S3_BUCKET", "S3_REGION: no bucket without S3_BUCKET"],
  ["S3_ACCESS_KEY_ID", "S3_BUCKET", "S3_ACCESS_KEY_ID: no bucket without S3_BUCKET"],
  ["S3_SECRET_ACCESS_KEY", "S3_BUCKET", "S3_SECRET_ACCESS_KEY: no bucket without S3_BUCKET"],
  ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY", "S3_SECRET_ACCESS_KEY: required beside S3_ACCESS_KEY_ID"],
  ["S3_SECRET_ACCESS_KEY", "S3_ACCESS_KEY_ID", "S3_ACCESS_KEY_ID: required beside S3_SECRET_ACCESS_KEY"],
];

/** What is wrong because a variable stands without the one that it needs. @param present the variables that are not empty */
export function dependencyFaults(present: Readonly<Record<string, string | undefined>>): string[] {
  return DEPENDENT.flatMap(([name, other, fault]) => {
    // The default region is tolerated: an earlier deploy/env.example set it without a bucket.
    return present[name] && present[name] !== DEFAULT_REGION && !present[other] ? [fault] : [];
  });
}
