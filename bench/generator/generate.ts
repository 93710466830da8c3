/**
 * Fills an empty site with so many prompts, for benchmarks: users, texts from the demo prompts, likes by a power law.
 *
 * PostgreSQL makes the rows itself, in one transaction with foreign keys, checks, unique indexes and triggers on, so a
 * run that fails leaves nothing. The random numbers have a fixed seed; times count back from now.
 */
import type { ClientBase } from "pg";
import { hashPassword } from "#accounts/server/passwords/password-hash.ts";
import { foldText } from "#language/fold.ts";
import { saveImage } from "#media/server/images.service.ts";
import { prepareOwnPicture } from "#media/server/images.uploads.ts";
import type { Context } from "#platform/context.ts";
import { inTransaction, liftTimeouts } from "#platform/database/db.ts";
import { personas } from "#seeds/personas.ts";
import { prompts as demoPrompts, readPicture } from "#seeds/prompts.ts";
import { insertRemixes } from "./remixes.ts";
import { insertResults } from "./results.ts";
import { SEARCH_WORDS, STEMS } from "./search-words.ts";
import { insertVersions, VERSIONS } from "./versions.ts";

/** The password of every user, so that benchmarks can log in. Never publish a generated site. */
export const GENERATED_PASSWORD = "jabuticaba-azul-42";

/** Pictures of demo prompts that the generated ones share. */
const PICTURES = 24;
/** Prompts of one statement: triggers run once for each statement, and its rows stay in memory until they have. */
const PROMPT_BATCH = 10_000;
const REACTION_BATCH = 100_000;

const TABLES =
  "users, username_claims, prompts, prompt_stats, prompt_versions, likes, favorites, results, collections, collection_items, tags, tag_news, remixes";

/** Tags, by Zipf's law: the most common one is on some 7% of all prompts. */
const TAGS = 5000;
/** Tags of each prompt; some have the same one twice, which is one. */
const TAGS_EACH = 2;

/** Share of the prompts with a search word that have it in their titles too. */
const TITLED = 0.1;
/** Cumulated shares of the tools in percent: the first tool has 34, the next 7, and so on. */
const TOOL_SHARES = [0, 34, 41, 56, 62, 70, 82, 84, 90, 90.4, 91.4, 94.4, 95.6, 98.6];

/** Functions of this session alone. */
const FUNCTIONS = `
  -- Zipf's law: the n-th of a list comes about 1/n as often as the first.
  create function pg_temp.pick(list text[]) returns text language sql as
    $$ select list[least(cardinality(list), floor((cardinality(list) + 1) ^ random())::int)] $$;

  -- One of 100,000 names that no list has: they make the vocabulary as long as a real site's.
  create function pg_temp.invented_name() returns text language sql as
    $$ select initcap(translate(lpad(floor(100000 * random())::text, 5, '0'), '0123456789', 'aeioubrlmt')) $$;

  -- Some 600 characters in the middle, 5,000 at most; the sum of three is about normally distributed.
  create function pg_temp.content(sentences text[]) returns text language sql as
    $$ select string_agg(pg_temp.pick(sentences), e'\\n')
      from generate_series(1, 1 + (7 * exp(1.4 * (random() + random() + random() - 1.5)))::int) $$;

  -- Of each prompt, its own.
  create function pg_temp.search_words(sentences text[], shares float[], prompt int) returns text language sql as
    $$ select string_agg(sentence, ' ') from unnest(sentences, shares) as word (sentence, share)
      where random() < share $$;

  -- A version 4 UUID by its form.
  create function pg_temp.user_id(number bigint) returns uuid language sql immutable as
    $$ select overlay(overlay(md5('user ' || number) placing '4' from 13) placing '8' from 17)::uuid $$;
`;

/**
 * @param options.pictures how many pictures the prompts share
 * @param report is told what was done; what it throws ends the run
 * @throws Error where anybody has an account
 */
