/** Access to pages for this machine only: `/dev/*`, and `/metrics` unless it has a token of its own. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { isLoopbackHost } from "#platform/config/config-values.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "./errors.ts";

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;
/** Headers that proxies add: the request then comes from another machine, even if TRUST_PROXY is not set. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded-.+|x-original-.+|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.+|proxy-.+)$/;

/**
 * Whether a request comes directly from this machine. Proxy headers must be absent, because they could claim any
 * address. The host must be a loopback name: another site could let its own name resolve to this machine, and read the
 * response in the browser (DNS rebinding). HTTP/1.0 is refused: nginx uses it, and by default adds no header.
 */
function isLoopback({ ip, socket, headers, raw }: FastifyRequest): boolean {
  if (!LOOPBACK.test(socket.remoteAddress ?? "") || !LOOPBACK.test(ip)) return false;
  const host = headers.host?.replace(/:\d{1,5}$/, "") ?? "";
  if (!isLoopbackHost(host) || raw.httpVersion === "1.0") return false;
  return !Object.keys(headers).some((name) => FORWARDED.test(name));
}

/**
 * Derives the token for these pages on a public site. It has a proxy in front of it, and one that adds no headers looks
 * like this machine. The token changes only with SECRET_KEY.
 * @returns undefined when PUBLIC_URL is a loopback address: the pages are then open to this machine only
 */
export function localToken({ config, secrets }: Pick<Context, "config" | "secrets">): string | undefined {
  if (isLoopbackHost(new URL(config.publicUrl).hostname)) return undefined;
  return secrets.mac("pages of this machine", "").toString("base64url");
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** The token of a request: `Bearer`, or for browsers the password of `Basic` with any name (RFC 6750, RFC 7617). */
function givenToken(authorization = ""): string {
  const [, scheme = "", credentials = ""] = /^(bearer|basic) (\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== "basic") return credentials;
  return Buffer.from(credentials, "base64")
    .toString()
    .replace(/^[^:]*:/, "");
}

/**
 * Checks that a request may see these pages.
 * @param token the required token; without one, the request must come from this machine
 * @throws AppError 401 for a wrong or missing token; 404 for other machines when no token is configured
 */
export function requireLocal(request: FastifyRequest, token: string | undefined): void {
  if (!token) {
    if (isLoopback(request)) return;
    throw new AppError(404, "not_found", "Endereço não encontrado.");
  }
  // Digests have equal lengths, so that the comparison takes constant time.
  if (timingSafeEqual(digest(givenToken(request.headers.authorization)), digest(token))) return;
  throw new AppError(401, "unauthorized", "O token está errado ou não foi informado.", {
    headers: { "www-authenticate": 'Basic realm="Prompteca", charset="UTF-8"' },
  });
}
