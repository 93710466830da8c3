/** A database at 0049 is taken over while a process of that time goes on publishing, editing, searching and reading. */
import { expect, onTestFinished, test } from "vitest";
import { retried } from "#platform/database/db.ts";
import { migrate } from "#platform/database/migrate.ts";
import { createOldDatabase, migrations } from "#tests/support/old-database.ts";

/** Statements of the release at 0049, in its own words. */
const OLD_STATEMENTS = {
  publish: `insert into prompts (search, user_id, llm_type_id, title, content, description, image_hash, image_alt, publication_key)
    select '', id, 1, 'De antes', 'Um texto de antes', null, repeat('a', 32), null, null from users where username = 'Ana'`,
  edit: `update prompts set content = content || '.', edited_at = now()
    where id = (select min(id) from prompts where title = 'Mudado')`,
  like: `insert into likes (user_id, prompt_id) select u.id, p.id from users u cross join prompts p
    where username = 'Beto' and title = 'Mudado' on conflict do nothing`,
  dislike: "delete from likes where user_id = (select id from users where username = 'Beto')",
  view: "update prompt_stats set views = views + 1 where prompt_id = (select min(prompt_id) from prompt_stats)",
  read: `select p.*, s.likes_count, s.views from prompt_stats s join prompts p on p.id = s.prompt_id
    order by s.created_at desc limit 20`,
  search: `select prompt_id from prompt_stats s join prompts p on p.id = s.prompt_id
    where p.search @@ in_title(whole_words(search_query('igual')))
      and coalesce(s.title_bits & title_bits(in_title(whole_words(search_query('igual')))) >= 0, true)
    order by likes_count desc limit 12`,
  "log in": `insert into sessions (user_id, refresh_key, auth_method) select id, 'key', 'password' from users where username = 'Ana'`,
  refresh: `update sessions set refresh_counter = refresh_counter + 1, refresh_spent = refresh_counter, refresh_first = refresh_counter + 1
    where id = (select min(id::text)::uuid from sessions)`,
  decide: `insert into audit_log (admin_username, action, target_label) values ('Dora', 'collection_hidden', 'Boas')`,
};

test("nothing that the old process does meanwhile fails, and all counts are right", async () => {
  const { pool, close } = await createOldDatabase();
  onTestFinished(close);
  await pool.query(`
    insert into users (email, username) values ('ana@example.com', 'Ana'), ('beto@example.com', 'Beto');
    insert into images (hash, width, height, color, bytes) values (repeat('a', 32), 1, 1, '#000000', 1);
    insert into prompts (search, user_id, llm_type_id, title, content, image_hash, edited_at)
      select '', u.id, 1, case when n = 1 then 'Mudado' else 'Igual' end, 'Um e-mail de antes', repeat('a', 32),
        case when n % 3 = 0 then now() end
      from users u, generate_series(1, 240) n where username = 'Ana';
    update prompts set hidden_at = now() where id % 5 = 0`);

  let migrated = false;
  /** Each statement over and over, until it has run once more on the new schema. */
  const ran = Object.entries(OLD_STATEMENTS).map(async ([name, statement]) => {
    let after = 0;
    for (let runs = 0; after < 2; runs++) {
      // A migration and a statement may wait for each other: both begin again.
      await retried(() => pool.query(statement)).catch((error: Error) => {
        throw new Error(`${name}, after ${runs} times: ${error.message}`);
      });
      if (migrated) after += 1;
    }
  });
  const migrating = migrate(pool, migrations).then(() => {
    migrated = true;
  });
  await Promise.all([migrating, ...ran]);

  const rows = async (query: string) => (await pool.query(query)).rows;
  // The edits of ten minutes are one version: the second.
  expect(await rows("select version, version_note from prompts where title = 'Mudado'")).toEqual([
    { version: 2, version_note: null },
  ]);
  expect(await rows("select title, number from prompt_versions")).toEqual([{ title: "Mudado", number: 1 }]);
  expect(
    await rows(`select p.id from prompts p left join prompt_stats s on s.prompt_id = p.id
      where (p.hidden_at is null) is distinct from (s.prompt_id is not null)
        or s.version <> p.version or s.answered_count + s.worked_count <> 0 or s.last_worked_at <> '-infinity'
        or s.title_bits <> title_bits(p.search) or s.likes_count <> (select count(*) from likes where prompt_id = p.id)
        or p.hidden_at is null and p.search <> prompt_document(title, description, content, 'Ana', 'ChatGPT')`),
    "prompts whose counts, bits or documents are wrong",
  ).toEqual([]);
  expect(
    await rows(
      `select prompts_count - (select count(*) from prompt_stats) as missing from llm_types where id = 1`,
    ),
  ).toEqual([{ missing: 0 }]);
});
