/**
 * The admin's actions on prompts and users: which content goes and comes back, who gets a mail, and several actions at
 * once.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { isAddressTaken } from "#accounts/server/sign-up/barred-addresses.ts";
import { deleteRemoved } from "#moderation/server/moderation-jobs.ts";
import { inTransaction } from "#platform/database/db.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { mediaFiles } from "#tests/support/media-files.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, decide, report } from "#tests/support/reports.ts";
import { createAdmin, createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite({ CONTACT_EMAIL: "oi@prompteca.example" });
const { call, sql } = site;
let admin: TestUser;
let beto: TestUser;

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  beto = await createUser(site.ctx, { username: "Beto" });
});

const publish = async (user: TestUser, title = "Um prompt", picture?: string) =>
  publishPrompt(site, user, { title, thumbnail_url: picture ?? (await newPicture()) });
/** Sends a prompt, whatever the answer. */
const send = async (user: TestUser) => {
  const prompt = { title: "Um prompt", content: "Sobre o mar.", llm_type_id: 1 };
  return call("POST", "/api/prompts", user, { ...prompt, thumbnail_url: await newPicture() });
};

const block = (person: TestUser, payload: object) =>
  call("PATCH", `/api/admin/users/${person.id}/toggle-block`, admin, payload);
const removePrompt = (id: number, payload?: object) =>
  call("DELETE", `/api/admin/prompts/${id}`, admin, payload);
const removeUser = (id: string, payload?: object) => call("DELETE", `/api/admin/users/${id}`, admin, payload);

const count = async (from: string): Promise<number> =>
  (await sql(`select count(*)::int as n from ${from}`))[0].n;

const files = () => mediaFiles(site.ctx.config.dataDir);

/** The same once the pictures are gone that earlier tests had removed. */
async function settledFiles() {
  const removals =
    "pgboss.job where name = 'remove-pictures' and state < 'completed' and start_after <= now()";
  await expect.poll(() => count(removals)).toBe(0);
  return files();
}

/** The log's newest entries, without what differs from run to run. */
async function newestEntries(entries: number) {
  const log = (await call("GET", "/api/admin/audit-log", admin)).json();
  return log.entries
    .slice(0, entries)
    .map(({ id: _id, created_at: _at, ...entry }: Record<string, unknown>) => entry);
}

const lockUser = ({ id }: TestUser) =>
  lockRows(site.ctx.pool, "select from users where id = $1 for update", id);

const statusOf = async (id: number) => (await call("GET", `/api/prompts/${id}`)).statusCode;
const logged = () => count("audit_log");
const mailJobs = () => count("pgboss.job where name = 'mail'");
const mailsTo = ({ email }: TestUser) => site.mails.received.filter(({ to }) => to.includes(email));

/** Counts that are kept agree with what there is; pictures without a prompt are gone in a moment. */
async function expectTrueCounts() {
  const differences = () =>
    sql(`
      select (select sum(prompts_count) from llm_types)::int - (select count(*) from prompt_stats)::int as prompts,
      (select count(*) from prompts where hidden_at is null)::int - (select count(*) from prompt_stats)::int as stats,
      (select coalesce(sum(likes_count), 0) from prompt_stats)::int
        - (select count(*) from likes join prompt_stats using (prompt_id))::int as likes,
      (select count(*) from images i where not exists (select from prompts p where p.image_hash = i.hash))::int as images`);
  await expect.poll(differences).toEqual([{ prompts: 0, stats: 0, likes: 0, images: 0 }]);
}

