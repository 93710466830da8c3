/** One's own passkeys: made, named and removed by their owner alone; what staff may not do by a password; lost ones. */
import { beforeAll, describe, expect, test } from "vitest";
import { createAdminLink } from "#accounts/server/account/admin-account.ts";
import { noteEnteredWithoutPassword } from "#accounts/server/users/users.queries.ts";
import { resetAdminsPasskeys } from "#moderation/server/cases/moderators.service.ts";
import { inTransaction } from "#platform/database/db.ts";
import { isNewAuthor } from "#prompts/server/new-authors.service.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { createTestApp } from "#tests/support/app.ts";
import {
  type Authenticator,
  beginPasskey,
  createAuthenticator,
  makePasskey,
  passkeyLogin,
} from "#tests/support/authenticator.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { codeOf } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";
import { carryOutResets, nextResetState } from "./passkey-resets.service.ts";

const site = setUpAccountsSite();
const path = "/api/account/passkeys";
let boss: TestUser;
beforeAll(async () => {
  boss = await createAdmin(site.ctx);
});
type Calls = Pick<typeof site, "call">;

const list = async (who: { token: string }, at: Calls = site) => (await at.call("GET", path, who)).json();
const namesOf = async (who: { token: string }) =>
  (await list(who)).passkeys.map(({ name }: { name: string }) => name);
const keep = (who: { token: string }, challenge_id: string, credential: object) =>
  site.call("POST", path, who, { challenge_id, credential });
const ageLogin = (who: TestUser) =>
  site.sql("update sessions set created_at = now() - interval '2 hours' where user_id = $1", who.id);

const devicesOf = async ({ id }: TestUser): Promise<number> =>
  (await site.sql("select count(*)::int as n from known_devices where user_id = $1", id))[0].n;

const subjectsTo = ({ email }: TestUser) =>
  site.mails.received.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);

/** What the link of the newest mail has, with which the first passkey is made. */
async function firstLink(who: TestUser): Promise<string> {
  expect((await site.call("POST", `${path}/challenge`, who)).json()).toEqual({ challenge: null });
  const { text } = await site.mails.waitFor(who.email, 1);
  return /\/settings\?token_hash=(\S+)/.exec(text)?.[1] as string;
}

/** Makes the first passkey of somebody of the staff, by the link of the mail. */
async function makeFirst(who: TestUser): Promise<Authenticator & { keyId: string }> {
  const device = createAuthenticator();
  const challenge_id = await beginPasskey(site, who, { mailed: await firstLink(who) });
  const answer = await keep(who, challenge_id, device.create(challenge_id));
  expect(answer.statusCode).toBe(201);
  return { ...device, keyId: answer.json().id };
}

/** Somebody who signs in anew, with the passkey. */
async function withPasskey(device: Authenticator, at: Calls = site): Promise<{ token: string }> {
  return { token: (await passkeyLogin(at, device)).json().access_token };
}

