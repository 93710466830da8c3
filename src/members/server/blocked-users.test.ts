/** A blocked user's rights with the password alone: export the data and delete the account, nothing else. */

import { describe, expect, test } from "vitest";
import { forgetPace } from "#accounts/server/mails/asked-mails.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const CALLS = ["footprint", "export", "leave"] as const;

const site = setUpAccountsSite();
const { post, sql } = site;

const ask = (call: (typeof CALLS)[number], { email, password }: { email: string; password: string }) =>
  post(`/api/account/blocked/${call}`, { email, password });
async function createBlocked(): Promise<TestUser> {
  const person = await createUser(site.ctx);
  await sql("update users set is_blocked = true where id = $1", person.id);
  return person;
}
const exists = async ({ id }: TestUser) => (await sql("select from users where id = $1", id)).length === 1;
const signUp = (email: string, username: string) =>
  post("/auth/v1/signup", { email, password: PASSWORD, data: { username } });

describe.each(CALLS)("POST /api/account/blocked/%s", (call) => {
  test("is refused without the password, with a wrong one, and with somebody else's", async () => {
    const bia = await createBlocked();
    const caio = await createUser(site.ctx, { password: "outra-senha-de-caio" });
    expect((await post(`/api/account/blocked/${call}`, { email: bia.email })).statusCode).toBe(400);
    for (const wrong of [
      { email: bia.email, password: "errada-mesmo-1" },
      { email: bia.email, password: caio.password },
      { email: "ninguem@exemplo.com.br", password: PASSWORD },
    ]) {
      const answer = await ask(call, wrong);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ code: "invalid_credentials", message: "E-mail ou senha incorretos." });
    }
    expect(await exists(bia)).toBe(true);
  });

  test("is for blocked users alone, and takes no session for the password", async () => {
    const [bia, caio] = [await createBlocked(), await createUser(site.ctx)];
    const answer = await ask(call, caio);
    expect([answer.statusCode, answer.json().code]).toEqual([409, "not_blocked"]);
    expect(await exists(caio)).toBe(true);
    expect((await site.call("POST", `/api/account/blocked/${call}`, bia, {})).statusCode).toBe(400);
  });
});

describe("a blocked user", () => {
  test("sees the account's contents and exports them, which is recorded", async () => {
    const bia = await createBlocked();
    const nothing = {
      prompts: 0,
      pictures: 0,
      likes: 0,
      favorites: 0,
      results: 0,
      collections: 0,
      identities: 0,
      passkeys: 0,
    };
    expect((await ask("footprint", bia)).json()).toEqual({ ...nothing, sessions: 1, needs_password: true });
    const zip = await ask("export", { ...bia, email: ` ${bia.email.toUpperCase()}` });
    expect([zip.statusCode, zip.headers["content-type"]]).toEqual([200, "application/zip"]);
    expect(zip.headers["content-disposition"]).toMatch(/^attachment; filename="/);
    expect(zip.headers["cache-control"]).toContain("no-store");
    expect(zip.rawPayload.subarray(0, 2).toString()).toBe("PK");
    const recorded = "select action from access_records where user_id = $1";
    await expect.poll(() => sql(recorded, bia.id)).toEqual([{ action: "POST /api/account/blocked/export" }]);
  });

  test("gets no access to other calls", async () => {
    const bia = await createBlocked();
    const answer = await ask("footprint", bia);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    const { email, password } = bia;
    const login = await post("/auth/v1/token?grant_type=password", { email, password });
    expect(login.json().error_code).toBe("user_banned");
    for (const url of ["/api/account/export", "/api/account/footprint", "/api/account/sessions"]) {
      expect((await site.call("GET", url, bia)).statusCode).toBe(403);
    }
  });

  test("deletes everything, gets a mail, and cannot register the address for half a year", async () => {
    const bia = await createBlocked();
    expect((await ask("leave", bia)).statusCode).toBe(204);
    expect(await exists(bia)).toBe(false);
    expect((await site.mails.waitFor(bia.email)).subject).toBe("Sua conta na Prompteca foi excluída");

    const again = await signUp(bia.email, "Bia de Novo");
    expect([again.statusCode, again.json().identities]).toEqual([200, []]);
    const check = await post("/api/auth/check-user-exists", { username: "Bia de Novo", email: bia.email });
    expect(check.json()).toEqual({ exists: true, field: "email" });
    await signUp("errado@exemplo.com.br", "Bia Errada");
    await forgetPace(site.ctx, "confirmation", bia.email, "127.0.0.1");
    const moved = await post("/api/auth/correct-email", {
      email: "errado@exemplo.com.br",
      password: PASSWORD,
      new_email: bia.email,
    });
    expect(moved.json().code).toBe("email_exists");
    const rows = await sql(
      "select email from signups where email = $1 union all select encode(address_hash, 'escape') from barred_addresses",
      bia.email,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(bia.email.split("@")[0]);

    const latest = "(select max(expires_at) from barred_addresses)";
    await sql(`update barred_addresses set expires_at = now() where expires_at = ${latest}`);
    await forgetPace(site.ctx, "confirmation", bia.email, "127.0.0.1");
    expect((await signUp(bia.email, "Bia de Novo")).json().identities).not.toEqual([]);
  });
});

test("a user who was not blocked may register again at once", async () => {
  const caio = await createUser(site.ctx);
  const answer = await site.call("DELETE", "/api/account", caio, { password: caio.password });
  expect(answer.statusCode).toBe(204);
  expect((await signUp(caio.email, caio.username)).json().identities).not.toEqual([]);
});
