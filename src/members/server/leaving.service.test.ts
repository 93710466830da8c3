/** Deleting one's own account: told first what goes, asked for the password, then it is gone. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSession } from "#accounts/server/sessions/sessions.service.ts";
import { type AccountsSite, startAccountsSite } from "#tests/support/accounts.ts";
import type { TestApp } from "#tests/support/app.ts";
import { createTestApp } from "#tests/support/app.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

let site: AccountsSite;

beforeAll(async () => {
  site = await startAccountsSite({ CONTACT_EMAIL: "oi@prompteca.example" });
});
afterAll(() => site.close());

const call: TestApp["call"] = (...all) => site.call(...all);
const leave = (person: TestUser, password: unknown = person.password) =>
  call("DELETE", "/api/account", person.token, { password });
async function publish(person: TestUser, picture: string) {
  const prompt = {
    title: "Um prompt",
    content: "Escreva um poema sobre o mar.",
    llm_type_id: 1,
    thumbnail_url: picture,
  };
  return (await call("POST", "/api/prompts", person.token, prompt)).json();
}
/** A session as a mailed link opens it, so many minutes ago. */
async function byLink(person: TestUser, minutes: number): Promise<TestUser> {
  const device = { ip: "127.0.0.1", userAgent: null };
  const session = await site.ctx.db
    .transaction()
    .execute((trx) => openSession(site.ctx, trx, person.id, "otp", device));
  await site.ctx.pool.query(
    "update sessions set created_at = now() - make_interval(mins => $2) where user_id = $1 and auth_method = 'otp'",
    [person.id, minutes],
  );
  return { ...person, token: session.access_token };
}
const exists = async ({ id }: TestUser) =>
  (await site.ctx.pool.query("select from users where id = $1", [id])).rowCount === 1;

describe("GET /api/account/footprint", () => {
  test("counts what is a person's own", async () => {
    const [ana, beto] = [await createUser(site.ctx), await createUser(site.ctx)];
    const picture = await pictureDataUrl("#446688");
    const mine = await publish(ana, picture);
    await publish(ana, picture);
    const theirs = await publish(beto, picture);
    await call("POST", `/api/prompts/${mine.id}/like`, ana.token);
    await call("POST", `/api/prompts/${theirs.id}/like`, ana.token);
    await call("POST", `/api/prompts/${mine.id}/like`, beto.token);
    await call("POST", `/api/prompts/${theirs.id}/favorite`, ana.token);
    expect((await call("GET", "/api/account/footprint", ana.token)).json()).toEqual({
      prompts: 2,
      pictures: 1,
      likes: 2,
      favorites: 1,
      sessions: 1,
      needs_password: true,
    });
    expect((await call("GET", "/api/account/footprint")).statusCode).toBe(401);
  });

  test("says that no password is needed for an hour after a mailed link", async () => {
    const person = await createUser(site.ctx);
    const needed = async (minutes: number) =>
      (await call("GET", "/api/account/footprint", (await byLink(person, minutes)).token)).json()
        .needs_password;
    expect(await needed(59)).toBe(false);
    expect(await needed(61)).toBe(true);
  });
});

