/** What guards every answer: the Content-Security-Policy, HSTS and their like. */
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import type { Config } from "#platform/config/config.ts";

/**
 * The headers are the same for all answers, so they are worked out once: per request that would cost more than sending a
 * kept answer does.
 * @param live while developing Vite brings inline scripts and styles: no Content-Security-Policy then
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
  // Helmet speaks to a response; this one only takes notes.
  const notes = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  guard({} as IncomingMessage, notes as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

/** The Content-Security-Policy, the same for every answer. */
function contentSecurityPolicy(config: Config) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // The picture of a form is previewed from the device before it is sent.
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
