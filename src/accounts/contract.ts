/** Accounts as both sides see them: what forms accept and the two product calls. */
import * as z from "zod/mini";
import { pathPart, text } from "#language/text.ts";
import { messages } from "./messages.ts";

/** Where `/auth/v1` lives; the wire contract of Supabase Auth applies below it. */
export const AUTH_PATH = "/auth/v1";

/** Seconds between two verification mails that the browser asks for (specification, section 9). */
export const RESEND_COOLDOWN_SECONDS = 300;

/**
 * The longest password that is compared, in characters: a keyboard that does not compose accents types several for each of
 * the 200 that may be chosen.
 */
export const TYPED_PASSWORD = 1000;

/** The HTML standard's pattern of an e-mail address, with a dot required in the domain: it catches `maria@gmail`. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
/** Latin letters with every accent, as character-class content. */
const LETTERS = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ";
const WORD_USERNAME = new RegExp(`^[${LETTERS}0-9_]+$`);
const USERNAME = new RegExp(`^[${LETTERS}0-9 _.-]+$`);

/** E-mails are stored and compared in lower case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Composed accents, no outer and no double spaces: what is stored and shown. */
export function normalizeUsername(username: string): string {
  return username.normalize("NFC").trim().replace(/\s+/g, " ");
}

const email = (error: string) =>
  text({ max: 255, tidy: normalizeEmail, none: error, long: error }, z.regex(EMAIL, { error }));

const username = (pattern: RegExp, error: string) =>
  text(
    {
      min: 3,
      max: 40,
      tidy: normalizeUsername,
      none: messages.usernameTooShort,
      short: messages.usernameTooShort,
      long: messages.usernameTooLong,
    },
    z.regex(pattern, { error }),
  );

/** Whether a password has the three letters asked of it. */
export function hasThreeLetters(password: string): boolean {
  return (password.match(/\p{L}/gu)?.length ?? 0) >= 3;
}

/** A password being chosen. The most common ones are refused by the server alone, where the list is. */
const newPassword = text(
  {
    min: 8,
    max: 200,
    none: messages.passwordTooShort,
    short: messages.passwordTooShort,
    long: messages.passwordTooLong,
  },
  z.refine(hasThreeLetters, { error: messages.passwordNeedsLetters }),
);
/** The same typed again; that both are too long is told of the first. */
const passwordAgain = text({
  max: TYPED_PASSWORD,
  none: messages.passwordsDiffer,
  long: messages.passwordsDiffer,
});

/** Shown on `confirmPassword`, also while other fields are still wrong. */
const passwordsMatch = z.refine<{ password: string; confirmPassword: string } | null>(
  (form) => form?.password === form?.confirmPassword,
  { error: messages.passwordsDiffer, path: ["confirmPassword"], when: () => true },
);

/** Any valid e-mail, as the server stores it. */
export const emailText = email(messages.emailInvalid);
/** The rule that every username meets: design 4.10, also `/auth`'s register form. */
export const usernameText = username(USERNAME, messages.usernameCharacters);

/** A password that was chosen before: only the server knows whether it is right. */
const knownPassword = text({
  min: 8,
  max: TYPED_PASSWORD,
  none: messages.passwordTooShort,
  short: messages.passwordTooShort,
  long: messages.passwordTooLong,
});

export const loginForm = z.object({
  email: emailText,
  password: knownPassword,
  rememberMe: z.boolean(),
});
export type LoginForm = z.output<typeof loginForm>;

const registration = {
  email: emailText,
  password: newPassword,
  confirmPassword: passwordAgain,
  terms: z
    .boolean({ error: messages.termsRequired })
    .check(z.refine((accepted) => accepted, { error: messages.termsRequired })),
};

/** The modal's form: letters, digits and underscores alone. Profanity is checked beside it, where its list is loaded. */
export const registerModalForm = z
  .object({ username: username(WORD_USERNAME, messages.usernameWordCharacters), ...registration })
  .check(passwordsMatch);
