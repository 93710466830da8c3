/** Moving in from the hosted service, against tables as it has them. */
import { mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { takeUpForReview } from "#moderation/server/cases/review.ts";
import { inTransaction } from "#platform/database/db.ts";
import { showPrompt } from "#prompts/server/hiding.service.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { untilWaiting } from "#tests/support/database.ts";
import { bcrypt, createOldSite, dumpOf, type OldSite } from "#tests/support/old-site.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";
import { type MoveOptions, moveIn, readOptions } from "./move-in.ts";
import { Report } from "./report.ts";
import { unreadable } from "./source.ts";

const site = setUpAccountsSite();
const { sql, call } = site;
let old: OldSite | undefined;
/** The old site of a test. */
const there = () => old as OldSite;

beforeEach(async () => {
  await old?.close();
  old = await createOldSite();
  await sql("drop schema if exists move_in cascade");
  await sql("delete from moved_prompts where true");
});
afterAll(() => old?.close());

/** Moves in. @returns what the command has said, line by line */
async function move(options: Partial<MoveOptions> = {}): Promise<string[]> {
  const said: string[] = [];
  const { signal } = new AbortController();
  await moveIn(site.ctx, { from: there().url, ...options }, (line) => said.push(line), signal)
    .then((end) => said.push(end))
    .catch((error: Error) => said.push(error.message));
  return said;
}
const noDifference = expect.stringMatching(/^0 differences\. /);
/** Moves in, without a difference. */
async function moveAll(options: Partial<MoveOptions> = {}): Promise<string[]> {
  const said = await move(options);
  expect(said.at(-1), said.join("\n")).toEqual(noDifference);
  return said;
}

const personOf = async (id: string) =>
  (
    await sql(
      "select *, created_at::text as at, email_confirmed_at::text as confirmed from users where id = $1",
      id,
    )
  )[0];
const promptOf = async (oldId: string) =>
  (
    await sql(
      `select p.*, p.created_at::text as at, s.views, s.likes_count from moved_prompts m join prompts p on p.id = m.prompt_id
        left join prompt_stats s on s.prompt_id = p.id where m.old_id = $1`,
      oldId,
    )
  )[0];
const tablesNow = () =>
  Promise.all(
    [
      "users",
      "signups",
      "username_claims",
      "prompts",
      "prompt_stats",
      "likes",
      "favorites",
      "images",
      "moved_prompts",
    ].map(async (table) => [
      table,
      (await sql(`select count(*) as n, md5(string_agg(t::text, ',' order by t::text)) from ${table} t`))[0],
    ]),
  );
const signIn = (email: string, password = PASSWORD) => site.client().signInWithPassword({ email, password });

test("who signed in by Google there does so here; the admin does not, nor who is not here", async () => {
  const ids = [];
  for (const email of ["gabi@exemplo.com.br", site.ctx.config.adminEmail, null])
    ids.push(await there().addPerson({ email, username: `Pessoa ${ids.length} do Google` }));
  const [gabi] = ids;
  const subjects = ids.map((_, at) => `10769150350006150715113082${at}`);
  for (const [at, id] of ids.entries())
    await there().pool.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at)
        values ($1, $2, '{"email": "gabi@gmail.com"}', 'google', '2023-06-07T08:09:10Z')`,
      [subjects[at], id],
    );
  await there().pool.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at)
      values ('7', $1, '{}', 'github', now()), ($1, $1, '{}', 'email', now())`,
    [gabi],
  );
  // A later test has an admin of its own.
  onTestFinished(() => void sql("delete from users where email = $1", site.ctx.config.adminEmail));
  const linked = () => sql("select user_id, issuer, subject, email, created_at from identities");
  for (const line of ["Google accounts: 1 linked", "Google accounts: 0 linked"]) {
    expect(await moveAll()).toContain(line);
    expect(await linked()).toEqual([
      {
        user_id: gabi,
        issuer: "https://accounts.google.com",
        subject: subjects[0],
        email: "gabi@gmail.com",
        created_at: new Date("2023-06-07T08:09:10Z"),
      },
    ]);
  }
});

