/** Whoever asks cannot tell by the time which addresses have accounts: the costly work is the same, counted and not timed. */
import type * as Argon2 from "@node-rs/argon2";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startAccountJobs } from "#accounts/server/account-jobs.ts";
import { type Mailer, openMailer } from "#platform/mail.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

const done = { hashed: 0, verified: 0 };
// The real ones, counted.
vi.mock("@node-rs/argon2", async (importOriginal) => {
  const real = await importOriginal<typeof Argon2>();
  return {
    ...real,
    hash: (...args: Parameters<typeof real.hash>) => {
      done.hashed++;
      return real.hash(...args);
    },
    verify: (...args: Parameters<typeof real.verify>) => {
      done.verified++;
      return real.verify(...args);
    },
  };
});

let site: TestApp;
let mailer: Mailer;
beforeAll(async () => {
  site = await createTestApp();
  mailer = openMailer(site.ctx.config);
  await startAccountJobs(site.ctx, mailer);
  // The hash that stands for those who have none is made with the first question.
  await logIn("primeira@exemplo.com.br");
});
afterAll(async () => {
  await site.close();
  mailer.close();
});

async function work(url: string, payload: object) {
  Object.assign(done, { hashed: 0, verified: 0 });
  const { statusCode, body } = await site.app.inject({ method: "POST", url, payload });
  return { status: statusCode, body, ...done };
}
const logIn = (email: string, password = "errada-mesmo-1") =>
  work("/auth/v1/token?grant_type=password", { email, password });

test("a wrong password is compared once, with an account, a blocked one, a demo one, a sign-up or none", async () => {
  const [ana, blocked, demo] = [
    await createUser(site.ctx),
    await createUser(site.ctx),
    await createUser(site.ctx),
  ];
  await site.ctx.pool.query("update users set is_blocked = true where id = $1", [blocked.id]);
  await site.ctx.pool.query("update users set is_demo = true where id = $1", [demo.id]);
  const waiting = "espera@exemplo.com.br";
  const signedUp = await work("/auth/v1/signup", {
    email: waiting,
    password: PASSWORD,
    data: { username: "Espera" },
  });
  expect(signedUp.status).toBe(200);
  const unknown = await logIn("ninguem@exemplo.com.br");
  expect(unknown).toMatchObject({ status: 400, hashed: 0, verified: 1 });
  for (const email of [ana.email, blocked.email, demo.email, waiting]) {
    expect(await logIn(email), email).toEqual(unknown);
  }
});

test("a sign-up is hashed once, whether the address has an account or not, and answers alike", async () => {
  const { email } = await createUser(site.ctx);
  const shapes = [];
  for (const [address, username] of [
    [email, "Conhecida"],
    ["nova@exemplo.com.br", "Desconhecida"],
  ]) {
    const found = await work("/auth/v1/signup", { email: address, password: PASSWORD, data: { username } });
    expect(found).toMatchObject({ status: 200, hashed: 1, verified: 0 });
    shapes.push(Object.keys(JSON.parse(found.body)).toSorted());
  }
  expect(shapes[0]).toEqual(shapes[1]);
});

test("asking for a new password hashes nothing and answers alike", async () => {
  const { email } = await createUser(site.ctx);
  const known = await work("/auth/v1/recover", { email });
  expect(known).toEqual({ status: 200, body: "{}", hashed: 0, verified: 0 });
  expect(await work("/auth/v1/recover", { email: "ninguem@exemplo.com.br" })).toEqual(known);
});
