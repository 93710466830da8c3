/** The unmodified client of Supabase Auth against the listening service: what the wire contract promises. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountsSite, createMemoryStorage, startAccountsSite } from "#tests/support/accounts.ts";
import { linkIn } from "#tests/support/smtp.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

let site: AccountsSite;

beforeAll(async () => {
  site = await startAccountsSite();
});
afterAll(() => site.close());

/** A session that is known to be open, or not. */
const isAlive = async (token: string) => (await site.client().getUser(token)).error === null;

describe("signing up", () => {
  test("goes from the form through the mail to a session", async () => {
    const client = site.client();
    const email = "maria@exemplo.com.br";
    const credentials = { email, password: PASSWORD };
    const signedUp = await client.signUp({
      ...credentials,
      options: { data: { username: "Maria Flor", tema: "azul" } },
    });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session).toBeNull();
    expect(signedUp.data.user).toMatchObject({
      email,
      role: "authenticated",
      user_metadata: { username: "Maria Flor", tema: "azul", email_verified: false },
    });
    expect(signedUp.data.user?.identities).toHaveLength(1);
    expect(signedUp.data.user?.email_confirmed_at).toBeUndefined();

    const early = await client.signInWithPassword(credentials);
    expect(early.error).toMatchObject({
      status: 400,
      code: "email_not_confirmed",
      message: "Email not confirmed",
    });

    const token_hash = await site.mailedToken(email);
    expect(linkIn(await site.mails.waitFor(email)).pathname).toBe("/verify-email");
    const verified = await client.verifyOtp({ token_hash, type: "email" });
    expect(verified.error).toBeNull();
    expect(verified.data.session?.user).toMatchObject({ id: signedUp.data.user?.id, email });
    expect(verified.data.user?.email_confirmed_at).toBeTruthy();
    expect(verified.data.user?.user_metadata).toMatchObject({ username: "Maria Flor", email_verified: true });

    const again = await site.client().verifyOtp({ token_hash, type: "email" });
    expect(again.error).toMatchObject({ status: 403, code: "otp_expired" });

    const signedIn = await site.client().signInWithPassword(credentials);
    expect(signedIn.error).toBeNull();
    expect(signedIn.data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    expect(signedIn.data.weakPassword).toBeUndefined();
  });

  test("of an address with an account answers a user without identities and sends nothing", async () => {
    const { email } = await createUser(site.ctx);
    const answer = await site.client().signUp({
      email,
      password: PASSWORD,
      options: { data: { username: "Impostora" } },
    });
    expect(answer.error).toBeNull();
    expect(answer.data.user).toMatchObject({ email, identities: [] });
    const { rows } = await site.ctx.pool.query("select from signups where email = $1", [email]);
    expect(rows).toHaveLength(0);
  });

  test("tells the reasons of a weak password", async () => {
    const reasonsOf = async (password: string) => {
      const { error } = await site.client().signUp({
        email: "fraca@exemplo.com.br",
        password,
        options: { data: { username: "Fraca" } },
      });
      return error && "reasons" in error ? error.reasons : undefined;
    };
    expect(await reasonsOf("curta")).toEqual(["length"]);
    expect(await reasonsOf("12345678")).toEqual(["characters"]);
    expect(await reasonsOf("flamengo10")).toEqual(["pwned"]);
  });
});