describe("DELETE /api/admin/prompts/{id}", () => {
  test("removes it by a decision: logged, mailed with rule, reason and date; the job deletes it after 30 days", async () => {
    const ana = await createUser(site.ctx, { username: "Ana" });
    const total = async () => (await call("GET", "/api/prompts")).json().pagination.total;
    const before = { files: await settledFiles(), total: await total() };
    const { id } = await publish(ana, "Título <b>forte</b>");
    await call("POST", `/api/prompts/${id}/like`, beto);
    await call("POST", `/api/prompts/${id}/favorite`, beto);
    expect(await total()).toBe(before.total + 1);

    const answer = await removePrompt(id, { ground: "spam", reason: "  Link de <loja>  " });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { case_id: (await caseOf(site, id)).id, undo_version: expect.any(String) },
    ]);

    expect((await call("GET", `/api/prompts/${id}`)).statusCode).toBe(410);
    expect(await total()).toBe(before.total);
    await expectTrueCounts();
    expect(await newestEntries(1)).toEqual([
      {
        admin_username: "Administradora",
        action: "prompt_removed",
        target_user_id: ana.id,
        target_prompt_id: id,
        target_label: "Título <b>forte</b>",
        new_label: null,
        prompts_removed: 0,
        reason: "Link de <loja>",
      },
    ]);
    const mail = await site.mails.waitFor(ana.email);
    expect(mail.subject).toBe("Seu prompt foi removido da Prompteca");
    expect(mail.text).toContain("Título <b>forte</b>");
    expect(mail.text).toContain("Regra dos Termos de Uso: Não é permitido publicar propaganda");
    expect(mail.text).toContain("Motivo: Link de <loja>");
    expect(mail.text).toMatch(/pode ser restaurado até .*; depois é apagado para sempre/);
    const { notices } = (await call("GET", "/api/notices", ana)).json();
    expect(notices).toMatchObject([{ action: "remove", ground: "spam", appeal_until: expect.any(String) }]);
    const log = (await call("GET", "/api/moderation/log?action=remove")).json();
    expect(log.entries[0]).toMatchObject({ action: "remove", ground: "spam", by: "admin" });

    const list = (await call("GET", "/api/admin/prompts?state=removed", admin)).json();
    expect(list.prompts[0]).toMatchObject({ id, likes_count: 1, removal: { until: expect.any(String) } });
    await sql("update decisions set delete_at = now() where delete_at is not null");
    await deleteRemoved(site.ctx);
    expect((await call("GET", `/api/prompts/${id}`)).statusCode).toBe(404);
    await expect.poll(files).toEqual(before.files);
    await expectTrueCounts();
  });

  test("what is removed comes back as it was from its case, likes and favourites included", async () => {
    const rosa = await createUser(site.ctx, { username: "Rosa" });
    const { id } = await publish(rosa);
    for (const what of ["like", "favorite"]) await call("POST", `/api/prompts/${id}/${what}`, beto);
    const before = (await call("GET", `/api/prompts/${id}`, beto)).json();
    await removePrompt(id);
    const list = (await call("GET", "/api/admin/prompts?state=removed", admin)).json();
    const found = list.prompts.find((one: { id: number }) => one.id === id);
    expect((await decide(site, admin, id, "restore")).json().id).toBe(found.removal.case_id);
    expect((await call("GET", `/api/prompts/${id}`, beto)).json()).toEqual(before);
    expect(await newestEntries(1)).toMatchObject([{ action: "prompt_restored", target_prompt_id: id }]);
    const after = (await call("GET", "/api/admin/prompts?state=removed", admin)).json();
    expect(after.prompts.map((one: { id: number }) => one.id)).not.toContain(id);
  });

  test.each([
    ["neither body nor content type", {}],
    ["a JSON content type and an empty body", { headers: { "content-type": "application/json" } }],
    ["an empty object", { payload: {} }],
    ["a reason of spaces", { payload: { reason: "   " } }],
    ["no reason", { payload: { reason: null } }],
  ])("works with %s", async (_what, request: { headers?: Record<string, string>; payload?: object }) => {
    const { id } = await publish(beto);
    const answer = await site.app.inject({
      method: "DELETE",
      url: `/api/admin/prompts/${id}`,
      ...request,
      headers: { authorization: `Bearer ${admin.token}`, ...request.headers },
    });
    expect(answer.statusCode).toBe(200);
    expect(await newestEntries(1)).toMatchObject([{ target_prompt_id: id, reason: null }]);
  });

  test("refuses a reason over 500 characters, and the prompt stays", async () => {
    const { id } = await publish(beto);
    const answer = await removePrompt(id, { reason: "a".repeat(501) });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: "validation_failed", message: "O motivo deve ter no máximo 500 caracteres", field: "reason" },
    ]);
    expect((await call("GET", `/api/prompts/${id}`)).statusCode).toBe(200);
    expect((await removePrompt(id, { reason: "a".repeat(500) })).statusCode).toBe(200);
  });

  test("leads a blocked author to where decisions can be contested", async () => {
    const sara = await createUser(site.ctx, { username: "Sara" });
    const { id } = await publish(sara);
    await sql("update users set is_blocked = true where id = $1", sara.id);
    expect((await removePrompt(id)).statusCode).toBe(200);
    const mail = await site.mails.waitFor(sara.email);
    expect(mail.subject).toBe("Seu prompt foi removido da Prompteca");
    expect(mail.text).toContain("Regra dos Termos de Uso: ");
    // Nobody has said why, and the site does not either.
    expect(mail.text).not.toMatch(/motivo/i);
    expect(mail.text).toContain("/blocked-account");
  });

  test("leaves a picture that another prompt shows", async () => {
    const picture = await newPicture();
    const kept = await publish(beto, "Fica", picture);
    const { id } = await publish(beto, "Sai", picture);
    await removePrompt(id);
    expect((await site.app.inject(kept.thumbnail_url)).statusCode).toBe(200);
    await removePrompt(kept.id);
    await expect.poll(async () => (await site.app.inject(kept.thumbnail_url)).statusCode).toBe(404);
  });
});

