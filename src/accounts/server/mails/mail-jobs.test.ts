/** Mails on their way from the database to a real SMTP server, which is not always there. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { maskEmail } from "#platform/log.ts";
import { type AccountsSite, startAccountsSite } from "#tests/support/accounts.ts";
import { linkIn } from "#tests/support/smtp.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";
import { listFailedMails } from "./mail-jobs.ts";

let site: AccountsSite;
const PUBLIC_URL = "https://prompteca.exemplo.com.br";

beforeAll(async () => {
  site = await startAccountsSite({ PUBLIC_URL, MAIL_FROM: "Prompteca <oi@prompteca.exemplo.com.br>" });
});
afterAll(() => site.close());

function post(path: string, payload: object, headers: Record<string, string> = {}) {
  return site.app.inject({ method: "POST", url: path, headers, payload });
}
const signUp = (email: string, username: string) =>
  post("/auth/v1/signup", { email, password: PASSWORD, data: { username } });
const recover = (email: string) => post("/auth/v1/recover", { email });
const resend = (email: string) => post("/auth/v1/resend", { email, type: "signup" });

describe("the confirmation mail", () => {
  test("is Portuguese, as HTML and text, with a link to our own page", async () => {
    await post(
      "/auth/v1/signup?redirect_to=https%3A%2F%2Fmal.exemplo",
      {
        email: "carta@exemplo.com.br",
        password: PASSWORD,
        data: { username: "Zé O.-_ do 'Pé'".replaceAll("'", "") },
      },
      { host: "mal.exemplo", "x-forwarded-host": "mal.exemplo" },
    );
    const mail = await site.mails.waitFor("carta@exemplo.com.br");
    expect(mail.subject).toBe("Confirme seu email na Prompteca");
    expect(mail.from).toBe("oi@prompteca.exemplo.com.br");
    expect(mail.text).toContain("Boas-vindas!");
    // Whoever typed the address may be a stranger to its owner, and chose the name.
    expect(mail.subject + mail.text + mail.html).not.toContain("Zé");
    expect(mail.html).toContain('<html lang="pt-BR">');
    const link = linkIn(mail);
    expect(link.origin + link.pathname).toBe(`${PUBLIC_URL}/verify-email`);
    expect([...link.searchParams.keys()]).toEqual(["token_hash", "type"]);
    expect(link.searchParams.get("type")).toBe("email");
    expect(mail.html).toContain(link.href.replace("&", "&amp;"));
    expect(mail.html + mail.text).not.toContain("mal.exemplo");
    expect(mail.html).not.toMatch(/<img|<script|<link/);
  });

  test("is in no table and no job", async () => {
    await signUp("segredo@exemplo.com.br", "Segredo");
    const token = linkIn(await site.mails.waitFor("segredo@exemplo.com.br")).searchParams.get(
      "token_hash",
    ) as string;
    const { rows } = await site.ctx.pool.query(
      "select data::text as text from pgboss.job union all select t::text from one_time_tokens t union all select s::text from signups s",
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain(token);
    const jobs = await site.ctx.pool.query("select data::text as text from pgboss.job where name = 'mail'");
    expect(JSON.stringify(jobs.rows)).not.toContain("@");
  });

  test("is sent again for each sign-up that waits, with the same link", async () => {
    const email = "duas@exemplo.com.br";
    await signUp(email, "Primeira Duas");
    await site.ctx.rateLimits.forget("confirmationMailPace", email);
    await signUp(email, "Segunda Duas");
    await site.mails.waitFor(email, 2);
    // Within a minute of the last mail nothing more is sent, and the answer is the same.
    expect((await resend(email)).json()).toEqual({});
    await site.ctx.rateLimits.forget("confirmationMailPace", email);
    expect((await resend(email)).json()).toEqual({});
    await site.mails.waitFor(email, 4);
    const mails = site.mails.received.filter(({ to }) => to.includes(email));
    expect(mails).toHaveLength(4);
    const links = mails.map((mail) => linkIn(mail).href);
    expect(new Set(links).size).toBe(2);
    for (const link of links) expect(links.filter((other) => other === link)).toHaveLength(2);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(4);
  });
});

describe("the recovery mail", () => {
  test("leads to our own page, and the first link that is used voids the others", async () => {
    const { email } = await createUser(site.ctx, { username: "Esquecida" });
    await recover(email);
    const first = linkIn(await site.mails.waitFor(email));
    expect(first.origin + first.pathname).toBe(`${PUBLIC_URL}/reset-password`);
    expect(first.searchParams.get("type")).toBe("recovery");
    await recover(email);
    await site.ctx.rateLimits.forget("recoveryMailPace", email);
    await recover(email);
    const mail = await site.mails.waitFor(email, 2);
    expect(mail.subject).toBe("Redefina sua senha da Prompteca");
    expect(mail.text).toContain("Olá, Esquecida");
    const verify = (link: URL) =>
      post("/auth/v1/verify", { token_hash: link.searchParams.get("token_hash"), type: "recovery" });
    expect((await verify(first)).statusCode).toBe(200);
    expect((await verify(linkIn(mail))).statusCode).toBe(403);
  });

  test("becomes the confirmation again for who never confirmed", async () => {
    const email = "nunca@exemplo.com.br";
    await signUp(email, "Nunca Confirmou");
    await site.mails.waitFor(email);
    await site.ctx.rateLimits.forget("confirmationMailPace", email);
    expect((await recover(email)).json()).toEqual({});
    expect((await site.mails.waitFor(email, 2)).subject).toBe("Confirme seu email na Prompteca");
  });

  test("is answered alike for an address that nobody has", async () => {
    expect((await recover("ninguem@exemplo.com.br")).json()).toEqual({});
    expect((await resend("ninguem@exemplo.com.br")).json()).toEqual({});
    const { rows } = await site.ctx.pool.query(
      "select from one_time_tokens where kind = 'recovery' and user_id is null",
    );
    expect(rows).toHaveLength(0);
  });
});

describe("while the SMTP server is down", () => {
  test("a mail waits, and arrives with the same Message-ID once it is up; one whose token is gone never does", async () => {
    const { email } = await createUser(site.ctx, { username: "Paciente" });
    await site.mails.stop();
    await recover(email);
    await site.ctx.pool.query("delete from one_time_tokens where kind = 'recovery'");
    await site.ctx.rateLimits.forget("recoveryMailPace", email);
    await recover(email);
    const retried = async () => {
      const { rows } = await site.ctx.pool.query(
        "select count(*)::int as n from pgboss.job where name = 'mail' and state = 'retry' and retry_count >= 0",
      );
      return rows[0].n as number;
    };
    // The void one is dropped, the other one waits for its next try.
    await expect.poll(retried, { timeout: 10_000 }).toBe(1);
    await site.mails.start();
    const mail = await site.mails.waitFor(email);
    const { rows } = await site.ctx.pool.query(
      `select t.id, floor(extract(epoch from u.recovery_sent_at) * 1000)::text as asked
        from one_time_tokens t join users u on u.id = t.user_id where u.email = $1`,
      [email],
    );
    expect(mail.messageId).toBe(`<${rows[0].id}.${rows[0].asked}@prompteca.exemplo.com.br>`);
    const waiting = async () =>
      (await site.ctx.pool.query("select from pgboss.job where name = 'mail' and state < 'completed'"))
        .rowCount;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
    expect(site.mails.received.filter(({ to }) => to.includes(email))).toHaveLength(1);
  });
});

describe("a mail that the SMTP server refuses", () => {
  const jobOf = async (email: string) => {
    const { rows } = await site.ctx.pool.query(
      `select j.state, j.retry_count from pgboss.job j join one_time_tokens t on t.id::text = j.data->>'tokenId'
        join signups s on s.id = t.signup_id where s.email = $1`,
      [email],
    );
    return rows[0];
  };

  test("because there is no such address is given up at once, and told to the admin", async () => {
    const email = "caixa-inexistente@exemplo.com.br";
    site.mails.refusals.set(email, "550 5.1.1 No such mailbox");
    await signUp(email, "Caixa Inexistente");
    await expect.poll(() => jobOf(email), { timeout: 10_000 }).toEqual({ state: "failed", retry_count: 0 });
    expect((await listFailedMails(site.ctx)).mails).toMatchObject([
      { to: maskEmail(email), reason: "SMTP failed: EENVELOPE 550 RCPT TO", next_try_at: null },
    ]);
    expect(site.mails.received.some(({ to }) => to.includes(email))).toBe(false);
  });

  test("because of its sender, a relay or a reason that is not told is tried again, and comes once that is mended", async () => {
    const refusals = [
      ["oi@prompteca.exemplo.com.br", "553 5.1.8 Sender address rejected"],
      ["remetente@exemplo.com.br", "553 5.1.8 Sender address rejected"],
      ["retransmissao@exemplo.com.br", "554 5.7.1 Relay access denied"],
      ["sem-codigo@exemplo.com.br", "550 Requested action not taken"],
    ] as const;
    const people: string[] = [];
    for (const [address, refusal] of refusals) {
      site.mails.refusals.set(address, refusal);
      const isSender = address.startsWith("oi@");
      const email = isSender ? "destino@exemplo.com.br" : address;
      people.push(email);
      await signUp(email, `Para ${email.split("@")[0]}`);
      await expect.poll(async () => (await jobOf(email))?.state, { timeout: 10_000 }).toBe("retry");
      if (isSender) site.mails.refusals.delete(address);
    }
    for (const [address] of refusals) site.mails.refusals.delete(address);
    for (const email of people) {
      await site.mails.waitFor(email);
      await expect.poll(async () => (await jobOf(email))?.state, { timeout: 10_000 }).toBe("completed");
    }
  });
});

describe("a refused sign-up", () => {
  test("leaves neither row nor job", async () => {
    const count = async () =>
      (
        await site.ctx.pool.query(
          "select (select count(*) from signups) + (select count(*) from pgboss.job where name = 'mail') as n",
        )
      ).rows[0].n;
    await createUser(site.ctx, { username: "Já Existe" });
    const before = await count();
    expect((await signUp("recusada@exemplo.com.br", "Ja existe")).statusCode).toBe(422);
    expect(await count()).toBe(before);
  });
});