const google = (subject: string, id: string) =>
  there().pool.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at)
      values ($1, $2, '{"email": "thief@gmail.com"}', 'google', '2023-06-07T08:09:10Z')`,
    [subject, id],
  );

test("an account that is here already gets no Google of the old site's", async () => {
  const here = await createUser(site.ctx);
  const id = await there().addPerson({ email: here.email, username: "Outra Pessoa" });
  await google("99900011", id);
  await move();
  const rows = await sql("select user_id, subject from identities where subject = '99900011'");
  expect(rows).toEqual([]);
});

test("what was unlinked here does not come back", async () => {
  const id = await there().addPerson({ email: "gil@exemplo.com.br", username: "Gil do Google" });
  await google("99900022", id);
  await move();
  await sql("delete from identities where user_id = $1", id);
  await move();
  const rows = await sql("select subject from identities where user_id = $1", id);
  expect(rows).toEqual([]);
});

describe("an account", () => {
  test("keeps id, address, confirmation, name, data, date and block", async () => {
    const id = await there().addPerson({
      email: "ana.velha@exemplo.com.br",
      username: "Ana Velha",
      confirmedAt: "2023-05-07T01:02:03.000004Z",
    });
    await there().pool.query(
      'update auth.users set raw_user_meta_data = raw_user_meta_data || \'{"tema": "azul"}\' where id = $1',
      [id],
    );
    const banned = await there().addPerson({ username: "Bruna Banida", bannedUntil: "2999-01-01" });
    const blocked = await there().addPerson({ username: "Outro Nome" });
    await there().pool.query(
      "insert into public.users (id, username, is_blocked) values ($1, 'Bento Bloqueado', true)",
      [blocked],
    );
    await moveAll();
    expect(await personOf(id)).toMatchObject({
      email: "ana.velha@exemplo.com.br",
      username: "Ana Velha",
      metadata: { tema: "azul" },
      is_blocked: false,
      at: "2023-05-06 07:08:09.123456+00",
      confirmed: "2023-05-07 01:02:03.000004+00",
    });
    expect(await personOf(banned)).toMatchObject({ username: "Bruna Banida", is_blocked: true });
    expect(await personOf(blocked)).toMatchObject({ username: "Bento Bloqueado", is_blocked: true });
    // The admin lets in whom the old site had blocked, though nobody here has decided that.
    const admin = await createUser(site.ctx, { email: site.ctx.config.adminEmail });
    const path = `/api/admin/users/${blocked}/toggle-block`;
    expect((await call("PATCH", path, admin, { blocked: false, reason: "Já passou." })).statusCode).toBe(200);
    expect(await personOf(blocked)).toMatchObject({ is_blocked: false });
  });

  test.each(["2a", "2b", "2y"])(
    "logs in with its $%s$ password, by the unmodified client, and has argon2id from then on",
    async (kind) => {
      const password = (await bcrypt(PASSWORD)).replace(/^\$2.\$/, `$${kind}$`);
      const email = `senha-${kind}@exemplo.com.br`;
      const id = await there().addPerson({ email, username: `Senha ${kind}`, password });
      await moveAll();
      expect((await personOf(id)).password_hash).toBe(password);
      expect((await signIn(email, "outra-senha-99")).error).toMatchObject({ code: "invalid_credentials" });
      expect((await personOf(id)).password_hash).toBe(password);
      const logins = await Promise.all([signIn(email), signIn(email)]);
      expect(logins.map(({ error, data }) => [error, data.user?.id])).toEqual([
        [null, id],
        [null, id],
      ]);
      expect((await personOf(id)).password_hash).toMatch(/^\$argon2id\$/);
      expect((await signIn(email)).error).toBeNull();
      expect((await signIn(email, "outra-senha-99")).error).toMatchObject({ code: "invalid_credentials" });
    },
  );

  test("of another sign-in, or with a hash of an unknown kind, gets in by “forgot password”", async () => {
    const google = await there().addPerson({ email: "google@exemplo.com.br", username: "Gugu" });
    const scrypt = await there().addPerson({
      email: "scrypt@exemplo.com.br",
      username: "Escripta",
      password: "$fbscrypt$v=1$abc",
    });
    const costly = (await bcrypt(PASSWORD)).replace("$04$", "$31$");
    const slow = await there().addPerson({
      email: "lenta@exemplo.com.br",
      username: "Lenta",
      password: costly,
    });
    const said = await moveAll();
    expect(said).toContain("people with a remark: 2");
    for (const id of [google, scrypt, slow]) expect((await personOf(id)).password_hash).toBeNull();
    expect((await signIn("google@exemplo.com.br", "")).error).not.toBeNull();
    const client = site.client();
    expect((await client.resetPasswordForEmail("google@exemplo.com.br")).error).toBeNull();
    const token_hash = await site.mailedToken("google@exemplo.com.br");
    expect((await client.verifyOtp({ token_hash, type: "recovery" })).data.user?.id).toBe(google);
    expect((await client.updateUser({ password: "caju-maduro-77" })).error).toBeNull();
    expect((await signIn("google@exemplo.com.br", "caju-maduro-77")).error).toBeNull();
  });

  test("that was never confirmed still waits for that, with its password", async () => {
    const email = "nunca@exemplo.com.br";
    const id = await there().addPerson({
      email,
      username: "Nunca Confirmou",
      password: await bcrypt(PASSWORD),
      confirmedAt: null,
    });
    const prompt = await there().addPrompt({ user: id });
    const said = await moveAll();
    expect(said).toContain("people whose address is not confirmed: 1");
    expect(said).toContain("prompts without a home: 1");
    expect(await personOf(id)).toBeUndefined();
    expect((await signIn(email)).error).toMatchObject({ code: "email_not_confirmed" });
    // Once its seven days are over it is gone, and the next run brings it for seven more.
    await sql("delete from signups where id = $1", id);
    await moveAll();
    expect(
      await sql("select expires_at > now() + interval '6 days' as days from signups where id = $1", id),
    ).toEqual([{ days: true }]);
    const client = site.client();
    expect((await client.resend({ type: "signup", email })).error).toBeNull();
    const token_hash = await site.mailedToken(email);
    expect((await client.verifyOtp({ token_hash, type: "email" })).data.user?.id).toBe(id);
    await moveAll();
    expect(await promptOf(prompt)).toMatchObject({ user_id: id });
  });

  test("whose address has an account here goes into that one, if it is the same person's", async () => {
    const admin = await createUser(site.ctx, { email: "dona@exemplo.com.br", username: "Dona" });
    const id = await there().addPerson({
      email: admin.email,
      username: "Dona de Antes",
      password: await bcrypt("outra-senha-99"),
    });
    const squatter = await there().addPerson({
      email: "dono@exemplo.com.br",
      username: "Dono",
      confirmedAt: null,
      password: await bcrypt(PASSWORD),
    });
    const other = await createUser(site.ctx, { email: "dono@exemplo.com.br" });
    const prompt = await there().addPrompt({ user: id });
    const stolen = await there().addPrompt({ user: squatter });
    const said = await moveAll();
    expect(await promptOf(prompt)).toMatchObject({ user_id: admin.id });
    expect(await promptOf(stolen)).toBeUndefined();
    expect(said).toContain(
      `  ${squatter} dono@exemplo.com.br: never confirmed, and the address has an account here`,
    );
    expect((await signIn(admin.email)).error).toBeNull();
    expect((await signIn(admin.email, "outra-senha-99")).error).not.toBeNull();
    expect((await personOf(other.id)).username).toBe(other.username);
  });

  test("without an address has no home, and the report says so", async () => {
    const id = await there().addPerson({ email: null });
    expect(await moveAll()).toEqual(
      expect.arrayContaining(["people without a home: 1", `  ${id} : has no e-mail address`]),
    );
  });
});

describe("a name", () => {
  test.each([
    ["taken", "Clara Luz", "Clara Luz 2"],
    ["alike", "CIara_Luz", "CIara_Luz 2"],
    ["reserved", "Suporte Oficial", /^Pessoa /],
    ["profane", "puta_123", /^Pessoa /],
    ["address", "ana.gmail.com", /^Pessoa /],
    ["invalid", "clara✨lua", "clara lua"],
    ["too long", "x".repeat(60), "x".repeat(31)],
  ])("that is %s changes, which the report lists", async (_, username, now) => {
    const taken = await createUser(site.ctx, { username: "Clara Luz" }).catch(() => undefined);
    const id = await there().addPerson({ username });
    const said = await moveAll();
    const name = (await personOf(id)).username;
    expect(name).toEqual(typeof now === "string" ? now : expect.stringMatching(now));
    expect(said).toContainEqual(expect.stringContaining(`: ${username} → ${name} (`));
    await sql("delete from users where id = any($1)", [id, taken?.id].filter(Boolean));
    await sql("delete from username_claims where true");
  });

  test("that changed is told by mail, only if the operator says so", async () => {
    const ids: Record<string, string> = {};
    for (const [name, username] of [
      ["calada", "admin"],
      ["escolheu", "suporte"],
    ] as const)
      ids[name] = await there().addPerson({ email: `${name}@exemplo.com.br`, username });
    expect(await moveAll()).toContain("names that change: 2");
    // Those of a run before, unless they have chosen a name since.
    await sql("update users set username = 'Escolhida Aqui' where id = $1", ids.escolheu);
    ids.avisada = await there().addPerson({ email: "avisada@exemplo.com.br", username: "root" });
    const told = () =>
      site.mails.received.map(({ to }) => to).filter(([to = ""]) => /^(calada|escolheu|avis)/.test(to));
    expect(await moveAll()).toContain("names that change: 2");
    expect(told()).toEqual([]);
    expect(await moveAll({ mail: true })).toContain("names that change: 2");
    for (const [name, before] of [
      ["calada", "admin"],
      ["avisada", "root"],
    ] as const) {
      const mail = await site.mails.waitFor(`${name}@exemplo.com.br`);
      const { username } = await personOf(ids[name] as string);
      expect(username).toMatch(/^Pessoa /);
      expect(mail.subject).toBe("Seu nome de usuário na Prompteca mudou");
      for (const part of [before, username, `${site.ctx.config.publicUrl}/profile`])
        expect(mail.text).toContain(part);
    }
    // Once each.
    expect((await moveAll({ mail: true })).filter((line) => line.startsWith("names"))).toEqual([]);
    await there().addPerson({ email: "avisada-por-fim@exemplo.com.br", username: "equipe" });
    await moveAll({ mail: true });
    await site.mails.waitFor("avisada-por-fim@exemplo.com.br");
    expect(told().sort()).toEqual(
      ["avisada-por-fim", "avisada", "calada"].map((name) => [`${name}@exemplo.com.br`]),
    );
  });
});

describe("a prompt", () => {
  test("keeps texts, tool, author, date, views, likes and favourites with their dates, and is found and counted", async () => {
    const ana = await there().addPerson({ username: "Autora Antiga" });
    const beto = await there().addPerson({ username: "Fã Antigo" });
    const text = "Escreva uma receita de jabuticabada\r\ncom 3 passos.\\n\tFim.";
    const id = await there().addPrompt({
      user: ana,
      title: "Jabuticabada da vó",
      content: text,
      description: "Para o café",
      tool: 3,
      views: 1234,
      picture: await pictureDataUrl("#224466"),
    });
    await there().react("likes", id, ana);
    await there().react("likes", id, beto, "2024-01-02T03:04:05.000006Z");
    await there().react("favorites", id, beto, "2024-01-02T03:04:06.5Z");
    await moveAll();
    const row = await promptOf(id);
    expect(row).toMatchObject({
      ...{
        title: "Jabuticabada da vó",
        content: text.replace("\r", ""),
        description: "Para o café",
        llm_type_id: 3,
        user_id: ana,
      },
      ...{
        at: "2023-06-07 08:09:10.654321+00",
        views: 1234,
        likes_count: 2,
        hidden_at: null,
        edited_at: null,
        version: 1,
      },
    });
    expect(
      await sql("select user_id, created_at::text as at from likes where prompt_id = $1 order by at", row.id),
    ).toEqual([
      { user_id: ana, at: "2023-07-08 09:10:11.5+00" },
      { user_id: beto, at: "2024-01-02 03:04:05.000006+00" },
    ]);
    expect(
      await sql("select user_id, created_at::text as at from favorites where prompt_id = $1", row.id),
    ).toEqual([{ user_id: beto, at: "2024-01-02 03:04:06.5+00" }]);
    const found = (await call("GET", "/api/prompts?search=jabuticabada")).json();
    expect(found.data.map((prompt: { id: number }) => prompt.id)).toEqual([row.id]);
    expect((await site.app.inject(found.data[0].thumbnail_url)).statusCode).toBe(200);
    const [tool] = await sql(
      "select prompts_count, (select count(*) from prompt_stats where llm_type_id = 3) as n from llm_types where id = 3",
    );
    expect(tool.prompts_count).toBe(tool.n);
    expect(await sql("select from daily_counts")).toEqual([]);
  });

  test("that breaks today's rules is there, hidden until a moderator has looked at it, with its likes", async () => {
    const ana = await there().addPerson({ username: "Regina Regras" });
    const picture = await pictureDataUrl("#335577");
    const long = "palavra ".repeat(5000);
    const rows = {
      long: { content: long, picture },
      profane: { title: "Uma puta receita", picture },
      short: { title: "Oi", picture },
      tool: { tool: 99, picture },
      picture: { picture: null },
      fine: { picture },
    };
    const ids: Record<string, string> = {};
    for (const [name, row] of Object.entries(rows)) {
      const id = await there().addPrompt({ user: ana, ...row });
      await there().react("likes", id, ana);
      await there().react("favorites", id, ana);
      ids[name] = id;
    }
    const said = await moveAll();
    expect(said).toContain("prompts that wait for a moderator: 5");
    expect(said).toContainEqual(expect.stringMatching(/Uma puta receita”: profanity in title$/));
    expect(said).toContainEqual(
      expect.stringMatching(/the picture is missing$|the tool Perplexity is not known/),
    );
    for (const [name, id] of Object.entries(ids)) {
      const row = await promptOf(id);
      expect([name, row.in_review, row.hidden_at !== null]).toEqual([name, name !== "fine", name !== "fine"]);
      expect((await call("GET", `/api/prompts/${row.id}`)).statusCode).toBe(name === "fine" ? 200 : 404);
    }
    const row = await promptOf(ids.long as string);
    expect(row.content).toBe(long);
    await takeUpForReview(site.ctx, row.id);
    expect(await sql("select state from moderation_cases where prompt_id = $1", row.id)).toEqual([
      { state: "open" },
    ]);
    await inTransaction(site.ctx.db, (trx) => showPrompt(trx, row.id, { withAuthor: false }));
    expect(await promptOf(ids.long as string)).toMatchObject({ hidden_at: null, likes_count: 1, views: 0 });
    expect((await call("GET", `/api/prompts/${row.id}`)).json().content).toBe(long);
  });

  test("without an author, and a like of what does not exist, have no home; the report says why", async () => {
    const ana = await there().addPerson({ username: "Só Gosta" });
    const orphan = await there().addPrompt({ user: crypto.randomUUID() });
    const nowhere = crypto.randomUUID();
    await there().react("likes", nowhere, ana);
    await there().react("favorites", orphan, ana);
    const said = await moveAll();
    expect(said).toContain(`  ${orphan}: its author is not here`);
    expect(said).toContain(`  ${nowhere} by ${ana}: of a prompt that does not exist`);
    expect(said).toContain("likes: 1 there, 1 without a home, 0 differences");
  });

  test("has its number, if that is free, and new ones go beyond", async () => {
    await there().pool.query(
      "alter table prompts alter column id drop default, alter column id type text; alter table likes alter column prompt_id type text",
    );
    const ana = await there().addPerson({ username: "Numa Números" });
    const here = await createUser(site.ctx);
    const { id: taken } = await publishPrompt(site, here, { title: "Já estava aqui" });
    for (const id of [taken, 70_001, 70_007]) await there().addPrompt({ id: String(id), user: ana });
    const warned = [
      "old addresses that lead to another prompt: 1",
      `  /prompts/${taken}: is a prompt here already`,
    ];
    expect(await move({ check: true })).toEqual(expect.arrayContaining(warned));
    expect(await moveAll()).toEqual(expect.arrayContaining(warned));
    expect(await moveAll()).not.toContain(warned[0]);
    expect((await promptOf("70001")).id).toBe(70_001);
    expect((await promptOf("70007")).id).toBe(70_007);
    expect((await promptOf(String(taken))).id).toBeGreaterThan(70_007);
    expect((await publishPrompt(site, here, { title: "Depois da mudança" })).id).toBeGreaterThan(70_007);
  });
});

describe("a picture", () => {
  test("comes from a data URL, a file of the bucket or an allowed address; any other becomes a cover", async () => {
    const bytes = async (color: string) =>
      Buffer.from((await pictureDataUrl(color)).split(",")[1] ?? "", "base64");
    const folder = join(site.ctx.config.dataDir, "bucket");
    await mkdir(join(folder, "thumbnails", "ana"), { recursive: true });
    await writeFile(join(folder, "thumbnails", "ana", "um dois.png"), await bytes("#111111"));
    await writeFile(join(site.ctx.config.dataDir, "secret.png"), await bytes("#222222"));
    await symlink(join(site.ctx.config.dataDir, "secret.png"), join(folder, "thumbnails", "link.png"));
    const asked: string[] = [];
    const server = createServer(async (request, response) => {
      asked.push(request.url ?? "");
      if (request.url === "/away.png") response.writeHead(302, { location: "/fine.png" }).end();
      else if (request.url === "/huge.png") response.end(Buffer.alloc(13_000_000));
      else response.end(await bytes("#333333"));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ana = await there().addPerson({ username: "Ana Imagens" });
    const add = (picture: string) =>
      there().addPrompt({ user: ana, picture, title: `De ${picture.slice(0, 60)}` });
    const used = [
      await add(await pictureDataUrl("#444444")),
      await add("https://abc.supabase.co/storage/v1/object/public/thumbnails/ana/um%20dois.png"),
      await add("thumbnails/ana/um dois.png"),
      await add(`http://${host}/fine.png`),
    ];
    const covered = [await add("data:image/png;base64,aGVsbG8="), await add(`http://${host}/huge.png`)];
    const reviewed = [
      await add("../secret.png"),
      await add("https://abc.supabase.co/storage/v1/object/public/%2e%2e/secret.png"),
      await add("thumbnails/link.png"),
      await add("thumbnails"),
      await add(`http://${host}/away.png`),
      await add(`http://localhost:${host.split(":")[1]}/other.png`),
      await add("https://abc.supabase.co/storage/v1/object/public/thumbnails/none.png"),
    ];
    const said = await moveAll({ pictures: folder, fetch: [host] });
    const covers = new Set<string>();
    for (const [ids, isReviewed, isCovered] of [
      [used, false, false],
      [covered, false, true],
      [reviewed, true, true],
    ] as const)
      for (const id of ids) {
        const row = await promptOf(id);
        expect([row.title, row.in_review]).toEqual([row.title, isReviewed]);
        const [image] = await sql("select width from images where hash = $1", row.image_hash);
        expect([row.title, image.width]).toEqual([row.title, isCovered ? 800 : 64]);
        if (isCovered) covers.add(row.image_hash);
      }
    expect(said).toContain("pictures that became a cover: 9");
    expect(asked.sort()).toEqual(["/away.png", "/fine.png", "/huge.png"]);
  });
});