describe("PATCH /api/admin/users/{id}/toggle-block", () => {
  test("blocks at once: login, refresh and a valid access token are refused; published prompts stay", async () => {
    const caio = await createUser(site.ctx, { username: "Caio" });
    const { id } = await publish(caio);
    const client = site.client();
    const { data } = await client.signInWithPassword({ email: caio.email, password: PASSWORD });
    expect(data.session).not.toBeNull();

    const answer = await block(caio, { blocked: true, reason: "Descumpre os termos de uso" });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { id: caio.id, is_blocked: true, prompts_removed: 0 },
    ]);

    const login = await site.client().signInWithPassword({ email: caio.email, password: PASSWORD });
    expect(login.error).toMatchObject({ code: "user_banned", status: 400 });
    const refresh = await client.refreshSession();
    expect(refresh.error).toMatchObject({ code: "user_banned", status: 400 });
    expect((await call("GET", "/auth/v1/user", caio)).json()).toMatchObject({ error_code: "user_banned" });
    for (const attempt of [
      call("POST", `/api/prompts/${id}/like`, caio),
      call("GET", `/api/users/${caio.id}/favorites`, caio),
      send(caio),
    ]) {
      const refused = await attempt;
      expect([refused.statusCode, refused.json()]).toEqual([
        403,
        { code: "user_banned", message: "Sua conta está bloqueada." },
      ]);
    }
    expect((await call("GET", `/api/prompts/${id}`)).statusCode).toBe(200);
    const mail = await site.mails.waitFor(caio.email);
    expect(mail.subject).toBe("Sua conta na Prompteca foi bloqueada");
    expect(mail.text).toContain("Motivo: Descumpre os termos de uso");
    expect(mail.text).toContain("/blocked-account");
  });

  test("unblocks: no session comes back, the same password logs in again, and the user gets a mail", async () => {
    const tais = await createUser(site.ctx, { username: "Taís" });
    await block(tais, { blocked: true });
    expect((await block(tais, { blocked: false })).json()).toMatchObject({ is_blocked: false });
    const refresh = await site.client().refreshSession({ refresh_token: tais.refreshToken });
    expect(refresh.error).toMatchObject({ code: "refresh_token_not_found", status: 400 });
    expect((await call("GET", `/api/users/${tais.id}/favorites`, tais)).statusCode).toBe(401);
    const login = await site.client().signInWithPassword({ email: tais.email, password: PASSWORD });
    expect(login.error).toBeNull();
    const mail = await site.mails.waitFor(tais.email, 2);
    expect(mailsTo(tais).map(({ subject }) => subject)).toContain(
      "Sua conta na Prompteca: a decisão foi desfeita",
    );
    expect(mail.text).toContain(site.ctx.config.publicUrl);
    expect(await newestEntries(2)).toMatchObject([
      { action: "user_unblocked", target_user_id: tais.id, target_label: "Taís" },
      { action: "user_blocked", target_user_id: tais.id, reason: null },
    ]);
    await block(tais, { blocked: false });
    expect(await count(`sessions where user_id = '${tais.id}'`)).toBe(1);
  });

  test("changes, logs and mails nothing when the state is the requested one", async () => {
    const dora = await createUser(site.ctx, { username: "Dora" });
    const before = { logged: await logged(), mails: await mailJobs() };
    expect((await block(dora, { blocked: false })).statusCode).toBe(200);
    expect((await block(dora, { blocked: true })).statusCode).toBe(200);
    expect((await block(dora, { blocked: true, reason: "De novo" })).statusCode).toBe(200);
    expect(await logged()).toBe(before.logged + 1);
    // The block's; others would be on their way.
    await site.mails.waitFor(dora.email);
    expect(await count("statements_of_reasons where told_at is null")).toBe(0);
    expect(await mailJobs()).toBe(before.mails + 1);
  });

  test("blocks and takes what was published in one step; unblocking brings it back, reactions were never gone", async () => {
    const eva = await createUser(site.ctx, { username: "Eva" });
    const others = await publish(beto, "De outra pessoa");
    const first = await publish(eva, "Primeiro");
    const own = await publish(eva, "Segundo");
    const apart = await publish(eva, "Já removido");
    await removePrompt(apart.id);
    await call("POST", `/api/prompts/${others.id}/like`, eva);
    await call("POST", `/api/prompts/${own.id}/like`, beto);
    const before = (await call("GET", `/api/prompts/${own.id}`)).json();

    const answer = await block(eva, { blocked: true, remove_content: true, reason: "Conteúdo impróprio" });
    expect(answer.json()).toEqual({ id: eva.id, is_blocked: true, prompts_removed: 2 });
    for (const { id } of [first, own, apart]) expect(await statusOf(id)).toBe(410);
    expect((await call("GET", `/api/prompts/${others.id}`)).json().likes_count).toBe(1);
    expect((await call("GET", `/api/users/${eva.id}`)).json().prompts_count).toBe(0);
    await expectTrueCounts();
    expect(await newestEntries(1)).toMatchObject([
      { action: "user_emptied", prompts_removed: 2, reason: "Conteúdo impróprio", target_label: "Eva" },
    ]);
    await expect
      .poll(() => mailsTo(eva).map(({ subject }) => subject))
      .toContain("Sua conta na Prompteca foi bloqueada e o conteúdo, removido");

    const again = await logged();
    expect((await block(eva, { blocked: true, remove_content: true })).statusCode).toBe(200);
    expect(await logged()).toBe(again);

    await block(eva, { blocked: false });
    expect((await call("GET", `/api/prompts/${own.id}`)).json()).toEqual(before);
    expect([await statusOf(first.id), await statusOf(apart.id)]).toEqual([200, 410]);
    await expectTrueCounts();
  });

  test("what went with a block is deleted after 30 days; the account stays", async () => {
    const nina = await createUser(site.ctx, { username: "Nina" });
    const { id } = await publish(nina);
    await block(nina, { blocked: true, remove_content: true });
    await sql("update decisions set delete_at = now() where delete_at is not null");
    await deleteRemoved(site.ctx);
    expect(await statusOf(id)).toBe(404);
    expect((await block(nina, { blocked: false })).json()).toMatchObject({ is_blocked: false });
    expect((await call("GET", `/api/users/${nina.id}`)).json()).toMatchObject({ prompts_count: 0 });
  });

  test("takes what was published by a user who is already blocked", async () => {
    const fabio = await createUser(site.ctx, { username: "Fábio" });
    await publish(fabio);
    await block(fabio, { blocked: true });
    const answer = await block(fabio, { blocked: true, remove_content: true });
    expect(answer.json()).toMatchObject({ is_blocked: true, prompts_removed: 1 });
    expect(await newestEntries(1)).toMatchObject([{ action: "user_emptied", prompts_removed: 1 }]);
  });

  test("shows nothing of a prompt that is being published when everything is removed", async () => {
    const gil = await createUser(site.ctx, { username: "Gil" });
    await publish(gil);
    const held = await lockUser(gil);
    // Both wait for this row; whichever comes first, nothing of Gil's is public.
    const publication = send(gil);
    await untilWaiting(site.ctx.pool);
    const emptied = block(gil, { blocked: true, remove_content: true });
    await untilWaiting(site.ctx.pool, 2);
    await held.release();
    // Published, refused, or published and hidden again before it was answered.
    expect((await publication).statusCode).toBeOneOf([201, 403, 410]);
    expect((await emptied).statusCode).toBe(200);
    expect(await count(`prompts where user_id = '${gil.id}' and hidden_at is null`)).toBe(0);
    await expectTrueCounts();
  });

  test("opposite requests at once end in one of the two states, and the log has each change", async () => {
    const iara = await createUser(site.ctx, { username: "Iara" });
    const wishes = [true, false, true, false, true, false];
    const answers = await Promise.all(wishes.map((blocked) => block(iara, { blocked })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(wishes.map(() => 200));
    const changes = "select action from audit_log where target_user_id = $1 order by created_at";
    const actions = (await sql(changes, iara.id)).map(({ action }) => action);
    expect(actions.length).toBeGreaterThan(0);
    for (const [index, action] of actions.entries()) {
      expect(action).toBe(index % 2 === 0 ? "user_blocked" : "user_unblocked");
    }
    const state = await sql("select is_blocked from users where id = $1", iara.id);
    expect(state).toEqual([{ is_blocked: actions.at(-1) === "user_blocked" }]);
  });
});

