/** Fills a database by COPY: all in one transaction, with foreign keys, checks, unique indexes and triggers on. */
import type { ClientBase } from "pg";
import { createRandom } from "#tests/support/random.ts";
import { skewedBelow, zipfPick } from "./chance.ts";
import { copyRows, createProgress, type Report, type Row } from "./copy.ts";
import { createIndexes, dropIndexes, readIndexes } from "./indexes.ts";
import { isPictorial, type Plan } from "./plan.ts";
import { composeTexts } from "./texts.ts";
import { emailOf, idOf, usernameOf } from "./users.ts";
import { countAll, type Totals, verify } from "./verify.ts";

/** Rows of one COPY, and so of one run of the triggers that count. */
const PROMPT_BATCH = 10_000;
/** Large, because each batch goes in by the order of the primary key: fewer batches touch each page of it less often. */
const REACTION_BATCH = 1_000_000;

export const TABLES = ["users", "username_claims", "prompts", "prompt_stats", "likes", "favorites"] as const;

/** The database has people of its own; the message says what to do. */
export class NotEmptyError extends Error {
  override name = "NotEmptyError";
}

/** @throws NotEmptyError where anybody but demo people has an account */
export async function requireNobody(client: Pick<ClientBase, "query">): Promise<void> {
  const { rows } = await client.query("select 1 from users where not is_demo limit 1");
  if (rows.length) {
    throw new NotEmptyError(
      "This database has people already, so nothing was generated: a real site must never be filled. " +
        "Name another folder with --data, or an empty database in DATABASE_URL.",
    );
  }
}

/**
 * Carries a plan out. A run that fails or is killed leaves nothing.
 * @param client with the site's number parser, for itself alone, without limits of time and outside a transaction
 * @param given.hashes of pictures that are stored
 * @param given.passwordHash of everybody
 * @returns how much is there now
 * @throws NotEmptyError; Error when the result is not as planned
 */
