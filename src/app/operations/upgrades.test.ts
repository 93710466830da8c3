/** A database with content is migrated while a process of the release before goes on publishing, editing and reading. */
import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { retried } from "#platform/database/db.ts";
import { migrate } from "#platform/database/migrate.ts";
import { renewNext } from "#prompts/server/search/renewal.service.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { makeTestFolder } from "#tests/support/folders.ts";

const migrations = new URL("../../../migrations/", import.meta.url);

/** The migrations before the one that brings versions. */
async function migrationsBefore(first: string): Promise<URL> {
  const folder = await makeTestFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const file of await readdir(migrations))
    if (file < first) await cp(new URL(file, migrations), join(folder, file));
  return pathToFileURL(`${folder}/`);
}

/** What the release before versions and results asks of the database, in its own words. */
const OLD_STATEMENTS = {
  publish: `insert into prompts (search, user_id, llm_type_id, title, content, description, image_hash, image_alt, publication_key)
    select '', id, 1, 'De antes', 'Um texto de antes', null, repeat('a', 32), null, null from users where username = 'Ana'`,
  edit: `update prompts set content = content || '.', edited_at = now()
    where id = (select min(id) from prompts where title = 'Mudado')`,
  like: `insert into likes (user_id, prompt_id) select u.id, p.id from users u cross join prompts p
    where username = 'Beto' and title = 'Mudado' on conflict do nothing`,
  dislike: "delete from likes",
  view: "update prompt_stats set views = views + 1 where prompt_id = (select min(prompt_id) from prompt_stats)",
  read: `select p.*, s.likes_count, s.views from prompt_stats s join prompts p on p.id = s.prompt_id
    order by s.created_at desc limit 20`,
};

test("every prompt of before has its version 1, and nothing that the old process does meanwhile fails", async () => {
  const { pool, close } = await createTestDatabase({ empty: true });
  onTestFinished(close);
  await migrate(pool, await migrationsBefore("0029"));
  await pool.query(`
    insert into users (email, username) values ('ana@example.com', 'Ana'), ('beto@example.com', 'Beto');
    insert into images (hash, width, height, color, bytes) values (repeat('a', 32), 1, 1, '#000000', 1);
    insert into prompts (search, user_id, llm_type_id, title, content, image_hash, edited_at)
      select '', u.id, 1, case when n = 1 then 'Mudado' else 'Igual' end, 'Um texto de antes', repeat('a', 32),
        case when n % 3 = 0 then now() end
      from users u, generate_series(1, 40) n where username = 'Ana';
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
  expect(
    await rows(`select title, min(version) as least, max(version) as most, count(*) > 1 as many from prompts
      where title <> 'Mudado' group by title order by title`),
    "prompts that nobody has edited since",
  ).toEqual([
    { title: "De antes", least: 1, most: 1, many: true },
    { title: "Igual", least: 1, most: 1, many: true },
  ]);
  // The edits of ten minutes are one version: the second, which the first edit on the new schema began.
  expect(await rows("select version, version_note from prompts where title = 'Mudado'")).toEqual([
    { version: 2, version_note: null },
  ]);
  expect(await rows("select title, number from prompt_versions")).toEqual([{ title: "Mudado", number: 1 }]);
  expect(
    await rows(`select p.id from prompts p left join prompt_stats s on s.prompt_id = p.id
      where (p.hidden_at is null) is distinct from (s.prompt_id is not null)
        or s.version <> p.version or s.answered_count + s.worked_count <> 0 or s.last_worked_at <> '-infinity'`),
    "prompts whose counts are wrong",
  ).toEqual([]);
});

test("prompts of before are found as they were, and in all ways of writing once their documents were made anew", async () => {
  const database = await createTestDatabase({ empty: true });
  onTestFinished(database.close);
  const { pool } = database;
  await migrate(pool, await migrationsBefore("0050"));
  await pool.query(`
    insert into users (email, username) values ('ana@example.com', 'Ana');
    insert into images (hash, width, height, color, bytes) values (repeat('a', 32), 1, 1, '#000000', 1);
    insert into prompts (search, user_id, llm_type_id, title, content, image_hash)
      select '', id, 1, E'Um xilo\u200bfone por e-mail', 'Um texto de antes', repeat('a', 32) from users`);
  await migrate(pool, migrations);
  const found = async (words: string) =>
    (await pool.query("select from prompts where search @@ search_query($1)", [words])).rowCount;
  expect([await found("texto"), await found("email"), await found("xilofone")]).toEqual([1, 0, 0]);
  while (await renewNext(database)) {}
  expect([await found("texto"), await found("email"), await found("xilofone")]).toEqual([1, 1, 1]);
  expect((await pool.query("select from prompt_stats where title_bits is null")).rowCount).toBe(0);
});