/** Lists for everybody in which a new prompt with "Jenipapo" in its title stands. */
const PLACES = [
  "/api/prompts?orderBy=newest",
  "/api/prompts?search=jenipapo",
  "/api/prompts?search=joana",
  "/api/prompts/suggestions?search=jenip",
  "/feed.xml",
  "/sitemaps/prompts-1.xml",
];
/** Those of them that name a prompt or its author. */
async function placesWith(author: string, prompt: number): Promise<string[]> {
  const bodies = await Promise.all(PLACES.map(async (url) => (await site.app.inject(url)).body));
  const named = [author, `/prompts/${prompt}`, `"id":${prompt},`];
  return PLACES.filter((_, i) => named.some((name) => bodies[i]?.includes(name)));
}

describe("DELETE /api/admin/users/{id}", () => {
  test("takes account, page and prompts away; restoring brings back exactly those, and the account as it was", async () => {
    const joana = await createUser(site.ctx, { username: "Joana" });
    const others = await publish(beto, "Fica");
    const own = await publish(joana, "Jenipapo que volta");
    const apart = await publish(joana, "Não volta");
    await removePrompt(apart.id);
    await call("POST", `/api/prompts/${others.id}/like`, joana);
    for (const what of ["like", "favorite"]) await call("POST", `/api/prompts/${own.id}/${what}`, beto);
    const before = (await call("GET", `/api/prompts/${own.id}`, beto)).json();
    const places = [
      `/api/users/${joana.id}`,
      `/api/users/${joana.id}/prompts`,
      `/feeds/users/${joana.id}.xml`,
    ];
    const statuses = () => Promise.all(places.map(async (url) => (await site.app.inject(url)).statusCode));
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(await placesWith(joana.id, own.id)).toEqual(PLACES);

    const answer = await removeUser(joana.id, { reason: "Pedido por carta" });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { case_id: (await caseOf(site, joana.id)).id, undo_version: expect.any(String) },
    ]);
    expect(await statuses()).toEqual([410, 410, 410]);
    const page = await call("GET", `/api/users/${joana.id}`);
    expect(page.json()).toEqual({ code: "user_removed", message: "Esta conta foi removida pela moderação." });
    expect(await statusOf(own.id)).toBe(410);
    expect(await placesWith(joana.id, own.id)).toEqual([]);
    expect((await call("GET", "/auth/v1/user", joana)).json()).toMatchObject({ error_code: "user_banned" });
    // Likes that were given leave the counts with the account; name and address stay taken.
    expect((await call("GET", `/api/prompts/${others.id}`)).json().likes_count).toBe(0);
    const taken = await call("POST", "/api/auth/check-user-exists", null, {
      username: "Joana",
      email: joana.email,
    });
    expect(taken.json().exists).toBe(true);
    await expectTrueCounts();
    expect(await newestEntries(1)).toEqual([
      {
        admin_username: "Administradora",
        action: "user_removed",
        target_user_id: joana.id,
        target_prompt_id: null,
        target_label: "Joana",
        new_label: null,
        prompts_removed: 1,
        reason: "Pedido por carta",
      },
    ]);
    const proof = { email: joana.email, password: PASSWORD };
    const { notices } = (await call("POST", "/api/account/blocked/notices", null, proof)).json();
    expect(notices[0]).toMatchObject({ action: "remove", ground: "terms", target: { type: "user" } });
    const { users } = (await call("GET", `/api/admin/users?search=${joana.id}`, admin)).json();
    expect(users[0]).toMatchObject({ is_removed: true, removal: { until: expect.any(String) } });

    const unblocking = await block(joana, { blocked: false });
    expect([unblocking.statusCode, unblocking.json().code]).toEqual([409, "account_removed"]);
    // A decision of its own meanwhile: shown again only with its author.
    const restored = await decide(site, admin, apart.id, "restore");
    expect(restored.json()).toMatchObject({ hidden: false, hidden_with_author: true });
    expect(await statusOf(apart.id)).toBe(410);
    await removePrompt(apart.id);

    await decide(site, admin, joana.id, "restore");
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await call("GET", `/api/prompts/${own.id}`, beto)).json()).toEqual(before);
    expect(await placesWith(joana.id, own.id)).toEqual(PLACES);
    expect(await statusOf(apart.id)).toBe(410);
    expect((await site.logIn(joana.email)).statusCode).toBe(200);
    await expectTrueCounts();
  });

  test("who was blocked before is blocked again after a restore", async () => {
    const lia = await createUser(site.ctx, { username: "Lia" });
    await block(lia, { blocked: true });
    await removeUser(lia.id);
    await decide(site, admin, lia.id, "restore");
    expect((await call("GET", `/api/users/${lia.id}`)).statusCode).toBe(200);
    const state = await sql("select is_blocked, removed_at from users where id = $1", lia.id);
    expect(state).toEqual([{ is_blocked: true, removed_at: null }]);
  });

  test("after 30 days a job deletes the account with everything, but not while an appeal waits", async () => {
    const joel = await createUser(site.ctx, { username: "Joel" });
    const own = await publish(joel);
    const others = await publish(beto);
    await call("POST", `/api/prompts/${others.id}/like`, joel);
    await call("POST", `/api/prompts/${own.id}/favorite`, beto);
    await removeUser(joel.id);
    const proof = { email: joel.email, password: PASSWORD };
    const { notices } = (await call("POST", "/api/account/blocked/notices", null, proof)).json();
    const appeal = { ...proof, text: "Não fui eu." };
    await call("POST", `/api/account/blocked/decisions/${notices[0].id}/appeal`, null, appeal);
    await sql("update decisions set delete_at = now() where delete_at is not null");
    await deleteRemoved(site.ctx);
    expect(await count(`users where id = '${joel.id}'`)).toBe(1);
    await decide(site, admin, joel.id, "keep");
    await deleteRemoved(site.ctx);
    for (const from of ["users where id", "prompts where user_id", "likes where user_id"])
      expect(await count(`${from} = '${joel.id}'`)).toBe(0);
    expect(await count(`favorites where prompt_id = ${own.id}`)).toBe(0);
    expect((await call("GET", `/api/users/${joel.id}`)).statusCode).toBe(404);
    // Who waits gets the address back no sooner than who leaves.
    expect(await isAddressTaken(site.ctx, site.ctx.db, joel.email)).toBe(true);
    await expectTrueCounts();
  });

  test("an account that is restored while the job runs, or left by its owner, is not deleted by it", async () => {
    const rui = await createUser(site.ctx, { username: "Rui" });
    const { id } = await publish(rui);
    await removeUser(rui.id);
    await sql("update decisions set delete_at = now() where delete_at is not null");
    const held = await lockUser(rui);
    const restored = decide(site, admin, rui.id, "restore");
    await untilWaiting(site.ctx.pool);
    const job = deleteRemoved(site.ctx);
    await untilWaiting(site.ctx.pool, 2);
    await held.release();
    expect((await restored).statusCode).toBe(200);
    await job;
    expect(await statusOf(id)).toBe(200);

    await removeUser(rui.id);
    const proof = { email: rui.email, password: PASSWORD };
    expect((await call("POST", "/api/account/blocked/leave", null, proof)).statusCode).toBe(204);
    await sql("update decisions set delete_at = now() where delete_at is not null");
    await deleteRemoved(site.ctx);
    expect(await count("decisions where delete_at is not null")).toBe(0);
    const gone = await decide(site, admin, rui.id, "restore");
    expect([gone.statusCode, gone.json().code]).toEqual([409, "target_gone"]);
  });

  test("is not a moderator's decision", async () => {
    const marta = await createUser(site.ctx, { username: "Marta" });
    const vito = await createUser(site.ctx, { username: "Vito" });
    await call("PUT", `/api/admin/moderators/${marta.id}`, admin);
    expect(await newestEntries(1)).toMatchObject([{ action: "moderator_named", target_label: "Marta" }]);
    await report(site, beto, vito.id, { target_type: "user" });
    const { id } = await caseOf(site, vito.id);
    const actions = async (who: TestUser) =>
      (await call("GET", `/api/admin/cases/${id}`, who)).json().actions;
    expect([await actions(marta), await actions(admin)]).toEqual([
      ["keep", "warn", "block"],
      ["keep", "warn", "block", "remove"],
    ]);
    const refused = await decide(site, marta, vito.id, "remove");
    expect([refused.statusCode, refused.json().code]).toEqual([409, "action_impossible"]);
    await decide(site, marta, vito.id, "warn", { reason: "Cuidado." });
    const [entry] = await newestEntries(1);
    expect(entry).toMatchObject({ admin_username: "Marta", action: "user_warned", reason: "Cuidado." });
    expect(JSON.stringify(entry)).not.toContain(beto.username);
    await call("DELETE", `/api/admin/moderators/${marta.id}`, admin);
    expect(await newestEntries(1)).toMatchObject([{ action: "moderator_dismissed", target_label: "Marta" }]);
  });

  test("locks the prompts by id, as every removal does", async () => {
    const vera = await createUser(site.ctx, { username: "Vera" });
    const first = await publish(vera);
    const second = await publish(vera);
    const held = await lockRows(site.ctx.pool, "select from prompts where id = $1 for update", first.id);
    const removal = removeUser(vera.id);
    await untilWaiting(site.ctx.pool);
    const free = await sql("select id from prompts where user_id = $1 for update skip locked", vera.id);
    await held.release();
    expect(free).toEqual([{ id: second.id }]);
    expect((await removal).statusCode).toBe(200);
  });
});

