/** SECRET_KEY and its derivatives: one key for each purpose, encrypted values, keyed hashes. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Lengths of an AES-256-GCM nonce and authentication tag. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Secrets = ReturnType<typeof deriveSecrets>;

/**
 * Derives the secrets from one master key (HKDF, RFC 5869: one key per purpose).
 * @param masterKey the value of SECRET_KEY
 */
export function deriveSecrets(masterKey: string) {
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
    /** HMAC-SHA-256 of `message` with the key of this purpose. */
    mac: (purpose: string, message: string | Uint8Array) =>
      createHmac("sha256", keyOf(purpose)).update(message).digest(),
    /** Encrypts and authenticates (AES-256-GCM). `open` needs the same `context`, such as the row's id. */
    seal(purpose: string, plain: Uint8Array, context: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", keyOf(purpose), nonce).setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    /** @throws Error when the key, the context or a single bit differs */
    open(purpose: string, sealed: Uint8Array, context: string): Buffer {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv("aes-256-gcm", keyOf(purpose), bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      }).setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}

/**
 * Reads the master key from `dataDir/secret.key` (mode 0600), or creates it on the first start. It is written to a
 * temporary file and hard-linked into place: concurrent starts agree on one key, and a crash leaves no partial key.
 */
export async function readOrMakeSecretKey(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, "secret.key");
  const draft = join(dataDir, `.secret.key.${randomBytes(6).toString("hex")}`);
  const existing = await readFile(path, "utf8").catch(() => undefined);
  if (existing) return existing.trim();

  const key = randomBytes(32).toString("base64url");
  await writeFile(draft, `${key}\n`, { flag: "wx", mode: 0o600, flush: true });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return (await readFile(path, "utf8")).trim();
}
