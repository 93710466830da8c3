/** An issuer that lies, dawdles or is away, answers on their way that somebody changes, and people who press strange links. */
import { createHash, randomBytes } from "node:crypto";
import { decodeJwt, type JWTPayload, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { startIssuer } from "#tests/support/issuer.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const SITE = "http://localhost:3000";
const VERIFIER = randomBytes(32).toString("base64url");
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const issuer = await startIssuer();
const other = await startIssuer("Outro");
afterAll(() => {
  issuer.close();
  other.close();
});
const lines: string[] = [];
const site = setUpTestApp(issuer.env);
let ana: TestUser;
beforeAll(async () => {
  ana = await createUser(site.ctx);
  // What is logged, whatever the level.
  for (const level of ["warn", "error", "info"] as const)
    site.ctx.log[level] = ((...said: unknown[]) => lines.push(JSON.stringify(said))) as never;
});
beforeEach(async () => {
  issuer.tamper = issuer.instead = undefined;
  issuer.person = { sub: "ana", email: ana.email, email_verified: true, name: "Ana" };
  lines.length = 0;
  await site.sql("delete from identities where true");
  await site.sql(
    "insert into identities (user_id, issuer, subject, email) values ($1, $2, 'ana', $3)",
    ana.id,
    issuer.url,
    ana.email,
  );
});

const authorize = (more: Record<string, string> = {}) =>
  site.call(
    "GET",
    `/auth/v1/authorize?${new URLSearchParams({
      provider: "oidc",
      redirect_to: `${SITE}/entrar-com`,
      code_challenge: CHALLENGE,
      code_challenge_method: "s256",
      ...more,
    })}`,
  );
/** The issuer's answer to a new sign-in: a path of the site. */
async function answered(): Promise<string> {
  const { headers } = await authorize();
  return (await issuer.signIn(headers.location as string)).slice(SITE.length);
}
async function redirectOf(path: string): Promise<URL> {
  const { headers } = await site.call("GET", path);
  return new URL(headers.location as string);
}
const exchange = (code: string | null, code_verifier = VERIFIER) =>
  site.post("/auth/v1/token?grant_type=pkce", { auth_code: code, code_verifier });
/** With what the way back from the issuer ends. */
async function ending(path?: string): Promise<string | null> {
  const page = await redirectOf(path ?? (await answered()));
  expect(page.origin + page.pathname).toBe(`${SITE}/entrar-com`);
  const { searchParams } = page;
  expect(searchParams.has("code")).toBe(!searchParams.has("error_code"));
  return searchParams.get("error_code");
}

/** Has the issuer sign other claims than it would. */
function claiming(change: (claims: JWTPayload) => JWTPayload) {
  issuer.tamper = async (path, body) =>
    path === "/token" && { ...body, id_token: await issuer.sign(change(decodeJwt(String(body.id_token)))) };
}

test("an honest answer opens the account, once", async () => {
  claiming((claims) => claims);
  const path = await answered();
  const code = (await redirectOf(path)).searchParams.get("code");
  // Nothing has happened but for the browser that began.
  expect((await exchange(code, randomBytes(32).toString("base64url"))).json().error_code).toBe(
    "bad_code_verifier",
  );
  expect((await exchange(code)).json().user.id).toBe(ana.id);
  expect((await exchange(code)).json().error_code).toBe("flow_state_not_found");
  expect(await ending(path)).toBe("flow_state_not_found");
});

describe("an ID token is refused", () => {
  const now = () => Math.floor(Date.now() / 1000);
  test.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ["with another nonce", (claims) => ({ ...claims, nonce: "de-outro-acesso" })],
    ["without a nonce", ({ nonce: _, ...claims }) => claims],
    ["of another issuer", (claims) => ({ ...claims, iss: "https://accounts.google.com" })],
    ["for another audience", (claims) => ({ ...claims, aud: "outro-site" })],
    [
      "for several audiences, by another party",
      (claims) => ({ ...claims, aud: ["prompteca", "x"], azp: "x" }),
    ],
    ["that has expired", (claims) => ({ ...claims, iat: now() - 7200, exp: now() - 3600 })],
    ["without an expiry", ({ exp: _, ...claims }) => claims],
    ["without a subject", ({ sub: _, ...claims }) => claims],
  ])("%s", async (_, change) => {
    claiming(change);
    expect(await ending()).toBe("issuer_refused");
  });

  test("that nobody has signed", async () => {
    issuer.tamper = (path, body) =>
      path === "/token" && {
        ...body,
        id_token: new UnsecuredJWT(decodeJwt(String(body.id_token))).encode(),
      };
    expect(await ending()).toBe("issuer_refused");
  });

  test("that somebody else has signed", async () => {
    issuer.tamper = async (path, body) =>
      path === "/token" && { ...body, id_token: await other.sign(decodeJwt(String(body.id_token))) };
    expect(await ending()).toBe("issuer_refused");
  });

  test("whose person differs from the one at the endpoint for its address", async () => {
    issuer.tamper = async (path, body) => {
      if (path === "/me") return { ...body, sub: "outra", email: ana.email, email_verified: true };
      if (path !== "/token") return undefined;
      const { email: _, email_verified: __, ...claims } = decodeJwt(String(body.id_token));
      return { ...body, id_token: await issuer.sign(claims) };
    };
    expect(await ending()).toBe("issuer_refused");
  });
});