test("a removal requested several times at once happens once; the others are a 404", async () => {
  const maria = await createUser(site.ctx, { username: "Maria" });
  const { id } = await publish(beto);
  await publish(maria);
  for (const [remove, code, message] of [
    [() => removePrompt(id), "prompt_not_found", "Prompt não encontrado"],
    [() => removeUser(maria.id), "user_not_found", "Usuário não encontrado"],
  ] as const) {
    const before = await logged();
    const answers = await Promise.all([remove(), remove(), remove()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
    const refused = answers.find(({ statusCode }) => statusCode === 404);
    expect(refused?.json()).toEqual({ code, message });
    expect(await logged()).toBe(before + 1);
    await expectTrueCounts();
  }
});

describe("what a user sends while the admin acts on the account", () => {
  test.each([
    ["blocked", { blocked: true }, 403, "user_banned"],
    ["emptied", { blocked: true, remove_content: true }, 403, "user_banned"],
    ["removed", undefined, 403, "user_banned"],
  ])("finds the account %s, and leaves nothing", async (_what, request, status, code) => {
    const ugo = await createUser(site.ctx);
    const [liked, favorited] = [await publish(beto), await publish(beto)];
    const state = async () => ({
      files: await settledFiles(),
      prompts: await count("prompts"),
      reactions: await count(`(select user_id from likes union all select user_id from favorites) r`),
    });
    const before = await state();
    // The action is done but not committed: its entry in the log refers to the admin, who is held here.
    const held = await lockUser(admin);
    const action = request ? block(ugo, request) : removeUser(ugo.id);
    await untilWaiting(site.ctx.pool);
    const calls = [
      send(ugo),
      call("POST", `/api/prompts/${liked.id}/like`, ugo),
      call("POST", `/api/prompts/${favorited.id}/favorite`, ugo),
    ];
    await untilWaiting(site.ctx.pool, 4);
    await held.release();
    expect((await action).statusCode).toBe(200);
    for (const answer of await Promise.all(calls)) {
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    }
    await expect.poll(state).toEqual(before);
    await expectTrueCounts();
  });
});

describe("the admin", () => {
  test.each([
    ["PATCH", { blocked: true }],
    ["PATCH", { blocked: true, remove_content: true }],
    ["DELETE", undefined],
  ] as const)("cannot act on themselves: %s %j is a 409", async (method, payload) => {
    const url = `/api/admin/users/${admin.id}${method === "PATCH" ? "/toggle-block" : ""}`;
    const before = await logged();
    const answer = await call(method, url, admin, payload);
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { code: "own_account", message: "Você não pode bloquear nem excluir a sua própria conta." },
    ]);
    expect((await call("GET", "/api/admin/users", admin)).statusCode).toBe(200);
    expect(await logged()).toBe(before);
  });

  test("may remove their own prompt, and gets no mail about it", async () => {
    const { id } = await publish(admin);
    expect((await removePrompt(id)).statusCode).toBe(200);
    expect(await newestEntries(1)).toMatchObject([{ target_prompt_id: id, target_user_id: admin.id }]);
    expect(mailsTo(admin)).toHaveLength(0);
  });
});

