/** Whoever has stolen a session uses up no limit that stands before what its owner takes back, in another session. */
import type { LightMyRequestResponse } from "fastify";
import { beforeEach, expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { makePasskey } from "#tests/support/authenticator.ts";
import { createKey } from "#tests/support/keys.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createAdmin, createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp({ RATE_LIMITS: "on" });
const { call } = site;
type Act = () => Promise<LightMyRequestResponse>;

let ana: TestUser;
/** The stolen session. */
let thief: string;
beforeEach(async () => {
  ana = await createUser(site.ctx);
  thief = (await site.logIn(ana.email)).json().access_token;
  await site.ctx.rateLimits.forget("signInPerAddress", "127.0.0.1");
});

const NEW = "pitomba-nova-de-ana-9";
const change = (who: { token: string } | string, payload: object) =>
  call("PUT", "/auth/v1/user", who, payload);
const guess: Act = () => change(thief, { password: NEW, current_password: "errada-mesmo-9" });
const rename: Act = () => change(thief, { data: { cor: "azul" } });

/** Her own session, as a login of some hours ago or a mailed link has left it. */
async function opened(how: "long ago" | "by a mailed link"): Promise<void> {
  await site.sql(
    how === "long ago"
      ? "update sessions set created_at = now() - interval '2 hours' where user_id = $1"
      : "update sessions set auth_method = 'otp' where user_id = $1",
    ana.id,
  );
}

/** What the owner takes back: what the thief repeats, and her own call. */
const CASES: [what: string, prepare: () => Promise<{ thief: Act; owner: Act }>][] = [
  [
    "a new password, while passwords are guessed",
    async () => ({
      thief: guess,
      owner: () => change(ana, { password: NEW, current_password: PASSWORD }),
    }),
  ],
  [
    "a new password, while names are changed",
    async () => ({
      thief: rename,
      owner: () => change(ana, { password: NEW, current_password: PASSWORD }),
    }),
  ],
  [
    "a new password by a mailed link",
    async () => {
      await opened("by a mailed link");
      return { thief: guess, owner: () => change(ana, { password: NEW }) };
    },
  ],
  [
    "all other sessions, ended in an old one",
    async () => {
      await opened("long ago");
      return {
        thief: guess,
        owner: () => call("DELETE", "/api/account/sessions", ana, { password: PASSWORD }),
      };
    },
  ],
  [
    "a passkey, removed",
    async () => {
      const { keyId } = await makePasskey(site, ana);
      const path = `/api/account/passkeys/${keyId}`;
      return {
        thief: () => call("PATCH", path, thief, { name: "Celular" }),
        owner: () => call("DELETE", path, ana),
      };
    },
  ],
  [
    "a key, revoked",
    async () => {
      const { id } = await createKey(site, ana);
      const wanted = { name: "Editor", scopes: ["read"], expires_in_days: 30 };
      return {
        thief: () => call("POST", "/api/account/keys", thief, wanted),
        owner: () => call("DELETE", `/api/account/keys/${id}`, ana),
      };
    },
  ],
  [
    "a prompt that was deleted, while others are edited",
    async () => {
      const [kept, deleted] = [await publishPrompt(site, ana), await publishPrompt(site, ana)];
      await call("DELETE", `/api/prompts/${deleted.id}`, thief);
      return {
        thief: () => call("PATCH", `/api/prompts/${kept.id}`, thief, {}),
        owner: () => call("POST", `/api/prompts/${deleted.id}/restore`, ana),
      };
    },
  ],
  [
    "a prompt that was deleted, while it is deleted again and again",
    async () => {
      const { id } = await publishPrompt(site, ana);
      return {
        thief: () => call("DELETE", `/api/prompts/${id}`, thief),
        owner: () => call("POST", `/api/prompts/${id}/restore`, ana),
      };
    },
  ],
];

test.each(CASES)("the owner takes back %s", async (_, prepare) => {
  const { thief, owner } = await prepare();
  let status = 0;
  // Far beyond every limit that a session reaches.
  for (let calls = 0; calls < 200 && status !== 429 && status !== 409; calls++)
    status = (await thief()).statusCode;
  expect([409, 429]).toContain(status);
  const { statusCode, body } = await owner();
  expect(statusCode, body).toBeLessThan(300);
});

test("guesses end for who opens any number of sessions, too", async () => {
  await site.ctx.rateLimits.forget("passwordPerAccount", ana.id);
  for (let n = 0; n < 100; n++) await site.ctx.rateLimits.take("passwordPerAccount", ana.id);
  expect((await guess()).statusCode).toBe(429);
  // A mailed link asks for none.
  await opened("by a mailed link");
  expect((await change(ana, { password: NEW })).statusCode).toBe(200);
});

test("the owner gets the mail for the first passkey of staff", async () => {
  const admin = await createAdmin(site.ctx);
  const stolen = (await site.logIn(admin.email)).json().access_token;
  const ask = (who: TestUser | string) => call("POST", "/api/account/passkeys/challenge", who, {});
  let asked = 0;
  while ((await ask(stolen)).statusCode !== 429 && asked < 50) asked++;
  expect(asked).toBe(5);
  expect((await ask(admin)).statusCode).not.toBe(429);
});