describe("making", () => {
  test("names it after the device, tells the owner by mail, and shows nothing of the key", async () => {
    const ana = await createUser(site.ctx);
    const challenge_id = await beginPasskey(site, ana);
    const device = createAuthenticator();
    const userAgent =
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";
    const credential = device.create(challenge_id);
    const answer = await site.post(path, { challenge_id, credential }, { token: ana.token, userAgent });
    expect(answer.json()).toEqual({
      id: expect.any(String),
      name: "Chrome no Android",
      synced: false,
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
    });
    expect(await list(ana)).toEqual({ passkeys: [answer.json()], staff: null, reset_at: null });
    const { subject, text } = await site.mails.waitFor(ana.email, 1);
    expect(subject).toBe("Nova chave de acesso na sua conta da Prompteca");
    expect(text).toContain("Aparelho: Chrome no Android");
  });

  test("tells the device the name of the account, and an id that nobody else knows", async () => {
    const ana = await createUser(site.ctx);
    const answer = await site.call("POST", `${path}/challenge`, ana);
    const { options } = answer.json().challenge;
    expect(options).toMatchObject({
      rp: { id: "localhost", name: "Prompteca" },
      user: { name: ana.email, displayName: ana.username },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect(Buffer.from(options.user.id, "base64url").toString()).not.toContain(ana.id);
  });

  test.each([
    ["another site's page", { origin: "http://localhost:3001" }],
    ["another site's key", { rpId: "evil.example" }],
    ["an answer for signing in", { type: "webauthn.get" }],
    ["another challenge", { challenge: "AAAA" }],
    ["a person who was not verified", { verified: false }],
  ])("refuses %s", async (_, lies) => {
    const ana = await createUser(site.ctx);
    const challenge = await beginPasskey(site, ana);
    const answer = await keep(ana, challenge, createAuthenticator().create(challenge, lies));
    expect(codeOf(answer)).toEqual([422, "passkey_refused"]);
    expect(await namesOf(ana)).toEqual([]);
  });

  test("refuses what is no CBOR, and CBOR without an end", async () => {
    const ana = await createUser(site.ctx);
    const challenge = await beginPasskey(site, ana);
    const honest = createAuthenticator().create(challenge);
    for (const bytes of ["AAAA", Buffer.alloc(9000, 0x81).toString("base64url"), "_____w"]) {
      const credential = { ...honest, response: { ...honest.response, attestationObject: bytes } };
      expect(codeOf(await keep(ana, challenge, credential))).toEqual([422, "passkey_refused"]);
    }
    const huge = { ...honest, response: { ...honest.response, attestationObject: "A".repeat(20_000) } };
    expect((await keep(ana, challenge, huge)).statusCode).toBe(400);
  });

  test("takes a challenge once, of its own user alone, and one of two at the same moment", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const challenge = await beginPasskey(site, ana);
    const expired = [422, "passkey_expired"];
    expect(codeOf(await keep(bia, challenge, createAuthenticator().create(challenge)))).toEqual(expired);
    const answers = await Promise.all(
      [1, 2].map(() => keep(ana, challenge, createAuthenticator().create(challenge))),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422]);
    expect(codeOf(await keep(ana, challenge, createAuthenticator().create(challenge)))).toEqual(expired);
  });

  test("refuses a key whose name is not the one that was sent", async () => {
    const ana = await createUser(site.ctx);
    const challenge = await beginPasskey(site, ana);
    const honest = createAuthenticator().create(challenge);
    expect(codeOf(await keep(ana, challenge, { ...honest, id: "AAAA", rawId: "AAAA" }))).toEqual([
      422,
      "passkey_refused",
    ]);
  });

  test("does not take over somebody's key, nor more than ten", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const device = await makePasskey(site, ana);
    const challenge = await beginPasskey(site, bia);
    expect(codeOf(await keep(bia, challenge, device.create(challenge)))).toEqual([409, "passkey_known"]);
    for (let made = 1; made < 9; made++) await makePasskey(site, ana);
    const challenges = [await beginPasskey(site, ana), await beginPasskey(site, ana)];
    const answers = await Promise.all(
      challenges.map((one) => keep(ana, one, createAuthenticator().create(one))),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(codeOf(await site.call("POST", `${path}/challenge`, ana))).toEqual([409, "too_many_passkeys"]);
  });

  test("asks for the password an hour after the login, and for a session", async () => {
    const ana = await createUser(site.ctx);
    await ageLogin(ana);
    const begin = (password?: string) => site.call("POST", `${path}/challenge`, ana, { password });
    expect((await begin()).json()).toMatchObject({
      code: "password_required",
      message: "Confirme sua senha para alterar suas chaves de acesso.",
    });
    expect(codeOf(await begin("errada-mesmo-9"))).toEqual([422, "password_invalid"]);
    expect((await begin(ana.password)).statusCode).toBe(200);
    expect((await site.call("POST", `${path}/challenge`)).statusCode).toBe(401);
  });
});

