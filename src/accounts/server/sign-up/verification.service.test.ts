/** Confirming takes more than opening a link: the browser that signed up, or the sign-up's password. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { newProof, setUpAccountsSite } from "#tests/support/accounts.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

const site = setUpAccountsSite();

/** Signs up. @returns the token of the mailed link */
async function signUp(email: string, username: string, password: string, proof?: string): Promise<string> {
  const answer = await site.signUp(email, username, { password, proof });
  expect(answer.statusCode).toBe(200);
  const [token] = await site.sql("select id from one_time_tokens where signup_id = $1", answer.json().id);
  return tokenOf(site.ctx, token.id);
}
const lookUp = async (token_hash: string, proof?: string) =>
  (await site.post("/api/auth/mailed-link", { token_hash }, { proof })).json();
const confirm = (token_hash: string, { proof, password }: { proof?: string; password?: string } = {}) =>
  site.post("/api/auth/confirm-email", { token_hash, password }, { proof });
const accountsOf = (email: string) => site.sql("select username from users where email = $1", email);
const EXPIRED = { code: "otp_expired", message: "O link é inválido ou expirou. Solicite um novo." };

describe("somebody who signs up with a stranger's address and the same name", () => {
  const email = "vitima@exemplo.com.br";
  const own = { password: "senha-da-vitima-77", proof: newProof() };
  const strangers = { password: "senha-do-invasor-88" };
  let ownLink: string;
  let newerLink: string;

  beforeEach(async () => {
    ownLink = await signUp(email, "Vítima", own.password, own.proof);
    newerLink = await signUp(email, "Vítima", strangers.password, newProof());
  });
  afterEach(async () => {
    await site.sql("delete from signups where email = $1", email);
    await site.sql("delete from users where email = $1", email);
  });

  test("gets no account by the owner opening, or confirming in their browser, the newer mail", async () => {
    for (const proof of [undefined, own.proof]) {
      expect(await lookUp(newerLink, proof)).toEqual({
        kind: "confirmation",
        email,
        username: "Vítima",
        signed_up_at: expect.stringMatching(/^20\d\d-/),
        others_waiting: 1,
        needs_password: true,
      });
      const pressed = await confirm(newerLink, proof ? { proof } : {});
      expect(pressed.statusCode).toBe(400);
      expect(pressed.json()).toEqual({
        code: "signup_password_required",
        message: "Digite a senha escolhida no cadastro.",
        field: "password",
      });
    }
    const typed = await confirm(newerLink, own);
    expect(typed.statusCode).toBe(400);
    expect(typed.json()).toEqual({
      code: "signup_password_wrong",
      message:
        "Esta não é a senha deste cadastro. Se você fez outro com este e-mail, abra o link da mensagem dele.",
      field: "password",
    });
    expect(await accountsOf(email)).toEqual([]);
    expect((await site.logIn(email, strangers)).statusCode).toBe(400);
  });

  test("is shut out by the owner's own link, in the browser that the owner signed up with", async () => {
    expect(await lookUp(ownLink, own.proof)).toMatchObject({ needs_password: false, others_waiting: 1 });
    const pressed = await confirm(ownLink, { proof: own.proof });
    expect(pressed.statusCode).toBe(200);
    expect(Object.keys(pressed.json()).sort()).toEqual(["access_token", "refresh_token"]);
    expect(await lookUp(newerLink)).toEqual({ kind: "none" });
    expect((await site.logIn(email, own)).statusCode).toBe(200);
    expect((await site.logIn(email, strangers)).statusCode).toBe(400);
  });
});

