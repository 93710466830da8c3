/** One's own API keys: made and seen by their owner alone, and what a key does. What ends them: ended-keys.test.ts. */
import { describe, expect, test } from "vitest";
import { type CreatedKey, KEY_DAYS, MOST_KEYS } from "#accounts/key-contract.ts";
import type { KeyScope } from "#accounts/key-messages.ts";
import { messages } from "#accounts/messages.ts";
import { hashKey } from "#accounts/server/api-keys/key-format.ts";
import { openLastUses } from "#accounts/server/api-keys/last-uses.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { createTestApp } from "#tests/support/app.ts";
import { createKey, expireKey } from "#tests/support/keys.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();
const path = "/api/account/keys";
const form = { name: "Meu editor", scopes: ["read"] as KeyScope[], expires_in_days: 90 };

const create = (who: TestUser, fields: object = {}) => site.call("POST", path, who, { ...form, ...fields });
const list = async (who: TestUser) => (await site.call("GET", path, who)).json().keys;
const favorites = (owner: { id: string }, key: string) =>
  site.call("GET", `/api/users/${owner.id}/favorites`, key);

describe("POST /api/account/keys", () => {
  test.each(KEY_DAYS)("makes a key of %i days, shown once and stored as a hash", async (days) => {
    const ana = await createUser(site.ctx);
    const answer = await create(ana, {
      name: "  Meu \n editor ",
      scopes: ["publish", "read"],
      expires_in_days: days,
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    const { key, ...shown }: CreatedKey = answer.json();
    expect(key).toMatch(/^pk_[0-9A-Za-z]{36}$/);
    expect(shown).toEqual({
      id: expect.any(String),
      name: "Meu editor",
      prefix: key.slice(0, 8),
      scopes: ["read", "publish"],
      created_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
      last_used_at: null,
    });
    expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBe(days * 24 * 60 * 60 * 1000);
    expect(await list(ana)).toEqual([shown]);
    const [row] = await site.sql("select * from api_keys where id = $1", shown.id);
    expect(row.key_hash).toEqual(hashKey(key));
    expect(JSON.stringify(row)).not.toContain(key.slice(8));
  });

  test.each([
    [{ name: "" }, "name", "Dê um nome à chave"],
    [{ name: " \u200b " }, "name", "Dê um nome à chave"],
    [{ name: undefined }, "name", "Dê um nome à chave"],
    [{ name: "a".repeat(61) }, "name", "O nome da chave deve ter no máximo 60 caracteres"],
    [{ name: "merda" }, "name", "O nome da chave contém linguagem imprópria"],
    [{ scopes: [] }, "scopes", "Escolha pelo menos uma permissão"],
    [{ scopes: undefined }, "scopes", "Escolha pelo menos uma permissão"],
    [{ scopes: ["admin"] }, "scopes.0", "Escolha pelo menos uma permissão"],
    [{ scopes: ["read", "read", "read", "read"] }, "scopes", "Escolha pelo menos uma permissão"],
    [{ expires_in_days: 31 }, "expires_in_days", "A validade é de 30, 90 ou 365 dias"],
    [{ expires_in_days: "90" }, "expires_in_days", "A validade é de 30, 90 ou 365 dias"],
    [{ expires_in_days: undefined }, "expires_in_days", "A validade é de 30, 90 ou 365 dias"],
  ])("refuses %j, naming the field", async (fields, field, message) => {
    const answer = await create(await createUser(site.ctx), fields);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { field, message }]);
  });

  test("requires a login, and with an old one the password", async () => {
    expect((await site.call("POST", path, null, { name: 3 })).statusCode).toBe(401);
    const ana = await createUser(site.ctx);
    await site.sql(
      "update sessions set created_at = now() - interval '61 minutes' where user_id = $1",
      ana.id,
    );
    for (const [password, code, message] of [
      [undefined, "password_required", "Confirme sua senha para criar uma chave."],
      ["errada-mesmo-1", "password_invalid", messages.passwordWrong],
    ]) {
      const answer = await create(ana, { password });
      expect([answer.statusCode, answer.json()]).toEqual([422, { code, message, field: "password" }]);
    }
    expect((await create(ana, { password: ana.password })).statusCode).toBe(201);
  });

  test("stops at twenty valid keys, also when two are made at once", async () => {
    const ana = await createUser(site.ctx);
    for (let n = 1; n < MOST_KEYS; n++) await createKey(site, ana);
    const both = await Promise.all([create(ana), create(ana)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    const refused = both.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().code).toBe("too_many_keys");
    const [first, second] = await list(ana);
    await expireKey(site, first);
    expect((await create(ana)).statusCode).toBe(201);
    expect((await create(ana)).statusCode).toBe(409);
    await site.call("DELETE", `${path}/${second.id}`, ana);
    expect((await create(ana)).statusCode).toBe(201);
  });

  test("tells the owner by mail, without the key", async () => {
    const ana = await createUser(site.ctx);
    const { key } = await createKey(site, ana, ["read", "publish"]);
    const mail = await site.mails.waitFor(ana.email);
    expect(mail.subject).toBe("Nova chave de API na sua conta da Prompteca");
    expect(mail.text).toContain("Nome: Meu programa");
    expect(mail.text).toContain("Permissões: ler, publicar");
    const [{ expires_at }] = await site.sql("select expires_at from api_keys where user_id = $1", ana.id);
    const zone = { timeZone: "America/Sao_Paulo" };
    const until = new Intl.DateTimeFormat("pt-BR", { dateStyle: "long", ...zone }).format(expires_at);
    expect(mail.text).toContain(`Válida até: ${until}`);
    expect(`${mail.text} ${mail.html}`).not.toContain(key.slice(3, 11));
  });
});

describe("a key", () => {
  test("does what its scopes say, in its owner's name", async () => {
    const ana = await createUser(site.ctx);
    const all = await createKey(site, ana);
    const fields = {
      title: "Um prompt de programa",
      content: "Escreva com calma.",
      llm_type_id: 1,
      thumbnail_url: await pictureDataUrl(),
    };
    const published = await site.call("POST", "/api/prompts", all.key, fields);
    expect([published.statusCode, published.json().user_id]).toEqual([201, ana.id]);
    const url = `/api/prompts/${published.json().id}`;
    expect((await site.call("POST", `${url}/favorite`, all.key, {})).statusCode).toBe(200);
    expect((await favorites(ana, all.key)).json().data).toHaveLength(1);
    // Its own state with `read` alone, the public answer with any other.
    const seenBy = async (key: string | null) => (await site.call("GET", url, key)).json().is_favorited;
    const [reads, reacts] = [await createKey(site, ana, ["read"]), await createKey(site, ana, ["react"])];
    expect(await seenBy(reads.key)).toBe(true);
    expect(await seenBy(reacts.key)).toBe(false);
    expect(await seenBy(null)).toBe(false);
    expect((await site.call("DELETE", url, reads.key)).statusCode).toBe(403);
    expect((await site.call("DELETE", url, all.key)).statusCode).toBe(204);
  });

  test("leaves nothing of its owner's in the answers that everybody gets", async () => {
    const ana = await createUser(site.ctx);
    const { key } = await createKey(site, ana);
    const { id } = await publishPrompt(site, ana, { title: "Guardado por Ana" });
    await site.call("POST", `/api/prompts/${id}/favorite`, key, {});
    for (const url of [
      "/api/prompts",
      "/api/prompts/top",
      `/api/prompts/${id}`,
      `/api/users/${ana.id}/prompts`,
    ]) {
      const keyed = await site.call("GET", url, key);
      expect([url, keyed.body.includes('"is_favorited":true')]).toEqual([url, true]);
      expect(keyed.headers["cache-control"]).toBe("private, no-store");
      const open = await site.call("GET", url);
      expect([url, open.body.includes('"is_favorited":true')]).toEqual([url, false]);
    }
  });

  test("of another person opens nothing of hers", async () => {
    const [ana, beto] = [await createUser(site.ctx), await createUser(site.ctx)];
    const { key } = await createKey(site, beto);
    const { id } = await publishPrompt(site, ana);
    const collection = (await site.call("POST", "/api/collections", ana, { title: "De Ana" })).json();
    for (const [method, url, payload] of [
      ["GET", `/api/users/${ana.id}/favorites`],
      ["PATCH", `/api/prompts/${id}`, { title: "De Beto agora" }],
      ["DELETE", `/api/prompts/${id}`],
      ["POST", `/api/prompts/${id}/versions/1/restore`],
      ["GET", `/api/collections/${collection.id}`],
      ["PATCH", `/api/collections/${collection.id}`, { title: "De Beto agora" }],
      ["PUT", `/api/collections/${collection.id}/items/${id}`],
      ["DELETE", `/api/collections/${collection.id}`],
    ] as const) {
      const { statusCode } = await site.call(method, url, key, payload);
      expect([method, url, [403, 404].includes(statusCode)]).toEqual([method, url, true]);
    }
    expect((await site.call("GET", `/api/collections/${collection.id}`, ana)).json().title).toBe("De Ana");
  });

  test("of the admin is nobody's but a person's", async () => {
    const admin = await createAdmin(site.ctx);
    const { key } = await createKey(site, admin);
    for (const url of ["/api/admin/users", "/api/moderation/cases", "/api/account/export", "/auth/v1/user"]) {
      const answer = await site.call("GET", url, key);
      const code = answer.json().error_code ?? answer.json().code;
      expect([
        url,
        [403, 404].includes(answer.statusCode),
        ["key_scope", "not_found"].includes(code),
      ]).toEqual([url, true, true]);
    }
  });

  test("notes its last use, at most once a minute", async () => {
    const own = await createTestApp();
    const ana = await createUser(own.ctx);
    const { id } = await createKey(own, ana);
    const read = async () =>
      (await own.ctx.pool.query("select last_used_at from api_keys where id = $1", [id])).rows[0]
        .last_used_at;
    const note = async () => {
      const uses = openLastUses(own.ctx);
      uses.note(id);
      await uses.close();
      return read();
    };
    expect(await read()).toBeNull();
    const first = await note();
    expect(first).toBeInstanceOf(Date);
    expect(await note()).toEqual(first);
    await own.ctx.pool.query(
      "update api_keys set last_used_at = now() - interval '61 seconds' where id = $1",
      [id],
    );
    expect(await note()).not.toEqual(first);
    await own.close();
  });

  test("that a call used is noted when the process ends at the latest", async () => {
    const own = await createTestApp();
    const ana = await createUser(own.ctx);
    const { key } = await createKey(own, ana);
    await own.call("GET", "/api/prompts", key);
    const { rows } = await own.ctx.pool.query("select last_used_at from api_keys");
    expect(rows).toEqual([{ last_used_at: null }]);
    await own.app.close();
    const after = await own.ctx.pool.query("select last_used_at is not null as noted from api_keys");
    expect(after.rows).toEqual([{ noted: true }]);
    await own.close();
  });
});
