/** Databases as they were before the migrations became one schema: at 0049, or at one of the steps after it. */
import { applyMigration, makeRecord, planMigrations } from "#platform/database/migrate.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";

export const migrations = new URL("../../migrations/", import.meta.url);

/** The record of a database at 0049. Names between the first and the last are not looked at. */
export const recordUntil = (last: string) => [
  { name: "0001_foundation.sql", checksum: "" },
  ...Array.from({ length: Number(last.slice(0, 4)) - 2 }, (_, index) => ({
    name: `${String(index + 2).padStart(4, "0")}_of_before.sql`,
    checksum: "",
  })),
  { name: last, checksum: "" },
];

const AT_0049 = recordUntil("0049_keys_in_notices.sql");

/**
 * Makes a database at 0049.
 * @param rows what it has
 * @param steps how many of the migrations after 0049 it has too
 */
export async function createOldDatabase(rows = "", steps = 0): Promise<TestDatabase> {
  const database = await createTestDatabase({ empty: true });
  const client = await database.pool.connect();
  const refuse = String;
  const plan = await planMigrations(AT_0049, migrations, { newer: refuse, changed: refuse, tooOld: refuse });
  await client.query("begin");
  await makeRecord(client);
  for (const { name, checksum } of AT_0049.slice(0, -1))
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
  for (const migration of plan.made) await applyMigration(client, migration);
  await client.query(rows);
  for (const migration of plan.missing.slice(0, steps)) await applyMigration(client, migration);
  await client.query("commit");
  client.release();
  return database;
}

/**
 * A row in each table of a database at 0049, and more where it is converted: prompts with documents of that time, one of them
 * hidden, a removed account with reactions, a session that was refreshed before tokens had siblings, a pending sign-up, entries
 * of the audit log that are called otherwise today.
 */
export const ROWS_OF_0049 = `
  insert into users (id, email, username, password_hash) values
    ('00000000-0000-4000-8000-000000000001', 'ana@example.com', 'Ana', 'x'),
    ('00000000-0000-4000-8000-000000000002', 'beto@example.com', 'Beto', 'x'),
    ('00000000-0000-4000-8000-000000000003', 'caio@example.com', 'Caio', 'x');
  insert into signups (email, username, password_hash) values ('rita@example.com', 'Rita', 'x');
  insert into username_claims (username_key, email, expires_at) values
    ('ana', 'ana@example.com', null), ('rita', 'rita@example.com', now() + interval '7 days');
  insert into sessions (user_id, refresh_key, refresh_counter, auth_method, refresh_spent, refresh_first)
    select id, 'key', 5, 'password', spent, first from users, (values (null, null), (3, 4)) rotation (spent, first)
    where username = 'Ana';
  insert into known_devices (user_id, device_hash, session_id) select id, 'device', gen_random_uuid() from users where username = 'Ana';
  insert into one_time_tokens (kind, user_id, token_hash, expires_at)
    select 'recovery', id, 'token', now() + interval '1 hour' from users where username = 'Ana';
  insert into signing_keys (kid, public_jwk, private_key) values ('key', '{}', 'key');
  insert into api_keys (user_id, name, prefix, key_hash, scopes, expires_at)
    select id, 'Chave', 'pk_1234', sha256('key'), '{read}', now() + interval '1 day' from users where username = 'Ana';
  insert into access_records (at, address, action) values (now(), '192.0.2.1', 'login');
  insert into barred_addresses (address_hash, expires_at) values ('address', now() + interval '1 day');
  insert into rate_limits (key, points) values ('limit', 1);
  insert into backups (bytes, file) values (1, 'backup.tar');
  insert into replication_heartbeat (timeline, at) values ('1', now());

  insert into images (hash, width, height, color, bytes) values (repeat('a', 32), 1, 1, '#000000', 1);
  insert into barred_pictures (hash) values (repeat('b', 32));
  insert into tags (name, folded, slug) values ('E-mail', 'email', 'e-mail'), ('Textos', 'texto', 'textos');
  insert into prompts (user_id, llm_type_id, title, content, image_hash, search, tag_ids)
    select id, 1, title, 'Um texto de antes', repeat('a', 32), '', '{1, 2}'
    from users, unnest(array[E'Um xilo\\u200bfone por e-mail', 'Em revisão', 'O que some']) title where username = 'Ana';
  update prompts set content = 'Um texto mudado' where id = 1;
  update prompts set hidden_at = now() where id = 3;
  insert into remixes (prompt_id, source_id, root_id) values (2, 1, 1);
  insert into recent_views (prompt_id, visitor) values (1, 'visitor');
  insert into search_words (word, spelling, prompts) values ('texto', 'texto', 1);
  insert into likes (user_id, prompt_id) select id, 1 from users;
  insert into favorites (user_id, prompt_id) select id, 1 from users;
  insert into results (prompt_id, version, user_id, model_key, model, outcome, note)
    select 1, 2, id, 'gpt5', 'GPT-5', 'worked', 'Deu certo' from users where username <> 'Ana';
  update users set removed_at = now(), is_blocked = true, blocked_before_removal = false where username = 'Caio';
  update prompt_stats set title_bits = null where prompt_id = 2;

  insert into collections (user_id, title, is_public) select id, 'Boas', true from users where username = 'Ana';
  insert into collection_items (collection_id, prompt_id, position) values (1, 1, 1);
  insert into user_follows (follower_id, user_id)
    select b.id, a.id from users a, users b where a.username = 'Ana' and b.username = 'Beto';
  insert into collection_follows (follower_id, collection_id) select id, 1 from users where username = 'Beto';
  insert into news_mails (user_id) select id from users where username = 'Beto';
  insert into imports (user_id, format, prompts_count) select id, 'json', 1 from users where username = 'Ana';
  insert into imported_prompts (prompt_id, import_id) values (1, 1);

  insert into moderation_cases (prompt_id, author_id, author_username, label, state, snapshot, opened_at, decided_at)
    select 3, id, 'Ana', 'O que some', 'decided', '{}', now(), now() from users where username = 'Ana';
  insert into reports (code, case_id, category, explanation, standing, reporter_id, confirmed_at, target_version)
    select '23456789BC', 1, 'spam', 'É spam', 'anyone', id, now(), '' from users where username = 'Beto';
  insert into decisions (case_id, action, ground, reason, decided_as, decided_by)
    select 1, 'hide', 'spam', 'É spam', 'moderator', id from users where username = 'Beto';
  insert into statements_of_reasons (decision_id) values (1);
  insert into appeals (decision_id, side, text) values (1, 'author', 'Não é');
  insert into moderators (user_id) select id from users where username = 'Beto';
  insert into preserved_prompts (case_id, prompt_id, snapshot) values (1, 3, '{}');
  insert into audit_log (admin_username, action, target_user_id, target_label, prompts_removed)
    select 'Dora', action, case when action <> 'collection_withdrawn' then gen_random_uuid() end, 'Elisa', 2
    from unnest(array['user_deleted', 'collection_withdrawn', 'prompt_hidden']) action;
  insert into daily_counts (day, people, prompts, likes) values (now(), 1, 1, 1);
  insert into site_totals (people, prompts, likes, pictures, picture_bytes, counted_at) values (1, 1, 1, 1, 1, now());
`;
