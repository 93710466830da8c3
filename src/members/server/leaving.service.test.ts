/** Deleting one's own account: told first what goes, asked for the password, then it is gone. */

import { describe, expect, test } from "vitest";
import { openSession } from "#accounts/server/sessions/sessions.service.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { makePasskey } from "#tests/support/authenticator.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { mediaFiles } from "#tests/support/media-files.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createAdmin, createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite({ CONTACT_EMAIL: "oi@prompteca.example" });
const { call, sql } = site;

const leave = (person: TestUser, password: unknown = person.password) =>
  call("DELETE", "/api/account", person.token, { password });
/** A session as a mailed link opens it, so many minutes ago. */
async function byLink(person: TestUser, minutes: number): Promise<TestUser> {
  const device = { ip: "127.0.0.1", userAgent: null };
  const session = await site.ctx.db
    .transaction()
    .execute((trx) => openSession(site.ctx, trx, person.id, "otp", device));
  await sql(
    "update sessions set created_at = now() - make_interval(mins => $2) where user_id = $1 and auth_method = 'otp'",
    person.id,
    minutes,
  );
  return { ...person, token: session.access_token };
}
const exists = async ({ id }: TestUser) => (await sql("select from users where id = $1", id)).length === 1;

describe("GET /api/account/footprint", () => {
  test("counts what a user owns", async () => {
    const [ana, beto] = [await createUser(site.ctx), await createUser(site.ctx)];
    const mine = await publishPrompt(site, ana);
    await publishPrompt(site, ana);
    const theirs = await publishPrompt(site, beto);
    await call("POST", `/api/prompts/${mine.id}/like`, ana.token);
    await call("POST", `/api/prompts/${theirs.id}/like`, ana.token);
    await call("POST", `/api/prompts/${mine.id}/like`, beto.token);
    await call("POST", `/api/prompts/${theirs.id}/favorite`, ana.token);
    const answer = { model: "GPT-5", outcome: "failed" };
    await sql("update users set created_at = now() - interval '2 days' where id = $1", ana.id);
    await call("PUT", `/api/prompts/${theirs.id}/result`, ana.token, answer);
    await call("POST", "/api/collections", ana, { title: "Receitas" });
    await sql(
      "insert into identities (user_id, issuer, subject, email) values ($1, 'https://id.example', 'ana', $2)",
      ana.id,
      ana.email,
    );
    await makePasskey(site, ana);
    expect((await call("GET", "/api/account/footprint", ana.token)).json()).toEqual({
      prompts: 2,
      pictures: 1,
      likes: 2,
      favorites: 1,
      results: 1,
      collections: 1,
      identities: 1,
      passkeys: 1,
      sessions: 1,
      needs_password: true,
    });
    expect((await call("GET", "/api/account/footprint")).statusCode).toBe(401);
  });
});

describe("DELETE /api/account", () => {
  test("deletes the user with everything, visibly to all at once; name and address are free again", async () => {
    const ana = await createUser(site.ctx, { username: "Ana Que Vai" });
    const thumbnail_url = await pictureDataUrl("#ab12cd");
    const { id, image } = await publishPrompt(site, ana, { thumbnail_url });
    const shown = ["/api/prompts", `/api/prompts/${id}`, `/api/users/${ana.id}/prompts`, image.url];
    for (const url of shown) expect((await call("GET", url)).statusCode).toBe(200);
    const files = async () => (await mediaFiles(site.ctx.config.dataDir)).length;
    const before = await files();

    const answer = await leave(ana);
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
    expect(await exists(ana)).toBe(false);
    for (const url of shown.slice(1)) {
      await expect.poll(async () => [url, (await call("GET", url)).statusCode]).toEqual([url, 404]);
    }
    expect((await call("GET", "/api/prompts")).json().data).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    await expect.poll(files).toBeLessThan(before);

    expect((await call("GET", "/api/account/footprint", ana.token)).statusCode).toBe(401);
    const credentials = { email: ana.email, password: PASSWORD };
    const login = await call("POST", "/auth/v1/token?grant_type=password", undefined, credentials);
    expect(login.json().error_code).toBe("invalid_credentials");
    const names = { username: "ana que vai", email: ana.email };
    expect((await call("POST", "/api/auth/check-user-exists", undefined, names)).json()).toEqual({
      exists: false,
    });
  });

  test("is confirmed by a last mail, in case somebody else asked for it", async () => {
    const ana = await createUser(site.ctx, { username: "Ana de Partida" });
    await publishPrompt(site, ana);
    expect((await leave(ana)).statusCode).toBe(204);
    const { subject, text } = await site.mails.waitFor(ana.email);
    expect(subject).toBe("Sua conta na Prompteca foi excluída");
    expect(text).toContain("Ana de Partida");
    expect(text).toContain("1 prompt com as imagens");
    expect(text).toContain("Se não foi você quem pediu, escreva para oi@prompteca.example");
  });

  test("is refused without the right password, naming the field, and nothing is deleted", async () => {
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

  test("deletes the caller's own account and no other", async () => {
    expect((await call("DELETE", "/api/account", undefined, { password: PASSWORD })).statusCode).toBe(401);
    const [ana, beto] = [await createUser(site.ctx), await createUser(site.ctx)];
    await call("DELETE", "/api/account", beto.token, { password: PASSWORD, id: ana.id, user_id: ana.id });
    expect([await exists(ana), await exists(beto)]).toEqual([true, false]);
  });

  test.each([
    [59, false, 204],
    [61, true, 422],
  ])("%i minutes after a mailed link, a password is needed: %s", async (minutes, needed, status) => {
    const user = await byLink(await createUser(site.ctx), minutes);
    const { needs_password } = (await call("GET", "/api/account/footprint", user)).json();
    expect(needs_password).toBe(needed);
    expect((await call("DELETE", "/api/account", user)).statusCode).toBe(status);
    expect(await exists(user)).toBe(needed);
  });

  test("is refused to the admin, whatever the password", async () => {
    const admin = await createAdmin(site.ctx);
    for (const password of [PASSWORD, "errada-errada-1"]) {
      const answer = await leave(admin, password);
      expect([answer.statusCode, answer.json().code]).toEqual([409, "admin_account"]);
    }
    expect(await exists(admin)).toBe(true);
  });

  test("requested by several tabs at once happens once; the others are a 401", async () => {
    const ana = await createUser(site.ctx);
    const answers = await Promise.all([leave(ana), leave(ana), leave(ana)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401, 401]);
  });

  test("fails when the session it was asked in ends meanwhile", async () => {
    const ana = await byLink(await createUser(site.ctx), 5);
    const ending = await lockRows(site.ctx.pool, "select from users where id = $1 for update", ana.id);
    const late = leave(ana, undefined);
    await untilWaiting(site.ctx.pool);
    await ending.client.query("delete from sessions where user_id = $1", [ana.id]);
    await ending.release();
    expect((await late).statusCode).toBe(401);
    expect(await exists(ana)).toBe(true);
  });

  test("fails when the password it was checked with has just been changed", async () => {
    const ana = await createUser(site.ctx);
    const change = { password: "senha-nova-de-ana-99", current_password: PASSWORD };
    const [changed, left] = await Promise.all([call("PUT", "/auth/v1/user", ana.token, change), leave(ana)]);
    const gone = !(await exists(ana));
    // One of the two orders: deleted first, so there is nothing to change; or changed first, so the old one is wrong.
    expect(gone ? left.statusCode : changed.statusCode).toBe(gone ? 204 : 200);
    if (!gone) expect(left.statusCode).toBe(422);
    expect(changed.statusCode).toBeLessThan(500);
  });
});
