/** Looks by HTTP, SQL and in the folder of pictures whether everything acknowledged is there, and nothing is half there. */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { variantWidths } from "#media/contract.ts";
import { runningPostgres } from "#platform/postgres/postgres.ts";
import { mediaFiles } from "#tests/support/media-files.ts";
import type { KnownPrompt, Ledger } from "./ledger.ts";
import type { CrashSite } from "./site.ts";

/** Prompts asked for by HTTP in one check, the newest. */
const ASKED = 100;

export interface Faults {
  /** Acknowledged, and not there. */
  lost: string[];
  /** There in part, or not what its rows say. */
  half: string[];
}

interface Row {
  id: number;
  title: string;
  hash: string;
  width: number;
}

/** What counts say and what there is; a row for each that differs. */
const DRIFT = `
  select 'tool ' || t.id || ' says ' || t.prompts_count as fault from llm_types t
    where prompts_count <> (select count(*) from prompts where llm_type_id = t.id)
  union all select 'prompt ' || p.id || ' says ' || coalesce(s.likes_count, -1) || ' likes' from prompts p
    left join prompt_stats s on s.prompt_id = p.id
    where s.likes_count is distinct from (select count(*) from likes where prompt_id = p.id)
  union all select 'twice: ' || title from prompts group by title having count(*) > 1
  union all select 'prompt without search document: ' || id from prompts where search = ''
  union all select 'user without name: ' || email from users u
    where not exists (select from username_claims where username_key = fold(u.username))`;

/** Pictures that a job will look at: files without an owner may wait for one. */
const REMOVALS = `
  select data from pgboss.job where name = 'remove-pictures' and state < 'completed'`;

