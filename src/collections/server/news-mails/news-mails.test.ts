/** The weekly mail, by real jobs and a real SMTP server. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { findAccountId } from "#accounts/server/account/account-data.shared.queries.ts";
import { UNSUBSCRIBE } from "#collections/paths.ts";
import { type Mailer, openMailer } from "#platform/mail.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import type { ReceivedMail } from "#tests/support/smtp.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { queueNewsMails, sendNewsMail, startNewsMails } from "./news-mails.jobs.ts";
import { setNewsMail } from "./news-mails.service.ts";
import { unsubscribeToken, userOfToken } from "./unsubscribe-token.ts";

const PUBLIC_URL = "https://prompteca.exemplo.com.br";
const site = setUpAccountsSite({ PUBLIC_URL });
const { call, sql } = site;
let mailer: Mailer;
let author: TestUser;
let ana: TestUser;

beforeAll(async () => {
  mailer = openMailer(site.ctx.config);
  await startNewsMails(site.ctx, mailer);
  // Whether somebody is due, these tests say.
  await sql("delete from pgboss.schedule where name = 'queue-news-mails'");
});
afterAll(() => mailer?.close());
beforeEach(async () => {
  [author, ana] = [await createUser(site.ctx), await createUser(site.ctx)];
  await call("PUT", `/api/follows/users/${author.id}`, ana);
  await ask(ana);
});

const ask = (who: TestUser, weekly = true) => call("PUT", "/api/news/mail", who, { weekly });
const publish = async (who: TestUser, title: string) =>
  (await publishPrompt(site, who, { title, content: `${title}: escreva um poema.` })).id;
const rowOf = async (who: TestUser) =>
  (await sql("select next_at, told_until from news_mails where user_id = $1", who.id))[0];
const mailsTo = ({ email }: TestUser) => site.mails.received.filter(({ to }) => to.includes(email));
/** As if it were a week later, and all that is committed were settled. */
const aWeekPasses = (...who: TestUser[]) =>
  sql(
    `update news_mails set next_at = now(), told_until = told_until - interval '7 days'
      where user_id = any($1::uuid[])`,
    who.map(({ id }) => id),
  );
/** Moves these prompts' publications, and their places in collections, to two minutes ago. */
const settle = (...prompts: number[]) =>
  sql(
    `with items as (update collection_items set added_at = added_at - interval '2 minutes' where prompt_id = any($1))
    update prompts set created_at = created_at - interval '2 minutes' where id = any($1)`,
    prompts,
  );
/** Sends what a job of now would send, and waits for it. @returns the mails that it sent */
async function send(who: TestUser, until = new Date()): Promise<ReceivedMail[]> {
  const before = mailsTo(who).length;
  await sendNewsMail(site.ctx, mailer, { userId: who.id, until: until.toISOString() });
  return mailsTo(who).slice(before);
}
const headerOf = (mail: ReceivedMail, name: string) =>
  mail.parsed.headers.find(({ key }) => key === name)?.value;
const titlesIn = ({ text }: ReceivedMail) =>
  [...text.matchAll(/\n\n(.+)\n.+(?:\n“.+”)?\nhttps:\/\/[^\n]+\/prompts\/\d+/g)].map(([, title]) => title);

