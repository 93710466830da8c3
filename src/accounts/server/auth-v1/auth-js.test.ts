/** The unmodified client of Supabase Auth against the listening service: what the wire contract promises. */
import { describe, expect, test } from "vitest";
import { createMemoryStorage, setUpAccountsSite } from "#tests/support/accounts.ts";
import { linkIn } from "#tests/support/smtp.ts";
import { createAdmin, createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();

/** Whether a session is open. */
const isAlive = async (token = "") => (await site.client().getUser(token)).error === null;
const signIn = (email: string, password = PASSWORD) => site.client().signInWithPassword({ email, password });
const refresh = (refresh_token: string) => site.client().refreshSession({ refresh_token });
const recover = (token_hash: string) => site.client().verifyOtp({ token_hash, type: "recovery" });
/** A client that has signed in. */
async function clientOf({ email }: TestUser) {
  const client = site.client();
  const { data } = await client.signInWithPassword({ email, password: PASSWORD });
  return { client, session: data.session };
}
/** Makes the last refresh of a user's session older. */
const ageRefresh = ({ id }: TestUser, age: string) =>
  site.sql("update sessions set refreshed_at = now() - $1::interval where user_id = $2", age, id);

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

    const signedIn = await signIn(email);
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
    expect(await site.sql("select from signups where email = $1", email)).toEqual([]);
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
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)));
    expect(answers.map(({ error }) => error)).toEqual(Array(10).fill(null));
    const tokens = answers.map(({ data }) => data.session?.refresh_token ?? "");
    expect(new Set(tokens).size).toBe(1);
    expect(await isAlive(token)).toBe(true);

    // Every tab continues with its own answer.
    const next = await Promise.all(tokens.map(refresh));
    expect(next.map(({ error }) => error)).toEqual(Array(10).fill(null));
  });

  test("goes on when the answer to a refresh was lost, however much later", async () => {
    const ana = await createUser(site.ctx);
    await refresh(ana.refreshToken);
    await ageRefresh(ana, "20 days");
    expect((await refresh(ana.refreshToken)).error).toBeNull();
  });

  test("ends when a thief and its owner refresh in turn, each one behind the other", async () => {
    const ana = await createUser(site.ctx);
    const held = { owner: ana.refreshToken, thief: ana.refreshToken };
    const codes = [];
    for (const who of ["owner", "thief", "owner", "thief"] as const) {
      const { data, error } = await refresh(held[who]);
      held[who] = data.session?.refresh_token ?? held[who];
      codes.push(error?.code);
      await ageRefresh(ana, "30 minutes");
    }
    expect(codes).toEqual([undefined, undefined, undefined, "refresh_token_already_used"]);
    expect((await refresh(held.owner)).error?.code).toBe("refresh_token_not_found");
  });

  test("ends with all its tokens when an old refresh token is used again", async () => {
    const ana = await createUser(site.ctx);
    const client = site.client();
    await client.refreshSession({ refresh_token: ana.refreshToken });
    const { data } = await client.refreshSession();
    await ageRefresh(ana, "11 seconds");

    const stolen = await refresh(ana.refreshToken);
    expect(stolen.error).toMatchObject({ status: 400, code: "refresh_token_already_used" });
    const current = await refresh(data.session?.refresh_token ?? "");
    expect(current.error).toMatchObject({ status: 400, code: "refresh_token_not_found" });
    expect(await isAlive(data.session?.access_token)).toBe(false);
  });

  test.each(["local", "others", "global"] as const)("ends by signing out with scope %s", async (scope) => {
    const ana = await createUser(site.ctx);
    const { client, session } = await clientOf(ana);
    expect((await client.signOut({ scope })).error).toBeNull();
    expect(await isAlive(session?.access_token)).toBe(scope === "others");
    expect(await isAlive(ana.token)).toBe(scope === "local");
  });

  test("of a blocked user is over at once", async () => {
    const ana = await createUser(site.ctx);
    const { client } = await clientOf(ana);
    await site.sql("update users set is_blocked = true where id = $1", ana.id);

    expect((await client.getUser()).error).toMatchObject({ status: 403, code: "user_banned" });
    expect((await client.refreshSession()).error).toMatchObject({ status: 400, code: "user_banned" });
    const banned = { status: 400, code: "user_banned", message: "User is banned" };
    expect((await signIn(ana.email)).error).toMatchObject(banned);
    const wrong = await signIn(ana.email, "outra-senha-errada");
    expect(wrong.error).toMatchObject({ status: 400, code: "invalid_credentials" });
    expect(await site.sql("select from sessions where user_id = $1", ana.id)).toHaveLength(2);
  });
});

describe("a password", () => {
  test("is changed with the current one, and other sessions end", async () => {
    const ana = await createUser(site.ctx);
    const { client } = await clientOf(ana);
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
    expect(await isAlive(ana.token)).toBe(false);
    expect((await signIn(ana.email)).error?.code).toBe("invalid_credentials");
    expect((await signIn(ana.email, password)).error).toBeNull();
  });

  test("is recovered by mail, once, without the current one", async () => {
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
    expect((await recover(token_hash)).error).toMatchObject({ status: 403, code: "otp_expired" });
    const password = "carambola-rosa-9";
    expect((await client.updateUser({ password })).error).toBeNull();
    expect((await client.signOut({ scope: "global" })).error).toBeNull();

    expect(await isAlive(token)).toBe(false);
    expect((await signIn(email, password)).error).toBeNull();
  });

  test("is not changed with a wrong one where none is needed: what is given is checked", async () => {
    const { email, token } = await createUser(site.ctx);
    await site.client().resetPasswordForEmail(email);
    const client = site.client();
    await client.verifyOtp({ token_hash: await site.mailedToken(email), type: "email" });
    const password = "carambola-rosa-9";
    const wrong = await client.updateUser({ password, current_password: "nada-a-ver-com" });
    expect(wrong.error).toMatchObject({ status: 400, code: "current_password_invalid" });
    expect([await isAlive(token), (await signIn(email)).error]).toEqual([true, null]);
    expect((await client.updateUser({ password, current_password: PASSWORD })).error).toBeNull();
  });

  test("asks for the current one again an hour after the link", async () => {
    const { email, id } = await createUser(site.ctx);
    await site.client().resetPasswordForEmail(email);
    const client = site.client();
    await client.verifyOtp({ token_hash: await site.mailedToken(email), type: "email" });
    await site.sql("update sessions set created_at = now() - interval '61 minutes' where user_id = $1", id);
    const { error } = await client.updateUser({ password: "carambola-rosa-9" });
    expect(error?.code).toBe("current_password_required");
  });
});

describe("the account's data", () => {
  test("changes key by key, but not what is the server's", async () => {
    const ana = await createUser(site.ctx);
    const { client } = await clientOf(ana);
    await client.updateUser({ data: { tema: "escuro", cidade: "Recife" } });
    const { data } = await client.updateUser({ data: { cidade: null, sub: "outro", email: "x@y.com.br" } });
    expect(data.user?.user_metadata).toMatchObject({ tema: "escuro", sub: ana.id, email: ana.email });
    expect(data.user?.user_metadata).not.toHaveProperty("cidade");
  });

  test("renames the user, and frees the old name", async () => {
    const { client } = await clientOf(await createUser(site.ctx, { username: "Nome Antigo" }));
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
    const admin = await createAdmin(site.ctx);
    const { data } = await signIn(admin.email);
    expect(data.user?.app_metadata).toEqual({ provider: "email", providers: ["email"], role: "admin" });
  });
});
