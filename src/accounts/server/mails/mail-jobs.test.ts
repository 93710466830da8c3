/** Mails on their way from the database to a real SMTP server, which is not always reachable. */

import { describe, expect, test } from "vitest";
import { forgetPace } from "#accounts/server/mails/asked-mails.ts";
import { maskEmail } from "#platform/log.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { linkIn } from "#tests/support/smtp.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";
import { listFailedMails } from "./mail-jobs.ts";

const PUBLIC_URL = "https://prompteca.exemplo.com.br";
const SENDER = "oi@prompteca.exemplo.com.br";
const site = setUpAccountsSite({ PUBLIC_URL, MAIL_FROM: `Prompteca <${SENDER}>` });

const recover = (email: string) => site.post("/auth/v1/recover", { email });
const resend = (email: string) => site.post("/auth/v1/resend", { email, type: "signup" });
/** Waits for a value of something that happens in the background. */
const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read);

describe("the confirmation mail", () => {
  test("is Portuguese, as HTML and text, with a link to our own page", async () => {
    const email = "carta@exemplo.com.br";
    await site.app.inject({
      method: "POST",
      url: "/auth/v1/signup?redirect_to=https%3A%2F%2Fmal.exemplo",
      headers: { host: "mal.exemplo", "x-forwarded-host": "mal.exemplo" },
      payload: { email, password: PASSWORD, data: { username: "Zé O.-_ do Pé" } },
    });
    const mail = await site.mails.waitFor(email);
    expect(mail.subject).toBe("Confirme seu e-mail na Prompteca");
    expect(mail.from).toBe(SENDER);
    expect(mail.text).toContain("Falta confirmar seu e-mail");
    // A stranger may have typed the address and chosen the name.
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
    await site.signUp("segredo@exemplo.com.br", "Segredo");
    const token = await site.mailedToken("segredo@exemplo.com.br");
    const rows = await site.sql(
      "select data::text as text from pgboss.job union all select t::text from one_time_tokens t union all select s::text from signups s",
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain(token);
    const jobs = await site.sql("select data::text as text from pgboss.job where name = 'mail'");
    expect(JSON.stringify(jobs)).not.toContain("@");
  });

  test("is sent again for each pending sign-up, with the same link", async () => {
    const email = "duas@exemplo.com.br";
    await site.signUp(email, "Primeira Duas");
    await site.signUp(email, "Segunda Duas");
    await site.mails.waitFor(email, 2);
    // Within a minute of the last mail nothing more is sent, and the answer is the same.
    expect((await resend(email)).json()).toEqual({});
    await forgetPace(site.ctx, "confirmation", email, "127.0.0.1");
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
  test("leads to our own page, at most once a minute", async () => {
    const { email } = await createUser(site.ctx, { username: "Esquecida" });
    await recover(email);
    const first = linkIn(await site.mails.waitFor(email));
    expect(first.origin + first.pathname).toBe(`${PUBLIC_URL}/reset-password`);
    expect(first.searchParams.get("type")).toBe("recovery");
    await recover(email);
    await forgetPace(site.ctx, "recovery", email, "127.0.0.1");
    await recover(email);
    const mail = await site.mails.waitFor(email, 2);
    expect(linkIn(mail).href).not.toBe(first.href);
    expect(mail.subject).toBe("Redefina sua senha da Prompteca");
    expect(mail.text).toContain("Olá, Esquecida");
    const tokens = "select from one_time_tokens t join users u on u.id = t.user_id where u.email = $1";
    expect(await site.sql(tokens, email)).toHaveLength(2);
  });

  test("becomes the confirmation again for a pending sign-up", async () => {
    const email = "nunca@exemplo.com.br";
    await site.signUp(email, "Nunca Confirmou");
    await site.mails.waitFor(email);
    await forgetPace(site.ctx, "confirmation", email, "127.0.0.1");
    expect((await recover(email)).json()).toEqual({});
    expect((await site.mails.waitFor(email, 2)).subject).toBe("Confirme seu e-mail na Prompteca");
  });
});

describe("while the SMTP server is down", () => {
  test("a mail waits, and arrives with the same Message-ID later; one whose token is gone never does", async () => {
    const { email } = await createUser(site.ctx);
    await site.mails.stop();
    await recover(email);
    await site.sql("delete from one_time_tokens where kind = 'recovery'");
    await forgetPace(site.ctx, "recovery", email, "127.0.0.1");
    await recover(email);
    const countMails = async (state: string) =>
      (await site.sql(`select from pgboss.job where name = 'mail' and state ${state}`)).length;
    // The void one is dropped, the other one waits for its next try.
    await eventually(() => countMails("= 'retry'")).toBe(1);
    await site.mails.start();
    const mail = await site.mails.waitFor(email);
    const [token] = await site.sql(
      `select t.id, floor(extract(epoch from u.recovery_sent_at) * 1000)::text as asked
        from one_time_tokens t join users u on u.id = t.user_id where u.email = $1`,
      email,
    );
    expect(mail.messageId).toBe(`<${token.id}.${token.asked}@prompteca.exemplo.com.br>`);
    await eventually(() => countMails("< 'completed'")).toBe(0);
    expect(site.mails.received.filter(({ to }) => to.includes(email))).toHaveLength(1);
  });
});

describe("a mail that the SMTP server refuses", () => {
  const jobOf = async (email: string) => {
    const [job] = await site.sql(
      `select j.state, j.retry_count from pgboss.job j join one_time_tokens t on t.id::text = j.data->>'tokenId'
        join signups s on s.id = t.signup_id where s.email = $1`,
      email,
    );
    return job;
  };

  test("because there is no such address is given up at once, and shown to the admin", async () => {
    const email = "caixa-inexistente@exemplo.com.br";
    site.mails.refusals.set(email, "550 5.1.1 No such mailbox");
    await site.signUp(email, "Caixa Inexistente");
    await eventually(() => jobOf(email)).toEqual({ state: "failed", retry_count: 0 });
    expect((await listFailedMails(site.ctx)).mails).toMatchObject([
      { to: maskEmail(email), reason: "SMTP failed: EENVELOPE 550 RCPT TO", next_try_at: null },
    ]);
    expect(site.mails.received.some(({ to }) => to.includes(email))).toBe(false);
  });

  test("because of its sender, a relay or an unknown reason is retried, and arrives once that is mended", async () => {
    const refusals = [
      ["destino@exemplo.com.br", SENDER, "553 5.1.8 Sender address rejected"],
      ["remetente@exemplo.com.br", "remetente@exemplo.com.br", "553 5.1.8 Sender address rejected"],
      ["retransmissao@exemplo.com.br", "retransmissao@exemplo.com.br", "554 5.7.1 Relay access denied"],
      ["sem-codigo@exemplo.com.br", "sem-codigo@exemplo.com.br", "550 Requested action not taken"],
    ] as const;
    for (const [email, refused, reason] of refusals) {
      site.mails.refusals.set(refused, reason);
      await site.signUp(email, `Para ${email.split("@")[0]}`);
      await eventually(async () => (await jobOf(email))?.state).toBe("retry");
      site.mails.refusals.delete(refused);
    }
    for (const [email] of refusals) {
      await site.mails.waitFor(email);
      await eventually(async () => (await jobOf(email))?.state).toBe("completed");
    }
  });
});

test("a refused sign-up leaves neither row nor job", async () => {
  const left = "select id from signups union all select id from pgboss.job where name = 'mail'";
  const { username } = await createUser(site.ctx);
  const before = (await site.sql(left)).length;
  expect((await site.signUp("recusada@exemplo.com.br", username)).statusCode).toBe(422);
  expect(await site.sql(left)).toHaveLength(before);
});
