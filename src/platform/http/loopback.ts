/** Who may see what is for this machine alone: `/dev/*`, and `/metrics` where it has no token of its own. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { isLoopbackHost } from "#platform/config/config-values.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "./errors.ts";

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;
/** What a proxy adds: the caller is then whoever asked the proxy, also when TRUST_PROXY does not tell of it. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded-.+|x-original-.+|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.+|proxy-.+)$/;

/**
 * Whether nobody stands between the caller and this machine: a header could claim any address, so none may be there. A page
 * elsewhere can have its own name lead here, and would read what the browser gets: it must have asked for this machine by a name
 * that is nobody else's. Programs speak HTTP/1.1; nginx speaks 1.0 to what is behind it, and says nothing else of itself.
 */
function isLoopback({ ip, socket, headers, raw }: FastifyRequest): boolean {
  if (!LOOPBACK.test(socket.remoteAddress ?? "") || !LOOPBACK.test(ip)) return false;
  const host = headers.host?.replace(/:\d{1,5}$/, "") ?? "";
  if (!isLoopbackHost(host) || raw.httpVersion === "1.0") return false;
  return !Object.keys(headers).some((name) => FORWARDED.test(name));
}

/**
 * What opens these pages on a site that people reach under a name: some proxy stands before it, and one that tells nothing of
 * itself looks like this machine. It holds as long as SECRET_KEY does.
 * @returns undefined where PUBLIC_URL is this machine's: then they are open to it, and to nobody else
 */
export function localToken({ config, secrets }: Pick<Context, "config" | "secrets">): string | undefined {
  if (isLoopbackHost(new URL(config.publicUrl).hostname)) return undefined;
  return secrets.mac("pages of this machine", "").toString("base64url");
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** The token of a call: as `Bearer`, or for browsers as the password of `Basic` with any name (RFC 6750, RFC 7617). */
function givenToken(authorization = ""): string {
  const [, scheme = "", credentials = ""] = /^(bearer|basic) (\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== "basic") return credentials;
  return Buffer.from(credentials, "base64")
    .toString()
    .replace(/^[^:]*:/, "");
}

/**
 * @param token what the caller must show; where there is none the caller must be this machine
 * @throws AppError 401 for a wrong or missing token; 404 where there is none and the caller is elsewhere: to them there is no such page
 */
export function requireLocal(request: FastifyRequest, token: string | undefined): void {
  if (!token) {
    if (isLoopback(request)) return;
    throw new AppError(404, "not_found", "Endereço não encontrado.");
  }
  // Of equal length, so that comparing takes the same time whatever was given.
  if (timingSafeEqual(digest(givenToken(request.headers.authorization)), digest(token))) return;
  throw new AppError(401, "unauthorized", "O token está errado ou falta.", {
    headers: { "www-authenticate": 'Basic realm="Prompteca", charset="UTF-8"' },
  });
}
