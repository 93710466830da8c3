/** What everybody sees of a person, taking one's data along and leaving for good, as both sides see them. */
import * as z from "zod/mini";
import { TYPED_PASSWORD } from "#accounts/contract.ts";
import { text } from "#language/text.ts";
import { messages } from "./messages.ts";

/** `GET /api/users/{id}`: what is public of a person, and nothing else (design, section 4.7). */
export const publicUser = z.object({
  id: z.uuid(),
  username: z.string(),
  created_at: z.iso.datetime(),
  prompts_count: z.int(),
});
export type PublicUser = z.infer<typeof publicUser>;

/** `GET /api/account/footprint`: what goes when the account goes. */
export const footprint = z.object({
  prompts: z.int(),
  /** Different pictures of those prompts. */
  pictures: z.int(),
  likes: z.int(),
  favorites: z.int(),
  sessions: z.int(),
  /** Whether deleting the account asks for the password: not right after coming in by a mailed link. */
  needs_password: z.boolean(),
});
export type Footprint = z.infer<typeof footprint>;

/** `DELETE /api/account`; the password may be missing where none is needed. */
export const deleteAccountRequest = z.nullish(
  z.object({
    password: z.nullish(
      text({ max: TYPED_PASSWORD, none: messages.passwordWrong, long: messages.passwordWrong }),
    ),
  }),
);
