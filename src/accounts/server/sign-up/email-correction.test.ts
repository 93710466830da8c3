/** A mistyped address is corrected by whoever knows the sign-up's password, before anybody confirmed it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountsSite, startAccountsSite } from "#tests/support/accounts.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

const path = "/api/auth/correct-email";
const UNKNOWN = {
  code: "signup_not_found",
  message: "Não encontramos um cadastro aguardando confirmação com este email e senha.",
};

let site: AccountsSite;

beforeAll(async () => {
  site = await startAccountsSite();
});
afterAll(() => site.close());

const post = (url: string, payload: unknown) =>
  site.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/json" },
    payload: JSON.stringify(payload),
  });
async function signUp(email: string, username: string, password = PASSWORD) {
  await site.ctx.rateLimits.forget("confirmationMailPace", email);
  const answer = await post("/auth/v1/signup", { email, password, data: { username } });
  expect(answer.statusCode).toBe(200);
}
const correct = (email: string, newEmail: string, password = PASSWORD) =>
  post(path, { email, password, new_email: newEmail });
const verify = (token_hash: string) => post("/auth/v1/verify", { token_hash, type: "email" });
const waiting = async (email: string) =>
  (await site.ctx.pool.query("select username from signups where email = $1", [email])).rows.map(
    ({ username }) => username,
  );

describe("POST /api/auth/correct-email", () => {
  test("moves the sign-up with its name: the old link is void, the new one confirms", async () => {
    await signUp("maria@gmial.com.br", "Maria das Dores");
    const old = await site.mailedToken("maria@gmial.com.br");
    const answer = await correct("Maria@gmial.com.br", "MARIA@gmail.com.br");
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: "Enviamos um novo link de confirmação para o endereço corrigido." },
    ]);
    expect((await verify(old)).json().error_code).toBe("otp_expired");
    expect(await waiting("maria@gmial.com.br")).toEqual([]);

    const confirmed = await verify(await site.mailedToken("maria@gmail.com.br"));
    expect(confirmed.json().user).toMatchObject({
      email: "maria@gmail.com.br",
      user_metadata: { username: "Maria das Dores" },
    });
    const login = { email: "maria@gmail.com.br", password: PASSWORD };
    expect((await post("/auth/v1/token?grant_type=password", login)).statusCode).toBe(200);
    // Nothing is left that would hold the mistyped address or a second name.
    const { rows } = await site.ctx.pool.query("select email from username_claims where username_key = $1", [
      "maria das dores",
    ]);
    expect(rows).toEqual([{ email: "maria@gmail.com.br" }]);
  });

  test("answers the same for a wrong password, an address without a sign-up and one with an account", async () => {
    await signUp("espera@exemplo.com.br", "Em Espera");
    const { email: taken } = await createUser(site.ctx);
    for (const [email, password] of [
      ["espera@exemplo.com.br", "senha-de-outra-pessoa-1"],
      ["ninguem@exemplo.com.br", PASSWORD],
      [taken, PASSWORD],
    ] as const) {
      const answer = await correct(email, "certo@exemplo.com.br", password);
      expect([answer.statusCode, answer.json()]).toEqual([400, UNKNOWN]);
    }
    expect(await waiting("espera@exemplo.com.br")).toEqual(["Em Espera"]);
    expect(site.mails.received.some((mail) => mail.to.includes("certo@exemplo.com.br"))).toBe(false);
  });

  test("treats a new address that has an account as signing up does: it is told, and nothing changes", async () => {
    await signUp("erro@exemplo.com.br", "Com Erro");
    const { email: taken } = await createUser(site.ctx);
    const answer = await correct("erro@exemplo.com.br", taken);
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        code: "email_exists",
        message: "Este email já está cadastrado. Por favor, use outro email ou faça login.",
        field: "new_email",
      },
    ]);
    expect((await verify(await site.mailedToken("erro@exemplo.com.br"))).statusCode).toBe(200);
  });

  test("voids every sign-up of the wrong address with that password, and leaves a stranger's there", async () => {
    const wrong = "comum@exemplo.com.br";
    await signUp(wrong, "Duas Vezes");
    await signUp(wrong, "Duas Vezes");
    await signUp(wrong, "Dona do Endereço", "outra-senha-bem-longa-9");
    expect((await correct(wrong, "meu@exemplo.com.br")).statusCode).toBe(200);
    expect(await waiting(wrong)).toEqual(["Dona do Endereço"]);
    expect(await waiting("meu@exemplo.com.br")).toEqual(["Duas Vezes"]);
    expect((await verify(await site.mailedToken("meu@exemplo.com.br"))).statusCode).toBe(200);
  });

  test("takes the name along also where another sign-up of the wrong address, with another password, has it too", async () => {
    const wrong = "indecisa@exemplo.com.br";
    await signUp(wrong, "Indecisa", "primeira-escolha-11");
    await signUp(wrong, "Indecisa", "segunda-escolha-22");
    const answer = await correct(wrong, "decidida@exemplo.com.br", "primeira-escolha-11");
    expect(answer.statusCode).toBe(200);
    expect(await waiting(wrong)).toEqual(["Indecisa"]);
    const confirmed = await verify(await site.mailedToken("decidida@exemplo.com.br"));
    expect(confirmed.json().user.user_metadata.username).toBe("Indecisa");
    // The other one's link still exists, but the name is taken now.
    expect((await verify(await site.mailedToken(wrong, 2))).json().error_code).toBe("username_taken");
  });

  test("keeps the name from others on the way, and lets go of it with the sign-up", async () => {
    await signUp("um@exemplo.com.br", "Nome Meu");
    await correct("um@exemplo.com.br", "dois@exemplo.com.br");
    const other = await post("/auth/v1/signup", {
      email: "tres@exemplo.com.br",
      password: PASSWORD,
      data: { username: "nome meu" },
    });
    expect(other.json().error_code).toBe("username_taken");
  });

  test("sends an address one mail a minute, whoever asks", async () => {
    await signUp("a1@exemplo.com.br", "Apressada Um");
    await signUp("a2@exemplo.com.br", "Apressada Dois");
    expect((await correct("a1@exemplo.com.br", "alvo@exemplo.com.br")).statusCode).toBe(200);
    const answer = await correct("a2@exemplo.com.br", "alvo@exemplo.com.br");
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ code: "over_email_send_rate_limit", field: "new_email" });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(await waiting("a2@exemplo.com.br")).toEqual(["Apressada Dois"]);
  });

  test("asked twice at once or against a confirmation, one wins and nothing is doubled", async () => {
    await signUp("corrida@exemplo.com.br", "Na Corrida");
    const token = await site.mailedToken("corrida@exemplo.com.br");
    const [first, second, confirmed] = await Promise.all([
      correct("corrida@exemplo.com.br", "rumo1@exemplo.com.br"),
      correct("corrida@exemplo.com.br", "rumo2@exemplo.com.br"),
      verify(token),
    ]);
    const won = [first, second, confirmed].filter(({ statusCode }) => statusCode === 200);
    expect(won).toHaveLength(1);
    for (const { statusCode } of [first, second]) expect([200, 400]).toContain(statusCode);
    const { rows } = await site.ctx.pool.query(
      "select (select count(*) from signups where username = $1) + (select count(*) from users where username = $1) as n",
      ["Na Corrida"],
    );
    expect(rows[0].n).toBe(1);
  });

  test.each([
    [{}, "email"],
    [{ email: "maria@gmail", password: PASSWORD, new_email: "a@b.com.br" }, "email"],
    [{ email: 5, password: PASSWORD, new_email: "a@b.com.br" }, "email"],
    [{ email: "a@b.com.br", new_email: "c@b.com.br" }, "password"],
    [{ email: "a@b.com.br", password: "curta", new_email: "c@b.com.br" }, "password"],
    [{ email: "a@b.com.br", password: `${PASSWORD}\0`, new_email: "c@b.com.br" }, "password"],
    [{ email: "a@b.com.br", password: PASSWORD }, "new_email"],
    [{ email: "a@b.com.br", password: PASSWORD, new_email: "c@b" }, "new_email"],
    [{ email: "a@b.com.br", password: PASSWORD, new_email: ["c@b.com.br"] }, "new_email"],
    [{ email: "a@b.com.br", password: PASSWORD, new_email: " A@B.com.br " }, "new_email"],
    [{ email: "a@b.com.br", password: PASSWORD, new_email: `${"x".repeat(250)}@b.com.br` }, "new_email"],
  ])("refuses %j, naming %s", async (body, field) => {
    const answer = await post(path, body);
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
    expect(answer.json().message).not.toBe("");
  });
});

describe("the limits of correcting", () => {
  test("count a guessed password with those of the login, and each caller", async () => {
    const strict = await startAccountsSite({ RATE_LIMITS: "on", TRUST_PROXY: "loopback" });
    try {
      const guess = (email: string, url = path) =>
        strict.app.inject({
          method: "POST",
          url,
          headers: { "x-forwarded-for": "203.0.113.9" },
          payload: { email, password: "chute-errado-1", new_email: "novo@exemplo.com.br" },
        });
      for (let count = 0; count < 5; count += 1) {
        expect((await guess("alvo@exemplo.com.br")).statusCode).toBe(400);
        expect((await guess("alvo@exemplo.com.br", "/auth/v1/token?grant_type=password")).statusCode).toBe(
          400,
        );
      }
      expect((await guess("alvo@exemplo.com.br")).statusCode).toBe(429);
      // The caller's own count has four left of its ten.
      const answers = [];
      for (let count = 0; count < 5; count += 1) answers.push(await guess(`outro${count}@exemplo.com.br`));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 429]);
    } finally {
      await strict.close();
    }
  });
});
