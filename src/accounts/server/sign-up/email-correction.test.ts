/** A mistyped address is corrected with the sign-up's password, before anybody confirmed it. */
import { describe, expect, test } from "vitest";
import { forgetPace } from "#accounts/server/mails/asked-mails.ts";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { setUpAccountsSite, setUpTestApp } from "#tests/support/accounts.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

const path = "/api/auth/correct-email";
const SECRET = Buffer.alloc(32, 7).toString("base64url");
const OTHER = Buffer.alloc(32, 8).toString("base64url");
const site = setUpAccountsSite();

const correct = (email: string, newEmail: string, password = PASSWORD) =>
  site.post(path, { email, password, new_email: newEmail });
const waiting = async (email: string) =>
  (await site.sql("select username from signups where email = $1", email)).map(({ username }) => username);

describe("POST /api/auth/correct-email", () => {
  test("moves the sign-up with its name: the old link is void, the new one confirms", async () => {
    await site.signUp("maria@gmial.com.br", "Maria das Dores");
    const old = await site.mailedToken("maria@gmial.com.br");
    const answer = await correct("Maria@gmial.com.br", "MARIA@gmail.com.br");
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: "Enviamos um novo link de confirmação para o endereço corrigido." },
    ]);
    expect((await site.verify(old)).json().error_code).toBe("otp_expired");
    expect(await waiting("maria@gmial.com.br")).toEqual([]);
    // The name is reserved on the way.
    expect((await site.signUp("outra@exemplo.com.br", "maria das dores")).statusCode).toBe(422);

    const confirmed = await site.verify(await site.mailedToken("maria@gmail.com.br"));
    expect(confirmed.json().user).toMatchObject({
      email: "maria@gmail.com.br",
      user_metadata: { username: "Maria das Dores" },
    });
    expect((await site.logIn("maria@gmail.com.br")).statusCode).toBe(200);
    const claims = "select email from username_claims where username_key = 'maria das dores'";
    expect(await site.sql(claims)).toEqual([{ email: "maria@gmail.com.br" }]);
  });

  test("answers the same for a wrong password, an address without a sign-up and one with an account", async () => {
    await site.signUp("espera@exemplo.com.br", "Em Espera");
    const { email: taken } = await createUser(site.ctx);
    for (const [email, password] of [
      ["espera@exemplo.com.br", "senha-de-outra-pessoa-1"],
      ["ninguem@exemplo.com.br", PASSWORD],
      [taken, PASSWORD],
    ] as const) {
      const answer = await correct(email, "certo@exemplo.com.br", password);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({
        code: "signup_not_found",
        message: "Não encontramos um cadastro aguardando confirmação com este e-mail e senha.",
      });
    }
    expect(await waiting("espera@exemplo.com.br")).toEqual(["Em Espera"]);
    expect(site.mails.received.some((mail) => mail.to.includes("certo@exemplo.com.br"))).toBe(false);
  });

  test("refuses a new address that has an account, and changes nothing", async () => {
    await site.signUp("erro@exemplo.com.br", "Com Erro");
    const { email: taken } = await createUser(site.ctx);
    const answer = await correct("erro@exemplo.com.br", taken);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({
      code: "email_exists",
      message: "Este email já está cadastrado. Por favor, use outro email ou faça login.",
      field: "new_email",
    });
    expect((await site.verify(await site.mailedToken("erro@exemplo.com.br"))).statusCode).toBe(200);
  });

  test("voids every sign-up of the wrong address with that password, and leaves a stranger's there", async () => {
    const wrong = "comum@exemplo.com.br";
    await site.signUp(wrong, "Duas Vezes");
    await site.signUp(wrong, "Duas Vezes");
    await site.signUp(wrong, "Dona do Endereço", { password: "outra-senha-bem-longa-9" });
    expect((await correct(wrong, "meu@exemplo.com.br")).statusCode).toBe(200);
    expect(await waiting(wrong)).toEqual(["Dona do Endereço"]);
    expect(await waiting("meu@exemplo.com.br")).toEqual(["Duas Vezes"]);
    expect((await site.verify(await site.mailedToken("meu@exemplo.com.br"))).statusCode).toBe(200);
  });

  test("moves the name even if another sign-up of the wrong address, with another password, has it too", async () => {
    const wrong = "indecisa@exemplo.com.br";
    await site.signUp(wrong, "Indecisa", { password: "primeira-escolha-11" });
    // Mails of the same moment come in any order.
    await site.mails.waitFor(wrong);
    await site.signUp(wrong, "Indecisa", { password: "segunda-escolha-22" });
    const answer = await correct(wrong, "decidida@exemplo.com.br", "primeira-escolha-11");
    expect(answer.statusCode).toBe(200);
    expect(await waiting(wrong)).toEqual(["Indecisa"]);
    const confirmed = await site.verify(await site.mailedToken("decidida@exemplo.com.br"));
    expect(confirmed.json().user.user_metadata.username).toBe("Indecisa");
    // The other one's link still exists, but the name is taken now.
    const refused = await site.verify(await site.mailedToken(wrong, 2));
    expect(refused.json().error_code).toBe("username_taken");
  });

  test.each([
    ["a stranger does not", "Alheia", {}, 422],
    ["another browser of the same network does not", "Colega", { from: "203.0.113.7", proof: OTHER }, 422],
    ["who comes from the same network does", "Vizinha", { from: "203.0.113.7" }, 200],
    ["who has the same browser does", "Viajante", { proof: SECRET }, 200],
  ])("of whoever signed up the address before, %s take the name along", async (_, name, first, status) => {
    const address = `${name.toLowerCase()}@exemplo.com.br`;
    await site.signUp(address, name, { from: "198.51.100.7", ...first, password: "senha-de-antes-11" });
    await site.mails.waitFor(address);
    const second = { from: "203.0.113.7", proof: SECRET, password: "senha-de-depois-22" };
    await site.signUp(address, name, second);
    const answer = await correct(address, `outra.${address}`, second.password);
    expect(answer.statusCode).toBe(status);
    if (status === 200) return;
    // Without a field: the form has none for the name.
    expect(answer.json()).toEqual({
      code: "username_taken",
      message:
        "Outro cadastro deste endereço já usava este nome de usuário. Corrija com a senha daquele cadastro, ou cadastre-se com o endereço certo e outro nome.",
    });
    expect((await site.verify(await site.mailedToken(address))).statusCode).toBe(200);
  });

  test.each(["before", "after"])(
    "another sign-up of a stranger's %s changes nothing about that",
    async (when) => {
      const address = `rosa.${when}@exemplo.com.br`;
      const name = `Dona Rosa ${when}`;
      const stranger = { from: "203.0.113.8", proof: SECRET, password: "senha-de-estranho-33" };
      const signUp = async (username: string, from: object) => {
        await forgetPace(site.ctx, "confirmation", address, stranger.from);
        expect((await site.signUp(address, username, from)).statusCode).toBe(200);
      };
      if (when === "before") await signUp(`Outra ${when}`, stranger);
      await signUp(name, { from: "198.51.100.8" });
      if (when === "after") await signUp(`Outra ${when}`, stranger);
      await signUp(name, stranger);
      const answer = await correct(address, `outra.${address}`, stranger.password);
      expect([answer.statusCode, answer.json().code]).toEqual([422, "username_taken"]);
      expect(await waiting(address)).toHaveLength(3);
    },
  );

  test("who signed up twice with one password, from two networks, takes their name along", async () => {
    const address = "de.longe@exemplo.com.br";
    for (const from of ["198.51.100.10", "203.0.113.10"]) await site.signUp(address, "De Longe", { from });
    expect((await correct(address, `certo.${address}`)).statusCode).toBe(200);
  });

  test("who came first takes their name along by a later sign-up of theirs, though strangers signed up in between", async () => {
    const address = "voltou@exemplo.com.br";
    const owner = { from: "198.51.100.9", proof: OTHER };
    await site.signUp(address, "Voltou Depois", { ...owner, password: "senha-de-antes-44" });
    await site.signUp(address, "Voltou Depois", { from: "203.0.113.9", proof: SECRET });
    await forgetPace(site.ctx, "confirmation", address, owner.from);
    await site.signUp(address, "Voltou Depois", { ...owner, password: "senha-de-agora-55" });
    expect(await waiting(address)).toHaveLength(3);
    expect((await correct(address, `certo.${address}`, "senha-de-agora-55")).statusCode).toBe(200);
  });

  test("sends an address one mail a minute, whoever asks", async () => {
    await site.signUp("a1@exemplo.com.br", "Apressada Um");
    await site.signUp("a2@exemplo.com.br", "Apressada Dois");
    expect((await correct("a1@exemplo.com.br", "alvo@exemplo.com.br")).statusCode).toBe(200);
    const answer = await correct("a2@exemplo.com.br", "alvo@exemplo.com.br");
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ code: "over_email_send_rate_limit", field: "new_email" });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(await waiting("a2@exemplo.com.br")).toEqual(["Apressada Dois"]);
  });

  test("wins once against a second correction and a confirmation at the same moment", async () => {
    await site.signUp("corrida@exemplo.com.br", "Na Corrida");
    const token = await site.mailedToken("corrida@exemplo.com.br");
    const answers = await Promise.all([
      correct("corrida@exemplo.com.br", "rumo1@exemplo.com.br"),
      correct("corrida@exemplo.com.br", "rumo2@exemplo.com.br"),
      site.verify(token),
    ]);
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (const status of statuses.slice(0, 2)) expect([200, 400]).toContain(status);
    const left = "select from signups where username = $1 union all select from users where username = $1";
    expect(await site.sql(left, "Na Corrida")).toHaveLength(1);
  });

  test.each([
    [{}, "email"],
    [{ email: "a@b.com.br", password: "curta", new_email: "c@b.com.br" }, "password"],
    [{ email: "a@b.com.br", password: PASSWORD, new_email: " A@B.com.br " }, "new_email"],
  ])("refuses %j, naming %s", async (body, field) => {
    const answer = await site.post(path, body);
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
  });
});

describe("the limits of correcting", () => {
  const strict = setUpTestApp({ RATE_LIMITS: "on" });

  test("count a guessed password with those of the login, and each caller", async () => {
    const password = "chute-errado-1";
    const guess = async (email: string) =>
      (await strict.post(path, { email, password, new_email: "novo@exemplo.com.br" })).statusCode;
    const email = "alvo@exemplo.com.br";
    for (let count = 0; count < 5; count += 1) {
      expect(await guess(email)).toBe(400);
      expect((await strict.logIn(email, { password })).statusCode).toBe(400);
    }
    expect(await guess(email)).toBe(429);
    // The caller's own limit has been used six times.
    const statuses = [];
    const { points } = RATE_LIMITS.correctEmailPerAddress;
    for (let use = 6; use <= points; use += 1) statuses.push(await guess(`outro${use}@exemplo.com.br`));
    expect(statuses).toEqual([...Array(points - 6).fill(400), 429]);
  });
});
