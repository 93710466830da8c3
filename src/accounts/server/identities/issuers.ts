/** Talks with OpenID Connect issuers: authorization code with PKCE, state and nonce. Never within a transaction. */
import * as oidc from "openid-client";
import { emailText } from "#accounts/contract.ts";
import { identityMessages } from "#accounts/identity-messages.ts";
import type { Issuer } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";

/** Seconds for each of an issuer's answers; there are three or four of them. */
const TIMEOUT_SECONDS = 5;
/** Characters, OpenID Connect Core, section 2. */
const LONGEST_SUBJECT = 255;
/** Bytes of an issuer's answer, read in full before it is looked at. */
const MAX_BYTES = 256 * 1024;
/** Milliseconds until an issuer's endpoints are asked for again. */
const DISCOVERY_MS = 60 * 60 * 1000;

/** What only one sign-in knows. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** Whom an issuer has named. */
export interface Person {
  subject: string;
  /** Normalised; null unless the issuer says that it is theirs. */
  email: string | null;
  name: string | null;
}

/** Where issuers send people back to; operators register it there. */
export const callbackUrl = ({ publicUrl }: Context["config"]) => `${publicUrl}/auth/v1/callback`;

/** The issuer of a name in the sign-in protocol. @param refusal by default the wire contract's @throws AppError 400 */
export function requireIssuer(
  { config }: Pick<Context, "config">,
  provider: string | null | undefined,
  refusal = "Unsupported provider: provider is not enabled",
): Issuer {
  const issuer = config.issuers.find((known) => known.provider === provider);
  if (issuer) return issuer;
  throw new AppError(400, "oauth_provider_not_supported", refusal);
}

const boundedFetch: oidc.CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new TypeError("the issuer's answer is too large");
    parts.push(part);
  }
  return new Response(size ? Buffer.concat(parts) : null, answer);
};

const known = new WeakMap<Issuer, { until: number; configuration: Promise<oidc.Configuration> }>();

/** The issuer's endpoints and keys. @throws what openid-client throws */
export async function discover(issuer: Issuer): Promise<oidc.Configuration> {
  const found = known.get(issuer);
  if (found && found.until > Date.now()) return found.configuration;
  const url = new URL(issuer.url);
  const basic = oidc.ClientSecretBasic(issuer.clientSecret);
  const posted = oidc.ClientSecretPost(issuer.clientSecret);
  const configuration = oidc.discovery(
    url,
    issuer.clientId,
    undefined,
    (server, ...rest) =>
      (server.token_endpoint_auth_methods_supported?.includes("client_secret_post") ? posted : basic)(
        server,
        ...rest,
      ),
    {
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: boundedFetch,
      // Signatures too, though the tokens come from the issuer itself.
      execute: [
        oidc.enableNonRepudiationChecks,
        // The configuration allows it outside production alone.
        ...(url.protocol === "http:" ? [oidc.allowInsecureRequests] : []),
      ],
    },
  );
  known.set(issuer, { until: Date.now() + DISCOVERY_MS, configuration });
  configuration.catch(() => known.delete(issuer));
  return configuration;
}

/** Codes of openid-client when nothing that makes sense came in time. */
const AWAY = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_PARSE_ERROR"]);

/** What a failure means for the person. The reason is logged without the answer, which may hold tokens. */
function failureOf({ log }: Pick<Context, "log">, issuer: Issuer, error: unknown): AppError {
  const { name, code, message, cause } = error as Error & { code?: string };
  const reason = cause instanceof Error ? cause.message : message;
  log.warn({ provider: issuer.provider, error: name, code, reason }, "an issuer's answer is refused");
  if (error instanceof oidc.AuthorizationResponseError && error.error === "access_denied")
    return new AppError(400, "issuer_cancelled", identityMessages.cancelled);
  const isAway = error instanceof TypeError || AWAY.has(code ?? "");
  return isAway
    ? new AppError(503, "issuer_unavailable", identityMessages.unavailable)
    : new AppError(400, "issuer_refused", identityMessages.refused);
}

/**
 * Who links is asked for the account, even if one is signed in at the issuer: it may be somebody else's. Only Google is asked so,
 * because others may refuse a parameter that they do not know.
 */
export const accountChoiceOf = (
  { provider }: Pick<Issuer, "provider">,
  isLinking: boolean,
): { prompt?: string } => (isLinking && provider === "google" ? { prompt: "select_account" } : {});

/** The issuer's page where a person signs in, or links. @throws AppError 503 */
export async function issuerPage(
  ctx: Context,
  issuer: Issuer,
  secrets: FlowSecrets,
  isLinking: boolean,
): Promise<string> {
  try {
    const url = oidc.buildAuthorizationUrl(await discover(issuer), {
      redirect_uri: callbackUrl(ctx.config),
      scope: "openid email profile",
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: "S256",
      ...accountChoiceOf(issuer, isLinking),
    });
    return url.href;
  } catch (error) {
    throw failureOf(ctx, issuer, error);
  }
}

/** Claims about the person, from the ID token; where that has no address, from the endpoint for it. */
async function claimsOf(issuer: Issuer, query: URLSearchParams, redirectUri: string, secrets: FlowSecrets) {
  const configuration = await discover(issuer);
  const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
    pkceCodeVerifier: secrets.verifier,
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims() as oidc.IDToken;
  if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims;
  // Whether the address is verified is said where the address is.
  const { email, email_verified } = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { ...claims, email, email_verified };
}

/**
 * Exchanges an issuer's answer for the person whom it names.
 * @param query of the address that the issuer sent the browser to
 * @throws AppError 503 `issuer_unavailable`; 400 `issuer_cancelled`, `issuer_refused`
 */
export async function readPerson(
  ctx: Context,
  issuer: Issuer,
  query: URLSearchParams,
  secrets: FlowSecrets,
): Promise<Person> {
  const claims = await claimsOf(issuer, query, callbackUrl(ctx.config), secrets).catch((error: unknown) => {
    throw failureOf(ctx, issuer, error);
  });
  const { sub: subject, email, email_verified: isVerified, name } = claims;
  const parsed = emailText.safeParse(email);
  // As it is: what tidies a typed address would make another one of it, which nobody has verified.
  const isAsGiven =
    parsed.success &&
    typeof email === "string" &&
    /^[!-~]+$/.test(email) &&
    parsed.data === email.toLowerCase();
  if (subject.length > LONGEST_SUBJECT || subject.includes("\0"))
    throw new AppError(400, "issuer_refused", identityMessages.refused);
  const shown = typeof name === "string" ? name.replace(/\p{Cc}/gu, "").slice(0, 200) : null;
  return { subject, email: isVerified === true && isAsGiven ? parsed.data : null, name: shown };
}