describe("an answer is refused", () => {
  test.each<[string, (query: URLSearchParams) => void, string]>([
    ["without a state", (query) => query.delete("state"), "flow_state_not_found"],
    [
      "with a made-up state",
      (query) => query.set("state", `${crypto.randomUUID()}.x`),
      "flow_state_not_found",
    ],
    [
      "with a state by another key",
      (query) => query.set("state", `${query.get("state")?.slice(0, -2)}zz`),
      "flow_state_not_found",
    ],
    ["of another issuer (mix-up)", (query) => query.set("iss", other.url), "issuer_refused"],
    ["without the issuer, which names itself", (query) => query.delete("iss"), "issuer_refused"],
    ["with a code that it did not give", (query) => query.set("code", "inventado"), "issuer_refused"],
    ["without a code", (query) => query.delete("code"), "issuer_refused"],
    ["with two states", (query) => query.append("state", "x"), "issuer_refused"],
  ])("%s", async (_, change, code) => {
    const [path = "", search] = (await answered()).split("?");
    const query = new URLSearchParams(search);
    change(query);
    expect(await ending(`${path}?${query}`)).toBe(code);
  });

  test("with the code of another sign-in: it belongs to that one's verifier and nonce", async () => {
    const [one, two] = [new URL(await answered(), SITE), new URL(await answered(), SITE)];
    one.searchParams.set("code", two.searchParams.get("code") as string);
    expect(await ending(one.pathname + one.search)).toBe("issuer_refused");
  });

  test("after ten minutes", async () => {
    const path = await answered();
    await site.sql("update issuer_flows set expires_at = now() - interval '1 second' where true");
    expect(await ending(path)).toBe("flow_state_not_found");
  });

  test("sent twice at once", async () => {
    const path = await answered();
    const endings = await Promise.all([ending(path), ending(path), ending(path)]);
    expect(endings.filter((code) => code === null)).toHaveLength(1);
  });

  test("sent again, though the issuer would answer for it again", async () => {
    let answer = "";
    issuer.tamper = (path, body) => {
      if (path === "/token") answer = JSON.stringify(body);
    };
    const path = await answered();
    expect(await ending(path)).toBeNull();
    issuer.instead = (request, response) => {
      if (request.url !== "/token") return false;
      response.writeHead(200, { "content-type": "application/json" }).end(answer);
      return true;
    };
    expect(await ending(path)).toBe("flow_state_not_found");
  });

  test("that the person has cancelled", async () => {
    issuer.person = null;
    expect(await ending()).toBe("issuer_cancelled");
  });
});

test("the site's own code is not sent to an issuer by a way back that leads to the callback", async () => {
  const asked: string[] = [];
  const { headers } = await authorize();
  const state = new URL(headers.location as string).searchParams.get("state");
  for (const path of ["/auth/v1/callback", "/%61uth/v1/callback"]) {
    const way = await authorize({ redirect_to: `${SITE}${path}?state=${state}` });
    const answer = await issuer.signIn(way.headers.location as string);
    const back = await redirectOf(answer.slice(SITE.length));
    expect(back.searchParams.has("code")).toBe(true);
    issuer.tamper = (asking) => void asked.push(asking);
    const end = await redirectOf(back.pathname + back.search);
    expect(end.searchParams.get("error_code")).toBe("flow_state_not_found");
    expect(asked).toEqual([]);
    issuer.tamper = undefined;
  }
});

describe("the way to the issuer", () => {
  test.each([
    ["//mal.example/x", "/"],
    ["https://mal.example/", "/"],
    ["https://localhost:3000.mal.example/", "/"],
    ["http://localhost:3000@mal.example/", "/"],
    ["https://um-nome-comprido.mal.example/", "/"],
    ["javascript:alert(1)", "/"],
    [`${SITE}\\@mal.example`, "/@mal.example"],
    [`${SITE}/prompts?search=café#x`, "/prompts?search=caf%C3%A9"],
  ])("comes back to this site alone: %s", async (redirect_to, path) => {
    const { headers } = await authorize({ redirect_to });
    const back = await issuer.signIn(headers.location as string);
    const page = await redirectOf(back.slice(SITE.length));
    page.searchParams.delete("code");
    expect(page.href).toBe(SITE + path);
  });

  test.each<[string, Record<string, string>]>([
    ["without a challenge", { code_challenge: "", code_challenge_method: "" }],
    ["with a plain one, which is the secret itself", { code_challenge_method: "plain" }],
    ["with a short one", { code_challenge: "abc" }],
    ["to an unknown provider", { provider: "google" }],
    ["to a provider of the prototype", { provider: "constructor" }],
  ])("is not begun %s", async (_, more) => {
    const { statusCode, headers } = await authorize(more);
    expect(statusCode).toBe(400);
    expect(headers.location).toBeUndefined();
  });

  test("tells neither the site's secrets nor the browser's", async () => {
    const { headers } = await authorize();
    const [{ id }] = (await site.sql("select id from issuer_flows order by expires_at desc limit 1")) as [
      { id: string },
    ];
    const url = new URL(headers.location as string);
    expect(url.searchParams.get("code_challenge_method")).toBe("S256");
    expect(url.searchParams.get("redirect_uri")).toBe(`${SITE}/auth/v1/callback`);
    expect(headers["referrer-policy"]).toBe("no-referrer");
    const row = JSON.stringify(await site.sql("select * from issuer_flows where id = $1", id));
    for (const secret of [
      url.searchParams.get("nonce"),
      url.searchParams.get("state")?.split(".")[1],
      VERIFIER,
    ])
      expect(row).not.toContain(secret);
  });
});

