/** The valid keys of stored files, safe as file names and as S3 keys. */

/** @throws Error for an invalid key: a valid one cannot name or leave a folder */
export function assertKey(key: string): void {
  if (!/^[a-z0-9][a-z0-9._-]{0,199}$/.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
}
