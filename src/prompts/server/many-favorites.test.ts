/** Who has very many favourites has ten thousand of them counted: each page counts them. */
import { expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser } from "#tests/support/users.ts";

const site = setUpTestApp();

test("a page tells ten thousand favourites at most, and whether there are more", async () => {
  const ana = await createUser(site.ctx);
  const { id } = await publishPrompt(site, ana);
  // Without triggers, which write for a quarter of a minute what is not counted.
  await site.ctx.pool.query(`
    begin;
    alter table prompts disable trigger user;
    alter table favorites disable trigger user;
    with more as (
      insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
        select user_id, llm_type_id, title, content, image_hash, search
        from prompts, generate_series(1, 10002) where id = ${id} returning id)
    insert into favorites (user_id, prompt_id) select '${ana.id}', id from more;
    commit`);
  const told = async () =>
    (await site.call("GET", "/api/users/me/favorites?limit=10", ana)).json().pagination;
  const without = (order: string) =>
    site.sql(
      `delete from favorites where prompt_id = (select prompt_id from favorites order by prompt_id ${order} limit 1)`,
    );
  expect(await told()).toMatchObject({ total: 10_000, pages: 1000, more: true });
  await without("asc");
  expect(await told()).toMatchObject({ total: 10_000, pages: 1000, more: true });
  await without("desc");
  expect(await told()).toMatchObject({ total: 10_000, pages: 1000, more: false });
  await without("desc");
  expect(await told()).toMatchObject({ total: 9999, pages: 1000, more: false });
});