test("a picture that was missing is looked for by each run, and its prompt then waits with it", async () => {
  const folder = join(site.ctx.config.dataDir, "late");
  await mkdir(folder, { recursive: true });
  const ana = await there().addPerson({ username: "Ana Atrasada" });
  const id = await there().addPrompt({ user: ana, title: "Chega depois", picture: "thumbnails/late.png" });
  const about = async () =>
    (await moveAll({ pictures: folder })).filter((line) => /prompts that|became/.test(line));
  const widthOf = async () => {
    const row = await promptOf(id);
    const [image] = await sql("select width from images where hash = $1", row.image_hash);
    return [image.width, row.in_review, row.edited_at];
  };
  expect(await about()).toEqual(["pictures that became a cover: 1", "prompts that wait for a moderator: 1"]);
  // Texts are brought meanwhile, and views.
  await there().pool.query("update prompts set description = 'Com descrição', views = 7 where id = $1", [id]);
  expect(await about()).toEqual([]);
  expect(await promptOf(id)).toMatchObject({ description: "Com descrição", hidden_views: 7 });
  expect(await widthOf()).toEqual([800, true, null]);
  const [, data = ""] = (await pictureDataUrl("#55aa22")).split(",");
  await writeFile(join(folder, "late.png"), Buffer.from(data, "base64"));
  expect(await about()).toEqual([]);
  expect(await widthOf()).toEqual([64, true, null]);
  const before = await tablesNow();
  expect(await about()).toEqual([]);
  expect(await tablesNow()).toEqual(before);
});