test("15 are made an hour, by which the mails are bounded too; what is made is removed at any time", async () => {
  const limited = await createTestApp({ RATE_LIMITS: "on" });
  try {
    const ana = await createUser(limited.ctx);
    const early = await beginPasskey(limited, ana);
    const remove = async (id: string) => (await limited.call("DELETE", `${path}/${id}`, ana)).statusCode;
    for (let made = 0; made < 15; made++)
      expect(await remove((await makePasskey(limited, ana)).keyId)).toBe(204);
    // Before the device makes one for nothing, and where it has.
    expect((await limited.call("POST", `${path}/challenge`, ana)).statusCode).toBe(429);
    const late = { challenge_id: early, credential: createAuthenticator().create(early) };
    expect((await limited.call("POST", path, ana, late)).statusCode).toBe(429);
    expect(await remove(ana.id)).toBe(404);
  } finally {
    await limited.close();
  }
});

describe("a passkey", () => {
  test("is named by its owner alone", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const { keyId } = await makePasskey(site, ana);
    const name = (who: TestUser, text: string) => site.call("PATCH", `${path}/${keyId}`, who, { name: text });
    expect((await name(ana, "  Celular  da Ana ")).statusCode).toBe(204);
    expect(await namesOf(ana)).toEqual(["Celular da Ana"]);
    expect(codeOf(await name(bia, "Meu"))).toEqual([404, "passkey_not_found"]);
    expect((await name(ana, " ")).json()).toMatchObject({ message: "Dê um nome à chave de acesso" });
    expect((await name(ana, "a".repeat(61))).statusCode).toBe(400);
    expect((await name(ana, "merda")).json()).toMatchObject({ code: "profanity" });
  });

  test("that is removed takes the sessions along that it opened, but not the calling one", async () => {
    const ana = await createUser(site.ctx);
    const [phone, laptop] = [await makePasskey(site, ana), await makePasskey(site, ana)];
    const [byPhone, besides, byLaptop] = [
      await withPasskey(phone),
      await withPasskey(phone),
      await withPasskey(laptop),
    ];
    // Each session has a device of its own.
    await site.sql(
      "insert into known_devices select user_id, sha256(id::text::bytea), id from sessions where user_id = $1",
      ana.id,
    );
    expect((await site.call("DELETE", `${path}/${phone.keyId}`, byPhone)).statusCode).toBe(204);
    expect(await devicesOf(ana)).toBe(3);
    const status = async (who: { token: string }) => (await site.call("GET", path, who)).statusCode;
    expect(await Promise.all([byPhone, besides, byLaptop, ana].map(status))).toEqual([200, 401, 200, 200]);
    await expect
      .poll(() => subjectsTo(ana))
      .toContain("Uma chave de acesso da sua conta na Prompteca foi removida");
    expect(codeOf(await site.call("DELETE", `${path}/${phone.keyId}`, ana))).toEqual([
      404,
      "passkey_not_found",
    ]);
  });

  test("goes with the password an hour after the login, and by its owner alone", async () => {
    const [ana, bia] = [await createUser(site.ctx), await createUser(site.ctx)];
    const { keyId } = await makePasskey(site, ana);
    expect(codeOf(await site.call("DELETE", `${path}/${keyId}`, bia))).toEqual([404, "passkey_not_found"]);
    await ageLogin(ana);
    expect(codeOf(await site.call("DELETE", `${path}/${keyId}`, ana))).toEqual([422, "password_required"]);
    const { password } = ana;
    expect((await site.call("DELETE", `${path}/${keyId}`, ana, { password })).statusCode).toBe(204);
  });
});

test("the last way into an account stays, until there is another", async () => {
  const ana = await createUser(site.ctx);
  const device = await makePasskey(site, ana);
  const session = await withPasskey(device);
  await site.sql("update users set password_hash = null where id = $1", ana.id);
  const remove = () => site.call("DELETE", `${path}/${device.keyId}`, session);
  const refused = await remove();
  expect(codeOf(refused)).toEqual([409, "last_way_in"]);
  expect(refused.json().message).toBe(
    "É o único jeito de entrar na sua conta. Crie antes uma senha, em “Senha”.",
  );
  await makePasskey(site, { ...ana, ...session });
  expect((await remove()).statusCode).toBe(204);
});

const cases = (who: { token: string } | string, at: Calls = site) => at.call("GET", "/api/admin/cases", who);

