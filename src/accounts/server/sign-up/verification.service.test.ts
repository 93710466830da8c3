/** Confirming takes more than a link that was opened: the browser that signed up, or the sign-up's password. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEVICE_HEADER } from "#accounts/device-header.ts";
import { tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { type AccountsSite, startAccountsSite } from "#tests/support/accounts.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

let site: AccountsSite;

beforeAll(async () => {
  site = await startAccountsSite();
});
afterAll(() => site.close());

const newSecret = () => randomBytes(32).toString("base64url");
const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  site.app.inject({ method: "POST", url, headers, payload });
/** Signs up although a mail went to the address a moment ago. @returns the token of its link */
async function signUp(email: string, username: string, password: string, secret?: string): Promise<string> {
  await site.ctx.rateLimits.forget("confirmationMailPace", email);
  const answer = await post("/auth/v1/signup", { email, password, data: { username } }, fromDevice(secret));
  expect(answer.statusCode).toBe(200);
  const { rows } = await site.ctx.pool.query("select id from one_time_tokens where signup_id = $1", [
    answer.json().id,
  ]);
  return tokenOf(site.ctx, rows[0].id);
}
const fromDevice = (secret?: string): Record<string, string> =>
  secret === undefined ? {} : { [DEVICE_HEADER]: secret };
const lookUp = async (token_hash: string, secret?: string) =>
  (await post("/api/auth/mailed-link", { token_hash }, fromDevice(secret))).json();
const confirm = (token_hash: string, { secret, password }: { secret?: string; password?: string } = {}) =>
  post("/api/auth/confirm-email", { token_hash, password }, fromDevice(secret));
const signIn = async (email: string, password: string) =>
  (await post("/auth/v1/token?grant_type=password", { email, password })).json();
const accountsOf = async (email: string) =>
  (await site.ctx.pool.query("select username from users where email = $1", [email])).rows.map(
    ({ username }) => username,
  );
const EXPIRED = { code: "otp_expired", message: "O link é inválido ou expirou. Solicite um novo." };

describe("somebody who signs up with a stranger's address and the same name", () => {
  const email = "vitima@exemplo.com.br";
  const own = { password: "senha-da-vitima-77", secret: newSecret() };
  let ownLink: string;
  let newerLink: string;

  beforeEach(async () => {
    ownLink = await signUp(email, "Vítima", own.password, own.secret);
    newerLink = await signUp(email, "Vítima", "senha-do-invasor-88", newSecret());
  });
  // For the next test there is nobody of this address again.
  afterEach(() =>
    site.ctx.pool.query(
      "with gone as (delete from signups where email = $1) delete from users where email = $1",
      [email],
    ),
  );

  test("gets no account by the owner opening, or confirming in their browser, the newer mail", async () => {
    for (const secret of [undefined, own.secret]) {
      expect(await lookUp(newerLink, secret)).toEqual({
        kind: "confirmation",
        email,
        username: "Vítima",
        signed_up_at: expect.stringMatching(/^20\d\d-/),
        others_waiting: 1,
        needs_password: true,
      });
      const pressed = await confirm(newerLink, secret ? { secret } : {});
      expect([pressed.statusCode, pressed.json()]).toEqual([
        400,
        {
          code: "signup_password_required",
          message: "Digite a senha escolhida no cadastro.",
          field: "password",
        },
      ]);
    }
    const typed = await confirm(newerLink, { secret: own.secret, password: own.password });
    expect([typed.statusCode, typed.json()]).toEqual([
      400,
      {
        code: "signup_password_wrong",
        message:
          "Esta não é a senha deste cadastro. Se o seu é outro com este email, abra o link da mensagem dele.",
        field: "password",
      },
    ]);
    expect(await accountsOf(email)).toEqual([]);
    expect((await signIn(email, "senha-do-invasor-88")).error_code ?? "").not.toBe("");
  });

  test("is shut out by the owner's own link, in the browser that the owner signed up with", async () => {
    expect(await lookUp(ownLink, own.secret)).toMatchObject({ needs_password: false, others_waiting: 1 });
    const pressed = await confirm(ownLink, { secret: own.secret });
    expect(pressed.statusCode).toBe(200);
    expect(Object.keys(pressed.json()).sort()).toEqual(["access_token", "refresh_token"]);
    expect(await lookUp(newerLink)).toEqual({ kind: "none" });
    expect(await signIn(email, own.password)).toHaveProperty("access_token");
    expect((await signIn(email, "senha-do-invasor-88")).access_token).toBeUndefined();
  });
});