test("a second run moves what has changed since, and what people did here stays", async () => {
  const ana = await there().addPerson({
    email: "muda@exemplo.com.br",
    username: "Muda Sempre",
    password: await bcrypt(PASSWORD),
  });
  const beto = await there().addPerson({
    email: "fica@exemplo.com.br",
    username: "Fica Aqui",
    password: await bcrypt(PASSWORD),
  });
  const gone = await there().addPerson({ username: "Vai Embora Logo" });
  const blocked = await there().addPerson({ username: "Fica De Fora" });
  const prompt = await there().addPrompt({ user: ana, views: 10, picture: await pictureDataUrl("#aa1100") });
  const deleted = await there().addPrompt({ user: ana, picture: await pictureDataUrl("#aa1100") });
  for (const user of [ana, beto, gone]) await there().react("likes", prompt, user);
  await moveAll();

  // Here: a login, a view, a like taken back, a prompt and an account deleted, somebody blocked.
  await sql("update users set is_blocked = true where id = $1", blocked);
  expect((await signIn("fica@exemplo.com.br")).error).toBeNull();
  const { id } = await promptOf(prompt);
  await sql("update prompt_stats set views = views + 5 where prompt_id = $1", id);
  await sql("delete from likes where prompt_id = $1 and user_id = $2", id, beto);
  await sql(
    "delete from prompts using moved_prompts m where m.prompt_id = prompts.id and m.old_id = $1",
    deleted,
  );
  await sql("delete from users where id = $1", gone);
  // There: views, an edit, a like taken back, a new password and block, somebody and something new.
  const password = await bcrypt("pitanga-doce-31");
  await there().pool.query(
    "update prompts set views = 17, content = content || ' Com exemplos.' where id = $1",
    [prompt],
  );
  await there().pool.query("delete from likes where prompt_id = $1 and user_id = $2", [prompt, ana]);
  await there().pool.query(
    "update auth.users set encrypted_password = $1, email = 'mudou@exemplo.com.br' where id = $2",
    [password, ana],
  );
  await there().pool.query(
    "update auth.users set encrypted_password = $1, banned_until = 'infinity' where id = $2",
    [password, beto],
  );
  for (const user of [gone, blocked])
    await there().pool.query("update auth.users set encrypted_password = $1 where id = $2", [password, user]);
  const carla = await there().addPerson({ username: "Carla Chega" });
  const fresh = await there().addPrompt({ user: carla, picture: await pictureDataUrl("#aa1100") });
  await there().react("likes", prompt, carla);
  await there().react("favorites", fresh, ana);

  await moveAll();
  expect(await promptOf(prompt)).toMatchObject({
    ...{ id, views: 22, likes_count: 1, edited_at: null },
    content: "Monte um plano de estudos para a semana. Com exemplos.",
  });
  expect(await sql("select user_id from likes where prompt_id = $1", id)).toEqual([{ user_id: carla }]);
  expect(await promptOf(deleted)).toBeUndefined();
  expect(await personOf(gone)).toBeUndefined();
  expect(await personOf(blocked)).toMatchObject({ is_blocked: true });
  expect(await promptOf(fresh)).toMatchObject({ user_id: carla });
  expect(await personOf(ana)).toMatchObject({ password_hash: password, email: "mudou@exemplo.com.br" });
  expect(await personOf(beto)).toMatchObject({
    password_hash: expect.stringMatching(/^\$argon2id/),
    is_blocked: true,
  });
  const before = await tablesNow();
  await moveAll();
  expect((await tablesNow()).filter(([table]) => table !== "users")).toEqual(
    before.filter(([table]) => table !== "users"),
  );
});

