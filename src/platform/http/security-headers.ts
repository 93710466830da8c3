/** Security headers of every response: Content-Security-Policy, HSTS and others. */
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import type { Config } from "#platform/config/config.ts";

/**
 * Computes the headers once, because they are the same for all responses. Doing so for each request would cost more
 * than sending a cached response.
 * @param live omits the Content-Security-Policy, because Vite's development server uses inline scripts and styles
 */
export function securityHeaders(config: Config, live: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  };
  const guard = helmet({
    contentSecurityPolicy: !live && contentSecurityPolicy(config),
    hsts: config.publicUrl.startsWith("https:") && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    frameguard: { action: "deny" },
  });
  // Helmet sets headers on a response; this object records them.
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  guard({} as IncomingMessage, recorder as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

/** The Content-Security-Policy of every response. */
function contentSecurityPolicy(config: Config) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // Forms preview a local picture before it is uploaded.
      imgSrc: ["'self'", "data:", "blob:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(config.publicUrl.startsWith("https:") && { upgradeInsecureRequests: [] }),
    },
  };
}
