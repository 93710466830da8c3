/** SECRET_KEY and what is derived from it: sealed values, keyed hashes, per-purpose keys. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { chmod, link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** Bytes of an AES-256-GCM nonce and tag. */
const NONCE = 12;
const TAG = 16;

export interface Secrets {
  /** HMAC-SHA-256 of `message` under the key of this purpose. */
  mac(purpose: string, message: string | Uint8Array): Buffer;
  /** Encrypts and authenticates; `context` (a row's id) must be given again to open. */
  seal(purpose: string, plain: Uint8Array, context: string): Buffer;
  /** @throws when the key, the context or a single bit differs */
  open(purpose: string, sealed: Uint8Array, context: string): Buffer;
}

/**
 * The secrets derived from one master key (HKDF, RFC 5869: one key per purpose).
 * @param masterKey the value of SECRET_KEY
 */
export function deriveSecrets(masterKey: string): Secrets {
  const keys = new Map<string, Buffer>();
  const keyOf = (purpose: string) => {
    let key = keys.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync("sha256", masterKey, "prompteca", purpose, 32));
      keys.set(purpose, key);
    }
    return key;
  };
  return {
    mac: (purpose, message) => createHmac("sha256", keyOf(purpose)).update(message).digest(),
    seal(purpose, plain, context) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", keyOf(purpose), nonce).setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(purpose, sealed, context) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv("aes-256-gcm", keyOf(purpose), bytes.subarray(0, NONCE), {
        authTagLength: TAG,
      }).setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(-TAG));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]);
    },
  };
}

/**
 * The master key kept in `dataDir/secret.key` (mode 0600), made at the first start.
 * Written aside and linked into place, so that two starts at once agree and a crash leaves no half key.
 */
export async function readOrMakeSecretKey(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, "secret.key");
  const draft = join(dataDir, `.secret.key.${randomBytes(6).toString("hex")}`);
  const existing = await readFile(path, "utf8").catch(() => undefined);
  if (existing) return existing.trim();

  const file = await open(draft, "wx", 0o600);
  await file.writeFile(`${randomBytes(32).toString("base64url")}\n`);
  await file.sync();
  await file.close();
  await chmod(draft, 0o600);
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return (await readFile(path, "utf8")).trim();
}