describe("mails about the admin's actions", () => {
  test("are never sent to demo users, who have no mailbox", async () => {
    const nora = await createUser(site.ctx, { username: "Nora" });
    const { id } = await publish(nora);
    await sql("update users set is_demo = true where id = $1", nora.id);
    const before = await mailJobs();
    expect((await removePrompt(id)).statusCode).toBe(200);
    await block(nora, { blocked: true });
    await block(nora, { blocked: false });
    await block(nora, { blocked: true, remove_content: true });
    await removeUser(nora.id);
    expect(await mailJobs()).toBe(before);
  });

  test("leave no address, name or reason readable in their job", async () => {
    const olga = await createUser(site.ctx, { username: "Olga Sigilosa" });
    await removeUser(olga.id, { reason: "Expõe dados pessoais" });
    await site.mails.waitFor(olga.email);
    const rows = await sql(
      "select data::text || coalesce(output::text, '') as text from pgboss.job where name = 'mail'",
    );
    const text = JSON.stringify(rows);
    expect(text).toContain("noticeId");
    for (const secret of ["@", "Sigilosa", "dados pessoais"]) expect(text).not.toContain(secret);
  });

  test("are not sent when the action is rolled back", async () => {
    const paulo = await createUser(site.ctx, { username: "Paulo" });
    const { id } = await publish(paulo);
    const before = { jobs: await mailJobs(), logged: await logged() };
    await sql(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger refuse before insert on audit_log for each row execute function refuse()`);
    const answers = [
      await removePrompt(id),
      await removeUser(paulo.id),
      await block(paulo, { blocked: true, remove_content: true }),
    ];
    await sql("drop trigger refuse on audit_log");
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().code]).toEqual([500, "internal_error"]);
    }
    expect({ jobs: await mailJobs(), logged: await logged() }).toEqual(before);
    expect((await call("GET", "/auth/v1/user", paulo)).statusCode).toBe(200);
    expect((await call("GET", `/api/prompts/${id}`)).statusCode).toBe(200);
  });
});

describe("GET /api/admin/audit-log", () => {
  test("gives 30 per page, newest first, with the names of that time", async () => {
    const rita = await createUser(site.ctx, { username: "Rita" });
    for (let turn = 0; turn < 31; turn++) await block(rita, { blocked: turn % 2 === 0 });
    await sql("update users set username = 'Rita Outra' where id = $1", rita.id);
    const first = (await call("GET", "/api/admin/audit-log", admin)).json();
    const second = (await call("GET", "/api/admin/audit-log?page=2", admin)).json();
    expect(first.entries).toHaveLength(30);
    expect(first.totalCount).toBe(await logged());
    expect(second.totalCount).toBe(first.totalCount);
    expect(first.entries[0]).toMatchObject({
      target_label: "Rita",
      action: "user_blocked",
      created_at: expect.stringMatching(/Z$/),
    });
    const ids = [...first.entries, ...second.entries].map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
    const last = Math.ceil(first.totalCount / 30);
    const beyond = (await call("GET", `/api/admin/audit-log?page=${last + 1}`, admin)).json();
    expect(beyond).toEqual({ entries: [], totalCount: first.totalCount });
  });

  test("keeps its entries when the admin's own account is gone", async () => {
    const total = await logged();
    const rows = await sql("select id from audit_log where admin_id = $1 limit 1", admin.id);
    expect(rows).toHaveLength(1);
    await inTransaction(site.ctx.db, async (trx) => {
      await trx.deleteFrom("users").where("id", "=", admin.id).execute();
      const kept = await trx
        .selectFrom("audit_log")
        .select(["admin_id", "admin_username"])
        .where("id", "=", rows[0].id)
        .executeTakeFirstOrThrow();
      expect(kept).toEqual({ admin_id: null, admin_username: "Administradora" });
      throw new Error("rolled back");
    }).catch((error: Error) => expect(error.message).toBe("rolled back"));
    expect(await logged()).toBe(total);
  });
});