export async function generate(
  ctx: Pick<Context, "db" | "direct" | "storage">,
  { prompts, pictures = PICTURES }: { prompts: number; pictures?: number },
  report: (line: string) => void,
): Promise<void> {
  if (await ctx.db.selectFrom("users").select("id").limit(1).executeTakeFirst()) {
    throw new Error(
      "This database has users already, so nothing was generated: a real site must never be filled. " +
        "Name another folder with --data, or an empty database in DATABASE_URL.",
    );
  }
  const images = await savePictures(ctx, pictures);
  report(`pictures: ${images.length}`);
  const client = await ctx.direct.connect();
  try {
    await liftTimeouts(client);
    // Memory for indexes and sorting, for this session alone.
    await client.query("set maintenance_work_mem = '512MB'; set work_mem = '128MB'");
    await client.query("begin; select setseed(0.5)");
    await client.query(FUNCTIONS);
    await insertRows(client, prompts, images, report);
    await client.query("commit");
    // Likes and counts were updates of one transaction: their dead rows take as much space as the live ones.
    await client.query("vacuum (full) prompt_stats, llm_types");
    await client.query(`vacuum (analyze) ${TABLES}, images, llm_types`);
  } finally {
    // Without its connection a transaction is rolled back.
    client.release(true);
  }
}

/** Stores pictures of demo prompts. @returns their hashes */
async function savePictures(ctx: Pick<Context, "db" | "storage">, count: number): Promise<string[]> {
  const hashes: string[] = [];
  for (const prompt of demoPrompts.slice(0, count)) {
    const picture = await prepareOwnPicture(await readPicture(prompt), prompt.title);
    await inTransaction(ctx.db, (trx) => saveImage(trx, ctx.storage, picture));
    hashes.push(picture.hash);
  }
  return hashes;
}

async function insertRows(
  client: ClientBase,
  prompts: number,
  images: string[],
  report: (line: string) => void,
): Promise<void> {
  // Unique indexes are rules and stay; the others are made again at the end, which is faster.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any(string_to_array($1, ', ')::regclass[]) and not indisunique`,
    [TABLES],
  );
  await client.query(`drop index ${indexes.map(({ name }) => name).join(", ")}`);
  const users = await insertUsers(client, prompts);
  report(`users: ${users}`);
  await insertTags(client);
  await insertPrompts(client, prompts, users, images, report);
  await insertVersions(client, prompts, report);
  await insertReactions(client, prompts, users, report);
  await insertCollections(client, prompts, users, report);
  await insertResults(client, prompts, users, report);
  // Last: it draws numbers, and what came before has always had the same.
  await insertRemixes(client, prompts, report);
  for (const { name, definition } of indexes) {
    await client.query(definition);
    report(`index: ${name}`);
  }
}

/** Tags with invented names; their numbers are those of their commonness. */
async function insertTags(client: ClientBase): Promise<void> {
  await client.query(
    `insert into tags (id, name, folded, slug) overriding system value
    select number, 'Assunto ' || number, 'assunto ' || number, 'assunto-' || number from generate_series(1, $1::int) number`,
    [TAGS],
  );
  await client.query("select setval(pg_get_serial_sequence('tags', 'id'), $1)", [TAGS]);
  await client.query("analyze tags");
}

/** A fifth as many users as prompts, who join in the month before the first prompt. @returns how many */
async function insertUsers(client: ClientBase, prompts: number): Promise<number> {
  const users = Math.max(20, Math.round(prompts / 5));
  await client.query(
    `insert into users (id, email, username, password_hash, created_at)
    select pg_temp.user_id(number), 'pessoa.' || number || '@dados.prompteca.local',
      ($2::text[])[1 + number % cardinality($2)] || ' ' || number, $3,
      now() - interval '37 months' + random() * interval '1 month'
    from generate_series(0, $1::int - 1) as number`,
    [users, personas.map(({ username }) => username), await hashPassword(GENERATED_PASSWORD, "")],
  );
  await client.query(
    "insert into username_claims (username_key, email) select fold(username), email from users",
  );
  // Triggers and foreign keys are planned by the statistics of the tables.
  await client.query("analyze users");
  return users;
}

