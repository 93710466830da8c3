/** The names that a stored file may have, safe as a file name and as an S3 key. */

/** @throws Error for a key that a store must not be asked for: no key can name a folder or leave one */
export function assertKey(key: string): void {
  if (!/^[a-z0-9][a-z0-9._-]{0,199}$/.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
}
