/** The contract of passkeys: apart from that of accounts, which comes with every form. */
import * as z from "zod/mini";
import { fewMarks, list, pathPart, text } from "#language/text.ts";
import { TYPED_PASSWORD } from "./contract.ts";
import { messages } from "./messages.ts";
import { passkeyMessages } from "./passkey-messages.ts";

/** Passkeys of a user at a time. */
export const MOST_PASSKEYS = 10;

const none = passkeyMessages.malformed;
/** Bytes in base64url. @param max characters */
const bytes = (max: number) =>
  text({ max, min: 1, asIs: true, none, short: none, long: none }, z.regex(/^[\w-]*$/, { error: none }));

const password = z.nullish(text({ max: TYPED_PASSWORD, asIs: true, long: messages.passwordTooLong }));

/** What devices answer with (WebAuthn, section 5.1): to make a passkey, and to sign in by one. */
const key = { id: bytes(1400), rawId: bytes(1400), type: z.literal("public-key", { error: none }) };
const transport = text({ max: 20, asIs: true }, z.regex(/^[a-z-]+$/));
const newCredential = z.object({
  ...key,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(16_000),
    transports: z.nullish(list(transport, { max: 10 })),
  }),
});
export const assertion = z.object({
  challenge_id: bytes(100),
  credential: z.object({
    ...key,
    response: z.object({
      clientDataJSON: bytes(4000),
      authenticatorData: bytes(4000),
      signature: bytes(2000),
    }),
  }),
});
export type Assertion = z.output<typeof assertion>;

/** `POST /api/account/passkeys/challenge`; the password is optional when not required. */
export const challengeRequest = z.nullish(z.object({ password, mailed: z.nullish(bytes(100)) }));
/** Null: a mail was sent, whose link has what the call wants as `mailed`. Options are those of WebAuthn, as JSON. */
export const challengeAnswer = z.object({
  challenge: z.nullable(z.object({ id: z.string(), options: z.record(z.string(), z.unknown()) })),
});
export type ChallengeAnswer = z.infer<typeof challengeAnswer>;
/** `POST /api/account/passkeys` */
export const newPasskey = z.object({ challenge_id: bytes(100), credential: newCredential });
export type NewPasskey = z.output<typeof newPasskey>;
/** `PATCH /api/account/passkeys/{id}` */
export const passkeyName = z.object({
  name: text(
    {
      min: 1,
      max: 60,
      tidy: (name) => name.trim().replace(/\s+/g, " "),
      none: passkeyMessages.nameMissing,
      short: passkeyMessages.nameMissing,
      long: passkeyMessages.nameTooLong,
    },
    fewMarks,
  ),
});
/** `DELETE /api/account/passkeys/{id}` */
export const passkeyRemoval = z.nullish(z.object({ password }));
/** A malformed id is answered with 404, not 400. */
export const passkeyParams = z.object({ id: pathPart });

export const passkeyView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether a password manager keeps it for all of a person's devices. */
  synced: z.boolean(),
  created_at: z.iso.datetime(),
  last_used_at: z.nullable(z.iso.datetime()),
});
export type PasskeyView = z.infer<typeof passkeyView>;

/**
 * Whether a session of the admin or a moderator opens what is theirs: `open`; also without a passkey, which they are advised
 * to make; not before they `use` the one they have, or `make` one, which the operator demands.
 */
export const STAFF_GATES = ["open", "advised", "use", "make"] as const;
export type StaffGate = (typeof STAFF_GATES)[number];

/** `GET /api/account/passkeys`: the newest first. `staff` is null for members; `reset_at`, when all of them go. */
export const passkeyList = z.object({
  passkeys: z.array(passkeyView),
  staff: z.nullable(z.enum(STAFF_GATES)),
  reset_at: z.nullable(z.iso.datetime()),
});
export type PasskeyList = z.infer<typeof passkeyList>;