describe("a session", () => {
  test("is restored from storage, and set from its tokens", async () => {
    const { email } = await createUser(site.ctx);
    const storage = createMemoryStorage();
    const { data } = await site.client(storage).signInWithPassword({ email, password: PASSWORD });
    const restored = await site.client(storage).getSession();
    expect(restored.data.session?.access_token).toBe(data.session?.access_token);

    const { access_token = "", refresh_token = "" } = data.session ?? {};
    const set = await site.client().setSession({ access_token, refresh_token });
    expect(set.error).toBeNull();
    expect(set.data.user?.email).toBe(email);
  });

  test("is refreshed, and its claims verify by the key set", async () => {
    const { email, id } = await createUser(site.ctx);
    const client = site.client();
    const { data: first } = await client.signInWithPassword({ email, password: PASSWORD });
    const { data: second, error } = await client.refreshSession();
    expect(error).toBeNull();
    expect(second.session?.refresh_token).not.toBe(first.session?.refresh_token);

    const { data: claims, error: claimsError } = await client.getClaims();
    expect(claimsError).toBeNull();
    expect(claims?.header).toMatchObject({ alg: "ES256", typ: "JWT" });
    expect(claims?.claims).toMatchObject({
      iss: `${site.ctx.config.publicUrl}/auth/v1`,
      sub: id,
      aud: "authenticated",
      role: "authenticated",
      email,
      phone: "",
      aal: "aal1",
      amr: [{ method: "password", timestamp: expect.any(Number) }],
      is_anonymous: false,
    });
  });

  test("lives on in ten tabs that refresh with one token at once", async () => {
    const { token, refreshToken } = await createUser(site.ctx);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => site.client().refreshSession({ refresh_token: refreshToken })),
    );
    expect(answers.map(({ error }) => error)).toEqual(Array(10).fill(null));
    const tokens = answers.map(({ data }) => data.session?.refresh_token ?? "");
    expect(new Set(tokens).size).toBe(1);
    expect(await isAlive(token)).toBe(true);

    // Every tab goes on with what it got.
    const next = await Promise.all(
      tokens.map((refresh_token) => site.client().refreshSession({ refresh_token })),
    );
    expect(next.map(({ error }) => error)).toEqual(Array(10).fill(null));
  });

  test("goes on when the answer to a refresh was lost, however much later", async () => {
    const { refreshToken } = await createUser(site.ctx);
    await site.client().refreshSession({ refresh_token: refreshToken });
    await site.ctx.pool.query("update sessions set refreshed_at = now() - interval '20 days'");
    const { error } = await site.client().refreshSession({ refresh_token: refreshToken });
    expect(error).toBeNull();
  });

  test("ends when a thief and its owner refresh in turn, each one behind the other", async () => {
    const { id, refreshToken } = await createUser(site.ctx);
    const held = { owner: refreshToken, thief: refreshToken };
    const codes = [];
    for (const who of ["owner", "thief", "owner", "thief"] as const) {
      const { data, error } = await site.client().refreshSession({ refresh_token: held[who] });
      held[who] = data.session?.refresh_token ?? held[who];
      codes.push(error?.code);
      await site.ctx.pool.query(
        "update sessions set refreshed_at = now() - interval '30 minutes' where user_id = $1",
        [id],
      );
    }
    expect(codes).toEqual([undefined, undefined, undefined, "refresh_token_already_used"]);
    const owner = await site.client().refreshSession({ refresh_token: held.owner });
    expect(owner.error?.code).toBe("refresh_token_not_found");
  });

  test("whose row the version before has renewed goes on", async () => {
    const { id, refreshToken } = await createUser(site.ctx);
    const next = async (refresh_token: string) => {
      const { data, error } = await site.client().refreshSession({ refresh_token });
      expect(error).toBeNull();
      await site.ctx.pool.query(
        "update sessions set refreshed_at = now() - interval '30 minutes' where user_id = $1",
        [id],
      );
      return data.session?.refresh_token ?? "";
    };
    const lost = await next(refreshToken);
    const heard = await next(refreshToken);
    expect(heard).not.toBe(lost);
    // As that version does: the counter alone.
    await site.ctx.pool.query(
      "update sessions set refresh_counter = refresh_counter + 1 where user_id = $1",
      [id],
    );
    await next(await next(heard));
  });

  test("ends with all its tokens when an old refresh token is used again", async () => {
    const { id, refreshToken } = await createUser(site.ctx);
    const client = site.client();
    await client.refreshSession({ refresh_token: refreshToken });
    const { data } = await client.refreshSession();
    await site.ctx.pool.query(
      "update sessions set refreshed_at = now() - interval '11 seconds' where user_id = $1",
      [id],
    );

    const stolen = await site.client().refreshSession({ refresh_token: refreshToken });
    expect(stolen.error).toMatchObject({ status: 400, code: "refresh_token_already_used" });
    const { access_token = "", refresh_token = "" } = data.session ?? {};
    const current = await site.client().refreshSession({ refresh_token });
    expect(current.error).toMatchObject({ status: 400, code: "refresh_token_not_found" });
    expect(await isAlive(access_token)).toBe(false);
  });

  test.each(["local", "others", "global"] as const)("ends by signing out with scope %s", async (scope) => {
    const { email } = await createUser(site.ctx);
    const here = site.client();
    const { data: mine } = await here.signInWithPassword({ email, password: PASSWORD });
    const { data: other } = await site.client().signInWithPassword({ email, password: PASSWORD });
    const { error } = await here.signOut({ scope });
    expect(error).toBeNull();
    expect(await isAlive(mine.session?.access_token ?? "")).toBe(scope === "others");
    expect(await isAlive(other.session?.access_token ?? "")).toBe(scope === "local");
  });

  test("of a blocked person is over at once", async () => {
    const { id, email } = await createUser(site.ctx);
    const client = site.client();
    await client.signInWithPassword({ email, password: PASSWORD });
    await site.ctx.pool.query("update users set is_blocked = true where id = $1", [id]);

    expect((await client.getUser()).error).toMatchObject({ status: 403, code: "user_banned" });
    expect((await client.refreshSession()).error).toMatchObject({ status: 400, code: "user_banned" });
    const right = await site.client().signInWithPassword({ email, password: PASSWORD });
    expect(right.error).toMatchObject({ status: 400, code: "user_banned" });
    const wrong = await site.client().signInWithPassword({ email, password: "outra-senha-errada" });
    expect(wrong.error).toMatchObject({ status: 400, code: "invalid_credentials" });
  });
});

