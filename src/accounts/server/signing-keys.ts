/** The ES256 keys that sign access tokens: made once, kept sealed in the database, held open per process. */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { Pool } from "pg";
import type { Context } from "#platform/context.ts";
import {
  insertSigningKey,
  lockSigningKeys,
  retireSigningKey,
  selectSigningKeys,
} from "./signing-keys.queries.ts";

const ALGORITHM = "ES256";
const PURPOSE = "signing key";

export interface SigningKeys {
  /** Signs what is issued now. */
  current: { kid: string; key: CryptoKey };
  /** Verifies what any of the site's keys has signed. */
  verifiers: Map<string, CryptoKey>;
  /** The public half as `/.well-known/jwks.json` answers it. */
  jwks: { keys: JWK[] };
}

const opened = new WeakMap<Pool, Promise<SigningKeys>>();

/** The site's keys, opened at the first call; a failure is not kept. */
export function signingKeys(ctx: Context): Promise<SigningKeys> {
  let keys = opened.get(ctx.pool);
  if (!keys) {
    keys = openSigningKeys(ctx);
    opened.set(ctx.pool, keys);
    keys.catch(() => opened.delete(ctx.pool));
  }
  return keys;
}

/** Reads the keys under a lock, so that processes which start together make one key, not several. */
async function openSigningKeys(ctx: Context): Promise<SigningKeys> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const publicKeys: JWK[] = [];
    let current: SigningKeys["current"] | undefined;
    for (const row of await selectSigningKeys(trx)) {
      const key = await openPrivateKey(ctx, row.kid, row.private_key);
      if (key) {
        publicKeys.push(row.public_jwk);
        current ??= { kid: row.kid, key };
      } else {
        // SECRET_KEY has changed, as after restoring a backup elsewhere: what the old key signed is void.
        ctx.log.warn({ kid: row.kid }, "signing key does not open with this SECRET_KEY and is retired");
        await retireSigningKey(trx, row.kid);
      }
    }
    if (!current) {
      const made = await makeKey();
      const sealed = ctx.secrets.seal(PURPOSE, Buffer.from(JSON.stringify(made.privateJwk)), made.kid);
      await insertSigningKey(trx, made.kid, made.publicJwk, sealed);
      publicKeys.push(made.publicJwk);
      current = { kid: made.kid, key: (await importJWK(made.privateJwk, ALGORITHM)) as CryptoKey };
    }
    const verifiers = new Map<string, CryptoKey>();
    for (const jwk of publicKeys)
      verifiers.set(jwk.kid as string, (await importJWK(jwk, ALGORITHM)) as CryptoKey);
    return { current, verifiers, jwks: { keys: publicKeys } };
  });
}

async function openPrivateKey(ctx: Context, kid: string, sealed: Uint8Array): Promise<CryptoKey | undefined> {
  let plain: Buffer;
  try {
    plain = ctx.secrets.open(PURPOSE, sealed, kid);
  } catch {
    return undefined;
  }
  return (await importJWK(JSON.parse(plain.toString()) as JWK, ALGORITHM)) as CryptoKey;
}

async function makeKey() {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const exported = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(exported);
  const publicJwk: JWK = { ...exported, kid, alg: ALGORITHM, use: "sig", key_ops: ["verify"] };
  return { kid, publicJwk, privateJwk: await exportJWK(privateKey) };
}