describe("DELETE /api/account", () => {
  test("deletes the person with everything, for everybody at once; name and address are free again", async () => {
    const ana = await createUser(site.ctx, { username: "Ana Que Vai" });
    const { id, image } = await publish(ana, await pictureDataUrl("#ab12cd"));
    const shown = ["/api/prompts", `/api/prompts/${id}`, `/api/users/${ana.id}/prompts`, image.url];
    for (const url of shown) expect((await call("GET", url)).statusCode).toBe(200);
    const folder = join(site.ctx.config.dataDir, "media");
    const before = (await readdir(folder, { recursive: true })).length;

    const answer = await leave(ana);
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
    expect(await exists(ana)).toBe(false);
    for (const url of shown.slice(1)) {
      await expect.poll(async () => [url, (await call("GET", url)).statusCode]).toEqual([url, 404]);
    }
    expect((await call("GET", "/api/prompts")).json().data).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    await expect.poll(async () => (await readdir(folder, { recursive: true })).length).toBeLessThan(before);

    expect((await call("GET", "/api/account/footprint", ana.token)).statusCode).toBe(401);
    const credentials = { email: ana.email, password: PASSWORD };
    const login = await call("POST", "/auth/v1/token?grant_type=password", undefined, credentials);
    expect(login.json().error_code).toBe("invalid_credentials");
    const names = { username: "ana que vai", email: ana.email };
    expect((await call("POST", "/api/auth/check-user-exists", undefined, names)).json()).toEqual({
      exists: false,
    });
  });

  test("is told in a last mail, for the case that somebody else asked", async () => {
    const ana = await createUser(site.ctx, { username: "Ana de Partida" });
    await publish(ana, await pictureDataUrl("#775533"));
    expect((await leave(ana)).statusCode).toBe(204);
    const { subject, text } = await site.mails.waitFor(ana.email);
    expect(subject).toBe("Sua conta na Prompteca foi excluída");
    expect(text).toContain("Ana de Partida");
    expect(text).toContain("1 prompt com as imagens");
    expect(text).toContain("Se não foi você quem pediu, escreva para oi@prompteca.example");
  });

  test("is refused without the right password, at its field, and nothing is gone", async () => {
    const ana = await createUser(site.ctx);
    const beto = await createUser(site.ctx, { password: "outra-senha-do-beto-7" });
    for (const [body, message] of [
      [{ password: beto.password }, "A senha está incorreta."],
      [{ password: "" }, "Informe sua senha para excluir a conta."],
      [{ password: null }, "Informe sua senha para excluir a conta."],
      [{}, "Informe sua senha para excluir a conta."],
      [undefined, "Informe sua senha para excluir a conta."],
    ] as const) {
      const answer = await call("DELETE", "/api/account", ana.token, body);
      expect([answer.statusCode, answer.json()]).toEqual([
        422,
        { code: expect.stringMatching(/^password_/), message, field: "password" },
      ]);
    }
    for (const password of [5, ["x"], { a: 1 }, "a\0b", "\ud800", "a".repeat(1001)]) {
      const answer = await leave(ana, password);
      expect([answer.statusCode, answer.json().field]).toEqual([400, "password"]);
    }
    for (const body of ["text", 5, []]) {
      expect((await call("DELETE", "/api/account", ana.token, body)).statusCode).toBe(400);
    }
    expect(await exists(ana)).toBe(true);
  });

  test("is for whoever is logged in, and for themselves alone", async () => {
    expect((await call("DELETE", "/api/account", undefined, { password: PASSWORD })).statusCode).toBe(401);
    const [ana, beto] = [await createUser(site.ctx), await createUser(site.ctx)];
    await call("DELETE", "/api/account", beto.token, { password: PASSWORD, id: ana.id, user_id: ana.id });
    expect([await exists(ana), await exists(beto)]).toEqual([true, false]);
  });

  test("asks for no password within an hour of a mailed link, and after that it does", async () => {
    const [ana, beto] = [await createUser(site.ctx), await createUser(site.ctx)];
    expect((await call("DELETE", "/api/account", (await byLink(beto, 61)).token)).statusCode).toBe(422);
    expect((await call("DELETE", "/api/account", (await byLink(ana, 1)).token)).statusCode).toBe(204);
    expect([await exists(ana), await exists(beto)]).toEqual([false, true]);
  });

  test("is not for the admin, whatever the password", async () => {
    const admin = await createUser(site.ctx, { email: site.ctx.config.adminEmail });
    for (const password of [PASSWORD, "errada-errada-1"]) {
      const answer = await leave(admin, password);
      expect([answer.statusCode, answer.json().code]).toEqual([409, "admin_account"]);
    }
    expect(await exists(admin)).toBe(true);
  });

  test("asked by two tabs at once it happens once, and the other is told to log in", async () => {
    const ana = await createUser(site.ctx);
    const answers = await Promise.all([leave(ana), leave(ana), leave(ana)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401, 401]);
  });

  test("does not outrun a change of the password that it was judged by", async () => {
    const ana = await createUser(site.ctx);
    const change = { password: "senha-nova-de-ana-99", current_password: PASSWORD };
    const [changed, left] = await Promise.all([call("PUT", "/auth/v1/user", ana.token, change), leave(ana)]);
    const gone = !(await exists(ana));
    // One of the two orders: deleted first, so there is nothing to change; or changed first, so the old one is wrong.
    expect(gone ? left.statusCode : changed.statusCode).toBe(gone ? 204 : 200);
    if (!gone) expect(left.statusCode).toBe(422);
    expect(changed.statusCode).toBeLessThan(500);
  });

  test("counts guesses with those at changing the password: ten in a quarter of an hour", async () => {
    const strict = await createTestApp({ RATE_LIMITS: "on" });
    try {
      const ana = await createUser(strict.ctx);
      const headers = { authorization: `Bearer ${ana.token}` };
      const statuses = new Set<number>();
      for (let count = 0; count < 5; count += 1) {
        const wrong = "chute-errado-1";
        const guess = {
          method: "DELETE",
          url: "/api/account",
          headers,
          payload: { password: wrong },
        } as const;
        statuses.add((await strict.app.inject(guess)).statusCode);
        const payload = { password: "senha-nova-de-ana-99", current_password: wrong };
        statuses.add(
          (await strict.app.inject({ method: "PUT", url: "/auth/v1/user", headers, payload })).statusCode,
        );
      }
      expect(statuses).toEqual(new Set([422, 400]));
      const payload = { password: PASSWORD };
      const answer = await strict.app.inject({ method: "DELETE", url: "/api/account", headers, payload });
      expect(answer.statusCode).toBe(429);
    } finally {
      await strict.close();
    }
  });
});
