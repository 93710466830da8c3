/** Nobody takes an address or a name from its owner, whoever is first and however many come at once. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clearExpired } from "#accounts/server/account-jobs.ts";
import { tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { type AccountsSite, startAccountsSite } from "#tests/support/accounts.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

let site: AccountsSite;

beforeAll(async () => {
  site = await startAccountsSite();
});
afterAll(() => site.close());

function post(path: string, payload: object) {
  return site.app.inject({
    method: "POST",
    url: path,
    headers: { "x-supabase-api-version": "2024-01-01" },
    payload,
  });
}
/** Signs up although a mail went to the address a moment ago. */
async function signUp(email: string, username: string, password = PASSWORD) {
  await site.ctx.rateLimits.forget("confirmationMailPace", email);
  return post("/auth/v1/signup", { email, password, data: { username } });
}
/** The token of a sign-up, known to its id. */
async function tokenFor(signupId: string): Promise<string> {
  const { rows } = await site.ctx.pool.query("select id from one_time_tokens where signup_id = $1", [
    signupId,
  ]);
  return tokenOf(site.ctx, rows[0].id);
}
const verify = (token_hash: string) => post("/auth/v1/verify", { token_hash, type: "email" });
const signIn = (email: string, password: string) =>
  post("/auth/v1/token?grant_type=password", { email, password });
const usersNamed = async (username: string) =>
  (await site.ctx.pool.query("select email from users where username = $1", [username])).rows.map(
    ({ email }) => email,
  );

describe("an address with several sign-ups", () => {
  test("goes to the one its owner confirms, with that one's password and name", async () => {
    const email = "dona@exemplo.com.br";
    const squatter = (await signUp(email, "Posseira", "senha-da-posseira-1")).json();
    const owner = (await signUp(email, "Dona Legítima", "senha-da-dona-legitima-1")).json();
    expect(owner.id).not.toBe(squatter.id);
    const squatted = await tokenFor(squatter.id);

    const confirmed = await verify(await tokenFor(owner.id));
    expect(confirmed.json().user).toMatchObject({
      id: owner.id,
      user_metadata: { username: "Dona Legítima" },
    });
    expect((await verify(squatted)).statusCode).toBe(403);
    expect((await signIn(email, "senha-da-dona-legitima-1")).statusCode).toBe(200);
    expect((await signIn(email, "senha-da-posseira-1")).json().code).toBe("invalid_credentials");
    // The name that was not confirmed is free again.
    expect((await signUp("outra@exemplo.com.br", "Posseira")).statusCode).toBe(200);
  });

  test("is refused to all of them until then, and tells only who knows a password why", async () => {
    const email = "pendente@exemplo.com.br";
    await signUp(email, "Pendente Um", "primeira-escolha-11");
    await signUp(email, "Pendente Dois", "segunda-escolha-22");
    expect((await signIn(email, "primeira-escolha-11")).json().code).toBe("email_not_confirmed");
    expect((await signIn(email, "segunda-escolha-22")).json().code).toBe("email_not_confirmed");
    expect((await signIn(email, "terceira-escolha-33")).json().code).toBe("invalid_credentials");
  });

  test("keeps the five newest", async () => {
    const email = "muitos@exemplo.com.br";
    const first = (await signUp(email, "Muitos 1")).json();
    const token = await tokenFor(first.id);
    for (const number of [2, 3, 4, 5, 6])
      expect((await signUp(email, `Muitos ${number}`)).statusCode).toBe(200);
    const { rows } = await site.ctx.pool.query("select username from signups where email = $1", [email]);
    expect(rows).toHaveLength(5);
    expect((await verify(token)).statusCode).toBe(403);
    expect((await signUp("livre@exemplo.com.br", "Muitos 1")).statusCode).toBe(200);
  });

  test("is confirmed once when all its links are followed at the same moment", async () => {
    const email = "pressa@exemplo.com.br";
    const tokens: string[] = [];
    for (const number of [1, 2, 3])
      tokens.push(await tokenFor((await signUp(email, `Pressa ${number}`)).json().id));
    const answers = await Promise.all([...tokens, ...tokens].map(verify));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 403, 403, 403, 403, 403]);
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json().user;
    expect(await usersNamed(winner.user_metadata.username)).toEqual([email]);
    const { rows } = await site.ctx.pool.query("select username_key from username_claims where email = $1", [
      email,
    ]);
    expect(rows).toEqual([{ username_key: winner.user_metadata.username.toLowerCase() }]);
  });

  test("may be written in any case", async () => {
    await signUp("Grande.Letra@Exemplo.com.br", "Grande Letra");
    const [signup] = (
      await site.ctx.pool.query("select id, email from signups where username = 'Grande Letra'")
    ).rows;
    expect(signup.email).toBe("grande.letra@exemplo.com.br");
    await verify(await tokenFor(signup.id));
    expect((await signIn("GRANDE.LETRA@exemplo.com.br", PASSWORD)).statusCode).toBe(200);
  });
});

