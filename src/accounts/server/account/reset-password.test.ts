/** A new password by the link that a recovery mailed, in one step. */
import { expect, test } from "vitest";
import { createToken, tokenOf } from "#accounts/server/mails/one-time-tokens.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { createKey } from "#tests/support/keys.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const NEW = "caju-maduro-77";
const site = setUpAccountsSite();

async function linkFor({ id: userId }: TestUser): Promise<string> {
  const until = new Date(Date.now() + 60_000);
  return tokenOf(site.ctx, await createToken(site.ctx, site.ctx.db, { userId, isMailed: true }, until));
}
const reset = (token_hash: string, password: string) =>
  site.post("/api/auth/reset-password", { token_hash, password });
const logIn = async ({ email }: TestUser, password: string) =>
  (await site.logIn(email, { password })).statusCode;

test("ends what opens the account besides, and opens nothing itself", async () => {
  const ana = await createUser(site.ctx);
  const { key } = await createKey(site, ana);
  const [link, other] = [await linkFor(ana), await linkFor(ana)];
  const answer = await reset(link, NEW);
  expect([answer.statusCode, answer.body]).toEqual([204, ""]);
  expect([await logIn(ana, PASSWORD), await logIn(ana, NEW)]).toEqual([400, 200]);
  expect((await site.call("GET", "/auth/v1/user", ana)).statusCode).toBe(403);
  expect((await site.call("GET", "/api/users/me/favorites", key)).statusCode).toBe(401);
  for (const spent of [link, other]) {
    const again = await reset(spent, "outra-senha-boa-1");
    expect([again.statusCode, again.json()]).toEqual([
      403,
      { code: "otp_expired", message: "O link é inválido ou expirou. Solicite um novo." },
    ]);
  }
});

test.each([
  ["short", "curta", 400, "Senha deve ter pelo menos 8 caracteres"],
  ["common", "password123", 422, "Esta senha é muito comum"],
  ["the present one", PASSWORD, 422, "A nova senha deve ser diferente da atual."],
])(
  "a password that is %s is refused in Portuguese, and spends no link",
  async (_, password, status, message) => {
    const ana = await createUser(site.ctx);
    const link = await linkFor(ana);
    const refused = await reset(link, password);
    expect([refused.statusCode, refused.json().field]).toEqual([status, "password"]);
    expect(refused.json().message).toContain(message);
    expect((await reset(link, NEW)).statusCode).toBe(204);
  },
);

test("of two at once one succeeds", async () => {
  const ana = await createUser(site.ctx);
  const link = await linkFor(ana);
  const answers = await Promise.all([reset(link, NEW), reset(link, "outra-senha-boa-1")]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 403]);
});

test("is possible while another session ends all others, over and over", async () => {
  const ana = await createUser(site.ctx);
  const link = await linkFor(ana);
  let isOver = false;
  const thief = (async () => {
    while (!isOver) {
      const { statusCode } = await site.call("DELETE", "/api/account/sessions", ana);
      if (statusCode !== 200) return statusCode;
    }
    return 200;
  })();
  expect((await reset(link, NEW)).statusCode).toBe(204);
  isOver = true;
  expect(await thief).toBeOneOf([200, 401, 403]);
  expect(await logIn(ana, NEW)).toBe(200);
});

test("a link that confirms a sign-up, and one of a blocked account, set none", async () => {
  await site.signUp("espera@exemplo.com.br", "Quem Espera");
  const confirmation = await site.mailedToken("espera@exemplo.com.br");
  expect((await reset(confirmation, NEW)).json().code).toBe("otp_expired");
  const bia = await createUser(site.ctx);
  const link = await linkFor(bia);
  await site.sql("update users set is_blocked = true where id = $1", bia.id);
  expect((await reset(link, NEW)).json().code).toBe("user_banned");
});
