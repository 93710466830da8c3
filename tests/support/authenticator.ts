/** A device that makes passkeys and signs with them, as browsers hand it on; a test may have it lie. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { TestApp } from "./app.ts";

/** What a device says wrongly, or differently from most. */
interface Lies {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  /** Whether the person was verified, by a finger or a PIN. */
  verified?: boolean;
  counter?: number;
}

const text = (value: string) => Buffer.from(value).toString("base64url");
const sha256 = (value: string | Buffer) => createHash("sha256").update(value).digest();
const ORIGIN = "http://localhost:3000";

/** CBOR of a byte string shorter than 256. */
const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x58, value.length]), value]);

/** A public key of P-256 as COSE (RFC 9053): kty 2, alg -7, crv 1, x, y. */
function coseOf(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const [left, right] = [x, y].map((half) => bytes(Buffer.from(half, "base64url")));
  return Buffer.concat([
    Buffer.from("a5010203262001", "hex"),
    Buffer.from([0x21]),
    left as Buffer,
    Buffer.from([0x22]),
    right as Buffer,
  ]);
}

export function createAuthenticator() {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? ORIGIN,
        crossOrigin: false,
      }),
    );
  /** @param attested the new key, which is told once */
  const authData = (
    { rpId = "localhost", verified = true, counter = 0 }: Lies,
    attested = Buffer.alloc(0),
  ) => {
    const flags = 0x01 | (verified ? 0x04 : 0) | (attested.length ? 0x40 : 0);
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, attested]);
  };
  const named = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };
  return {
    id: named.id,
    /** What `navigator.credentials.create()` gives. */
    create(challenge: string, lies: Lies = {}) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseOf(publicKey)]);
      const attestationObject = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
        bytes(authData(lies, attested)),
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, lies).toString("base64url"),
          attestationObject: attestationObject.toString("base64url"),
          transports: ["internal"],
        },
        clientExtensionResults: {},
      };
    },
    /** What `navigator.credentials.get()` gives. */
    get(challenge: string, lies: Lies = {}) {
      const client = clientData("webauthn.get", challenge, lies);
      const data = authData(lies);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...named,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: text("somebody"),
        },
        clientExtensionResults: {},
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
type Calls = Pick<TestApp, "call">;

/** Begins to make a passkey. @returns the challenge */
export async function beginPasskey(
  site: Calls,
  who: { token: string },
  fields: object = {},
): Promise<string> {
  const answer = await site.call("POST", "/api/account/passkeys/challenge", who, fields);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().challenge.id;
}

/** Makes a passkey of a member. */
export async function makePasskey(
  site: Calls,
  who: { token: string },
): Promise<Authenticator & { keyId: string }> {
  const device = createAuthenticator();
  const challenge_id = await beginPasskey(site, who);
  const credential = device.create(challenge_id);
  const answer = await site.call("POST", "/api/account/passkeys", who, { challenge_id, credential });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return { ...device, keyId: answer.json().id };
}

/** Asks for a challenge to sign in by. */
export async function loginChallenge(site: Calls): Promise<string> {
  const answer = await site.call("POST", "/auth/v1/passkeys/authentication/options", null, {});
  return answer.json().challenge_id;
}

/** Answers a challenge to sign in. */
export const answerLogin = (site: Calls, challenge_id: string, credential: object) =>
  site.call("POST", "/auth/v1/passkeys/authentication/verify", null, { challenge_id, credential });

/** Signs in with a passkey. */
export async function passkeyLogin(site: Calls, device: Authenticator, lies: Lies = {}) {
  const challenge = await loginChallenge(site);
  return answerLogin(site, challenge, device.get(challenge, lies));
}
