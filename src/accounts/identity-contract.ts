/** Calls about signing in by an OpenID Connect issuer (decision 67). */
import * as z from "zod/mini";
import { pathPart, text } from "#language/text.ts";
import { TYPED_PASSWORD, usernameText } from "./contract.ts";
import { identityMessages } from "./identity-messages.ts";
import { messages } from "./messages.ts";

const code = text({ max: 200, asIs: true });
const password = text({ max: TYPED_PASSWORD, asIs: true, long: messages.passwordTooLong });

/** A code of an issuer's answer, with the secret of the browser that began. */
const proof = { code, code_verifier: code };

/** `POST /api/auth/issuer/answer`: whom an issuer has named who has no account by it; changes nothing. */
export const issuerAnswerRequest = z.object(proof);
export const issuerAnswer = z.object({
  /** `new`: the address has no account; `existing`: it has one, whose owner may link it. */
  kind: z.enum(["new", "existing"]),
  /** The issuer's name. */
  issuer: z.string(),
  email: z.string(),
  /** For a new account: a free username, if one was found. */
  username: z.nullable(z.string()),
});
export type IssuerAnswer = z.infer<typeof issuerAnswer>;

/** The form of a first sign-in. */
export const issuerSignUpForm = z.object({
  username: usernameText,
  terms: z
    .boolean({ error: messages.termsRequired })
    .check(z.refine((accepted) => accepted, { error: messages.termsRequired })),
});
/** `POST /api/auth/issuer/sign-up` */
export const issuerSignUpRequest = z.extend(issuerSignUpForm, proof);
/** `POST /api/auth/issuer/link`: by the account's password, or by the mailed link. */
export const issuerLinkRequest = z
  .object({ ...proof, password: z.nullish(password), link: z.nullish(code) })
  .check(
    z.refine((asked) => Boolean(asked.password || asked.link), {
      error: identityMessages.passwordNeeded,
      path: ["password"],
    }),
  );

/** `GET /api/account/identities` */
export const identityList = z.object({
  /** Whether the account can be entered by a password. */
  has_password: z.boolean(),
  identities: z.array(
    z.object({
      id: z.uuid(),
      /** The issuer's name in the sign-in protocol; null for one that the site no longer offers. */
      provider: z.nullable(z.string()),
      name: z.string(),
      /** The person's address there, when it was linked. */
      email: z.string(),
      created_at: z.iso.datetime(),
      last_used_at: z.iso.datetime(),
    }),
  ),
});
export type IdentityList = z.infer<typeof identityList>;
export type LinkedIdentity = IdentityList["identities"][number];

/** `POST /api/account/identities`: begins to link an issuer. */
export const beginLinkRequest = z.object({
  provider: z.enum(["google", "oidc"]),
  code_challenge: code,
  password: z.nullish(password),
});
/** The issuer's page to go on with. */
export const beginLinkAnswer = z.object({ url: z.string() });
/** A malformed id is answered with 404, not 400. */
export const identityParams = z.object({ id: pathPart });
/** `DELETE /api/account/identities/{id}`; the password is optional when not required. */
export const unlinkRequest = z.nullish(z.object({ password: z.nullish(password) }));