describe("a sign-up's link", () => {
  test("confirms from another browser with the password, and opens a session", async () => {
    const email = "celular@exemplo.com.br";
    const link = await signUp(email, "No Celular", PASSWORD, newProof());
    expect((await confirm(link, { password: "nao-e-esta-99" })).json().message).toBe(
      "Esta não é a senha deste cadastro.",
    );
    const { access_token } = (await confirm(link, { password: PASSWORD, proof: newProof() })).json();
    const me = await site.call("GET", "/auth/v1/user", access_token);
    expect(me.json()).toMatchObject({ email, user_metadata: { username: "No Celular" } });
  });

  test.each([undefined, "curto", "x".repeat(5000)])(
    "requires the password when the sign-up came with a malformed secret, or with none (%#)",
    async (proof) => {
      const link = await signUp(
        `sem${proof?.length}@exemplo.com.br`,
        `Sem ${proof?.length}`,
        PASSWORD,
        proof,
      );
      expect((await lookUp(link, newProof())).needs_password).toBe(true);
      expect((await confirm(link, { proof: newProof() })).statusCode).toBe(400);
      expect((await confirm(link, { password: PASSWORD })).statusCode).toBe(200);
    },
  );

  test("is looked up as often as a scanner likes, and still confirms once", async () => {
    const proof = newProof();
    const link = await signUp("olhada@exemplo.com.br", "Muito Olhada", PASSWORD, proof);
    for (let time = 0; time < 5; time++) expect((await lookUp(link)).kind).toBe("confirmation");
    for (const method of ["GET", "HEAD"] as const) {
      const opened = await site.app.inject({ method, url: `/auth/v1/verify?token=${link}&type=signup` });
      expect(opened.statusCode).toBe(303);
    }
    expect(await accountsOf("olhada@exemplo.com.br")).toEqual([]);
    // Not needed in this browser; one that is sent is checked.
    expect((await confirm(link, { proof, password: "errada-mesmo-1" })).statusCode).toBe(400);
    const answers = await Promise.all([1, 2, 3].map(() => confirm(link, { proof })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403, 403]);
    expect(await lookUp(link)).toEqual({ kind: "none" });
    expect((await confirm(link, { proof })).json()).toEqual(EXPIRED);
  });

  test("is void once it has expired, also with the right password", async () => {
    const link = await signUp("tarde@exemplo.com.br", "Chegou Tarde", PASSWORD);
    const expired = "set expires_at = now() - interval '1 second'";
    await site.sql(`update signups ${expired} where username = 'Chegou Tarde'`);
    await site.sql(`update one_time_tokens ${expired} where signup_id in (select id from signups)`);
    expect(await lookUp(link)).toEqual({ kind: "none" });
    expect((await confirm(link, { password: PASSWORD })).json()).toEqual(EXPIRED);
  });

  test("is known to its browser also after the address was corrected", async () => {
    const proof = newProof();
    const [email, new_email] = ["errada@exemplo.com.br", "certa@exemplo.com.br"];
    await signUp(email, "Errou o Endereço", PASSWORD, proof);
    const corrected = { email, password: PASSWORD, new_email };
    expect((await site.post("/api/auth/correct-email", corrected)).statusCode).toBe(200);
    const link = await site.mailedToken(new_email);
    expect((await lookUp(link, proof)).needs_password).toBe(false);
    expect((await confirm(link, { proof })).statusCode).toBe(200);
  });

  test("has its browser's secret in no answer and no table", async () => {
    const proof = newProof();
    const link = await signUp("segredo@exemplo.com.br", "Segredo Guardado", PASSWORD, proof);
    const rows = await site.sql("select s::text from signups s");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify([rows, await lookUp(link, proof)])).not.toContain(proof);
  });

  test("is mailed with the number of other sign-ups of the address", async () => {
    const email = "correio@exemplo.com.br";
    await signUp(email, "Primeiro Correio", PASSWORD);
    expect((await site.mails.waitFor(email)).text).not.toContain("outro cadastro");
    await signUp(email, "Segundo Correio", PASSWORD);
    expect((await site.mails.waitFor(email, 2)).text).toContain(
      "Há outro cadastro com este e-mail aguardando confirmação.",
    );
  });
});

describe("a link for a new password", () => {
  test("names its account, confirms nothing, and is not used up by trying", async () => {
    const { email, username } = await createUser(site.ctx);
    await site.post("/auth/v1/recover", { email });
    const link = await site.mailedToken(email);
    expect(await lookUp(link)).toEqual({ kind: "recovery", email, username });
    expect((await confirm(link, { password: PASSWORD })).json()).toEqual(EXPIRED);
    expect((await site.verify(link, "recovery")).statusCode).toBe(200);
    expect(await lookUp(link)).toEqual({ kind: "none" });
  });
});
