/** Mails about new passwords and sign-ins from unknown devices: to the right user, once, within their limits. */
import { describe, expect, test } from "vitest";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { newProof, setUpAccountsSite } from "#tests/support/accounts.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";
const CHANGED = "Sua senha na Prompteca foi alterada";
const NEW_DEVICE = "Novo acesso à sua conta na Prompteca";

const site = setUpAccountsSite({ RATE_LIMITS: "on" });

/** A user who confirmed the address long ago. */
async function createOldUser(): Promise<TestUser> {
  const user = await createUser(site.ctx);
  await site.sql("update users set email_confirmed_at = now() - interval '2 hours' where id = $1", user.id);
  return user;
}
async function logIn({ email }: TestUser, proof?: string): Promise<string> {
  const from = `198.51.100.${Math.ceil(Math.random() * 250)}`;
  const answer = await site.logIn(email, { from, proof, userAgent: FIREFOX });
  expect(answer.statusCode).toBe(200);
  return answer.json().access_token;
}
const changePassword = async (token: string, current_password: string | undefined, password: string) => {
  const payload = { password, current_password };
  return (await site.call("PUT", "/auth/v1/user", token, payload, { "user-agent": FIREFOX })).statusCode;
};
/** Counts the notices in the queue, sent or not. */
const countNotices = async () =>
  (await site.sql("select from pgboss.job where name = 'mail' and data ? 'noticeId'")).length;

describe("a sign-in from an unknown device", () => {
  test("is mailed, with time and device; the next from there is not", async () => {
    const ana = await createOldUser();
    const proof = newProof();
    await logIn(ana, proof);
    const mail = await site.mails.waitFor(ana.email);
    expect(mail.subject).toBe(NEW_DEVICE);
    expect(mail.text).toContain("Aparelho: Firefox no Windows");
    expect(mail.text).toMatch(/Quando: \d{1,2} de [a-zç]+ de \d{4} às \d\d:\d\d \(horário de Brasília\)/);
    expect(mail.text).not.toContain("token");
    const before = await countNotices();
    await logIn(ana, proof);
    expect(await countNotices()).toBe(before);
  });

  test("is not mailed within an hour of the address's confirmation, nor after a wrong password", async () => {
    const before = await countNotices();
    await logIn(await createUser(site.ctx));
    const { email } = await createOldUser();
    await site.logIn(email, { password: "errada-mesmo-1" });
    expect(await countNotices()).toBe(before);
  });

  test("is mailed so many times a day at most, and a new password is mailed all the same", async () => {
    const ana = await createOldUser();
    const before = await countNotices();
    const { points } = RATE_LIMITS.signInNoticePerAccount;
    for (let time = 0; time < points + 2; time++) await logIn(ana);
    expect(await countNotices()).toBe(before + points);
    expect(await changePassword(await logIn(ana), PASSWORD, "cajuína-gelada-7")).toBe(200);
    expect((await site.mails.waitFor(ana.email, points + 1)).to).toEqual([ana.email]);
    const mails = site.mails.received.filter(({ to }) => to[0] === ana.email);
    expect(mails.filter(({ subject }) => subject === CHANGED)).toHaveLength(1);
  });
});

describe("a new password", () => {
  test("is mailed, with time and device; a refused one is not", async () => {
    const ana = await createUser(site.ctx);
    const before = await countNotices();
    expect(await changePassword(ana.token, "errada-mesmo-1", "umbu-maduro-77")).toBe(400);
    expect(await countNotices()).toBe(before);
    expect(await changePassword(ana.token, PASSWORD, "umbu-maduro-77")).toBe(200);
    const mail = await site.mails.waitFor(ana.email);
    expect([mail.subject, mail.text.includes("Aparelho: Firefox no Windows")]).toEqual([CHANGED, true]);
  });

  test("that a mailed link set is mailed as well", async () => {
    const { email } = await createUser(site.ctx);
    await site.post("/auth/v1/recover", { email });
    const session = await site.verify(await site.mailedToken(email));
    expect(await changePassword(session.json().access_token, undefined, "graviola-doce-3")).toBe(200);
    expect((await site.mails.waitFor(email, 2)).subject).toBe(CHANGED);
  });

  test("is mailed so many times an hour at most", async () => {
    const ana = await createUser(site.ctx);
    const before = await countNotices();
    const { points } = RATE_LIMITS.passwordNoticePerAccount;
    let current = PASSWORD;
    for (let time = 0; time < points + 1; time++) {
      const next = `buriti-e-pequi-${time}x`;
      expect(await changePassword(ana.token, current, next)).toBe(200);
      current = next;
    }
    expect(await countNotices()).toBe(before + points);
  });
});

test("signing in and a new password use one connection each, however few are left", async () => {
  const ana = await createOldUser();
  // Fills what the process reads once.
  await logIn(await createOldUser());
  const { pool } = site.ctx;
  const taken = await Promise.all(Array.from({ length: (pool.options.max ?? 0) - 1 }, () => pool.connect()));
  try {
    expect(await changePassword(await logIn(ana), PASSWORD, "seriguela-fria-9")).toBe(200);
  } finally {
    for (const client of taken) client.release();
  }
});

test("a failed change uses up no notice: a thief who knows the password cannot silence the mail", async () => {
  const [ana, { username }] = [await createUser(site.ctx), await createUser(site.ctx)];
  const payload = { password: "cambuci-azedo-5", current_password: PASSWORD, data: { username } };
  for (let time = 0; time <= RATE_LIMITS.passwordNoticePerAccount.points; time++) {
    expect((await site.call("PUT", "/auth/v1/user", ana.token, payload)).statusCode).toBe(422);
  }
  const before = await countNotices();
  expect(await changePassword(ana.token, PASSWORD, "cambuci-azedo-5")).toBe(200);
  expect(await countNotices()).toBe(before + 1);
});
