/** The contract of the accounts room: form schemas and the product's calls. */
import * as z from "zod/mini";
import { pathPart, text } from "#language/text.ts";
import { UNKNOWN_SPACES, withoutHidden } from "#language/visible.ts";
import { messages } from "./messages.ts";

/** Base path; the wire contract of Supabase Auth applies below it. */
export const AUTH_PATH = "/auth/v1";

/** Seconds between two verification mails requested in the browser (specification, section 9). */
export const RESEND_COOLDOWN_SECONDS = 300;

/**
 * Length of a password to compare, in characters: keyboards that do not compose accents type several for each of the 200
 * allowed in a new one.
 */
export const TYPED_PASSWORD = 1000;

/**
 * The HTML standard's pattern of an e-mail address, with a dot required in the domain: it catches `maria@gmail`. The part before
 * the @ is a dot-atom of 64 characters at most, as no server delivers to others (RFC 5321, section 4.5.3; RFC 5322, 3.2.3).
 */
const EMAIL =
  /^(?!.{65,}@)(?!\.)(?!.*\.[.@])[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
/** Latin letters with all accents, as the content of a character class; without those for clicks, which look like signs. */
const LETTERS = "A-Za-zÀ-ÖØ-öø-ƿǄ-ɏḀ-ỿ";
const USERNAME = new RegExp(`^[${LETTERS}0-9 _.-]+$`);
const LETTER_OR_DIGIT = new RegExp(`[${LETTERS}0-9]`);

/** A domain in ASCII (`xn--…` for other letters); unchanged if it is not a domain. */
function asciiDomain(domain: string): string {
  const host = `http://${domain}/`;
  return /[^ -~]/.test(domain) && !/[\s/\\?#@:%]/.test(domain) && URL.canParse(host)
    ? new URL(host).hostname
    : domain;
}

/**
 * An e-mail address as it is stored and compared: in lower case, its domain in ASCII, without what is copied along: blanks and
 * invisible characters, `mailto:`, angle brackets.
 */
export function normalizeEmail(email: string): string {
  const bare = withoutHidden(email)
    .replace(UNKNOWN_SPACES, "")
    .trim()
    .replace(/^<(.*)>$/, "$1")
    .replace(/^mailto:/i, "")
    .toLowerCase();
  const at = bare.lastIndexOf("@") + 1;
  return bare.slice(0, at) + asciiDomain(bare.slice(at));
}

/** Normalises a username as stored and shown: composed accents, no outer or double spaces. */
export function normalizeUsername(username: string): string {
  return username.normalize("NFC").trim().replace(/\s+/g, " ");
}

const email = (error: string) =>
  text({ max: 254, asIs: true, tidy: normalizeEmail, none: error, long: error }, z.regex(EMAIL, { error }));

/** Whether a password contains the three required kinds of characters. */
export function hasThreeLetters(password: string): boolean {
  return (password.match(/\p{L}/gu)?.length ?? 0) >= 3;
}

const passwordMessages = {
  none: messages.passwordTooShort,
  short: messages.passwordTooShort,
  long: messages.passwordTooLong,
};
/** A new password. Only the server refuses common ones, as it has the list. */
const newPassword = text(
  { min: 8, max: 200, asIs: true, ...passwordMessages },
  z.refine(hasThreeLetters, { error: messages.passwordNeedsLetters }),
);
/** The repeated password; excess length is reported on the first field. */
const passwordAgain = text({
  max: TYPED_PASSWORD,
  asIs: true,
  none: messages.passwordsDiffer,
  long: messages.passwordsDiffer,
});

/** Reported on `confirmPassword`, even while other fields are invalid. */
const passwordsMatch = z.refine<{ password: string; confirmPassword: string } | null>(
  (form) => form?.password === form?.confirmPassword,
  { error: messages.passwordsDiffer, path: ["confirmPassword"], when: () => true },
);

/** A valid e-mail address, in lower case as stored. */
export const emailText = email(messages.emailInvalid);
/** The rule for every username. Profanity is checked separately, with a lazily loaded list. */
export const usernameText = text(
  {
    min: 3,
    max: 40,
    tidy: normalizeUsername,
    none: messages.usernameTooShort,
    short: messages.usernameTooShort,
    long: messages.usernameTooLong,
  },
  z.regex(USERNAME, { error: messages.usernameCharacters }),
  z.regex(LETTER_OR_DIGIT, { error: messages.usernameLetterless }),
);

/** An existing password; only the server can check it. */
const knownPassword = text({ min: 8, max: TYPED_PASSWORD, asIs: true, ...passwordMessages });

export const loginForm = z.object({
  email: emailText,
  password: knownPassword,
  rememberMe: z.boolean(),
});
export type LoginForm = z.output<typeof loginForm>;

/** The same in the dialog and on `/auth`. */
export const registerForm = z
  .object({
    username: usernameText,
    email: emailText,
    password: newPassword,
    confirmPassword: passwordAgain,
    terms: z
      .boolean({ error: messages.termsRequired })
      .check(z.refine((accepted) => accepted, { error: messages.termsRequired })),
  })
  .check(passwordsMatch);
export type RegisterForm = z.output<typeof registerForm>;

export const forgotPasswordForm = z.object({ email: email(messages.emailInvalidForRecovery) });

export const resetPasswordForm = z
  .object({ password: newPassword, confirmPassword: passwordAgain })
  .check(passwordsMatch);

/** `POST /api/auth/check-user-exists` */
export const checkUserExistsRequest = z.object({ username: usernameText, email: emailText });
export const checkUserExistsAnswer = z.object({
  exists: z.boolean(),
  /** Which one is taken; absent when neither is. */
  field: z.optional(z.enum(["username", "email"])),
});
export type CheckUserExistsAnswer = z.infer<typeof checkUserExistsAnswer>;

/** `POST /api/account/blocked/…`: calls of blocked users, authorised by the password. */
export const blockedUserRequest = z.object({
  email: emailText,
  password: knownPassword,
});
export type BlockedUserRequest = z.output<typeof blockedUserRequest>;

/** `POST /api/auth/resend-verification` */
export const resendVerificationRequest = z.object({ email: emailText });
/** An answer that only has a message. */
export const messageAnswer = z.object({ message: z.string() });

/** `POST /api/auth/correct-email`: moves a pending sign-up from a mistyped address to the right one. */
export const correctEmailRequest = z
  .object({ email: emailText, password: knownPassword, new_email: emailText })
  .check(
    z.refine((asked) => asked.email !== asked.new_email, {
      error: messages.emailUnchanged,
      path: ["new_email"],
    }),
  );

/** The token of a mailed link. */
const linkToken = text({ max: 200, asIs: true });

/** `POST /api/auth/mailed-link`: the purpose of a link; changes nothing. */
export const mailedLinkRequest = z.object({ token_hash: linkToken });
const ofWhom = { email: z.string(), username: z.string() };
export const mailedLinkAnswer = z.discriminatedUnion("kind", [
  /** Spent, expired or unknown. */
  z.object({ kind: z.literal("none") }),
  /** Sets a new password. */
  z.object({ kind: z.literal("recovery"), ...ofWhom }),
  /** Confirms a sign-up. */
  z.object({
    kind: z.literal("confirmation"),
    ...ofWhom,
    signed_up_at: z.iso.datetime(),
    /** Other pending sign-ups of the address. */
    others_waiting: z.int(),
    /** Whether confirming requires the sign-up's password; not in the browser that signed up. */
    needs_password: z.boolean(),
  }),
]);
export type MailedLinkAnswer = z.infer<typeof mailedLinkAnswer>;

/** `POST /api/auth/confirm-email`: confirms a sign-up in the browser that made it, or with its password. */
export const confirmEmailRequest = z.object({
  token_hash: linkToken,
  password: z.optional(knownPassword),
});
/** A session of the new account. */
export const confirmEmailAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
});
export type ConfirmEmailAnswer = z.infer<typeof confirmEmailAnswer>;