test("a rehearsal writes nothing and tells what would be", async () => {
  await createUser(site.ctx, { username: "Nome Tomado" });
  const ana = await there().addPerson({ username: "Nome Tomado" });
  await there().addPerson({ email: null });
  const id = await there().addPrompt({
    user: ana,
    title: "Uma puta ideia",
    picture: "data:image/png;base64,aGVsbG8=",
  });
  await there().addPrompt({ user: crypto.randomUUID() });
  await there().addPrompt({ user: ana, title: "Sem imagem", picture: "thumbnails/none.png" });
  await there().react("likes", id, ana);
  const before = await tablesNow();
  const said = await move({ check: true, mail: true, pictures: site.ctx.config.dataDir });
  expect(await tablesNow()).toEqual(before);
  expect(await sql("select from pg_namespace where nspname = 'move_in'")).toEqual([]);
  expect(said).toEqual(
    expect.arrayContaining([
      ...[
        "auth.users: 2 rows read",
        "names that change: 1",
        "people without a home: 1",
        "prompts without a home: 1",
      ],
      ...["prompts that wait for a moderator: 2", "pictures of the sample that become a cover: 1"],
      expect.stringMatching(
        /“Sem imagem”: the picture is not in the folder of pictures: thumbnails\/none\.png$/,
      ),
      expect.stringMatching(/^pictures: 3 tried, \d+ ms each/),
      expect.stringMatching(/^time: some .+; space: some \d+ MB/),
      expect.stringMatching(/^Nothing was written\. Every row that needs a look is in .+check-.+\.txt\.$/),
    ]),
  );
  const [file = ""] = /\/\S+\.txt/.exec(said.at(-1) ?? "") ?? [];
  expect(await readFile(file, "utf8")).toContain("Nome Tomado → Nome Tomado 2 (taken)");
});

