/** The time of an answer does not reveal which addresses have accounts: the costly work is the same, counted and not timed. */
import type * as Argon2 from "@node-rs/argon2";
import { beforeAll, expect, test, vi } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
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

const site = setUpTestApp();
// The first comparison creates the hash that stands for missing ones.
beforeAll(() => logIn("primeira@exemplo.com.br"));

async function work(url: string, payload: object) {
  Object.assign(done, { hashed: 0, verified: 0 });
  const { statusCode, body } = await site.post(url, payload);
  return { status: statusCode, body, ...done };
}
const logIn = (email: string) =>
  work("/auth/v1/token?grant_type=password", { email, password: "errada-mesmo-1" });
const signUp = (email: string, username: string) =>
  work("/auth/v1/signup", { email, password: PASSWORD, data: { username } });

test("a wrong password is compared once, with an account, a blocked one, a demo one, a sign-up or none", async () => {
  const ana = await createUser(site.ctx);
  const blocked = await createUser(site.ctx);
  const demo = await createUser(site.ctx);
  await site.sql("update users set is_blocked = true where id = $1", blocked.id);
  await site.sql("update users set is_demo = true where id = $1", demo.id);
  const waiting = "espera@exemplo.com.br";
  expect((await signUp(waiting, "Espera")).status).toBe(200);
  const unknown = await logIn("ninguem@exemplo.com.br");
  expect(unknown).toMatchObject({ status: 400, hashed: 0, verified: 1 });
  for (const email of [ana.email, blocked.email, demo.email, waiting]) {
    expect(await logIn(email), email).toEqual(unknown);
  }
});

test("a sign-up is hashed once, whether the address has an account or not, and answers alike", async () => {
  const { email } = await createUser(site.ctx);
  const answers = [await signUp(email, "Conhecida"), await signUp("nova@exemplo.com.br", "Desconhecida")];
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, hashed: 1, verified: 0 });
  const [known, unknown] = answers.map(({ body }) => Object.keys(JSON.parse(body)).toSorted());
  expect(known).toEqual(unknown);
});

test("asking for a new password hashes nothing and answers alike", async () => {
  const { email } = await createUser(site.ctx);
  const known = await work("/auth/v1/recover", { email });
  expect(known).toEqual({ status: 200, body: "{}", hashed: 0, verified: 0 });
  expect(await work("/auth/v1/recover", { email: "ninguem@exemplo.com.br" })).toEqual(known);
});

test("a wrong current password is compared once, and the new one is not hashed", async () => {
  const ana = await createUser(site.ctx);
  Object.assign(done, { hashed: 0, verified: 0 });
  const changes = { password: "cupuaçu-maduro-8", current_password: "errada-mesmo-1" };
  const { statusCode } = await site.call("PUT", "/auth/v1/user", ana, changes);
  expect({ status: statusCode, ...done }).toEqual({ status: 400, hashed: 0, verified: 1 });
});