/** `POST /api/auth/reset-password`: a new password by the link that a recovery mailed, in one step. */
export const resetPasswordRequest = z.object({ token_hash: linkToken, password: newPassword });

/** An open session of a user. */
export const sessionView = z.object({
  id: z.uuid(),
  /** Whether it is the calling session. */
  current: z.boolean(),
  /** Browser and system, such as `Chrome no Windows`. */
  device: z.string(),
  /** Address of the last refresh; null when unknown. */
  ip: z.nullable(z.string()),
  /** How it was opened; `otp` is the link of a mail, `oauth` an issuer. */
  method: z.enum(["password", "otp", "passkey", "oauth"]),
  created_at: z.iso.datetime(),
  /** Time of the last refresh, about hourly while in use. */
  last_used_at: z.iso.datetime(),
});
export type SessionView = z.infer<typeof sessionView>;
/** `GET /api/account/sessions`: the calling session first, then the most recently used. */
export const sessionList = z.object({ sessions: z.array(sessionView) });
export type SessionList = z.infer<typeof sessionList>;
/** A malformed id is answered with 404, not 400. */
export const sessionParams = z.object({ id: pathPart });
/** `DELETE /api/account/sessions` and `…/{id}`; the password is optional when not required. */
export const endSessionRequest = z.nullish(
  z.object({
    password: z.nullish(text({ max: TYPED_PASSWORD, asIs: true, long: messages.passwordTooLong })),
  }),
);
/** `DELETE /api/account/sessions` */
export const endedSessions = z.object({ ended: z.int() });
export type EndedSessions = z.infer<typeof endedSessions>;
