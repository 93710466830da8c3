/** Mails of new passwords and of sign-ins from devices that the account does not know: to the right person, once, not too many. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEVICE_HEADER } from "#accounts/device-header.ts";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { type AccountsSite, startAccountsSite } from "#tests/support/accounts.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";
const CHANGED = "Sua senha na Prompteca foi trocada";
const NEW_DEVICE = "Novo acesso à sua conta na Prompteca";

let site: AccountsSite;
beforeAll(async () => {
  site = await startAccountsSite({ RATE_LIMITS: "on" });
});
afterAll(() => site.close());

/** A person who confirmed their address long ago. */
async function createOldUser(): Promise<TestUser> {
  const person = await createUser(site.ctx);
  await site.ctx.pool.query(
    "update users set email_confirmed_at = now() - interval '2 hours' where id = $1",
    [person.id],
  );
  return person;
}
async function logIn({ email }: TestUser, proof?: string): Promise<string> {
  const answer = await site.app.inject({
    method: "POST",
    url: "/auth/v1/token?grant_type=password",
    headers: { "user-agent": FIREFOX, ...(proof && { [DEVICE_HEADER]: proof }) },
    payload: { email, password: PASSWORD },
    remoteAddress: `198.51.100.${Math.ceil(Math.random() * 250)}`,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json().access_token;
}
const changePassword = (token: string, current: string, password: string) =>
  site.app.inject({
    method: "PUT",
    url: "/auth/v1/user",
    headers: { authorization: `Bearer ${token}`, "user-agent": FIREFOX },
    payload: { password, current_password: current },
  });
/** Notices that wait or were sent, by what the queue has of them: nothing is missed, and nothing waited for. */
async function countNotices(): Promise<number> {
  const { rows } = await site.ctx.pool.query(
    "select from pgboss.job where name = 'mail' and data ? 'noticeId'",
  );
  return rows.length;
}

describe("a sign-in from a device that the account does not know", () => {
  test("is told, with time and device; the next from there is not", async () => {
    const ana = await createOldUser();
    const proof = randomBytes(32).toString("base64url");
    await logIn(ana, proof);
    const mail = await site.mails.waitFor(ana.email);
    expect(mail.subject).toBe(NEW_DEVICE);
    expect(mail.text).toContain("Dispositivo: Firefox no Windows");
    expect(mail.text).toMatch(/Quando: \d{1,2} de [a-zç]+ de \d{4} às \d\d:\d\d \(horário de Brasília\)/);
    expect(mail.text).not.toContain("token");
    const before = await countNotices();
    await logIn(ana, proof);
    expect(await countNotices()).toBe(before);
  });

  test("is not told within the hour in which the address was confirmed, nor of a wrong password", async () => {
    const before = await countNotices();
    await logIn(await createUser(site.ctx));
    const { email } = await createOldUser();
    const payload = { email, password: "errada-mesmo-1" };
    await site.app.inject({ method: "POST", url: "/auth/v1/token?grant_type=password", payload });
    expect(await countNotices()).toBe(before);
  });

  test("is told so many times a day at most, and a new password is told all the same", async () => {
    const ana = await createOldUser();
    const before = await countNotices();
    const { points } = RATE_LIMITS.signInNoticePerAccount;
    for (let time = 0; time < points + 2; time++) await logIn(ana);
    expect(await countNotices()).toBe(before + points);
    expect((await changePassword(await logIn(ana), PASSWORD, "cajuína-gelada-7")).statusCode).toBe(200);
    expect((await site.mails.waitFor(ana.email, points + 1)).to).toEqual([ana.email]);
    const subjects = site.mails.received
      .filter(({ to }) => to[0] === ana.email)
      .map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === CHANGED)).toHaveLength(1);
  });
});

describe("a new password", () => {
  test("is told, with time and device; one that is refused is not", async () => {
    const ana = await createUser(site.ctx);
    const before = await countNotices();
    expect((await changePassword(ana.token, "errada-mesmo-1", "umbu-maduro-77")).statusCode).toBe(400);
    expect(await countNotices()).toBe(before);
    expect((await changePassword(ana.token, PASSWORD, "umbu-maduro-77")).statusCode).toBe(200);
    const mail = await site.mails.waitFor(ana.email);
    expect([mail.subject, mail.text.includes("Dispositivo: Firefox no Windows")]).toEqual([CHANGED, true]);
  });

  test("that a mailed link set is told as well", async () => {
    const ana = await createUser(site.ctx);
    await site.app.inject({ method: "POST", url: "/auth/v1/recover", payload: { email: ana.email } });
    const token_hash = await site.mailedToken(ana.email);
    const session = await site.app.inject({
      method: "POST",
      url: "/auth/v1/verify",
      payload: { token_hash, type: "recovery" },
    });
    const answer = await site.app.inject({
      method: "PUT",
      url: "/auth/v1/user",
      headers: { authorization: `Bearer ${session.json().access_token}` },
      payload: { password: "graviola-doce-3" },
    });
    expect(answer.statusCode).toBe(200);
    expect((await site.mails.waitFor(ana.email, 2)).subject).toBe(CHANGED);
  });

  test("is told so many times an hour at most", async () => {
    const ana = await createUser(site.ctx);
    const before = await countNotices();
    const { points } = RATE_LIMITS.passwordNoticePerAccount;
    let current = PASSWORD;
    for (let time = 0; time < points + 1; time++) {
      const next = `buriti-e-pequi-${time}x`;
      expect((await changePassword(ana.token, current, next)).statusCode).toBe(200);
      current = next;
    }
    expect(await countNotices()).toBe(before + points);
  });
});

test("signing in and a new password do with one connection each, however few are left", async () => {
  const ana = await createOldUser();
  // What is read once for each process is read before.
  await logIn(await createOldUser());
  const { pool } = site.ctx;
  const held = await Promise.all(Array.from({ length: (pool.options.max ?? 0) - 1 }, () => pool.connect()));
  try {
    expect((await changePassword(await logIn(ana), PASSWORD, "seriguela-fria-9")).statusCode).toBe(200);
  } finally {
    for (const client of held) client.release();
  }
});

test("a change that fails uses up no notice: whoever knows the password cannot silence the mail of the change", async () => {
  const [ana, { username }] = [await createUser(site.ctx), await createUser(site.ctx)];
  for (let time = 0; time <= RATE_LIMITS.passwordNoticePerAccount.points; time++) {
    const { statusCode } = await site.app.inject({
      method: "PUT",
      url: "/auth/v1/user",
      headers: { authorization: `Bearer ${ana.token}` },
      payload: { password: "cambuci-azedo-5", current_password: PASSWORD, data: { username } },
    });
    expect(statusCode).toBe(422);
  }
  const before = await countNotices();
  expect((await changePassword(ana.token, PASSWORD, "cambuci-azedo-5")).statusCode).toBe(200);
  expect(await countNotices()).toBe(before + 1);
});
