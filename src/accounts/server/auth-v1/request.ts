/** Parses requests: addresses, optional texts, who opens a page. */
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { emailText, normalizeEmail, TYPED_PASSWORD } from "#accounts/contract.ts";
import { text } from "#language/text.ts";
import { AppError } from "#platform/http/errors.ts";

/**
 * An optional text. Clients send null for omitted fields.
 * @param max characters
 */
const optional = (max: number) =>
  z.nullish(
    text({
      max,
      asIs: true,
      none: "Invalid input: expected string",
      long: `Cannot be longer than ${max} characters`,
    }),
  );

/** Addresses, tokens, codes, links. */
export const optionalText = optional(4096);
/** A password, new or old; the length of new ones is checked where they are chosen. */
export const optionalPassword = optional(TYPED_PASSWORD);

/** The client's metadata of an account; each part is validated where it is used. */
export const clientData = z.nullish(
  z.custom<Record<string, unknown>>((data) => typeof data === "object" && !Array.isArray(data)),
);

/** PKCE parameters, only validated: our mails' links work in any browser without a code. */
export const pkceFields = { code_challenge: optionalText, code_challenge_method: optionalText };

/** The refusal of malformed input. */
export const invalid = (message: string, field?: string) =>
  new AppError(400, "validation_failed", message, field ? { field } : {});

/**
 * A deliverable e-mail address, in lower case.
 * @throws AppError 400 as in the wire contract
 */
export function requireEmail(value: string | null | undefined): string {
  if (!value?.trim()) throw invalid("An email address is required", "email");
  if (normalizeEmail(value).length > 255) throw invalid("An email address is too long", "email");
  const parsed = emailText.safeParse(value);
  if (!parsed.success) throw invalid("Unable to validate email address: invalid format", "email");
  return parsed.data;
}

/** @throws AppError 400 unless both PKCE fields are present and well-formed, or neither is (wire contract) */
export function checkPkce(body: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}): void {
  const { code_challenge: challenge, code_challenge_method: method } = body;
  if (!challenge && !method) return;
  if (!challenge || !method) throw invalid("PKCE flow requires code_challenge_method and code_challenge");
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge))
    throw invalid("code challenge is not valid", "code_challenge");
  if (!/^(?:s256|plain)$/i.test(method))
    throw invalid("invalid code_challenge_method", "code_challenge_method");
}

/**
 * Only who goes there uses up a limit: pictures, frames and calls of other pages would use up that of whoever looks at them.
 * Old browsers and programs say nothing of it.
 * @throws AppError 403
 */
export function requireNavigation({ headers }: Pick<FastifyRequest, "headers">): void {
  const { "sec-fetch-dest": dest = "document" } = headers;
  if (dest !== "document" || headers["sec-purpose"] !== undefined)
    throw new AppError(403, "not_a_navigation", "This address is for a page that the person opens");
}