export async function load(
  client: ClientBase,
  plan: Plan,
  given: { hashes: readonly string[]; passwordHash: string },
  report: Report,
): Promise<Totals> {
  await client.query("begin");
  try {
    // Memory for the load alone.
    await client.query("set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'");
    await client.query("lock table users in exclusive mode");
    await requireNobody(client);
    const before = await countAll(client);
    const indexesBefore = await readIndexes(client, TABLES);
    const indexes = await dropIndexes(client, TABLES);

    const people = Array.from({ length: plan.people }, (_, i) => idOf(plan.seed, i));
    await loadUsers(client, plan, people, given.passwordHash, report);
    // The triggers and the foreign keys plan by what is known of the tables.
    await client.query("analyze users");
    const firstId = await loadPrompts(client, plan, people, given.hashes, report);
    await client.query("analyze prompts, prompt_stats");
    await loadReactions(client, plan, { table: "likes", counts: plan.likesOf, people, firstId }, report);
    await loadReactions(
      client,
      plan,
      { table: "favorites", counts: plan.favoritesOf, people, firstId },
      report,
    );
    await setViews(client, plan, firstId, report);
    await createIndexes(client, indexes, report);

    report("checking every count");
    const totals = await verify(client, plan, before);
    const indexesNow = await readIndexes(client, TABLES);
    if (JSON.stringify(indexesNow) !== JSON.stringify(indexesBefore)) {
      throw new Error("The indexes are not as they were, nothing was kept.");
    }
    await client.query("commit");
    return totals;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Leaves the tables as a site has them that was cleaned regularly: statistics known, index-only scans possible. */
export async function tidy(client: ClientBase, report: Report): Promise<void> {
  // Likes, views and counts came as updates within one transaction: what it left behind is as large as what counts.
  await client.query("vacuum (full) prompt_stats, llm_types");
  await client.query(`vacuum (analyze) ${TABLES.join(", ")}, images, llm_types`);
  report("vacuumed and analysed");
}

async function loadUsers(
  client: ClientBase,
  plan: Plan,
  people: readonly string[],
  passwordHash: string,
  report: Report,
): Promise<void> {
  const progress = createProgress(report, "people", plan.people);
  function* rows(): Generator<Row> {
    for (let i = 0; i < plan.people; i++) {
      const joined = new Date(plan.joinedAt[i] as number);
      yield [people[i] as string, emailOf(i), usernameOf(i), passwordHash, joined, joined, joined];
    }
  }
  await copyRows(
    client,
    "users (id, email, username, password_hash, email_confirmed_at, created_at, updated_at)",
    rows(),
    progress.one,
  );
  // The database folds, as it does when somebody registers.
  await client.query(
    `insert into username_claims (username_key, email) select fold(username), email from users
    where not is_demo`,
  );
  progress.end();
}

/** @returns the id of the first prompt; the others follow without gaps */
async function loadPrompts(
  client: ClientBase,
  plan: Plan,
  people: readonly string[],
  hashes: readonly string[],
  report: Report,
): Promise<number> {
  const { rows: reserved } = await client.query<{ last: number }>(
    `select setval(name, nextval(name) + $1 - 1) as last
    from (select pg_get_serial_sequence('prompts', 'id')::regclass as name) sequence`,
    [plan.prompts],
  );
  const firstId = (reserved[0]?.last ?? 0) - plan.prompts + 1;
  const progress = createProgress(report, "prompts", plan.prompts);
  function* rows(from: number, to: number): Generator<Row> {
    for (let i = from; i < to; i++) {
      const random = createRandom(`${plan.seed} prompt ${i}`);
      const tool = plan.tool[i] as number;
      const { title, content, description, alt } = composeTexts(random, i, isPictorial(tool));
      yield [
        firstId + i,
        people[plan.author[i] as number] as string,
        tool,
        title,
        content,
        description,
        zipfPick(random, hashes),
        alt,
        // The trigger's; the column only has to be named for its not-null rule.
        "",
        new Date(plan.createdAt[i] as number),
      ];
    }
  }
  for (let from = 0; from < plan.prompts; from += PROMPT_BATCH) {
    await copyRows(
      client,
      "prompts (id, user_id, llm_type_id, title, content, description, image_hash, image_alt, search, created_at)",
      rows(from, Math.min(plan.prompts, from + PROMPT_BATCH)),
      progress.one,
    );
  }
  progress.end();
  return firstId;
}

interface Reactions {
  table: "likes" | "favorites";
  /** How many, by the prompt's number. */
  counts: Uint32Array;
  people: readonly string[];
  firstId: number;
}

async function loadReactions(
  client: ClientBase,
  plan: Plan,
  { table, counts, people, firstId }: Reactions,
  report: Report,
): Promise<void> {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const progress = createProgress(report, table, total);
  const place = placesInOrder(people);
  // Who has reacted to the prompt at hand: its number and one.
  const seen = new Uint32Array(plan.people);

  let keys = new Float64Array(0);
  const person: number[] = [];
  const prompt: number[] = [];
  const at: number[] = [];
  function* rows(): Generator<Row> {
    // By the primary key's order: the place of the person, then the reaction's number within the batch.
    keys = Float64Array.from(person, (who, k) => (place[who] as number) * 2 ** 24 + k).sort();
    for (const key of keys) {
      const k = key % 2 ** 24;
      yield [
        people[person[k] as number] as string,
        firstId + (prompt[k] as number),
        new Date(at[k] as number),
      ];
    }
  }
  async function flush(): Promise<void> {
    await copyRows(client, `${table} (user_id, prompt_id, created_at)`, rows(), progress.one);
    person.length = prompt.length = at.length = 0;
  }

  for (let i = 0; i < plan.prompts; i++) {
    const random = createRandom(`${plan.seed} ${table} ${i}`);
    const created = plan.createdAt[i] as number;
    for (let left = counts[i] as number; left > 0; ) {
      const who = skewedBelow(random, plan.people);
      if (seen[who] === i + 1) continue;
      seen[who] = i + 1;
      left -= 1;
      // Most of them soon after both are there.
      const earliest = Math.max(created, plan.joinedAt[who] as number);
      person.push(who);
      prompt.push(i);
      at.push(Math.floor(earliest + (plan.now - earliest) * random.between(0, 1) ** 2));
    }
    if (person.length >= REACTION_BATCH) await flush();
  }
  if (person.length) await flush();
  progress.end();
}

/** The place of each id among all, in order. */
function placesInOrder(ids: readonly string[]): Uint32Array {
  const places = new Uint32Array(ids.length);
  ids
    .map((id, i) => ({ id, i }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .forEach(({ i }, rank) => {
      places[i] = rank;
    });
  return places;
}

async function setViews(client: ClientBase, plan: Plan, firstId: number, report: Report): Promise<void> {
  await client.query(
    `update prompt_stats set views = counted.n
    from unnest($1::bigint[]) with ordinality as counted (n, place)
    where prompt_id = $2 + counted.place - 1`,
    [[...plan.viewsOf], firstId],
  );
  report("views set");
}