describe("staff", () => {
  let marta: TestUser;
  let device: Authenticator & { keyId: string };

  beforeAll(async () => {
    marta = await createUser(site.ctx, { username: "Marta" });
    await site.sql("insert into moderators (user_id) values ($1)", marta.id);
  });

  test("without a passkey are advised to make one, and may act", async () => {
    expect((await list(marta)).staff).toBe("advised");
    expect((await cases(marta)).statusCode).toBe(200);
  });

  test("make the first one by a link of their mail, which is nobody else's and ends in an hour", async () => {
    device = await makeFirst(marta);
    const [rita, rosa] = [await createUser(site.ctx), await createUser(site.ctx)];
    for (const { id } of [rita, rosa]) await site.sql("insert into moderators (user_id) values ($1)", id);
    const mailed = await firstLink(rita);
    const begin = (who: TestUser) => site.call("POST", `${path}/challenge`, who, { mailed });
    expect(codeOf(await begin(rosa))).toEqual([422, "mail_expired"]);
    const { now } = Date;
    Date.now = () => now() + 60 * 60 * 1000 + 1;
    const late = await begin(rita).finally(() => {
      Date.now = now;
    });
    expect(codeOf(late)).toEqual([422, "mail_expired"]);
    expect((await begin(rita)).statusCode).toBe(200);
    // It is no challenge itself, nor is one a link.
    expect(codeOf(await keep(rita, mailed, createAuthenticator().create(mailed)))).toEqual([
      422,
      "passkey_expired",
    ]);
    const challenge = (await begin(rita)).json().challenge.id;
    const again = await site.call("POST", `${path}/challenge`, rita, { mailed: challenge });
    expect(codeOf(again)).toEqual([422, "mail_expired"]);
  });

  test("with one act in no session that a password opened: not by any call of theirs", async () => {
    expect((await cases(marta)).json()).toEqual({
      code: "passkey_required",
      message: "Para cuidar do site, entre com a sua chave de acesso.",
    });
    expect((await list(marta)).staff).toBe("use");
    const session = await withPasskey(device);
    expect((await list(session)).staff).toBe("open");
    expect((await cases(session)).statusCode).toBe(200);
  });

  test("make no other and remove none by a password, however fresh", async () => {
    const { password } = marta;
    const required = [403, "passkey_required"];
    expect(codeOf(await site.call("POST", `${path}/challenge`, marta, { password }))).toEqual(required);
    expect(codeOf(await site.call("DELETE", `${path}/${device.keyId}`, marta, { password }))).toEqual(
      required,
    );
    const session = await withPasskey(device);
    const challenge = await beginPasskey(site, session);
    // A challenge of the other session does not help this one.
    expect(codeOf(await keep(marta, challenge, createAuthenticator().create(challenge)))).toEqual([
      422,
      "passkey_expired",
    ]);
    expect((await keep(session, challenge, createAuthenticator().create(challenge))).statusCode).toBe(201);
  });

  test("make none by a challenge from before they were of the staff, nor from before their key went", async () => {
    const nina = await createUser(site.ctx);
    const asMember = await beginPasskey(site, nina);
    await site.sql("insert into moderators (user_id) values ($1)", nina.id);
    const first = await makeFirst(nina);
    const session = await withPasskey(first);
    const atSecondLevel = await beginPasskey(site, session);
    expect((await site.call("DELETE", `${path}/${first.keyId}`, session)).statusCode).toBe(204);
    for (const challenge of [asMember, atSecondLevel])
      for (const who of [nina, session])
        expect(codeOf(await keep(who, challenge, createAuthenticator().create(challenge)))).toEqual([
          422,
          "passkey_expired",
        ]);
    expect(codeOf(await cases(session))).toEqual([403, "passkey_missing"]);
  });

  test("make none as a member who is named at that moment", async () => {
    const nina = await createUser(site.ctx);
    const asMember = await beginPasskey(site, nina);
    const naming = await lockRows(site.ctx.pool, "insert into moderators (user_id) values ($1)", nina.id);
    const late = keep(nina, asMember, createAuthenticator().create(asMember));
    await untilWaiting(site.ctx.pool);
    await naming.release();
    expect(codeOf(await late)).toEqual([422, "passkey_expired"]);
    expect(await namesOf(nina)).toEqual([]);
  });

  test("make no second first one by the same link, once the first is gone", async () => {
    const olga = await createUser(site.ctx);
    await site.sql("insert into moderators (user_id) values ($1)", olga.id);
    const mailed = await firstLink(olga);
    const first = createAuthenticator();
    const [challenge, other] = [
      await beginPasskey(site, olga, { mailed }),
      await beginPasskey(site, olga, { mailed }),
    ];
    const { id } = (await keep(olga, challenge, first.create(challenge))).json();
    const session = await withPasskey(first);
    expect((await site.call("DELETE", `${path}/${id}`, session)).statusCode).toBe(204);
    const used = [422, "mail_expired"];
    expect(codeOf(await keep(olga, other, createAuthenticator().create(other)))).toEqual(used);
    // Before the device makes one for nothing.
    expect(codeOf(await site.call("POST", `${path}/challenge`, olga, { mailed }))).toEqual(used);
    expect(await namesOf(olga)).toEqual([]);
    // Known as used as long as a challenge by it is good: ten minutes longer than the link.
    const [{ minutes }] = await site.sql(
      "select round(extract(epoch from expires_at - now()) / 60)::int as minutes from spent_challenges where length(challenge) = 16",
    );
    expect(minutes).toBe(70);
  });

  test("make no first one within a day of a login by a mail alone, which the mailbox is enough for", async () => {
    const vera = await createUser(site.ctx);
    await site.sql("insert into moderators (user_id) values ($1)", vera.id);
    const mailed = await firstLink(vera);
    const begun = await beginPasskey(site, vera, { mailed });
    await site.sql(
      "update users set entered_without_password_at = '2026-05-03T15:00:00Z' where id = $1",
      vera.id,
    );
    await site.post("/auth/v1/recover", { email: vera.email });
    const token = (await site.verify(await site.mailedToken(vera.email, 2), "recovery")).json().access_token;
    const waits = [409, "first_passkey_waits"];
    for (const who of [{ token }, vera]) {
      const refused = await site.call("POST", `${path}/challenge`, who, { password: vera.password });
      expect(codeOf(refused)).toEqual(waits);
      expect(refused.json().message).toMatch(
        /^Alguém entrou nesta conta por um link de e-mail, ou por uma conta vinculada em um navegador novo\. Por segurança, a primeira chave de acesso só pode ser criada a partir de \d{1,2} de [a-zç]+ de \d{4} às \d\d:\d\d \(horário de Brasília\)\. Não foi você\? Altere a senha agora, o que encerra as outras sessões\.$/,
      );
    }
    expect(codeOf(await site.call("POST", `${path}/challenge`, vera, { mailed }))).toEqual(waits);
    expect(codeOf(await keep(vera, begun, createAuthenticator().create(begun)))).toEqual(waits);
    const hours =
      "select round(extract(epoch from now() - entered_without_password_at) / 3600)::int as n from users where id = $1";
    expect(await site.sql(hours, vera.id)).toEqual([{ n: 0 }]);
    await site.sql(
      "update users set entered_without_password_at = now() - interval '24 hours' where id = $1",
      vera.id,
    );
    // Within two days it does not begin anew.
    await inTransaction(site.ctx.db, (trx) => noteEnteredWithoutPassword(trx, vera.id));
    expect(await site.sql(hours, vera.id)).toEqual([{ n: 24 }]);
    expect((await keep(vera, begun, createAuthenticator().create(begun))).statusCode).toBe(201);
  });

  test("alone wait: members make one right after a login by a mail", async () => {
    const ana = await createUser(site.ctx);
    await site.post("/auth/v1/recover", { email: ana.email });
    const opened = await site.verify(await site.mailedToken(ana.email), "recovery");
    await makePasskey(site, { ...ana, token: opened.json().access_token });
  });

  test("whose passkey went while they acted fall back to the first level at once", async () => {
    const session = await withPasskey(device);
    await site.sql("delete from passkeys where user_id = $1 and credential_id = $2", marta.id, device.id);
    expect(codeOf(await cases(session))).toEqual([403, "passkey_required"]);
  });

  test("get no second level by a mailed link, not even the admin by the operator's, which makes no first one wait", async () => {
    const open = async () =>
      site.verify(new URL(await createAdminLink(site.ctx)).searchParams.get("token_hash"), "recovery");
    expect((await open()).statusCode).toBe(200);
    await makeFirst(boss);
    const health = (token: string) => site.call("GET", "/api/admin/health", token);
    expect(codeOf(await health(boss.token))).toEqual([403, "passkey_required"]);
    expect(codeOf(await health((await open()).json().access_token))).toEqual([403, "passkey_required"]);
  });

  test("must have one where the operator demands it, and keep one", async () => {
    const strict = await createTestApp({ REQUIRE_PASSKEY: "staff" });
    try {
      const boss = await createUser(strict.ctx, { email: strict.ctx.config.adminEmail });
      expect((await cases(boss, strict)).json()).toEqual({
        code: "passkey_missing",
        message: "Para cuidar do site, crie antes uma chave de acesso nas configurações.",
      });
      expect((await list(boss, strict)).staff).toBe("make");
      const [row] = (
        await strict.ctx.pool.query(
          "insert into passkeys (user_id, credential_id, public_key, counter, backed_up, name) values ($1, 'x', '', 0, false, 'Uma') returning id",
          [boss.id],
        )
      ).rows;
      await strict.ctx.pool.query("update sessions set passkey_id = $1 where user_id = $2", [
        row.id,
        boss.id,
      ]);
      expect((await cases(boss, strict)).statusCode).toBe(200);
      // What only the admin may is a matter of the second level, too.
      const rename = async (username: string) =>
        (await strict.call("PUT", "/auth/v1/user", boss, { data: { username } })).statusCode;
      const author = { ...boss, isAdmin: true, key: null };
      await strict.ctx.pool.query("update sessions set passkey_id = null where user_id = $1", [boss.id]);
      expect(await rename("Equipe Prompteca")).toBe(422);
      expect(await isNewAuthor(strict.ctx, { ...author, byPasskey: false })).toBe(true);
      await strict.ctx.pool.query("update sessions set passkey_id = $1 where user_id = $2", [
        row.id,
        boss.id,
      ]);
      expect(await rename("Equipe Prompteca")).toBe(200);
      expect(await isNewAuthor(strict.ctx, { ...author, byPasskey: true })).toBe(false);
      const removal = await strict.call("DELETE", `${path}/${row.id}`, boss);
      expect(codeOf(removal)).toEqual([409, "last_passkey"]);
    } finally {
      await strict.close();
    }
  });
});

