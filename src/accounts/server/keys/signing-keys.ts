/** The ES256 keys that sign access tokens: created once, rotated on demand, stored encrypted, cached per process. */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { Transaction } from "kysely";
import type { Pool } from "pg";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import {
  insertSigningKey,
  lockSigningKeys,
  retireSigningKey,
  selectSigningKeys,
} from "./signing-keys.queries.ts";

const ALGORITHM = "ES256";
const PURPOSE = "signing key";

/** Life of an access token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 60 * 60;
/** Cache lifetime of `/.well-known/jwks.json`, in seconds. */
export const JWKS_SECONDS = 10 * 60;
/** Lifetime of a process's cached keys, in seconds. */
const REREAD_SECONDS = 5 * 60;
/** Age in seconds from which they are read again behind the calls: nobody waits for a database that is away for a while. */
const RENEWED_SECONDS = REREAD_SECONDS / 2;
/** Age in seconds from which a new key signs: all caches contain it by then. */
const SETTLED_SECONDS = JWKS_SECONDS + REREAD_SECONDS;
/** Age in seconds of a key at which all tokens of its predecessors have expired. */
const ALONE_SECONDS = SETTLED_SECONDS + REREAD_SECONDS + ACCESS_TOKEN_SECONDS;

export interface SigningKeys {
  /** Signs new tokens. */
  current: { kid: string; key: CryptoKey };
  /** Verifies tokens of all the site's keys. */
  verifiers: Map<string, CryptoKey>;
  /** The public keys, as in `/.well-known/jwks.json`. */
  jwks: { keys: JWK[] };
}

interface CachedKeys {
  keys: Promise<SigningKeys>;
  /** Milliseconds since 1970. */
  readAt: number;
  /** Their replacement, while it is read. */
  renewal?: Promise<SigningKeys>;
}

const opened = new WeakMap<Pool, CachedKeys>();

/** The site's keys, cached for some minutes; failures are not cached. */
export function signingKeys(ctx: Context): Promise<SigningKeys> {
  const known = opened.get(ctx.pool);
  if (!known) return readKeys(ctx);
  const age = (Date.now() - known.readAt) / 1000;
  if (age < RENEWED_SECONDS) return known.keys;
  known.renewal ??= readKeys(ctx, known);
  return age < REREAD_SECONDS ? known.keys : known.renewal;
}

/** @param known the keys to replace; calls wait for the first ones alone */
function readKeys(ctx: Context, known?: CachedKeys): Promise<SigningKeys> {
  const readAt = Date.now();
  const keys = openSigningKeys(ctx).then(async (read) => {
    // The same object while the keys are unchanged, as it caches verified signatures.
    const before = await known?.keys;
    return before && sameKeys(before, read) ? before : read;
  });
  const cached = { keys, readAt };
  if (!known) opened.set(ctx.pool, cached);
  keys.then(
    () => opened.set(ctx.pool, cached),
    () => (known ? delete known.renewal : opened.delete(ctx.pool)),
  );
  return keys;
}

function sameKeys(one: SigningKeys, other: SigningKeys): boolean {
  const kids = ({ current, verifiers }: SigningKeys) => [current.kid, ...verifiers.keys()].join();
  return kids(one) === kids(other);
}

/**
 * Creates a key that signs once every process knows it. Its predecessor verifies until all tokens it signed have expired,
 * then it is retired; no session ends.
 * @returns its id, and the seconds until it signs
 */
export async function rotateSigningKey(ctx: Context): Promise<{ kid: string; signsAfter: number }> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const { kid } = await storeNewKey(ctx, trx);
    return { kid, signsAfter: SETTLED_SECONDS };
  });
}

/** Whether SECRET_KEY matches this database; true when there is no key yet. */
export async function opensSigningKeys(ctx: Pick<Context, "db" | "secrets">): Promise<boolean> {
  const rows = await selectSigningKeys(ctx.db);
  const keys = await Promise.all(rows.map((row) => openPrivateKey(ctx, row.kid, row.private_key)));
  return keys.length === 0 || keys.some(Boolean);
}

/** Reads the keys under a lock, so that processes starting together create a single key. */
async function openSigningKeys(ctx: Context): Promise<SigningKeys> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const usable: { kid: string; key: CryptoKey; publicJwk: JWK; age: number }[] = [];
    for (const row of await selectSigningKeys(trx)) {
      const key = await openPrivateKey(ctx, row.kid, row.private_key);
      if (key) {
        usable.push({ kid: row.kid, key, publicJwk: row.public_jwk, age: row.age });
      } else {
        // SECRET_KEY has changed, as after restoring a backup elsewhere: tokens of the old key become invalid.
        ctx.log.warn({ kid: row.kid }, "signing key does not open with this SECRET_KEY and is retired");
        await retireSigningKey(trx, row.kid);
      }
    }
    // The newest key that all processes know; the very first signs at once.
    const current = usable.find(({ age }) => age >= SETTLED_SECONDS) ?? usable.at(-1);
    if (current && current.age >= ALONE_SECONDS) {
      for (const { kid } of usable.splice(usable.indexOf(current) + 1)) await retireSigningKey(trx, kid);
    }
    if (!current) usable.push({ ...(await storeNewKey(ctx, trx)), age: 0 });
    const { kid, key } = current ?? (usable[0] as (typeof usable)[0]);
    const jwks = { keys: usable.map(({ publicJwk }) => publicJwk) };
    const verifiers = new Map<string, CryptoKey>();
    for (const jwk of jwks.keys)
      verifiers.set(jwk.kid as string, (await importJWK(jwk, ALGORITHM)) as CryptoKey);
    return { current: { kid, key }, verifiers, jwks };
  });
}

async function storeNewKey(ctx: Context, trx: Transaction<DB>) {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const exported = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(exported);
  const publicJwk: JWK = { ...exported, kid, alg: ALGORITHM, use: "sig", key_ops: ["verify"] };
  const privateJwk = await exportJWK(privateKey);
  const sealed = ctx.secrets.seal(PURPOSE, Buffer.from(JSON.stringify(privateJwk)), kid);
  await insertSigningKey(trx, kid, publicJwk, sealed);
  return { kid, publicJwk, key: (await importJWK(privateJwk, ALGORITHM)) as CryptoKey };
}

async function openPrivateKey(
  ctx: Pick<Context, "secrets">,
  kid: string,
  sealed: Uint8Array,
): Promise<CryptoKey | undefined> {
  let plain: Buffer;
  try {
    plain = ctx.secrets.open(PURPOSE, sealed, kid);
  } catch {
    return undefined;
  }
  return (await importJWK(JSON.parse(plain.toString()) as JWK, ALGORITHM)) as CryptoKey;
}