async function connected<T>(site: CrashSite, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(await runningPostgres(join(site.dataDir, "postgres")));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Nobody may write while this looks. */
export function checkSite(site: CrashSite, ledger: Ledger): Promise<Faults> {
  return connected(site, async (client) => {
    const faults: Faults = { lost: [], half: [] };
    const removals = await client.query<{ data: { pictures: { hash: string }[]; previews: number[] } }>(
      REMOVALS,
    );
    const files = new Set(await mediaFiles(site.dataDir));
    const { rows } = await client.query<Row>(
      `select prompts.id::int, title, image_hash as hash, width from prompts join images on hash = image_hash`,
    );
    const drift = await client.query<{ fault: string }>(DRIFT);
    faults.half.push(...drift.rows.map(({ fault }) => fault));
    checkFiles(files, rows, removals.rows, faults);
    checkPrompts(ledger, new Map(rows.map((row) => [row.id, row])), faults);
    await checkLikes(client, ledger, faults);
    await checkAccounts(client, site, ledger, faults);
    await askSome(site, ledger, faults);
    return faults;
  });
}

function filesOf({ id, hash, width }: Row): string[] {
  return [`preview-${id}.jpg`, ...variantWidths(width).map((step) => `${hash}-${step}.webp`)];
}

function checkFiles(
  files: Set<string>,
  rows: Row[],
  removals: { data: { pictures: { hash: string }[]; previews: number[] } }[],
  faults: Faults,
): void {
  const owned = new Set(rows.flatMap(filesOf));
  for (const key of owned) if (!files.has(key)) faults.half.push(`no file ${key}`);
  const waiting = new Set(
    removals.flatMap(({ data }) => [
      ...data.pictures.map(({ hash }) => hash),
      ...data.previews.map((id) => `preview-${id}.jpg`),
    ]),
  );
  for (const key of files) {
    if (owned.has(key) || waiting.has(key) || waiting.has(key.slice(0, 32))) continue;
    faults.half.push(`nobody owns ${key}, and no job removes it`);
  }
}

function checkPrompts(ledger: Ledger, rows: Map<number, Row>, faults: Faults): void {
  for (const { id, there, titles } of ledger.prompts.values()) {
    const row = rows.get(id);
    if (!there.has(row !== undefined)) faults.lost.push(`prompt ${id} is ${row ? "back" : "gone"}`);
    if (row && !titles.has(row.title)) faults.lost.push(`prompt ${id} is called ${row.title}`);
  }
}

async function checkLikes(client: pg.Client, ledger: Ledger, faults: Faults): Promise<void> {
  const { rows } = await client.query<{ key: string }>(
    "select email || ' ' || prompt_id as key from likes join users on users.id = user_id",
  );
  const likes = new Set(rows.map(({ key }) => key));
  const { rows: people } = await client.query<{ email: string }>("select email from users");
  const emails = new Set(people.map(({ email }) => email));
  const { rows: prompts } = await client.query<{ id: number }>("select id::int from prompts");
  const ids = new Set(prompts.map(({ id }) => id));
  for (const [key, possible] of ledger.likes) {
    const [email = "", id] = key.split(" ");
    if (!emails.has(email) || !ids.has(Number(id))) continue;
    if (!possible.has(likes.has(key))) faults.lost.push(`like ${key}: ${likes.has(key)}`);
  }
}

async function checkAccounts(
  client: pg.Client,
  { mails }: CrashSite,
  ledger: Ledger,
  faults: Faults,
): Promise<void> {
  const select = async (text: string) =>
    new Set((await client.query<{ email: string }>(text)).rows.map(({ email }) => email));
  const waiting = await client.query("select from pgboss.job where name = 'mail' and state < 'completed'");
  const users = await select("select email from users");
  const signups = await select("select email from signups");
  const received = new Map<string, Set<string>>();
  for (const { to, messageId } of mails.received) {
    for (const email of to) received.set(email, (received.get(email) ?? new Set()).add(messageId));
  }
  let missing = 0;
  for (const { email, signedUp, there, mails: most, promisedMails } of ledger.accounts.values()) {
    if (!there.has(users.has(email))) faults.lost.push(`${email} is ${users.has(email) ? "back" : "gone"}`);
    const neverCame = !there.has(true) && there.size === 1 && promisedMails === 1;
    if (signedUp && neverCame && !signups.has(email)) faults.lost.push(`sign-up of ${email}`);
    const came = received.get(email)?.size ?? 0;
    if (came > most) faults.half.push(`${came} different mails to ${email}`);
    missing += Math.max(0, promisedMails - came);
  }
  if (missing > (waiting.rowCount ?? 0)) faults.lost.push(`${missing - (waiting.rowCount ?? 0)} mails`);
}

/** What was acknowledged last, as visitors see it. */
async function askSome({ origin }: CrashSite, ledger: Ledger, faults: Faults): Promise<void> {
  const certain = ({ there }: KnownPrompt) => !there.has(false);
  for (const { id, titles } of [...ledger.prompts.values()].filter(certain).slice(-ASKED)) {
    const answer = await fetch(`${origin}/api/prompts/${id}`);
    const prompt = (await answer.json()) as { title: string; thumbnail_url: string };
    if (!titles.has(prompt.title)) faults.lost.push(`GET /api/prompts/${id}: ${answer.status}`);
    for (const url of [prompt.thumbnail_url, `/media/preview-${id}.jpg`]) {
      const picture = await fetch(origin + url);
      if (!(await picture.arrayBuffer()).byteLength || !picture.ok)
        faults.half.push(`GET ${url}: ${picture.status}`);
    }
  }
}

/**
 * Waits until no job is left, those that were announced for later brought forward; then no file may be without an owner, and no
 * mail may be missing.
 * @param timeout milliseconds: a job of a killed process is taken on after a while
 */
export async function checkSettled(site: CrashSite, ledger: Ledger, timeout: number): Promise<Faults> {
  const deadline = Date.now() + timeout;
  await connected(site, async (client) => {
    for (;;) {
      await client.query(
        "update pgboss.job set start_after = now() where state < 'active' and name in ('mail', 'remove-pictures') and start_after > now()",
      );
      const { rowCount } = await client.query(
        "select from pgboss.job where state < 'completed' and name in ('mail', 'remove-pictures')",
      );
      if (!rowCount || Date.now() > deadline) return;
      await delay(500);
    }
  });
  return checkSite(site, ledger);
}