/** Ever more prompts a day in three years, by a third of the users; the busiest publish thousands of a million. */
async function insertPrompts(
  client: ClientBase,
  prompts: number,
  users: number,
  images: string[],
  report: (line: string) => void,
): Promise<void> {
  const withoutWords = (texts: (string | undefined)[]) =>
    texts.flatMap((text = "") => (text.length < 20 || STEMS.test(foldText(text)) ? [] : [text]));
  const { rare, ...others } = SEARCH_WORDS;
  const words = Object.values(others);
  for (let from = 1; from <= prompts; from += PROMPT_BATCH) {
    const to = Math.min(prompts, from + PROMPT_BATCH - 1);
    await client.query(
      `insert into prompts (user_id, llm_type_id, title, content, description, image_hash, image_alt, search, tag_ids, version,
        version_at, created_at)
      select pg_temp.user_id(floor($4 * 0.35 * random() ^ 2)::bigint), width_bucket(100 * random(), $5::float[]),
        concat_ws(' ', pg_temp.pick($6), pg_temp.invented_name(), (
          select string_agg(word, ' ') from unnest($14::text[]) word
          where random() < $15 and strpos(lower(sentences), word) > 0)),
        concat_ws(e'\\n', pg_temp.content($7), sentences, pg_temp.invented_name(),
          case when number % 100000 = 77 then $10 end),
        case when random() < 0.4 then pg_temp.pick($11) end, pg_temp.pick($12),
        case when random() < 0.6 then pg_temp.pick($13) end, '',
        array(select distinct floor(($17::int + 1) ^ random())::int from generate_series(1, $16::int + 0 * number)), $18,
        now() - random() * interval '3 years' * (1 - (number::float / $3) ^ 0.6),
        now() - interval '3 years' + interval '3 years' * (number::float / $3) ^ 0.6
      from generate_series($1::int, $2::int) as number, pg_temp.search_words($8, $9, number) as sentences`,
      [
        from,
        to,
        prompts,
        users,
        TOOL_SHARES,
        withoutWords(demoPrompts.map(({ title }) => title)),
        withoutWords(demoPrompts.flatMap(({ content }) => content.split(/\n+|(?<=[.!?])\s+/))),
        words.map(({ sentence }) => sentence),
        words.map(({ share }) => share),
        rare.sentence,
        withoutWords(demoPrompts.map(({ description }) => description)),
        images,
        withoutWords(demoPrompts.map(({ alt }) => alt)),
        words.map(({ word }) => word),
        TITLED,
        TAGS_EACH,
        TAGS,
        VERSIONS,
      ],
    );
    report(`prompts: ${to} of ${prompts}`);
  }
  await client.query("analyze prompts, prompt_stats");
}

/**
 * Some ten likes and two favourites for each prompt, by a power law: of a million prompts the first has some 46,000
 * likes, the middle one three. Then views, which are 4 to 40 times as many.
 */
async function insertReactions(
  client: ClientBase,
  prompts: number,
  users: number,
  report: (line: string) => void,
): Promise<void> {
  // Two of five users at most react to a prompt, and to one that is only days old not even those.
  await client.query(
    `create temp table popularity on commit drop as
    select id, created_at, floor($1 * random())::int as first_user, weight / sum(weight) over () as share,
      0.4 * $1 * least(1, extract(epoch from now() - created_at) / extract(epoch from interval '20 days')) as most
    from (select *, (9 + row_number() over (order by random())) ^ -0.9 as weight from prompts) as ranked`,
    [users],
  );
  const batches = Math.ceil(prompts / REACTION_BATCH);
  for (const [table, total] of [
    ["likes", prompts * 10],
    ["favorites", prompts * 2],
  ] as const) {
    for (let batch = 0; batch < batches; batch++) {
      // In the order of the primary key, so that a batch touches each page of it once.
      await client.query(
        `insert into ${table} (user_id, prompt_id, created_at)
        select pg_temp.user_id((first_user + number) % $1::int), id,
          created_at + (now() - created_at) * random() ^ 2
        from popularity, generate_series(1, floor(least(most, share * $2 + random()))::int) as number
        where id % $3 = $4 order by 1, 2`,
        [users, total, batches, batch],
      );
      report(`${table}: ${batch + 1} of ${batches} parts`);
    }
  }
  await client.query("update prompt_stats set views = likes_count * (4 + 36 * random()) + 60 * random()");
}

/** Every fifth user has a collection, two thirds of them public, of some thirty prompts; the first user has one of 200. */
async function insertCollections(
  client: ClientBase,
  prompts: number,
  users: number,
  report: (line: string) => void,
): Promise<void> {
  const { rowCount } = await client.query(
    `insert into collections (user_id, title, is_public)
    select pg_temp.user_id(number), 'Lista ' || number, number % 3 <> 2 from generate_series(0, $1::int - 1, 5) as number
    order by number`,
    [users],
  );
  await client.query(
    `insert into collection_items (collection_id, prompt_id, position, note)
    select id, 1 + (id * 7919 + place * 104729) % $1::int, place, case when place % 3 = 0 then 'Boa para começar.' end
    from (select id, row_number() over (order by id) as place_of from collections) as c,
      generate_series(1, case when place_of = 1 then 200 else 10 + (id % 40)::int end) as place
    on conflict do nothing`,
    [prompts],
  );
  report(`collections: ${rowCount}`);
}
