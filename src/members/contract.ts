/** The contract of the members room: public profile, export and deletion of an account. */
import * as z from "zod/mini";
import { TYPED_PASSWORD } from "#accounts/contract.ts";
import { text } from "#language/text.ts";
import { messages } from "./messages.ts";

/** `GET /api/users/{id}`: a user's public profile. */
export const publicUser = z.object({
  id: z.uuid(),
  username: z.string(),
  created_at: z.iso.datetime(),
  prompts_count: z.int(),
});
export type PublicUser = z.infer<typeof publicUser>;

/** `GET /api/account/footprint`: what deleting the account deletes. */
export const footprint = z.object({
  prompts: z.int(),
  /** Distinct pictures of those prompts. */
  pictures: z.int(),
  likes: z.int(),
  favorites: z.int(),
  /** Answers whether a prompt worked. */
  results: z.int(),
  collections: z.int(),
  /** Linked accounts of issuers. */
  identities: z.int(),
  passkeys: z.int(),
  sessions: z.int(),
  /** Whether deleting the account requires the password: not right after signing in by a mailed link. */
  needs_password: z.boolean(),
});
export type Footprint = z.infer<typeof footprint>;

/** `DELETE /api/account`; the password is optional when not required. */
export const deleteAccountRequest = z.nullish(
  z.object({
    password: z.nullish(
      text({ max: TYPED_PASSWORD, asIs: true, none: messages.passwordWrong, long: messages.passwordWrong }),
    ),
  }),
);
