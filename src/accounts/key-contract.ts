/** The contract of API keys: apart from that of accounts, which comes with every form. */
import * as z from "zod/mini";
import { fewMarks, list, pathPart, text } from "#language/text.ts";
import { TYPED_PASSWORD } from "./contract.ts";
import { KEY_SCOPES, keyMessages } from "./key-messages.ts";
import { messages } from "./messages.ts";

/** Days that a key may be valid. */
export const KEY_DAYS = [30, 90, 365] as const;
/** Valid keys of a user at a time. */
export const MOST_KEYS = 20;

/** Fields of the form; profanity is checked separately. */
export const newKeyForm = z.object({
  name: text(
    {
      min: 1,
      max: 60,
      tidy: (name) => name.trim().replace(/\s+/g, " "),
      none: keyMessages.nameMissing,
      short: keyMessages.nameMissing,
      long: keyMessages.nameTooLong,
    },
    z.refine((name) => /[\p{L}\p{N}]/u.test(name), { error: keyMessages.nameMissing }),
    fewMarks,
  ),
  scopes: list(z.enum(KEY_SCOPES, { error: keyMessages.scopesMissing }), {
    min: 1,
    max: KEY_SCOPES.length,
    none: keyMessages.scopesMissing,
    short: keyMessages.scopesMissing,
    long: keyMessages.scopesMissing,
  }),
  expires_in_days: z.literal([...KEY_DAYS], { error: keyMessages.expiryInvalid }),
});
export type NewKeyForm = z.output<typeof newKeyForm>;
/** `POST /api/account/keys`; the password is optional when not required. */
export const newKeyRequest = z.extend(newKeyForm, {
  password: z.nullish(text({ max: TYPED_PASSWORD, asIs: true, long: messages.passwordTooLong })),
});

/** A key, as its owner sees it: never the key itself. */
export const keyView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its visible beginning, such as `pk_a1B2c`. */
  prefix: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** To a minute; null while it was not used. */
  last_used_at: z.nullable(z.iso.datetime()),
});
export type KeyView = z.infer<typeof keyView>;
/** `GET /api/account/keys`: the newest first, without revoked ones. */
export const keyList = z.object({ keys: z.array(keyView) });
export type KeyList = z.infer<typeof keyList>;
/** The answer to creating a key, the only one that has it. */
export const createdKey = z.extend(keyView, { key: z.string() });
export type CreatedKey = z.infer<typeof createdKey>;
/** A malformed id is answered with 404, not 400. */
export const keyParams = z.object({ id: pathPart });