describe("an issuer that", () => {
  /** Has the site forget what it knows of the issuer. */
  const forget = () => {
    site.ctx.config.issuers[0] = { ...(site.ctx.config.issuers[0] as (typeof site.ctx.config.issuers)[0]) };
  };

  test("is away is said to be, at once and when it answers again all goes on", async () => {
    forget();
    issuer.instead = (request) => void request.destroy() === undefined;
    const { statusCode, headers } = await authorize();
    expect(statusCode).toBe(303);
    const page = new URL(headers.location as string);
    expect(page.pathname).toBe("/entrar-com");
    expect(page.searchParams.get("error_code")).toBe("issuer_unavailable");
    expect(page.searchParams.get("error_description")).toBe(
      "O serviço não respondeu. Tente de novo em alguns minutos ou entre com e-mail e senha.",
    );
    issuer.instead = undefined;
    expect(await ending()).toBeNull();
  });

  test.each<[string, number, string]>([
    ["fails", 500, "{}"],
    ["talks nonsense", 200, "<html>"],
    ["names another issuer in its discovery", 200, JSON.stringify({ issuer: "https://accounts.google.com" })],
  ])("%s is not followed", async (_, status, body) => {
    forget();
    issuer.instead = (_request, response) => {
      response.writeHead(status, { "content-type": "application/json" }).end(body);
      return true;
    };
    const page = new URL((await authorize()).headers.location as string);
    expect(page.origin).toBe(SITE);
    expect(page.searchParams.get("error_code")).toMatch(/^issuer_(?:unavailable|refused)$/);
    issuer.instead = undefined;
    forget();
  });

  test("answers without end is cut off", async () => {
    const path = await answered();
    let sent = 0;
    issuer.instead = (request, response) => {
      if (request.url !== "/token") return false;
      response.writeHead(200, { "content-type": "application/json" });
      const more = () => {
        do sent += 65_536;
        while (!response.destroyed && response.write(" ".repeat(65_536)));
      };
      response.on("drain", more);
      more();
      return true;
    };
    expect(await ending(path)).toBe("issuer_unavailable");
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  test("dawdles holds no connection, and is given up after seconds", async () => {
    const path = await answered();
    issuer.instead = (request, response) => {
      if (request.url !== "/token") return false;
      // A byte now and then keeps a connection alive.
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 200);
      response.on("close", () => clearInterval(drip));
      return true;
    };
    const waiting = ending(path);
    await expect.poll(() => issuer.asked.at(-1)).toBe("/token");
    // Jobs have one now and then.
    await expect.poll(() => site.ctx.pool.totalCount - site.ctx.pool.idleCount).toBe(0);
    expect(issuer.asked.at(-1)).toBe("/token");
    expect(await waiting).toBe("issuer_unavailable");
  });

  test("redirects its answers is not followed", async () => {
    const path = await answered();
    issuer.instead = (request, response) => {
      if (request.url !== "/token") return false;
      response.writeHead(307, { location: `${other.url}/token` }).end();
      return true;
    };
    other.asked.length = 0;
    expect(await ending(path)).toMatch(/^issuer_/);
    expect(other.asked).toEqual([]);
  });
});

test("no token, code, secret or address is in the log", async () => {
  claiming((claims) => ({ ...claims, nonce: "outro" }));
  const secrets: string[] = [];
  const tamper = issuer.tamper;
  issuer.tamper = (path, body) => {
    if (path === "/token") secrets.push(String(body.access_token), String(body.id_token));
    return tamper?.(path, body);
  };
  const path = await answered();
  const { searchParams } = new URL(path, SITE);
  secrets.push(searchParams.get("code") as string, searchParams.get("state") as string, PASSWORD, ana.email);
  expect(await ending(path)).toBe("issuer_refused");
  const said = lines.join("\n");
  expect(said).toContain("sign_in_failed");
  expect(said).toContain("an issuer's answer is refused");
  expect(said).toContain("nonce");
  for (const secret of secrets) expect(said).not.toContain(secret);
  expect(said).not.toContain(issuer.env.OIDC_CLIENT_SECRET);
});