/** The `/auth` page's form: the looser name. */
export const registerPageForm = z.object({ username: usernameText, ...registration }).check(passwordsMatch);
export type RegisterForm = z.output<typeof registerPageForm>;

export const forgotPasswordForm = z.object({ email: email(messages.emailInvalidForRecovery) });

export const resetPasswordForm = z
  .object({ password: newPassword, confirmPassword: passwordAgain })
  .check(passwordsMatch);

/** `POST /api/auth/check-user-exists` */
export const checkUserExistsRequest = z.object({ username: usernameText, email: emailText });
export const checkUserExistsAnswer = z.object({
  exists: z.boolean(),
  /** Which of the two is taken; absent when neither is. */
  field: z.optional(z.enum(["username", "email"])),
});
export type CheckUserExistsAnswer = z.infer<typeof checkUserExistsAnswer>;

/** `POST /api/account/blocked/…`: what a blocked person may still ask for, each time with the password. */
export const blockedUserRequest = z.object({
  email: emailText,
  password: knownPassword,
});
export type BlockedUserRequest = z.output<typeof blockedUserRequest>;

/** `POST /api/auth/resend-verification` */
export const resendVerificationRequest = z.object({ email: emailText });
export const resendVerificationAnswer = z.object({ message: z.string() });

/** `POST /api/auth/correct-email`: moves a sign-up that waits from a mistyped address to the right one. */
export const correctEmailRequest = z
  .object({ email: emailText, password: knownPassword, new_email: emailText })
  .check(
    z.refine((asked) => asked.email !== asked.new_email, {
      error: messages.emailUnchanged,
      path: ["new_email"],
    }),
  );
export const correctEmailAnswer = z.object({ message: z.string() });

/** What a mailed link carries; longer than any token is none. */
const linkToken = text({ max: 200 });

/** `POST /api/auth/mailed-link`: what a link is for. Asking changes nothing. */
export const mailedLinkRequest = z.object({ token_hash: linkToken });
const ofWhom = { email: z.string(), username: z.string() };
export const mailedLinkAnswer = z.discriminatedUnion("kind", [
  /** Spent, expired, or never ours. */
  z.object({ kind: z.literal("none") }),
  /** Sets a new password. */
  z.object({ kind: z.literal("recovery"), ...ofWhom }),
  /** Confirms a sign-up. */
  z.object({
    kind: z.literal("confirmation"),
    ...ofWhom,
    signed_up_at: z.iso.datetime(),
    /** Other sign-ups of the address that wait. */
    others_waiting: z.int(),
    /** Whether confirming takes the sign-up's password: not in the browser that signed up. */
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

/** A place where somebody is logged in. */
export const sessionView = z.object({
  id: z.uuid(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  /** Browser and system in words, such as `Chrome no Windows`. */
  device: z.string(),
  /** The address it was last refreshed from; null when that is not known. */
  ip: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  /** When it was last refreshed, about once an hour while it is used. */
  last_used_at: z.iso.datetime(),
});
export type SessionView = z.infer<typeof sessionView>;
/** `GET /api/account/sessions`: the one that asks first, then the latest used. */
export const sessionList = z.object({ sessions: z.array(sessionView) });
export type SessionList = z.infer<typeof sessionList>;
/** Anything that is not a session's id simply names none: 404, not 400. */
export const sessionParams = z.object({ id: pathPart });
/** `DELETE /api/account/sessions` and `…/{id}`; the password may be missing where none is needed. */
export const endSessionRequest = z.nullish(
  z.object({ password: z.nullish(text({ max: TYPED_PASSWORD, long: messages.passwordTooLong })) }),
);
/** `DELETE /api/account/sessions` */
export const endedSessions = z.object({ ended: z.int() });
export type EndedSessions = z.infer<typeof endedSessions>;
