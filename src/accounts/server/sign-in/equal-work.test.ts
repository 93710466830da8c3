/** The time of an answer does not reveal which addresses have accounts: the costly work is the same, counted and not timed. */
import type * as Argon2 from "@node-rs/argon2";
import type * as Bcrypt from "@node-rs/bcrypt";
import { hash } from "@node-rs/bcrypt";
import { beforeAll, expect, test, vi } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

/** `bcrypt` is the work of all comparisons, in rounds. */
const done = { hashed: 0, verified: 0, bcrypt: 0 };
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
vi.mock("@node-rs/bcrypt", async (importOriginal) => {
  const real = await importOriginal<typeof Bcrypt>();
  return {
    ...real,
    verify: (...args: Parameters<typeof real.verify>) => {
      done.bcrypt += 2 ** Number(String(args[1]).slice(4, 6));
      return real.verify(...args);
    },
  };
});

const site = setUpTestApp();
// The first comparison creates the hash that stands for missing ones.
beforeAll(() => logIn("primeira@exemplo.com.br"));

async function work(url: string, payload: object) {
  Object.assign(done, { hashed: 0, verified: 0, bcrypt: 0 });
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
  expect(unknown).toMatchObject({ status: 400, hashed: 0, verified: 1, bcrypt: 0 });
  for (const email of [ana.email, blocked.email, demo.email, waiting]) {
    expect(await logIn(email), email).toEqual(unknown);
  }
});

test("a sign-up is hashed once, whether the address has an account or not, and answers alike", async () => {
  const { email } = await createUser(site.ctx);
  const answers = [await signUp(email, "Conhecida"), await signUp("nova@exemplo.com.br", "Desconhecida")];
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, hashed: 1, verified: 0, bcrypt: 0 });
  const [known, unknown] = answers.map(({ body }) => Object.keys(JSON.parse(body)).toSorted());
  expect(known).toEqual(unknown);
});

test("asking for a new password hashes nothing and answers alike", async () => {
  const { email } = await createUser(site.ctx);
  const known = await work("/auth/v1/recover", { email });
  expect(known).toEqual({ status: 200, body: "{}", hashed: 0, verified: 0, bcrypt: 0 });
  expect(await work("/auth/v1/recover", { email: "ninguem@exemplo.com.br" })).toEqual(known);
});

test("a wrong current password is compared once, and the new one is not hashed", async () => {
  const ana = await createUser(site.ctx);
  Object.assign(done, { hashed: 0, verified: 0, bcrypt: 0 });
  const changes = { password: "cupuaçu-maduro-8", current_password: "errada-mesmo-1" };
  const { statusCode } = await site.call("PUT", "/auth/v1/user", ana, changes);
  expect({ status: statusCode, ...done }).toEqual({ status: 400, hashed: 0, verified: 1, bcrypt: 0 });
});

test("while moved accounts have bcrypt, of whatever cost, every login does the work of both", async () => {
  const stored = async (email: string, cost: number) => {
    const person = await createUser(site.ctx, { email });
    await site.sql(
      "update users set password_hash = $1 where id = $2",
      await hash(PASSWORD, { cost }),
      person.id,
    );
    return person;
  };
  const { email: argon2 } = await createUser(site.ctx);
  const people = [await stored("custo-4@exemplo.com.br", 4), await stored("custo-7@exemplo.com.br", 7)];
  const withoutPassword = await createUser(site.ctx);
  await site.sql("update users set password_hash = null where id = $1", withoutPassword.id);
  // Beyond what a login may cost: no password is right.
  await stored("custo-4-b@exemplo.com.br", 4);
  const tooCostly = `$2b$31$${"a".repeat(53)}`;
  await site.sql("update users set password_hash = $1 where email = 'custo-4-b@exemplo.com.br'", tooCostly);
  const unknown = await logIn("ninguem@exemplo.com.br");
  expect(unknown).toMatchObject({ status: 400, hashed: 0, verified: 1 });
  // The costly one counts as the highest that is allowed, 14.
  expect(unknown.bcrypt).toBe(2 ** 14);
  await site.sql("update users set password_hash = null where password_hash = $1", tooCostly);
  const known = await logIn("ninguem@exemplo.com.br");
  expect(known.bcrypt).toBe(2 ** 7);
  for (const email of [
    argon2,
    withoutPassword.email,
    "custo-4-b@exemplo.com.br",
    ...people.map((one) => one.email),
  ])
    expect([email, await logIn(email)]).toEqual([email, known]);
  for (const { email } of people)
    expect(await work("/auth/v1/token?grant_type=password", { email, password: PASSWORD })).toMatchObject({
      status: 200,
    });
  expect(await logIn(argon2)).toMatchObject({ verified: 1, bcrypt: 0 });

  // Without a login, guesses are taken for blocked accounts too.
  const asBlocked = (email: string) =>
    work("/api/account/blocked/footprint", { email, password: "errada-mesmo-1" });
  const bcrypted = await stored("custo-6@exemplo.com.br", 6);
  const nobody = await asBlocked("ninguem@exemplo.com.br");
  expect(nobody).toMatchObject({ status: 400, verified: 1, bcrypt: 2 ** 6 });
  for (const email of [argon2, bcrypted.email])
    expect([email, await asBlocked(email)]).toEqual([email, nobody]);
});