describe("a sign-up's link", () => {
  test("confirms from another browser with the password, and opens a session", async () => {
    const email = "celular@exemplo.com.br";
    const link = await signUp(email, "No Celular", PASSWORD, newSecret());
    expect((await confirm(link, { password: "nao-e-esta-99" })).json().message).toBe(
      "Esta não é a senha deste cadastro.",
    );
    const { access_token } = (await confirm(link, { password: PASSWORD, secret: newSecret() })).json();
    const me = await site.app.inject({
      url: "/auth/v1/user",
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(me.json()).toMatchObject({ email, user_metadata: { username: "No Celular" } });
  });

  test("takes the password when the sign-up came without a secret, or with one that is none", async () => {
    for (const [number, secret] of [undefined, "curto", "x".repeat(5000)].entries()) {
      const link = await signUp(`sem${number}@exemplo.com.br`, `Sem ${number}`, PASSWORD, secret);
      expect((await lookUp(link, newSecret())).needs_password).toBe(true);
      expect((await confirm(link, { secret: newSecret() })).statusCode).toBe(400);
      expect((await confirm(link, { password: PASSWORD })).statusCode).toBe(200);
    }
  });

  test("is looked up as often as a scanner likes, and still confirms once", async () => {
    const secret = newSecret();
    const link = await signUp("olhada@exemplo.com.br", "Muito Olhada", PASSWORD, secret);
    for (let time = 0; time < 5; time++) expect((await lookUp(link)).kind).toBe("confirmation");
    for (const method of ["GET", "HEAD"] as const) {
      const opened = await site.app.inject({ method, url: `/auth/v1/verify?token=${link}&type=signup` });
      expect(opened.statusCode).toBe(303);
    }
    expect(await accountsOf("olhada@exemplo.com.br")).toEqual([]);
    const answers = await Promise.all([1, 2, 3].map(() => confirm(link, { secret })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403, 403]);
    expect(await lookUp(link)).toEqual({ kind: "none" });
    expect((await confirm(link, { secret })).json()).toEqual(EXPIRED);
  });

  test("is void once it has expired, also with the right password", async () => {
    const link = await signUp("tarde@exemplo.com.br", "Chegou Tarde", PASSWORD);
    for (const table of ["signups", "one_time_tokens"]) {
      await site.ctx.pool.query(
        `update ${table} set expires_at = now() - interval '1 second' where ${table === "signups" ? "id" : "signup_id"} = (select id from signups where email = 'tarde@exemplo.com.br')`,
      );
    }
    expect(await lookUp(link)).toEqual({ kind: "none" });
    expect((await confirm(link, { password: PASSWORD })).json()).toEqual(EXPIRED);
  });

  test("is known to its browser also after the address was corrected", async () => {
    const secret = newSecret();
    await signUp("errada@exemplo.com.br", "Errou o Endereço", PASSWORD, secret);
    const corrected = {
      email: "errada@exemplo.com.br",
      password: PASSWORD,
      new_email: "certa@exemplo.com.br",
    };
    expect((await post("/api/auth/correct-email", corrected)).statusCode).toBe(200);
    const link = await site.mailedToken("certa@exemplo.com.br");
    expect((await lookUp(link, secret)).needs_password).toBe(false);
    expect((await confirm(link, { secret })).statusCode).toBe(200);
  });

  test("has its browser's secret in no answer and no table", async () => {
    const secret = newSecret();
    const link = await signUp("segredo@exemplo.com.br", "Segredo Guardado", PASSWORD, secret);
    const { rows } = await site.ctx.pool.query("select s::text from signups s");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify([rows, await lookUp(link, secret)])).not.toContain(secret);
  });

  test("mails how many others wait for the address", async () => {
    const email = "correio@exemplo.com.br";
    await signUp(email, "Primeiro Correio", PASSWORD);
    expect((await site.mails.waitFor(email)).text).not.toContain("outro cadastro");
    await signUp(email, "Segundo Correio", PASSWORD);
    expect((await site.mails.waitFor(email, 2)).text).toContain(
      "Há outro cadastro com este email esperando confirmação.",
    );
  });
});

describe("a link for a new password", () => {
  test("names its account, confirms nothing, and is not used up by trying", async () => {
    const { email, username } = await createUser(site.ctx);
    await post("/auth/v1/recover", { email });
    const link = await site.mailedToken(email);
    expect(await lookUp(link)).toEqual({ kind: "recovery", email, username });
    expect((await confirm(link, { password: PASSWORD })).json()).toEqual(EXPIRED);
    const spent = await post("/auth/v1/verify", { token_hash: link, type: "recovery" });
    expect(spent.statusCode).toBe(200);
    expect(await lookUp(link)).toEqual({ kind: "none" });
  });
});