test("a rehearsal counts what is left: not what is moved, and a picture of two prompts once", async () => {
  const ana = await there().addPerson({ username: "Ana Ensaio" });
  const picture = await pictureDataUrl("#11aa44");
  const prompts = [];
  for (const title of ["Um", "Dois"]) prompts.push(await there().addPrompt({ user: ana, title, picture }));
  await there().react("likes", prompts[0] as string, ana);
  const left = async () => (await move({ check: true })).filter((line) => line.startsWith("left to move:"));
  expect(await left()).toEqual(["left to move: 2 prompts, 1 pictures, 1 likes and favourites"]);
  await moveAll();
  await there().addPrompt({ user: ana, picture: await pictureDataUrl("#44aa11") });
  expect(await left()).toEqual(["left to move: 1 prompts, 1 pictures, 0 likes and favourites"]);
});

test("once it is over, people's data of the old site are removed, and what was moved stays", async () => {
  const ana = await there().addPerson({ username: "Ana Acaba" });
  await there().addPrompt({ user: ana, picture: await pictureDataUrl("#aa1100") });
  await moveAll();
  const before = await tablesNow();
  expect(await move({ from: undefined, end: true })).toEqual([
    "The scratch schema and the reports are removed. What has been moved stays, and old addresses lead on.",
  ]);
  expect(await sql("select from pg_namespace where nspname = 'move_in'")).toEqual([]);
  await expect(stat(join(site.ctx.config.dataDir, "move-in"))).rejects.toThrow("ENOENT");
  expect(await tablesNow()).toEqual(before);
});

test("a database that goes away in the middle is told so, with what is left to do", async () => {
  await there().addPerson({ username: "Ana Interrompida" });
  const blocker = await there().pool.connect();
  onTestFinished(() => blocker.release());
  await blocker.query("begin; lock table public.llm_types in access exclusive mode");
  const said = move();
  await untilWaiting(there().pool);
  await blocker.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  expect((await said).at(-1)).toMatch(
    /^A database went away \(.+\): the old site's, or this one's, whose disk may be full\. But what has been moved stays, and the next run goes on from there\.$/,
  );
  await blocker.query("commit");
  await moveAll();
});