describe("a password", () => {
  test("is changed with the present one, and other sessions end", async () => {
    const { email, token } = await createUser(site.ctx);
    const client = site.client();
    await client.signInWithPassword({ email, password: PASSWORD });
    const password = "maracujá-verde-7";

    expect((await client.updateUser({ password })).error).toMatchObject({
      code: "current_password_required",
    });
    const wrong = await client.updateUser({ password, current_password: "nada-a-ver-com" });
    expect(wrong.error).toMatchObject({ status: 400, code: "current_password_invalid" });
    const same = await client.updateUser({ password: PASSWORD, current_password: PASSWORD });
    expect(same.error).toMatchObject({ status: 422, code: "same_password" });

    const changed = await client.updateUser({ password, current_password: PASSWORD });
    expect(changed.error).toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
    expect(await isAlive(token)).toBe(false);
    expect((await site.client().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      "invalid_credentials",
    );
    expect((await site.client().signInWithPassword({ email, password })).error).toBeNull();
  });

  test("is recovered by mail, once, without the present one", async () => {
    const { email, token } = await createUser(site.ctx);
    const asked = await site
      .client()
      .resetPasswordForEmail(email, { redirectTo: "https://mal.exemplo/roubo" });
    expect(asked.error).toBeNull();
    const token_hash = await site.mailedToken(email);
    const link = linkIn(await site.mails.waitFor(email));
    expect([link.origin, link.pathname]).toEqual([site.ctx.config.publicUrl, "/reset-password"]);

    const client = site.client();
    const wrongType = await client.verifyOtp({ token_hash, type: "signup" });
    expect(wrongType.error).toMatchObject({ status: 403, code: "otp_expired" });
    const verified = await client.verifyOtp({ token_hash, type: "recovery" });
    expect(verified.error).toBeNull();
    const twice = await site.client().verifyOtp({ token_hash, type: "recovery" });
    expect(twice.error).toMatchObject({ status: 403, code: "otp_expired" });
    const password = "carambola-rosa-9";
    expect((await client.updateUser({ password })).error).toBeNull();
    expect((await client.signOut({ scope: "global" })).error).toBeNull();

    expect(await isAlive(token)).toBe(false);
    expect((await site.client().signInWithPassword({ email, password })).error).toBeNull();
    const again = await site.client().verifyOtp({ token_hash, type: "recovery" });
    expect(again.error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  test("asks for the present one again an hour after the link", async () => {
    const { email, id } = await createUser(site.ctx);
    await site.client().resetPasswordForEmail(email);
    const client = site.client();
    await client.verifyOtp({ token_hash: await site.mailedToken(email), type: "email" });
    await site.ctx.pool.query(
      "update sessions set created_at = now() - interval '61 minutes' where user_id = $1",
      [id],
    );
    const { error } = await client.updateUser({ password: "carambola-rosa-9" });
    expect(error?.code).toBe("current_password_required");
  });
});

describe("the account's data", () => {
  test("changes key by key, but not what is the server's", async () => {
    const { email, id } = await createUser(site.ctx);
    const client = site.client();
    await client.signInWithPassword({ email, password: PASSWORD });
    await client.updateUser({ data: { tema: "escuro", cidade: "Recife" } });
    const { data } = await client.updateUser({ data: { cidade: null, sub: "outro", email: "x@y.com.br" } });
    expect(data.user?.user_metadata).toMatchObject({ tema: "escuro", sub: id, email });
    expect(data.user?.user_metadata).not.toHaveProperty("cidade");
  });

  test("renames the person, and frees the old name", async () => {
    const { email } = await createUser(site.ctx, { username: "Nome Antigo" });
    const client = site.client();
    await client.signInWithPassword({ email, password: PASSWORD });
    const { data, error } = await client.updateUser({ data: { username: "  Nome   Novo " } });
    expect(error).toBeNull();
    expect(data.user?.user_metadata.username).toBe("Nome Novo");
    await createUser(site.ctx, { username: "nome antigo" });
    const taken = await client.updateUser({ data: { username: "NOME ANTIGO" } });
    expect(taken.error).toMatchObject({
      status: 422,
      code: "username_taken",
      message: "Este nome de usuário já está em uso. Por favor, escolha outro.",
    });
    const recased = await client.updateUser({ data: { username: "NOME NOVO" } });
    expect(recased.data.user?.user_metadata.username).toBe("NOME NOVO");
  });

  test("names the admin's role to the browser", async () => {
    const { password } = await createUser(site.ctx, {
      email: site.ctx.config.adminEmail,
      username: "Chefia",
    });
    const { data } = await site.client().signInWithPassword({ email: site.ctx.config.adminEmail, password });
    expect(data.user?.app_metadata).toEqual({ provider: "email", providers: ["email"], role: "admin" });
  });
});