describe("a username", () => {
  test("asked for by two at once goes to one, and the other is told so", async () => {
    const answers = await Promise.all(
      ["um", "dois", "tres", "quatro"].map((name) => signUp(`${name}@corrida.com.br`, "Disputado")),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422]);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 422)) {
      expect(answer.json()).toEqual({
        code: "username_taken",
        error_code: "username_taken",
        message: "Este nome de usuário já está em uso. Por favor, escolha outro.",
        field: "username",
      });
    }
  });

  test("is taken in any case, with any accent", async () => {
    await createUser(site.ctx, { username: "Conceição" });
    for (const username of ["conceicao", "CONCEIÇÃO", "Conceicão "]) {
      expect((await signUp("homonima@exemplo.com.br", username)).json().code).toBe("username_taken");
    }
  });

  test("can be tried again at once by who was refused", async () => {
    await createUser(site.ctx, { username: "Ocupada" });
    const payload = (username: string) => ({
      email: "tentativa@exemplo.com.br",
      password: PASSWORD,
      data: { username },
    });
    expect((await post("/auth/v1/signup", payload("Ocupada"))).statusCode).toBe(422);
    expect((await post("/auth/v1/signup", payload("Desocupada"))).statusCode).toBe(200);
  });

  test.each([
    [undefined, "O nome de usuário deve ter pelo menos 3 caracteres"],
    [7, "O nome de usuário deve ter pelo menos 3 caracteres"],
    ["  ab  ", "O nome de usuário deve ter pelo menos 3 caracteres"],
    ["x".repeat(41), "O nome de usuário deve ter no máximo 40 caracteres"],
    ["<b>oi</b>", "Use apenas letras, números, espaço, ponto, hífen e sublinhado no nome de usuário"],
    ["Мария", "Use apenas letras, números, espaço, ponto, hífen e sublinhado no nome de usuário"],
    ["puta_123", "O nome de usuário contém linguagem imprópria"],
  ])("such as %s is refused", async (username, message) => {
    const answer = await signUp("nome@exemplo.com.br", username as string);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      message,
      field: "username",
      code: expect.stringMatching(/^username_/),
    });
  });

  test("is free again when its sign-up has expired, and the link is void", async () => {
    const email = "lenta@exemplo.com.br";
    const { id } = (await signUp(email, "Vai Expirar")).json();
    const token = await tokenFor(id);
    for (const table of ["signups", "one_time_tokens", "username_claims"]) {
      const owner = { signups: "id", one_time_tokens: "signup_id" }[table];
      await site.ctx.pool.query(
        `update ${table} set expires_at = now() - interval '1 second' where ${owner ?? "email"} = $1`,
        [owner ? id : email],
      );
    }
    expect((await verify(token)).statusCode).toBe(403);
    expect((await signIn(email, PASSWORD)).json().code).toBe("invalid_credentials");
    expect((await signUp("rapida@exemplo.com.br", "Vai Expirar")).statusCode).toBe(200);

    await clearExpired(site.ctx);
    const { rows } = await site.ctx.pool.query("select from signups where id = $1", [id]);
    expect(rows).toHaveLength(0);
  });
});

describe("what is cleared away", () => {
  test("is what has expired, and nothing else", async () => {
    const idle = await createUser(site.ctx);
    const present = await createUser(site.ctx);
    await site.ctx.pool.query(
      "update sessions set refreshed_at = now() - interval '91 days' where user_id = $1",
      [idle.id],
    );
    await clearExpired(site.ctx);
    const { rows } = await site.ctx.pool.query("select user_id from sessions where user_id = any($1)", [
      [idle.id, present.id],
    ]);
    expect(rows).toEqual([{ user_id: present.id }]);
    expect(await usersNamed(idle.username)).toEqual([idle.email]);
    expect((await signUp("nova@exemplo.com.br", present.username)).json().code).toBe("username_taken");
  });
});

describe("a demo person", () => {
  test("cannot sign in or recover", async () => {
    const { id, email } = await createUser(site.ctx);
    await site.ctx.pool.query("update users set is_demo = true where id = $1", [id]);
    expect((await signIn(email, PASSWORD)).json().code).toBe("invalid_credentials");
    expect((await post("/auth/v1/recover", { email })).json()).toEqual({});
    const { rows } = await site.ctx.pool.query("select from one_time_tokens where user_id = $1", [id]);
    expect(rows).toHaveLength(0);
  });
});