describe("the setting", () => {
  test("is off until it is asked for, and off again", async () => {
    const beto = await createUser(site.ctx);
    const read = async () => (await call("GET", "/api/news/mail", beto)).json();
    expect(await read()).toEqual({ weekly: false });
    for (const weekly of [true, true, false, false]) {
      expect((await ask(beto, weekly)).statusCode).toBe(204);
      expect(await read()).toEqual({ weekly });
    }
  });

  test("is for members who are not blocked; what is no answer is refused by its name", async () => {
    expect((await call("GET", "/api/news/mail")).statusCode).toBe(401);
    expect((await call("PUT", "/api/news/mail", null, { weekly: true })).statusCode).toBe(401);
    const refused = await call("PUT", "/api/news/mail", ana, { weekly: "sim" });
    expect([refused.statusCode, refused.json().field]).toEqual([400, "weekly"]);
    await sql("update users set is_blocked = true where id = $1", ana.id);
    expect((await ask(ana)).json().code).toBe("user_banned");
  });

  test("is for nobody whose account is deleted at the same moment", async () => {
    const [viewer] = await sql("select * from users where id = $1", ana.id);
    await sql("delete from users where id = $1", ana.id);
    await expect(setNewsMail(site.ctx, viewer, { weekly: true })).rejects.toMatchObject({ status: 401 });
  });

  test("asking again keeps the day", async () => {
    const before = await rowOf(ana);
    expect(before.next_at - Date.now()).toBeGreaterThan(6.9 * 24 * 3600 * 1000);
    await ask(ana);
    expect(await rowOf(ana)).toEqual(before);
  });

  test("goes with the account, and is in no job with an address", async () => {
    await sql("delete from users where id = $1", ana.id);
    expect(await rowOf(ana)).toBeUndefined();
    expect(await findAccountId(site.ctx.db, ana.email)).toBeUndefined();
    const jobs = await sql("select data::text as data from pgboss.job where name = 'news-mail'");
    expect(JSON.stringify(jobs)).not.toContain("@");
  });
});

