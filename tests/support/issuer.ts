/** An OpenID Connect issuer on this machine: npm's `oidc-provider`, whose answers a test may change on their way. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import Provider from "oidc-provider";
import { closedAtEnd } from "./left-open.ts";

/** Whom the issuer signs in. */
export interface IssuerPerson {
  sub: string;
  email?: string;
  email_verified?: unknown;
  name?: string;
}

export interface TestIssuer {
  url: string;
  /** OIDC_… of a site that offers it. */
  env: Record<string, string>;
  /** Whoever signs in from now on; null cancels. */
  person: IssuerPerson | null;
  /** Changes the answer of a path: the parsed body is given, the new one returned; nothing leaves it. */
  tamper: ((path: string, body: Record<string, unknown>) => Promise<unknown> | unknown) | undefined;
  /** Answers in place of the issuer. */
  instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** The paths that were asked for. */
  asked: string[];
  /** An ID token of the issuer's own key with these claims. */
  sign(claims: JWTPayload): Promise<string>;
  /** Signs the person in, as a browser would. @param url the issuer's page @returns the site's address with the answer */
  signIn(url: string): Promise<string>;
  close(): void;
}

const CLIENT = { client_id: "prompteca", client_secret: "jabuticaba-e-pitanga-do-emissor" };

/** @param name of the button */
export const startIssuer = (name = "Jabuti ID"): Promise<TestIssuer> => closedAtEnd(() => start(name));

async function start(name: string): Promise<TestIssuer> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: "k1", alg: "RS256", use: "sig" };
  const provider = new Provider(url, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: ["http://localhost/auth/v1/callback"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ["of the tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    // Google's ID token has the address; others have it at an endpoint of its own.
    conformIdTokenClaims: false,
    findAccount: (_ctx: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ ...issuer.person, sub }),
    }),
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  } as ConstructorParameters<typeof Provider>[1]);
  // Sites of tests listen on ports of their own.
  (
    provider.Client.prototype as unknown as { redirectUriAllowed: (uri: string) => boolean }
  ).redirectUriAllowed = (uri) => /^http:\/\/localhost:\d+\/auth\/v1\/callback$/.test(uri);

  async function interact(request: IncomingMessage, response: ServerResponse) {
    const { params, prompt, grantId } = await provider.interactionDetails(request, response);
    const { person } = issuer;
    if (!person) {
      await provider.interactionFinished(request, response, { error: "access_denied" });
    } else if (prompt.name === "login") {
      await provider.interactionFinished(request, response, { login: { accountId: person.sub } });
    } else {
      const found = grantId && (await provider.Grant.find(grantId));
      const grant =
        found || new provider.Grant({ accountId: person.sub, clientId: String(params.client_id) });
      grant.addOIDCScope(String(params.scope));
      await provider.interactionFinished(
        request,
        response,
        { consent: { grantId: await grant.save() } },
        { mergeWithLastSubmission: true },
      );
    }
  }

  /** Holds the body back until the test has seen it. */
  function holdBack(path: string, response: ServerResponse) {
    const parts: Buffer[] = [];
    const end = response.end.bind(response);
    response.write = (part: unknown) => parts.push(Buffer.from(part as string)) > 0;
    response.end = ((part?: unknown) => {
      if (part) parts.push(Buffer.from(part as string));
      const body = Buffer.concat(parts);
      const change = async () => {
        const changed = await issuer.tamper?.(path, JSON.parse(body.toString()));
        return changed ? JSON.stringify(changed) : body;
      };
      change().then((sent) => {
        if (!response.headersSent) response.setHeader("content-length", Buffer.byteLength(sent));
        end(sent);
      });
      return response;
    }) as typeof response.end;
  }

  const handle = provider.callback();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split("?")[0] ?? "";
    issuer.asked.push(path);
    if (issuer.instead?.(request, response)) return;
    if (path.startsWith("/interaction/")) return void interact(request, response);
    if (issuer.tamper && ["/token", "/me", "/jwks", "/.well-known/openid-configuration"].includes(path))
      holdBack(path, response);
    void handle(request, response);
  });

  const issuer: TestIssuer = {
    url,
    env: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_NAME: name,
    },
    person: null,
    tamper: undefined,
    instead: undefined,
    asked: [],
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "k1", typ: "JWT" }).sign(privateKey),
    async signIn(start) {
      const jar = new Map<string, string>();
      let next = start;
      while (next.startsWith(url)) {
        const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
        const answer = await fetch(next, { redirect: "manual", headers: { cookie } });
        for (const line of answer.headers.getSetCookie()) {
          const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          if (value) jar.set(key, value);
          else jar.delete(key);
        }
        const location = answer.headers.get("location");
        if (!location) throw new Error(`${next}: ${answer.status} ${await answer.text()}`);
        next = new URL(location, next).href;
      }
      return next;
    },
    close: () => void server.close().closeAllConnections(),
  };
  return issuer;
}
