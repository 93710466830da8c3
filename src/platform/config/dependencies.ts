/** Which environment variables need which others. */

/** The region of a bucket that names none. */
export const DEFAULT_REGION = "us-east-1";

/** The variables of a bucket. */
function bucketOf(prefix: string): [name: string, other: string, fault: string][] {
  const [bucket, key, secret] = [
    `${prefix}_BUCKET`,
    `${prefix}_ACCESS_KEY_ID`,
    `${prefix}_SECRET_ACCESS_KEY`,
  ];
  const alone = [`${prefix}_ENDPOINT`, `${prefix}_REGION`, key, secret];
  return [
    ...alone.map((name): [string, string, string] => [name, bucket, `${name}: no bucket without ${bucket}`]),
    [key, secret, `${secret}: required beside ${key}`],
    [secret, key, `${key}: required beside ${secret}`],
  ];
}

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
    "OIDC_GOOGLE_CLIENT_ID",
    "OIDC_GOOGLE_CLIENT_SECRET",
    "OIDC_GOOGLE_CLIENT_SECRET: required beside OIDC_GOOGLE_CLIENT_ID",
  ],
  [
    "OIDC_GOOGLE_CLIENT_SECRET",
    "OIDC_GOOGLE_CLIENT_ID",
    "OIDC_GOOGLE_CLIENT_ID: required beside OIDC_GOOGLE_CLIENT_SECRET",
  ],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_ID: required beside OIDC_ISSUER"],
  ["OIDC_ISSUER", "OIDC_CLIENT_SECRET", "OIDC_CLIENT_SECRET: required beside OIDC_ISSUER"],
  ["OIDC_CLIENT_ID", "OIDC_ISSUER", "OIDC_CLIENT_ID: no issuer without OIDC_ISSUER"],
  ["OIDC_CLIENT_SECRET", "OIDC_ISSUER", "OIDC_CLIENT_SECRET: no issuer without OIDC_ISSUER"],
  ["OIDC_NAME", "OIDC_ISSUER", "OIDC_NAME: no issuer without OIDC_ISSUER"],
  [
    "REPRESENTATIVE_ADDRESS",
    "REPRESENTATIVE_NAME",
    "REPRESENTATIVE_ADDRESS: stands beside REPRESENTATIVE_NAME, which is not set",
  ],
  ["BACKUP_S3_BUCKET", "BACKUP_DIR", "BACKUP_S3_BUCKET: no backup is made without BACKUP_DIR"],
  ...bucketOf("S3"),
  ...bucketOf("BACKUP_S3"),
];

/**
 * Faults of variables that stand without another one that they need.
 * @param present the variables that are not empty
 */
export function dependencyFaults(present: Readonly<Record<string, string | undefined>>): string[] {
  return DEPENDENT.flatMap(([name, other, fault]) => {
    // The default region is tolerated: an earlier deploy/env.example set it without a bucket.
    return present[name] && present[name] !== DEFAULT_REGION && !present[other] ? [fault] : [];
  });
}