describe("a mail", () => {
  test("tells what is new since the last, once, with its end in the header", async () => {
    const cake = await publish(author, "Bolo de fubá");
    const made = await call("POST", "/api/collections", author, { title: "Receitas & cia", is_public: true });
    const list = made.json().id;
    await call("PUT", `/api/follows/collections/${list}`, ana);
    const bread = await publish(await createUser(site.ctx, { username: "Zuleica" }), "Pão <de> queijo");
    await call("PUT", `/api/collections/${list}/items/${bread}`, author, { note: "O melhor & mais fácil." });
    await settle(cake, bread);
    await aWeekPasses(ana);
    await queueNewsMails(site.ctx);
    const mail = await site.mails.waitFor(ana.email);
    expect(mail.subject).toBe("Novidades: “Pão <de> queijo” e mais 1 novidade");
    expect(mail.text).toContain("há 2 novidades das pessoas, coleções e tags que você segue");
    expect(mail.text).toContain(
      `Pão <de> queijo\nAdicionado a “Receitas & cia” · por Zuleica\n“O melhor & mais fácil.”\n${PUBLIC_URL}/prompts/${bread}`,
    );
    expect(mail.text).toContain(`Bolo de fubá\n${author.username} publicou\n`);
    expect(mail.html).toContain("Pão &lt;de&gt; queijo</a>");
    expect(mail.html).toContain("“O melhor &amp; mais fácil.”");
    expect(mail.html).not.toMatch(/<img|<script|<link/);
    const link = `${PUBLIC_URL}${UNSUBSCRIBE}?token=${unsubscribeToken(site.ctx.secrets, ana.id)}`;
    expect(headerOf(mail, "list-unsubscribe")).toBe(`<${link}>`);
    expect(headerOf(mail, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(mail.html).toContain(`<a href="${link}"`);
    expect(mail.text).toContain(`Não quero mais receber:\n${link}\n`);

    // The note of what was told follows the mail.
    await expect.poll(async () => (await rowOf(ana)).told_until > Date.now() - 3 * 60_000).toBe(true);
    const { next_at } = await rowOf(ana);
    expect(next_at - Date.now()).toBeGreaterThan(6.9 * 24 * 3600 * 1000);
    expect(await send(ana)).toEqual([]);
    await publish(author, "Canjica");
    const [later] = await send(ana);
    expect(later && titlesIn(later)).toEqual(["Canjica"]);
    expect(later?.subject).toBe("Novidades: “Canjica”");
    expect(later?.messageId).not.toBe(mail.messageId);
  });

  test("has ten entries at most, each prompt once, and says when there are more", async () => {
    const made = await call("POST", "/api/collections", author, { title: "Receitas", is_public: true });
    await call("PUT", `/api/follows/collections/${made.json().id}`, ana);
    const first = await publish(author, "Nº 1");
    await call("PUT", `/api/collections/${made.json().id}/items/${first}`, author);
    await sql(
      `insert into prompts (user_id, llm_type_id, title, content, image_hash, search, created_at)
        select user_id, llm_type_id, 'Nº ' || n, content || n, image_hash, search, now() - n * interval '1 minute'
        from prompts, generate_series(2, 12) n where id = $1`,
      first,
    );
    await aWeekPasses(ana);
    const [mail] = await send(ana);
    expect(mail && titlesIn(mail)).toEqual(Array.from({ length: 10 }, (_, index) => `Nº ${index + 1}`));
    expect(mail?.text).toContain("há muitas novidades");
    expect(mail?.text).toContain("Estas são as 10 mais recentes.");
    expect(mail?.subject).toBe("Novidades: “Nº 1” e outras");
  });

  test("leaves out what is hidden, private, of blocked people, or older than the wish", async () => {
    const [blocked, curator] = [await createUser(site.ctx), await createUser(site.ctx)];
    const makeList = async (who: TestUser, title: string): Promise<number> => {
      const { id } = (await call("POST", "/api/collections", who, { title, is_public: true })).json();
      await call("PUT", `/api/follows/collections/${id}`, ana);
      return id;
    };
    const collect = (who: TestUser, list: number, prompt: number) =>
      call("PUT", `/api/collections/${list}/items/${prompt}`, who);
    await call("PUT", `/api/follows/users/${blocked.id}`, ana);
    const hidden = await publish(author, "Escondido");
    const ofBlocked = await publish(blocked, "De quem foi bloqueado");
    const other = await publish(await createUser(site.ctx), "Em listas");
    const shown = await makeList(curator, "Pública");
    for (const id of [hidden, ofBlocked]) await collect(curator, shown, id);
    const secret = await makeList(curator, "Que ficou privada");
    await collect(curator, secret, other);
    await collect(blocked, await makeList(blocked, "De bloqueada"), other);

    await aWeekPasses(ana);
    // All that was shown when the mail was queued.
    await sql("update prompts set hidden_at = now() where id = $1", hidden);
    await sql("update users set is_blocked = true where id = $1", blocked.id);
    await call("PATCH", `/api/collections/${secret}`, curator, { is_public: false });
    expect(await send(ana)).toEqual([]);
    const seen = await publish(author, "Visível");
    const [mail] = await send(ana);
    expect(mail && titlesIn(mail)).toEqual(["Visível"]);

    const [late] = [await createUser(site.ctx)];
    await call("PUT", `/api/follows/users/${author.id}`, late);
    await ask(late);
    expect(await send(late)).toEqual([]);
    expect(seen).toBeGreaterThan(0);
  });

  test("goes to nobody who is blocked, has left off, or has nothing new", async () => {
    const [nothing, stopped, banned] = await Promise.all([1, 2, 3].map(() => createUser(site.ctx)));
    if (!nothing || !stopped || !banned) throw new Error("three users");
    for (const who of [stopped, banned]) await call("PUT", `/api/follows/users/${author.id}`, who);
    for (const who of [nothing, stopped, banned]) await ask(who);
    await publish(author, "Novo");
    await ask(stopped, false);
    await sql("update users set is_blocked = true where id = $1", banned.id);
    for (const who of [nothing, stopped, banned]) expect(await send(who)).toEqual([]);
    expect(await send(ana)).toHaveLength(1);
  });
});

describe("what goes wrong", () => {
  test("a job that runs again sends no second mail; one that is cut off before its note has the same Message-ID", async () => {
    await publish(author, "Novo");
    const until = new Date();
    expect(await send(ana, until)).toHaveLength(1);
    expect(await send(ana, until)).toEqual([]);
    await sql("update news_mails set told_until = told_until - interval '1 hour' where user_id = $1", ana.id);
    const [again] = await send(ana, until);
    expect(again?.messageId).toBe(mailsTo(ana)[0]?.messageId);
  });

  test("what is refused for good, or never sent, is told the week after", async () => {
    site.mails.refusals.set(ana.email, "550 5.1.1 No such mailbox");
    await publish(author, "Antes");
    await expect(send(ana)).rejects.toMatchObject({ name: "HopelessJobError" });
    site.mails.refusals.clear();
    await publish(author, "Depois");
    const [mail] = await send(ana);
    expect(mail && titlesIn(mail)).toEqual(["Depois", "Antes"]);
  });

  test("while the mail server is down mails wait, and each comes once", async () => {
    await settle(await publish(author, "Novo"));
    await site.mails.stop();
    await aWeekPasses(ana);
    await queueNewsMails(site.ctx);
    const states = () =>
      sql("select state from pgboss.job where name = 'news-mail' and data ->> 'userId' = $1", ana.id);
    await expect.poll(states).toEqual([{ state: "retry" }]);
    await site.mails.start();
    await site.mails.waitFor(ana.email);
    await expect.poll(states).toEqual([{ state: "completed" }]);
    expect(mailsTo(ana)).toHaveLength(1);
  });

  test("a process that dies while it queues has queued nothing and leaves everybody due", async () => {
    await aWeekPasses(ana);
    const due = await rowOf(ana);
    const { jobs } = site.ctx;
    const { sendAll } = jobs;
    const dying = vi.spyOn(jobs, "sendAll").mockImplementationOnce(async (...all) => {
      await sendAll(...all);
      throw new Error("killed");
    });
    await expect(queueNewsMails(site.ctx)).rejects.toThrow("killed");
    dying.mockRestore();
    expect(await rowOf(ana)).toEqual(due);
    const queued = "select from pgboss.job where name = 'news-mail' and data ->> 'userId' = $1";
    expect(await sql(queued, ana.id)).toEqual([]);
  });

  test("two processes at once queue everybody once, in batches", async () => {
    await sql(
      `with people as (insert into users (email, username) select 'n' || n || '@example.com', 'Pessoa n' || n
        from generate_series(1, 450) n returning id)
      insert into news_mails (user_id, next_at) select id, now() from people`,
    );
    await Promise.all([queueNewsMails(site.ctx), queueNewsMails(site.ctx)]);
    expect(
      await sql(
        `select count(*)::int as jobs, count(distinct data ->> 'userId')::int as people from pgboss.job j
          join users u on u.id::text = data ->> 'userId' where name = 'news-mail' and username like 'Pessoa n%'`,
      ),
    ).toEqual([{ jobs: 450, people: 450 }]);
    expect(await sql("select from news_mails where next_at <= now()")).toEqual([]);
  });
});

describe("the link", () => {
  test("names an account, and is signed", async () => {
    const { secrets } = site.ctx;
    const token = unsubscribeToken(secrets, ana.id);
    expect(token).toHaveLength(64);
    expect(userOfToken(secrets, token)).toBe(ana.id);
    const flipped = (at: number) =>
      `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
    for (const wrong of ["", "x", flipped(0), flipped(30), flipped(62), `${token}A`, ana.id])
      expect(userOfToken(secrets, wrong)).toBeUndefined();
  });

  test("tells whether there is something to end, to whoever has it, and opens nothing else", async () => {
    const token = unsubscribeToken(site.ctx.secrets, ana.id);
    const path = `/api/news/mail/by-token?token=${token}`;
    expect((await call("GET", path)).json()).toEqual({ weekly: true });
    expect((await call("GET", path)).headers["cache-control"]).toBe("no-store");
    await ask(ana, false);
    expect((await call("GET", path)).json()).toEqual({ weekly: false });
    expect((await call("GET", `${path}x`)).statusCode).toBe(404);
    expect((await call("GET", "/api/news/mail/by-token")).statusCode).toBe(404);
    expect((await call("GET", "/api/news", token)).statusCode).toBe(401);
    expect((await call("PUT", "/api/news/mail", token, { weekly: true })).statusCode).toBe(401);
  });
});
