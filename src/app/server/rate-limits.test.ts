/** Each rate limit, reached by the call that it counts. */
import { createHash, randomBytes } from "node:crypto";
import type { InjectOptions } from "fastify";
import { decodeJwt } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import type { CreatedKey } from "#accounts/key-contract.ts";
import { createToken, tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { RATE_LIMITS, type RateLimitName } from "#platform/http/rate-limits.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createTestApp } from "#tests/support/app.ts";
import { createAuthenticator } from "#tests/support/authenticator.ts";
import { createKey } from "#tests/support/keys.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createAdmin, createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp({ RATE_LIMITS: "on" });
let ana: TestUser;
let key: CreatedKey;
/** A prompt that Ana publishes, and its path. */
let newPrompt: { title: string; content: string; llm_type_id: number; thumbnail_url: string };
let admin: TestUser;
let promptPath: string;
/** A public collection of Ana's. */
let shownPath: string;
/** A sign-up that waits for its confirmation. */
let waiting: { id: string; token: string };

beforeAll(async () => {
  ana = await createUser(site.ctx);
  admin = await createAdmin(site.ctx);
  key = await createKey(site, ana);
  newPrompt = {
    title: "Um prompt para contar",
    content: "Escreva com calma.",
    llm_type_id: 1,
    thumbnail_url: await pictureDataUrl(),
  };
  promptPath = `/api/prompts/${(await site.call("POST", "/api/prompts", ana, newPrompt)).json().id}`;
  const shown =
    "insert into collections (user_id, title, is_public) values ($1, 'À mostra', true) returning id";
  shownPath = `/api/collections/${(await site.ctx.pool.query(shown, [ana.id])).rows[0].id}`;
  const { rows } = await site.ctx.pool.query(
    "insert into signups (email, username, password_hash) values ('e@exemplo.com.br', 'Espera', 'x') returning id, expires_at",
  );
  const [{ id, expires_at }] = rows;
  const token = tokenOf(site.ctx, await createToken(site.ctx, site.ctx.db, { signupId: id }, expires_at));
  waiting = { id, token };
});

const stranger = "ninguem@exemplo.com.br";

const post = (url: string, payload?: object): InjectOptions => ({
  method: "POST",
  url,
  ...(payload && { payload }),
});
const asAdmin = (call: InjectOptions): InjectOptions => ({
  ...call,
  headers: { authorization: `Bearer ${admin.token}` },
});
/** Well-formed, and nobody's. */
const someCredential = createAuthenticator().get("x");
const sessionOf = ({ token }: TestUser) => decodeJwt(token).session_id as string;
const asAna = (call: InjectOptions): InjectOptions => ({
  ...call,
  headers: { authorization: `Bearer ${ana.token}` },
});
const logIn = (email: string) => post("/auth/v1/token?grant_type=password", { email, password: PASSWORD });
const signUp = (email: string, username: string) =>
  post("/auth/v1/signup", { email, password: PASSWORD, data: { username } });
const recover = (email: string) => post("/auth/v1/recover", { email });

/** A visitor's report. */
const report = {
  target_type: "user",
  target_id: "00000000-0000-4000-8000-000000000000",
  category: "spam",
  explanation: "É propaganda.",
  standing: "anyone",
  name: "Ninguém",
  email: stranger,
};

/** The same of somebody who is there. */
const reportOfAna = () => ({ ...report, target_id: ana.id });

/**
 * Not by one call: of the first a device is a stranger (`guessing.test.ts`), three omit a mail (`security-notices.test.ts`), pages
 * have to be built (`large-answers.test.ts`), an issuer has to be offered (`identities.test.ts`), the others are tested below.
 */
const ELSEWHERE = [
  "signInPerKnownDevice",
  "signInNoticePerAccount",
  "passwordNoticePerAccount",
  "copiedPasskeyNoticePerAccount",
  "pagePerAddress",
  "pageTimePerAddress",
  "linkIssuerPerAccount",
  "hidingsPerReporter",
  "hidingsPerNetwork",
] as const;
type Refusing = Exclude<RateLimitName, (typeof ELSEWHERE)[number]>;
const REFUSING = (Object.keys(RATE_LIMITS) as RateLimitName[]).filter(
  (name): name is Refusing => !ELSEWHERE.some((elsewhere) => elsewhere === name),
);

/** By limit: the subject it counts for, given the caller's address, and a call that it refuses. */
const casesOf = (address: string): Record<Refusing, [subject: string, call: InjectOptions]> => ({
  signInPerAddress: [address, logIn(stranger)],
  signInPerAccountAndAddress: [`${stranger} ${address}`, logIn(stranger)],
  signInPerAccount: [stranger, logIn(stranger)],
  signInPerNetworkWhileGuessed: [`${stranger} ${address}`, logIn(stranger)],
  signUpPerAddress: [address, signUp("nova@exemplo.com.br", "Nova")],
  issuerPerAddress: [address, post("/api/auth/issuer/answer", { code: "x", code_verifier: "x" })],
  verifyPerAddress: [address, post("/auth/v1/verify", { type: "email", token_hash: "x" })],
  confirmPerSignup: [
    waiting.id,
    post("/api/auth/confirm-email", { token_hash: waiting.token, password: PASSWORD }),
  ],
  mailedLinkPerAddress: [address, post("/api/auth/mailed-link", { token_hash: "x" })],
  recoverPerAddress: [address, recover(stranger)],
  recoverPerMailboxAndNetwork: [`a@exemplo.com.br ${address}`, recover("a@exemplo.com.br")],
  recoverPerMailbox: ["a2@exemplo.com.br", recover("a2@exemplo.com.br")],
  resendPerAddress: [address, post("/auth/v1/resend", { type: "signup", email: stranger })],
  confirmationPerMailboxAndNetwork: [
    `b@exemplo.com.br ${address}`,
    post("/api/auth/resend-verification", { email: "b@exemplo.com.br" }),
  ],
  confirmationPerMailbox: [
    "b2@exemplo.com.br",
    post("/api/auth/resend-verification", { email: "b2@exemplo.com.br" }),
  ],
  confirmationMailPace: [`c@exemplo.com.br ${address}`, signUp("c@exemplo.com.br", "Nova Também")],
  recoveryMailPace: [`d@exemplo.com.br ${address}`, recover("d@exemplo.com.br")],
  passwordPerSession: [
    sessionOf(ana),
    asAna({ method: "DELETE", url: "/api/account", payload: { password: PASSWORD } }),
  ],
  passwordPerAccount: [
    ana.id,
    asAna({ method: "DELETE", url: "/api/account", payload: { password: PASSWORD } }),
  ],
  correctEmailPerAddress: [
    address,
    post("/api/auth/correct-email", {
      email: stranger,
      password: PASSWORD,
      new_email: "outro@exemplo.com.br",
    }),
  ],
  checkUserPerAddress: [
    address,
    post("/api/auth/check-user-exists", { username: "Curiosa", email: stranger }),
  ],
  publishPerAccount: [
    ana.id,
    asAna(post("/api/prompts", { ...newPrompt, thumbnail_url: "data:image/png;base64,AAAA" })),
  ],
  publishPerNewAuthor: [ana.id, asAna(post("/api/prompts", newPrompt))],
  publishPerNewAuthorDaily: [ana.id, asAna(post("/api/prompts", newPrompt))],
  pictureTimePerAccount: [ana.id, asAna(post("/api/prompts", newPrompt))],
  textTimePerCaller: [ana.id, asAna(post("/api/prompts/similar", {}))],
  similarPerAccount: [ana.id, asAna(post("/api/prompts/similar", {}))],
  importPerAccount: [
    ana.id,
    asAna(post("/api/imports", { text: '[{"title":"Um","content":"Dois"}]', chosen: [1] })),
  ],
  previewImportPerAccount: [ana.id, asAna(post("/api/imports/preview", { text: "[]" }))],
  exportTextsPerCaller: [ana.id, asAna({ method: "GET", url: "/api/account/prompts/csv" })],
  editPerAccount: [ana.id, asAna({ method: "PATCH", url: promptPath, payload: {} })],
  deletePerAccount: [ana.id, asAna({ method: "DELETE", url: promptPath })],
  answerPerAccount: [
    ana.id,
    asAna({ method: "PUT", url: `${promptPath}/result`, payload: { model: "GPT-5", outcome: "worked" } }),
  ],
  callPerKey: [key.id, { url: "/api/prompts", headers: { authorization: `Bearer ${key.key}` } }],
  passkeyPerAddress: [
    address,
    post("/auth/v1/passkeys/authentication/verify", { challenge_id: "x", credential: someCredential }),
  ],
  firstPasskeyMailPerAccount: [admin.id, asAdmin(post("/api/account/passkeys/challenge"))],
  firstPasskeyMailPerSession: [sessionOf(admin), asAdmin(post("/api/account/passkeys/challenge"))],
  createPasskeyPerAccount: [ana.id, asAna(post("/api/account/passkeys/challenge"))],
  renamePasskeyPerAccount: [
    ana.id,
    asAna({ method: "PATCH", url: `/api/account/passkeys/${ana.id}`, payload: { name: "Celular" } }),
  ],
  createKeyPerAccount: [
    ana.id,
    asAna(post("/api/account/keys", { name: "Editor", scopes: ["read"], expires_in_days: 30 })),
  ],
  exportPerAccount: [ana.id, asAna({ url: "/api/account/export" })],
  changeAccountPerAccount: [
    ana.id,
    asAna({ method: "PUT", url: "/auth/v1/user", payload: { data: { username: "Ana Nova" } } }),
  ],
  renamePerAccount: [
    ana.id,
    asAna({ method: "PUT", url: "/auth/v1/user", payload: { data: { username: "Ana Nova" } } }),
  ],
  newPasswordPerAccount: [
    ana.id,
    asAna({
      method: "PUT",
      url: "/auth/v1/user",
      payload: { password: "caju-maduro-77", current_password: PASSWORD },
    }),
  ],
  searchPerAddress: [address, { url: "/api/prompts?search=mar" }],
  suggestPerAddress: [address, { url: "/api/prompts/suggestions?search=mar" }],
  comparePerAddress: [address, { url: `${promptPath}/versions/1/diff` }],
  viewPerAddress: [address, post(`${promptPath}/view`)],
  reactPerAccount: [ana.id, asAna(post(`${promptPath}/like`))],
  collectPerAccount: [ana.id, asAna(post("/api/collections", { title: "Receitas" }))],
  changeShownPerAccount: [ana.id, asAna({ method: "PATCH", url: shownPath, payload: { title: "Outras" } })],
  reportPerAddress: [address, post("/api/reports", report)],
  reportPerMailboxAndNetwork: [`${stranger} ${address}`, post("/api/reports", reportOfAna())],
  reportPerMailboxAndNetworkDaily: [`${stranger} ${address}`, post("/api/reports", reportOfAna())],
  reportPerMailbox: [stranger, post("/api/reports", reportOfAna())],
  reportPerTarget: [`user ${ana.id} ${address}`, post("/api/reports", reportOfAna())],
  reportPerAccount: [ana.id, asAna(post("/api/reports", report))],
  reportPerNewAccount: [ana.id, asAna(post("/api/reports", report))],
  confirmReportPerAddress: [address, post("/api/reports/2345678923/confirm", { token: "x" })],
  readReportPerAddress: [address, { url: "/api/reports/2345678923" }],
  appealPerAddress: [address, post("/api/reports/2345678923/appeal", { text: "Discordo." })],
  appealPerAccount: [ana.id, asAna(post("/api/decisions/1/appeal", { text: "Discordo." }))],
});

async function reach(name: RateLimitName, subject: string): Promise<void> {
  await site.ctx.rateLimits.forget(name, subject);
  const { points } = RATE_LIMITS[name];
  // Limits of time count milliseconds.
  const each = name.includes("Time") ? points : 1;
  for (let used = 0; used < points; used += each)
    expect(await site.ctx.rateLimits.take(name, subject, each)).toBe(0);
}

describe("a limit that is reached", () => {
  test.each(REFUSING)("%s refuses, and says when to come back", async (name) => {
    // An address for each, so that they do not count for one another.
    const remoteAddress = `198.51.100.${Object.keys(RATE_LIMITS).indexOf(name) + 1}`;
    const [subject, call] = casesOf(remoteAddress)[name];
    await reach(name, subject);
    // This limit counts once the other is reached, which refuses nobody by itself.
    if (name === "signInPerNetworkWhileGuessed") await reach("signInPerAccount", stranger);
    if (name === "signInPerAccount") {
      expect((await site.app.inject({ ...call, remoteAddress })).statusCode).toBe(400);
    }
    const { statusCode, headers, body } = await site.app.inject({ ...call, remoteAddress });
    // A request for a new password gets the same answer for every address (wire contract).
    if (name === "recoveryMailPace" || name === "recoverPerMailbox")
      return expect([statusCode, body]).toEqual([200, "{}"]);
    expect(statusCode).toBe(429);
    const seconds = Number(headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(RATE_LIMITS[name].duration);
    expect(body).toMatch(/over_(request|email_send)_rate_limit/);
    await site.ctx.rateLimits.forget(name, subject);
    await site.ctx.rateLimits.forget("signInPerAccount", stranger);
  });
});

test("maps of the site, and one's own collections, count their time", async () => {
  const owner = await createUser(site.ctx);
  const from = "198.51.100.250";
  const map = () => site.app.inject({ url: "/sitemap.xml", remoteAddress: from });
  const own = () => site.call("GET", "/api/collections", owner);
  expect([(await map()).statusCode, (await own()).statusCode]).toEqual([200, 200]);
  for (const who of [from, owner.id])
    expect(await site.ctx.rateLimits.left("textTimePerCaller", who)).toBeLessThan(120_000);
  for (const who of [from, owner.id]) await site.ctx.rateLimits.take("textTimePerCaller", who, 120_000);
  expect([(await map()).statusCode, (await own()).statusCode]).toEqual([429, 429]);
});

test("a copy that is refused for its time is left for later", async () => {
  const owner = await createUser(site.ctx);
  await reach("textTimePerCaller", owner.id);
  const refused = await site.call("GET", "/api/account/export", owner);
  expect(refused.statusCode).toBe(429);
  expect(await site.ctx.rateLimits.left("exportPerAccount", owner.id)).toBe(5);
});

test("of changes of collections those count that empty everybody's caches", async () => {
  const owner = await createUser(site.ctx);
  const ids = await Promise.all(
    [1, 2, 3].map(async (n) => (await publishPrompt(site, ana, { title: `Anotado ${n}` })).id),
  );
  const collection = async (isPublic: boolean) => {
    const insert =
      "insert into collections (user_id, title, is_public) values ($1, 'Lista', $2) returning id";
    const { id } = (await site.ctx.pool.query(insert, [owner.id, isPublic])).rows[0];
    const items = `insert into collection_items (collection_id, prompt_id, position, note)
      values ($1, $2, 1, 'Antes'), ($1, $3, 2, null)`;
    await site.ctx.pool.query(items, [id, ids[0], ids[1]]);
    return `/api/collections/${id}`;
  };
  const [shown, hidden] = [await collection(true), await collection(false)];
  const item = (path: string, at: number) => `${path}/items/${ids[at]}`;
  const call = async (...[method, path, body]: [string, string, object?]) =>
    (await site.call(method as "PUT", path, owner, body)).statusCode;
  await reach("changeShownPerAccount", owner.id);
  const note = { note: "Depois" };
  expect({
    title: await call("PATCH", shown, { title: "Outra" }),
    published: await call("PATCH", hidden, { is_public: true }),
    note: await call("PUT", item(shown, 0), note),
    entry: await call("DELETE", item(shown, 0)),
    deleted: await call("DELETE", shown),
  }).toEqual({ title: 429, published: 429, note: 429, entry: 429, deleted: 429 });
  expect({
    same: await call("PUT", item(shown, 0), { note: "Antes" }),
    first: await call("PUT", item(shown, 1), note),
    added: await call("PUT", item(shown, 2)),
    title: await call("PATCH", hidden, { title: "Outra" }),
    note: await call("PUT", item(hidden, 0), note),
    entry: await call("DELETE", item(hidden, 0)),
    deleted: await call("DELETE", hidden),
  }).toEqual({ same: 200, first: 200, added: 200, title: 200, note: 200, entry: 204, deleted: 204 });
});

test("a target that one network has reported too often can be reported from others", async () => {
  await reach("reportPerTarget", `user ${ana.id} 2001:db8:7`);
  const call = post("/api/reports", { ...report, target_id: ana.id, email: "outra@exemplo.com.br" });
  const statusFrom = async (remoteAddress: string) =>
    (await site.app.inject({ ...call, remoteAddress })).statusCode;
  expect(await statusFrom("2001:db8:7:9::1")).toBe(429);
  expect(await statusFrom("2001:db8:8::1")).toBe(201);
});

test("one person's reports hide three prompts a day; of further ones the case is opened as urgent", async () => {
  const author = await createUser(site.ctx);
  const beto = await createUser(site.ctx);
  const answers: unknown[] = [];
  for (let n = 1; n <= 4; n++) {
    const { id } = await publishPrompt(site, author, { title: `Um prompt, o ${n}º` });
    const fields = { ...report, target_type: "prompt", target_id: id, category: "intimate" };
    const reported = await site.call("POST", "/api/reports", beto, fields);
    const { statusCode } = await site.call("GET", `/api/prompts/${id}`);
    const { rows } = await site.ctx.pool.query(
      "select state, category, hidden_automatically as hidden from moderation_cases where prompt_id = $1",
      [id],
    );
    answers.push([reported.statusCode, statusCode, rows]);
  }
  const opened = (hidden: boolean) => [{ state: "open", category: "intimate", hidden }];
  const hides = [201, 410, opened(true)];
  expect(answers).toEqual([hides, hides, hides, [201, 200, opened(false)]]);
});

test("one network's reports hide six prompts a day, whatever number of mailboxes it has", async () => {
  const statuses: number[] = [];
  for (let n = 1; n <= 7; n++) {
    // As if a person had looked at those before.
    await site.ctx.pool.query(
      "update moderation_cases set hidden_automatically = false where hidden_automatically",
    );
    const author = await createUser(site.ctx);
    const { id } = await publishPrompt(site, author, { title: `Da mesma rede, o ${n}º` });
    const token = randomBytes(32);
    const email = `caixa${n}@dominio.exemplo.com.br`;
    const fields = { ...report, target_type: "prompt", target_id: id, category: "intimate", email };
    const from = (host: number): Partial<InjectOptions> => ({ remoteAddress: `2001:db8:77:${host}::1` });
    const { code } = (await site.app.inject({ ...post("/api/reports", fields), ...from(n) })).json();
    await site.ctx.pool.query("update reports set confirmation_hash = $1 where code = $2", [
      createHash("sha256").update(token.toString("base64url")).digest(),
      code,
    ]);
    const confirm = post(`/api/reports/${code}/confirm`, { token: token.toString("base64url") });
    expect((await site.app.inject({ ...confirm, ...from(n + 100) })).statusCode).toBe(200);
    statuses.push((await site.call("GET", `/api/prompts/${id}`)).statusCode);
  }
  expect(statuses).toEqual([410, 410, 410, 410, 410, 410, 200]);
});

test("guesses at changing the password count with those at deleting the account", async () => {
  await reach("passwordPerSession", sessionOf(ana));
  const change = { password: "senha-nova-de-ana-99", current_password: PASSWORD };
  expect((await site.call("PUT", "/auth/v1/user", ana, change)).statusCode).toBe(429);
  await site.ctx.rateLimits.forget("passwordPerSession", sessionOf(ana));
});

test.each([
  ["the connection's where no proxy is trusted, whatever a header says", {}, "203.0.113.*", 429],
  ["what a trusted proxy was reached from", { TRUST_PROXY: "loopback" }, "203.0.113.*", 200],
  ["nothing that the caller wrote", { TRUST_PROXY: "loopback" }, "203.0.113.*, 198.51.100.200", 429],
  ["nothing that the caller wrote", { TRUST_PROXY: "1" }, "203.0.113.*, 198.51.100.200", 429],
])("the address that counts is %s, with %j", async (_what, trust, forwardedFor, last) => {
  const strict = await createTestApp({ RATE_LIMITS: "on", ...trust });
  const call = casesOf("").checkUserPerAddress[1];
  let status = 0;
  for (let n = 0; n <= RATE_LIMITS.checkUserPerAddress.points; n++) {
    const headers = { "x-forwarded-for": forwardedFor.replace("*", String(n)) };
    status = (await strict.app.inject({ ...call, headers, remoteAddress: "127.0.0.1" })).statusCode;
  }
  await strict.close();
  expect(status).toBe(last);
});

test("whatever compares or looks through texts counts its seconds, and is refused once they are used up", async () => {
  const address = "198.51.100.201";
  const text = JSON.stringify([{ title: "Um título", content: "Escreva com calma e sem pressa." }]);
  const { headers, ...imports } = asAna(post("/api/imports", { text, chosen: [1] }));
  const again = { ...imports, headers: { ...headers, "idempotency-key": "uma-chave-de-importacao" } };
  expect((await site.app.inject(again)).statusCode).toBe(201);
  const calls: [subject: string, call: InjectOptions][] = [
    [ana.id, again],
    [ana.id, asAna(post("/api/prompts/similar", { content: "Escreva com calma e sem pressa." }))],
    [ana.id, asAna(post("/api/imports/preview", { text }))],
    [ana.id, asAna(post("/api/imports", { text, chosen: [1] }))],
    [address, { url: `${promptPath}/versions/1/diff?with=1`, remoteAddress: address }],
  ];
  for (const [subject, call] of calls) {
    await site.ctx.rateLimits.forget("textTimePerCaller", subject);
    // All but a millisecond.
    await site.ctx.rateLimits.take("textTimePerCaller", subject, 119_999);
    await site.app.inject(call);
    expect(await site.ctx.rateLimits.left("textTimePerCaller", subject), `${call.url}`).toBe(0);
    site.ctx.responseCache.clear();
    const { statusCode } = await site.app.inject(call);
    expect([call.url, statusCode]).toEqual([call.url, 429]);
    await site.ctx.rateLimits.forget("textTimePerCaller", subject);
  }
});