test("two do not run at once; one that was killed a moment ago is waited for", async () => {
  await there().addPerson({ username: "Ana Sozinha" });
  const holder = await site.ctx.pool.connect();
  onTestFinished(() => holder.release());
  await holder.query("select pg_advisory_lock(7305211003)");
  expect(await move()).toEqual([
    "Another move is under way; or one that was killed has not ended yet: try again in a minute.",
  ]);
  const moved = moveAll();
  await untilWaiting(site.ctx.pool);
  await holder.query("select pg_advisory_unlock(7305211003)");
  await moved;
});

test("what was noted is in the report's file once progress is told, and whoever kills the run loses none of it", async () => {
  const path = join(site.ctx.config.dataDir, "move-in", "killed.txt");
  const report = await Report.open(path, () => {});
  report.note("names that change", "Ana → Ana 2");
  report.progress("people", 200)(200);
  expect(await readFile(path, "utf8")).toBe("names that change: Ana → Ana 2\n");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("what differs afterwards is named", async () => {
  const ana = await there().addPerson({ username: "Ana Difere" });
  const id = await there().addPrompt({ user: ana, picture: await pictureDataUrl("#aa1100"), views: 3 });
  await there().react("likes", id, ana);
  await moveAll();
  await sql(
    "update prompts set created_at = now(), title = 'Outro título' where id = $1",
    (await promptOf(id)).id,
  );
  await there().pool.query("delete from likes where prompt_id = $1", [id]);
  const lost = await there().addPrompt({ user: ana });
  const leaver = await there().addPerson({ email: "foi@exemplo.com.br", username: "Foi Embora" });
  await move();
  const { id: here } = await promptOf(lost);
  await there().pool.query("delete from prompts where id = $1", [lost]);
  await there().pool.query("delete from auth.users where id = $1", [leaver]);
  const said = await move();
  expect(said).toContain(`  ${id}: title, date`);
  expect(said).toContain(`  ${lost}: is not there any more: here it is /prompts/${here}`);
  expect(said).toContain(`  ${leaver}: is not there any more: here it is foi@exemplo.com.br`);
  expect(said.at(-1)).toMatch(/^3 differences\. /);
});

describe("a dump", () => {
  const path = () => join(site.ctx.config.dataDir, "old.sql");
  const write = async (change: (text: string) => string = (text) => text) =>
    writeFile(path(), change(await dumpOf(there())));
  const moveDump = (...dump: string[]) => move({ from: undefined, dump });

  test("is moved as the database is, whatever stands in its texts, and no statement of it is run", async () => {
    const ana = await there().addPerson({ username: "Ana Despejo" });
    const content = "COPY public.prompts (id) FROM stdin;\n\\.\n\ttab \\N \\t ção 😀\nfim do texto";
    const picture = await pictureDataUrl("#aa1100");
    const id = await there().addPrompt({ user: ana, content, picture });
    const none = await there().addPrompt({ user: ana, content: "Sem descrição, mas comprido", picture });
    await there().react("likes", none, ana);
    await write((text) => `${text.replace("-- Data", "drop table users cascade;\n-- Data")}`);
    expect((await moveDump(path())).at(-1)).toEqual(noDifference);
    expect(await promptOf(id)).toMatchObject({ content, description: null });
    expect(await promptOf(none)).toMatchObject({ likes_count: 1 });
    expect(await personOf(ana)).toMatchObject({ at: "2023-05-06 07:08:09.123456+00" });
  });

  test("may be of several files", async () => {
    const ana = await there().addPerson({ username: "Ana Partes" });
    await there().addPrompt({ user: ana, picture: await pictureDataUrl("#aa1100") });
    const text = await dumpOf(there());
    const [start = "", people = "", end = ""] = text.split(/(^COPY auth\.users [\s\S]+?^\\\.$)/m);
    await writeFile(path(), start + end);
    await writeFile(`${path()}2`, `${people}\nRESET ALL;\n`);
    expect((await moveDump(path(), `${path()}2`)).at(-1)).toEqual(noDifference);
    expect(await personOf(ana)).toBeDefined();
  });

  test.each([
    [
      "is cut within a table",
      (text: string) => text.slice(0, text.indexOf("exemplo.com.br")),
      /ends within a table: the file is not whole/,
    ],
    [
      "is cut between tables",
      (text: string) => text.slice(0, text.indexOf("COPY public.likes")),
      /does not end as pg_dump's files do/,
    ],
    [
      "has its data as INSERT",
      (text: string) => `INSERT INTO "public"."prompts" ("id") VALUES (1);\n${text}`,
      /has its data as INSERT/,
    ],
    ["is in another encoding", (text: string) => text.replace("'UTF8'", "'LATIN1'"), /is in LATIN1/],
    [
      "lacks a table",
      (text: string) => text.replace("COPY public.prompts", "COPY public.other"),
      /There is no table public\.prompts/,
    ],
    ["needs pg_restore and is none of its files", () => "PGDMP and nothing more", /pg_restore/],
  ])("that %s is refused before anything is moved", async (_, change, message) => {
    await there().addPerson({ username: "Ana Recusada" });
    await write(change);
    const before = await tablesNow();
    expect((await moveDump(path())).at(-1)).toMatch(message);
    expect(await tablesNow()).toEqual(before);
  });

  test("that needs pg_restore, which is not there, is refused in words", async () => {
    await write(() => "PGDMP and nothing more");
    vi.stubEnv("PATH", "/none");
    expect((await moveDump(path())).at(-1)).toMatch(
      /needs pg_restore .* ENOENT.* Install PostgreSQL's client programs/,
    );
  });

  test("that is not there is named", async () => {
    expect((await moveDump("/usr")).at(-1)).toMatch(/^--dump: \/usr: EISDIR/);
    expect((await moveDump("/none.sql")).at(-1)).toMatch(/^--dump: ENOENT.*\/none\.sql/);
    expect((await move({ from: "postgres://localhost:1/none" })).at(-1)).toMatch(
      /^--from: the database cannot be reached/,
    );
  });
});

test("the mapping names other tables and columns; what is wrong in it is named", async () => {
  await there().pool.query(
    `alter table prompts rename to posts; alter table posts rename column title to headline; drop table favorites`,
  );
  const ana = await there().addPerson({ username: "Mapa" });
  await there().pool.query(
    "insert into posts (headline, content, user_id) values ('Do mapa', 'Um texto comprido o bastante', $1)",
    [ana],
  );
  expect((await move()).at(-1)).toBe(
    "There is no table public.prompts: name the one of prompts in a mapping file (--mapping); a dump needs --schema=public.",
  );
  const mapping = join(site.ctx.config.dataDir, "mapping.toml");
  await writeFile(mapping, '[prompts]\ntable = "public.posts"\n');
  expect((await move({ mapping })).at(-1)).toMatch(
    /^prompts\.title: the table public\.posts has no column “title”\. It has id, headline, /,
  );
  await writeFile(mapping, '[prompts]\ntable = "public.posts"\ntitel = "headline"\n');
  expect((await move({ mapping })).at(-1)).toMatch(
    /mapping\.toml: prompts does not know titel\. It may have /,
  );
  await writeFile(mapping, '[prompts]\ntable = "public.posts"\ntitle = "headline"\n');
  await there().pool.query("alter table posts drop column views, drop column description");
  expect(await moveAll({ mapping })).toEqual(
    expect.arrayContaining([
      "public.posts: 1 rows read, without description, views, which it does not have",
      "auth.users: 1 rows read",
      "public.favorites: there is no such table. If there are favorites, name the one of favorites in a mapping file " +
        "(--mapping); a dump needs --schema=public.",
    ]),
  );
  expect(await sql("select title from prompts where user_id = $1", ana)).toEqual([{ title: "Do mapa" }]);
});

test("one source is to be named", () => {
  expect(() => readOptions([], "/")).toThrow(/^From where\? npm run move-in -- /);
  expect(() => readOptions(["--from", "postgres://a/b", "--dump", "c"], "/")).toThrow("From where?");
  expect(() => readOptions(["--help"], "/")).toThrow(/^Unknown option '--help'\. From where\? npm run/);
  expect(() => readOptions(["--end", "--dump", "c"], "/")).toThrow("From where?");
  expect(readOptions(["--end"], "/")).toMatchObject({ end: true });
  expect(readOptions(["--dump", "a", "--dump", "/b", "--check"], "/home/ana")).toMatchObject({
    dump: ["/home/ana/a", "/b"],
    check: true,
  });
  expect(
    readOptions(["--dump", "a", "--fetch", "https://abc.supabase.co/", "--fetch", "b.org:8443"], "/"),
  ).toMatchObject({ fetch: ["abc.supabase.co", "b.org:8443"] });
});

test("what the old database does not let be read is refused, not left out", async () => {
  const { pool } = there();
  await there().addPrompt({ user: await there().addPerson({ username: "Ana Escondida" }) });
  const end = async () => (await move()).at(-1);
  await pool.query("alter table prompts enable row level security, force row level security");
  expect(await end()).toBe(
    '--from: query would be affected by row-level security policy for table "prompts". ' +
      "Take the role postgres, or another that may read all rows of public.prompts.",
  );
  await pool.query("revoke select on auth.users from current_user");
  expect(await end()).toBe(
    "--from: permission denied for table users. " +
      "Take the role postgres, or another that may read all rows of auth.users.",
  );
});

test("an address that is none, and a file or folder that cannot be read, are named before anything is read", async () => {
  for (const from of ["postgres://postgres:a#b@127.0.0.1/postgres", "127.0.0.1:5432/postgres"])
    expect((await move({ from })).at(-1)).toMatch(/^--from: this is no address\. It is as postgres:\/\/USER/);
  const from = "postgres://postgres@127.0.0.1/postgres?sslmode=verify-full&sslrootcert=/none/at/all";
  expect((await move({ from })).at(-1)).toMatch(/^--from: ENOENT: .*\/none\/at\/all/);
  for (const option of ["pictures", "mapping"])
    expect(await move({ [option]: "/none/at/all" })).toEqual([
      expect.stringMatching(new RegExp(`^--${option}: ENOENT: .*/none/at/all`)),
    ]);
  const denied = Object.assign(new Error("EACCES: permission denied, open '/root/old.sql'"), {
    code: "EACCES",
  });
  expect(unreadable("--dump", denied).message).toBe(
    `--dump: EACCES: permission denied, open '/root/old.sql'. The command runs as ${userInfo().username}: ` +
      "put it where that account may read, with its folders, or chown it.",
  );
});
