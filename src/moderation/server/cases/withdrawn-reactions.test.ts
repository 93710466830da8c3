/** Likes and favourites of a removed account leave with it, and come back with it. */
import { expect, test } from "vitest";
import { setRemoved } from "#accounts/server/account/accounts.service.ts";
import { inTransaction } from "#platform/database/db.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { deleteForGood, publishPrompt } from "#tests/support/prompts.ts";
import { createAdmin, createUser, PASSWORD } from "#tests/support/users.ts";
import { unzip } from "#tests/support/zip.ts";

const site = setUpTestApp();
const { call } = site;

test("a removed account's likes and favourites leave counts, lists and order at once, and are back with it", async () => {
  const sql = async (text: string, ...values: unknown[]) => (await site.ctx.pool.query(text, values)).rows;
  const admin = await createAdmin(site.ctx);
  const [author, fan, other] = [
    await createUser(site.ctx),
    await createUser(site.ctx),
    await createUser(site.ctx),
  ];
  const liked = await publishPrompt(site, author);
  const plain = await publishPrompt(site, author, { title: "Sem curtidas" });
  const gone = await publishPrompt(site, author, { title: "Que será excluído" });
  for (const { id } of [liked, gone])
    for (const who of [fan, other]) {
      await call("POST", `/api/prompts/${id}/like`, who, { liked: true });
      await call("POST", `/api/prompts/${id}/favorite`, who, { favorited: true });
    }
  const dates = await sql(
    "select prompt_id, created_at from likes where user_id = $1 order by prompt_id",
    fan.id,
  );
  const likesOf = async (id: number) => (await call("GET", `/api/prompts/${id}`)).json().likes_count;
  const inAdminsList = async () =>
    (await call("GET", "/api/admin/users", admin))
      .json()
      .users.find(({ id }: { id: string }) => id === fan.id);
  expect(await likesOf(liked.id)).toBe(2);

  const removal = await call("DELETE", `/api/admin/users/${fan.id}`, admin, {
    ground: "spam",
    reason: "Robô.",
  });
  expect(removal.statusCode, removal.body).toBe(200);
  expect(await likesOf(liked.id)).toBe(1);
  expect(await inAdminsList()).toMatchObject({ likes_count: 0, favorites_count: 0 });
  expect(await sql("select from likes where user_id = $1", fan.id)).toEqual([]);
  expect(await sql("select from favorites where user_id = $1", fan.id)).toEqual([]);
  // The owner's view of the account, and the export of it, still have them.
  const asOwner = (what: string) =>
    call("POST", `/api/account/blocked/${what}`, null, { email: fan.email, password: PASSWORD });
  expect((await asOwner("footprint")).json()).toMatchObject({ likes: 2, favorites: 2 });
  const copy = await unzip((await asOwner("export")).rawPayload);
  for (const name of ["curtidas.json", "favoritos.json"])
    expect(JSON.parse(String(copy.get(name)))).toMatchObject([
      { prompt_id: liked.id },
      { prompt_id: gone.id },
    ]);
  const kept = (table: string) =>
    sql(
      "select prompt_id from withdrawn_reactions where user_id = $1 and kind = $2 order by 1",
      fan.id,
      table,
    );
  expect(await kept("likes")).toEqual([{ prompt_id: liked.id }, { prompt_id: gone.id }]);

  // Meanwhile a prompt goes, and another is hidden and shown.
  await deleteForGood(site, author, gone.id);
  expect(await kept("favorites")).toEqual([{ prompt_id: liked.id }]);

  await inTransaction(site.ctx.db, (trx) => setRemoved(trx, fan.id, false));
  site.ctx.responseCache.clear();
  expect([await likesOf(liked.id), await likesOf(plain.id)]).toEqual([2, 0]);
  expect(await sql("select prompt_id, created_at from likes where user_id = $1", fan.id)).toEqual(
    dates.slice(0, 1),
  );
  expect(await sql("select prompt_id from favorites where user_id = $1", fan.id)).toEqual([
    { prompt_id: liked.id },
  ]);
  expect(await sql("select from withdrawn_reactions")).toEqual([]);
  expect(await inAdminsList()).toMatchObject({ likes_count: 1, favorites_count: 1 });
});

test("a removed account that goes for good takes along what has left with it", async () => {
  const [author, fan] = [await createUser(site.ctx), await createUser(site.ctx)];
  const { id } = await publishPrompt(site, author);
  await call("POST", `/api/prompts/${id}/like`, fan, { liked: true });
  await inTransaction(site.ctx.db, (trx) => setRemoved(trx, fan.id, true));
  await site.ctx.pool.query("delete from users where id = $1", [fan.id]);
  const { rows } = await site.ctx.pool.query("select from withdrawn_reactions where user_id = $1", [fan.id]);
  expect(rows).toEqual([]);
  site.ctx.responseCache.clear();
  expect((await call("GET", `/api/prompts/${id}`)).json().likes_count).toBe(0);
});
