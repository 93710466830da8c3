/** Nobody takes an address or a name from its owner, whoever is first and however many come at once. */
import { describe, expect, test } from "vitest";
import { clearExpired } from "#accounts/server/account-jobs.ts";
import { tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

const site = setUpTestApp();

/** Signs up. @returns the sign-up's id and the token of its mail */
async function signUp(email: string, username: string, password = PASSWORD) {
  const answer = await site.signUp(email, username, { password });
  expect(answer.statusCode).toBe(200);
  const { id } = answer.json();
  const [token] = await site.sql("select id from one_time_tokens where signup_id = $1", id);
  return { id, token: tokenOf(site.ctx, token.id) };
}
/** Error code of a refused sign-up. */
const refusalOf = async (email: string, username: string) =>
  (await site.signUp(email, username)).json().error_code;
/** Error code of a login; undefined when it succeeds. */
const logIn = async (email: string, password = PASSWORD) =>
  (await site.logIn(email, { password })).json().error_code;

describe("an address with several sign-ups", () => {
  test("goes to the one its owner confirms, with that one's password and name", async () => {
    const email = "dona@exemplo.com.br";
    const squatter = await signUp(email, "Posseira", "senha-da-posseira-1");
    const owner = await signUp(email, "Dona Legítima", "senha-da-dona-legitima-1");
    expect(owner.id).not.toBe(squatter.id);

    const confirmed = await site.verify(owner.token);
    expect(confirmed.json().user).toMatchObject({
      id: owner.id,
      user_metadata: { username: "Dona Legítima" },
    });
    expect((await site.verify(squatter.token)).statusCode).toBe(403);
    expect(await logIn(email, "senha-da-dona-legitima-1")).toBeUndefined();
    expect(await logIn(email, "senha-da-posseira-1")).toBe("invalid_credentials");
    // The name that was not confirmed is free again.
    await signUp("outra@exemplo.com.br", "Posseira");
  });

  test("is refused to all of them until then, and only a right password is told why", async () => {
    const email = "pendente@exemplo.com.br";
    await signUp(email, "Pendente Um", "primeira-escolha-11");
    await signUp(email, "Pendente Dois", "segunda-escolha-22");
    expect(await logIn(email, "primeira-escolha-11")).toBe("email_not_confirmed");
    expect(await logIn(email, "segunda-escolha-22")).toBe("email_not_confirmed");
    expect(await logIn(email, "terceira-escolha-33")).toBe("invalid_credentials");
  });

  test("keeps the first and the five newest", async () => {
    const email = "muitos@exemplo.com.br";
    const { token } = await signUp(email, "Muitos 1");
    const second = await signUp(email, "Muitos 2");
    for (const number of [3, 4, 5, 6, 7]) await signUp(email, `Muitos ${number}`);
    expect(await site.sql("select from signups where email = $1", email)).toHaveLength(6);
    expect((await site.verify(second.token)).statusCode).toBe(403);
    await signUp("livre@exemplo.com.br", "Muitos 2");
    expect(await refusalOf("livre@exemplo.com.br", "Muitos 1")).toBe("username_taken");
    expect((await site.verify(token)).statusCode).toBe(200);
  });

  test("is confirmed once when all its links are followed at the same moment", async () => {
    const email = "pressa@exemplo.com.br";
    const tokens: string[] = [];
    for (const number of [1, 2, 3]) tokens.push((await signUp(email, `Pressa ${number}`)).token);
    const answers = await Promise.all([...tokens, ...tokens].map((token) => site.verify(token)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 403, 403, 403, 403, 403]);
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json().user;
    const { username } = winner.user_metadata;
    expect(await site.sql("select username from users where email = $1", email)).toEqual([{ username }]);
    const claims = await site.sql("select username_key from username_claims where email = $1", email);
    const number: string = username.slice(-1);
    expect(claims.map((claim) => claim.username_key).sort()).toEqual([
      `=pressa${number.replace("1", "i")}`,
      `pressa ${number}`,
    ]);
  });

  test("may have a domain in other letters, and be pasted with what does not show", async () => {
    const { id, token } = await signUp("\u202aMaria@AÇAÍ.com.br\u202c\u200b", "Maria Açaí");
    const [signup] = await site.sql("select email from signups where id = $1", id);
    expect(signup.email).toBe("maria@xn--aa-4iaz.com.br");
    await site.verify(token);
    for (const email of ["maria@açaí.com.br", "maria@xn--aa-4iaz.com.br", "mailto:MARIA@açaí.com.br"])
      expect(await logIn(email)).toBeUndefined();
    const answer = await site.post("/auth/v1/signup", {
      email: "a..b@exemplo.com.br",
      password: PASSWORD,
      data: { username: "Dois Pontos" },
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({
        error_code: "validation_failed",
        msg: "Unable to validate email address: invalid format",
        field: "email",
      }),
    ]);
  });

  test("may be written in any case", async () => {
    const { id, token } = await signUp("Grande.Letra@Exemplo.com.br", "Grande Letra");
    const [signup] = await site.sql("select email from signups where id = $1", id);
    expect(signup.email).toBe("grande.letra@exemplo.com.br");
    await site.verify(token);
    expect(await logIn("GRANDE.LETRA@exemplo.com.br")).toBeUndefined();
  });
});

describe("a username", () => {
  test("requested by several at once goes to one, and the others are told so", async () => {
    const names = ["um", "dois", "tres", "quatro"];
    const answers = await Promise.all(
      names.map((name) => site.signUp(`${name}@corrida.com.br`, "Disputado")),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422]);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 422)) {
      expect(answer.json()).toEqual({
        code: 422,
        error_code: "username_taken",
        msg: "Este nome de usuário já está em uso. Por favor, escolha outro.",
        field: "username",
      });
    }
  });

  test("is taken in any case, with any accent", async () => {
    await createUser(site.ctx, { username: "Conceição" });
    for (const username of ["conceicao", "CONCEIÇÃO", "Conceicão "]) {
      expect(await refusalOf("homonima@exemplo.com.br", username)).toBe("username_taken");
    }
  });

  test("can be tried again at once after a refusal", async () => {
    await createUser(site.ctx, { username: "Ocupada" });
    const statuses = [];
    for (const username of ["Ocupada", "Desocupada"]) {
      const payload = { email: "tentativa@exemplo.com.br", password: PASSWORD, data: { username } };
      statuses.push((await site.post("/auth/v1/signup", payload)).statusCode);
    }
    expect(statuses).toEqual([422, 200]);
  });

  test("is free again when its sign-up has expired, and the link is void", async () => {
    const email = "lenta@exemplo.com.br";
    const { id, token } = await signUp(email, "Vai Expirar");
    const expired = "set expires_at = now() - interval '1 second'";
    await site.sql(`update signups ${expired} where id = $1`, id);
    await site.sql(`update one_time_tokens ${expired} where signup_id = $1`, id);
    await site.sql(`update username_claims ${expired} where email = $1`, email);
    expect((await site.verify(token)).statusCode).toBe(403);
    expect(await logIn(email)).toBe("invalid_credentials");
    await signUp("rapida@exemplo.com.br", "Vai Expirar");

    await clearExpired(site.ctx);
    expect(await site.sql("select from signups where id = $1", id)).toEqual([]);
  });
});

test("clearing deletes what has expired, and nothing else", async () => {
  const [idle, present] = [await createUser(site.ctx), await createUser(site.ctx)];
  await site.sql("update sessions set refreshed_at = now() - interval '91 days' where user_id = $1", idle.id);
  await clearExpired(site.ctx);
  const sessions = await site.sql(
    "select user_id from sessions where user_id in ($1, $2)",
    idle.id,
    present.id,
  );
  expect(sessions).toEqual([{ user_id: present.id }]);
  for (const { username } of [idle, present]) {
    expect(await refusalOf("nova@exemplo.com.br", username)).toBe("username_taken");
  }
});

test("a demo user can neither sign in nor recover", async () => {
  const { id, email } = await createUser(site.ctx);
  await site.sql("update users set is_demo = true where id = $1", id);
  expect(await logIn(email)).toBe("invalid_credentials");
  expect((await site.post("/auth/v1/recover", { email })).json()).toEqual({});
  expect(await site.sql("select from one_time_tokens where user_id = $1", id)).toEqual([]);
});