test("a new password leaves passkeys, and its mail names them, as a stranger may have made one before", async () => {
  const ana = await createUser(site.ctx);
  await makePasskey(site, ana);
  await site.sql(
    "update passkeys set name = 'Celular velho', created_at = '2026-05-03T15:00:00Z' where user_id = $1",
    ana.id,
  );
  const change = { password: "pitomba-nova-de-ana-9", current_password: ana.password };
  expect((await site.call("PUT", "/auth/v1/user", ana, change)).statusCode).toBe(200);
  const changed = () =>
    site.mails.received.find(
      ({ to, subject }) => to.includes(ana.email) && subject === "Sua senha na Prompteca foi alterada",
    )?.text;
  await expect
    .poll(changed)
    .toContain(
      "Estas chaves de acesso continuam abrindo a sua conta: Celular velho, de 3 de maio de 2026. Não reconhece alguma? Remova-a nas configurações.",
    );
});

describe("lost passkeys", () => {
  test.each([
    ["none", "ask", "waiting"],
    ["waiting", "ask", "waiting"],
    ["due", "ask", "due"],
    ["none", "stop", undefined],
    ["waiting", "stop", "none"],
    ["due", "stop", "none"],
    ["none", "carry out", undefined],
    ["waiting", "carry out", undefined],
    ["due", "carry out", "none"],
  ] as const)("%s, then %s: %s", (state, step, next) => expect(nextResetState(state, step)).toBe(next));

  /** A moderator with a passkey, and the admin in a session that may act. */
  async function people() {
    const { adminEmail } = site.ctx.config;
    const [{ id }] = await site.sql("select id from users where email = $1", adminEmail);
    await site.sql("delete from passkeys where user_id = $1", id);
    await site.sql("update users set had_passkey = false where id = $1", id);
    const boss = (await site.logIn(adminEmail)).json().access_token as string;
    const rui = await createUser(site.ctx);
    const device = await makePasskey(site, rui);
    await site.sql("insert into moderators (user_id) values ($1)", rui.id);
    const ask = (userId = rui.id) => site.call("POST", `/api/admin/moderators/${userId}/passkey-reset`, boss);
    return { boss, rui, device, ask };
  }
  const dueNow = (who: TestUser) =>
    site.sql("update passkey_resets set due_at = now() where user_id = $1", who.id);

  test("of a moderator go a day after the admin asked, with their sessions; mails and the log tell", async () => {
    const { boss, rui, device, ask } = await people();
    const session = await withPasskey(device);
    expect((await ask()).statusCode).toBe(204);
    const { reset_at } = await list(rui);
    expect(Math.round((Date.parse(reset_at) - Date.now()) / 3_600_000)).toBe(24);
    const { moderators } = (await site.call("GET", "/api/admin/moderators", boss)).json();
    expect(moderators).toContainEqual(expect.objectContaining({ id: rui.id, passkeys: 1, reset_at }));
    // Asking again neither shortens nor prolongs it, and is not logged twice.
    expect((await ask()).statusCode).toBe(204);
    expect((await list(rui)).reset_at).toBe(reset_at);
    const log = await site.sql("select action from audit_log where target_user_id = $1", rui.id);
    expect(log).toEqual([{ action: "passkeys_reset" }]);
    await carryOutResets(site.ctx);
    expect(await namesOf(rui)).toHaveLength(1);
    await dueNow(rui);
    const countMails = async () =>
      (await site.sql("select count(*)::int as n from pgboss.job where name = 'mail'"))[0].n;
    const before = await countMails();
    await site.sql("insert into known_devices values ($1, '\\x07', gen_random_uuid())", rui.id);
    await Promise.all([carryOutResets(site.ctx), carryOutResets(site.ctx)]);
    expect(await countMails()).toBe(before + 1);
    expect(await devicesOf(rui)).toBe(0);
    // No session that was open then is of the staff, nor one that the password opens: the next key is made as the first was.
    for (const token of [session.token, rui.token])
      expect((await site.call("GET", path, token)).statusCode).toBe(401);
    const token = (await site.logIn(rui.email)).json().access_token;
    expect(await list({ token })).toEqual({ passkeys: [], staff: "make", reset_at: null });
    expect(codeOf(await cases({ token }))).toEqual([403, "passkey_missing"]);
    await expect
      .poll(() => subjectsTo(rui).sort())
      .toEqual([
        "Nova chave de acesso na sua conta da Prompteca",
        "Novo acesso à sua conta na Prompteca",
        "Suas chaves de acesso na Prompteca foram removidas",
        "Suas chaves de acesso na Prompteca vão ser removidas",
      ]);
  });

  test("are outlived by none that is made meanwhile: that wants the removal stopped", async () => {
    const { device, ask } = await people();
    const session = await withPasskey(device);
    const challenge = await beginPasskey(site, session);
    await ask();
    const make = () => keep(session, challenge, createAuthenticator().create(challenge));
    const refused = await make();
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: "reset_waits",
        message:
          "A administração pediu a remoção de todas as suas chaves de acesso. Para criar outra, impeça antes a remoção.",
      },
    ]);
    const begun = await site.call("POST", `${path}/challenge`, session);
    expect(codeOf(begun)).toEqual([409, "reset_waits"]);
    expect((await site.call("DELETE", `${path}/reset`, session)).statusCode).toBe(204);
    expect((await make()).statusCode).toBe(201);
  });

  test("stay if the person stops it, in any session, which a mail tells", async () => {
    const { rui, ask } = await people();
    await ask();
    await dueNow(rui);
    expect((await site.call("DELETE", `${path}/reset`, rui)).statusCode).toBe(204);
    await carryOutResets(site.ctx);
    expect(await namesOf(rui)).toHaveLength(1);
    expect(codeOf(await site.call("DELETE", `${path}/reset`, rui))).toEqual([409, "no_reset"]);
    await expect
      .poll(() => subjectsTo(rui))
      .toContain("A remoção das suas chaves de acesso na Prompteca foi impedida");
  });

  test("stay when the moderation ends meanwhile, which a mail tells", async () => {
    const { boss, rui, ask } = await people();
    await ask();
    expect((await site.call("DELETE", `/api/admin/moderators/${rui.id}`, boss)).statusCode).toBe(204);
    expect(await site.sql("select from passkey_resets where user_id = $1", rui.id)).toEqual([]);
    expect((await list(rui)).reset_at).toBeNull();
    await expect
      .poll(() => subjectsTo(rui))
      .toContain("Suas chaves de acesso na Prompteca não vão ser removidas");
  });

  test("of who is dismissed while they are asked for stay, whichever comes first", async () => {
    const { boss, rui, ask } = await people();
    const dismiss = () => site.call("DELETE", `/api/admin/moderators/${rui.id}`, boss);
    const locked = await lockRows(site.ctx.pool, "select from users where id = $1 for update", rui.id);
    const [asked, dismissed] = [ask(), dismiss()];
    await untilWaiting(site.ctx.pool, 2);
    await locked.release();
    expect((await dismissed).statusCode).toBe(204);
    expect([204, 404]).toContain((await asked).statusCode);
    expect(await site.sql("select from passkey_resets where user_id = $1", rui.id)).toEqual([]);
    // The dismissal is over once the question has the lock.
    await site.sql("insert into moderators (user_id) values ($1)", rui.id);
    const ending = await lockRows(site.ctx.pool, "delete from moderators where user_id = $1", rui.id);
    await ending.client.query("select from users where id = $1 for update", [rui.id]);
    const late = ask();
    await untilWaiting(site.ctx.pool);
    await ending.release();
    expect(codeOf(await late)).toEqual([404, "user_not_found"]);
    expect(await site.sql("select from passkey_resets where user_id = $1", rui.id)).toEqual([]);
  });

  test("of the admin go by the operator's command, which the log names", async () => {
    const { adminEmail } = site.ctx.config;
    const [{ id }] = await site.sql("select id from users where email = $1", adminEmail);
    await site.sql("delete from passkeys where user_id = $1", id);
    await expect(resetAdminsPasskeys(site.ctx, "maria")).rejects.toMatchObject({ code: "no_passkeys" });
    await site.sql(
      `insert into passkeys (user_id, credential_id, public_key, counter, backed_up, name)
        values ($1, 'lost', '', 0, false, 'Perdida')`,
      id,
    );
    const dueAt = await resetAdminsPasskeys(site.ctx, "maria");
    expect(Math.round((dueAt.getTime() - Date.now()) / 3_600_000)).toBe(24);
    const log = "select admin_id, admin_username from audit_log where target_user_id = $1";
    expect(await site.sql(log, id)).toEqual([{ admin_id: null, admin_username: "maria" }]);
    await site.sql("delete from passkey_resets where user_id = $1", id);
  });

  test("are asked for by the admin alone, of moderators alone who have some", async () => {
    const { rui, ask } = await people();
    const member = await createUser(site.ctx);
    await makePasskey(site, member);
    expect(codeOf(await ask(member.id))).toEqual([404, "user_not_found"]);
    expect(codeOf(await ask("x"))).toEqual([404, "user_not_found"]);
    await site.sql("delete from passkeys where user_id = $1", rui.id);
    expect(codeOf(await ask())).toEqual([409, "no_passkeys"]);
    const url = `/api/admin/moderators/${member.id}/passkey-reset`;
    expect(codeOf(await site.call("POST", url, rui))).toEqual([403, "forbidden"]);
  });
});
