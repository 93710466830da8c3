/** Looks by HTTP, SQL and among the files of pictures whether everything acknowledged is there, and nothing is half there. */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type NoticeJob, openNotice } from "#accounts/server/mails/mail-jobs.ts";
import { variantWidths } from "#media/contract.ts";
import { isCover } from "#media/server/covers.ts";
import { deriveSecrets } from "#platform/secrets.ts";
import type { ReceivedMail } from "#tests/support/smtp.ts";
import { IMPORTED, type KnownPrompt, type Ledger, REMIXED } from "./ledger.ts";

/** Subject of the checks: a site, or one of several processes together with what they share. */
export interface Place {
  origin: string;
  mails: { received: readonly ReceivedMail[] };
  database(): Promise<pg.ClientConfig>;
  /** Names of all files of pictures. */
  files(): Promise<string[]>;
  secretKey(): Promise<string>;
}

/** Prompts asked for by HTTP in one check, the newest. */
const ASKED = 100;

export interface Faults {
  /** Acknowledged, and not there. */
  lost: string[];
  /** There in part, or not what its rows say. */
  half: string[];
}

interface Picture {
  hash: string;
  width: number;
}

interface Row extends Picture {
  id: number;
  title: string;
  deleted: boolean;
}

/** Compares counts with the rows; returns a row for each that differs. */
const DRIFT = `
  select 'tool ' || t.id || ' says ' || t.prompts_count as fault from llm_types t
    where prompts_count <> (select count(*) from prompts where llm_type_id = t.id and hidden_at is null)
  union all select 'prompt ' || p.id || ' says ' || coalesce(s.likes_count, -1) || ' likes' from prompts p
    left join prompt_stats s on s.prompt_id = p.id
    where p.hidden_at is null and s.likes_count is distinct from (select count(*) from likes where prompt_id = p.id)
  union all select 'twice: ' || title from prompts group by title having count(*) > 1
  union all select 'remix without its credit: ' || id from prompts
    where content like '%${REMIXED}%' and id not in (select prompt_id from remixes)
  union all select 'import ' || id || ' is not whole' from imports i
    where prompts_count <> (select count(*) from imported_prompts where import_id = i.id)
  union all select 'imported without its import: ' || id from prompts
    where title like '${IMPORTED} %' and id not in (select prompt_id from imported_prompts)
  union all select 'prompt without search document: ' || id from prompts
    where search = '' and hidden_at is null and user_id not in (select user_id from stale_documents)
  union all select 'user without name: ' || email from users u
    where not exists (select from username_claims where username_key = fold(u.username))`;

/** Pictures that a job will look at: files without an owner may wait for one. */
const REMOVALS = `
  select data from pgboss.job where name = 'remove-pictures' and state < 'completed'`;

/** Imported prompts whose link previews a job will draw. */
const PREVIEWS = `
  select jsonb_array_elements_text(data -> 'promptIds')::int as id from pgboss.job
    where name = 'draw-previews' and state < 'completed'`;

/** Pictures' rows without a prompt or an old version. */
const UNUSED = `
  select hash from images where hash not in (select image_hash from prompts)
    and hash not in (select image_hash from prompt_versions where image_hash is not null)`;

/** Pictures of old versions. */
const KEPT = "select distinct hash, width from prompt_versions join images on hash = image_hash";

/** Mails that were not sent yet, with the address of a token's. */
const MAILS = `
  select j.data, coalesce(s.email, u.email) as email from pgboss.job j
    left join one_time_tokens t on t.id::text = j.data ->> 'tokenId'
    left join signups s on s.id = t.signup_id left join users u on u.id = t.user_id
    where j.name = 'mail' and j.state < 'completed'`;

async function connected<T>(place: Place, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(await place.database());
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Nobody may write while this looks. */
export function checkSite(site: Place, ledger: Ledger): Promise<Faults> {
  return connected(site, async (client) => {
    const faults: Faults = { lost: [], half: [] };
    const removals = await client.query<{ data: { pictures: { hash: string }[]; previews: number[] } }>(
      REMOVALS,
    );
    // Before the files: a job may end meanwhile.
    const undrawn = new Set((await client.query<{ id: number }>(PREVIEWS)).rows.map(({ id }) => id));
    const files = new Set(await site.files());
    const { rows } = await client.query<Row>(
      `select prompts.id::int, title, image_hash as hash, width, deleted_at is not null as deleted
        from prompts join images on hash = image_hash`,
    );
    const drift = await client.query<{ fault: string }>(DRIFT);
    faults.half.push(...drift.rows.map(({ fault }) => fault));
    const unused = await client.query<{ hash: string }>(UNUSED);
    const kept = await client.query<Picture>(KEPT);
    const pictures = [...rows, ...kept.rows];
    const previewOf = ({ id }: { id: number }) => `preview-${id}.jpg`;
    checkFiles(
      files,
      {
        owned: [...pictures.flatMap(variantsOf), ...rows.map(previewOf)],
        needed: [...pictures.flatMap(neededOf), ...rows.filter(({ id }) => !undrawn.has(id)).map(previewOf)],
      },
      unused.rows,
      removals.rows,
      faults,
    );
    // What its author may still bring back is gone for everybody, and has its files.
    const byId = new Map(rows.filter(({ deleted }) => !deleted).map((row) => [row.id, row]));
    checkPrompts(ledger, byId, faults);
    checkImports(ledger, byId, faults);
    await checkLikes(client, ledger, faults);
    await checkAccounts(client, site, ledger, faults);
    await askSome(site, ledger, faults);
    await askWithKeys(site, ledger, faults);
    return faults;
  });
}

function variantsOf({ hash, width }: Picture): string[] {
  return variantWidths(width).map((step) => `${hash}-${step}.webp`);
}

/** A cover needs its widest form only: the other widths are made when somebody asks for them. */
const neededOf = (picture: Picture) =>
  isCover(picture.hash) ? variantsOf(picture).slice(-1) : variantsOf(picture);

function checkFiles(
  files: Set<string>,
  wanted: { owned: string[]; needed: string[] },
  unused: { hash: string }[],
  removals: { data: { pictures: { hash: string }[]; previews: number[] } }[],
  faults: Faults,
): void {
  const owned = new Set(wanted.owned);
  for (const key of wanted.needed) if (!files.has(key)) faults.half.push(`no file ${key}`);
  const waiting = new Set(
    removals.flatMap(({ data }) => [
      ...data.pictures.map(({ hash }) => hash),
      ...data.previews.map((id) => `preview-${id}.jpg`),
    ]),
  );
  for (const { hash } of unused) {
    if (!waiting.has(hash)) faults.half.push(`no prompt has the picture ${hash}, and no job removes it`);
  }
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

/** Whether somebody is certainly there. */
const stays = (ledger: Ledger, email: string) => !ledger.accounts.get(email)?.there.has(false);

function checkImports(ledger: Ledger, rows: Map<number, Row>, faults: Faults): void {
  for (const { owner, prompts } of ledger.imports) {
    if (!stays(ledger, owner)) continue;
    for (const [id, title] of prompts)
      if (rows.get(id)?.title !== title) faults.lost.push(`imported prompt ${id} of ${owner}`);
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
  { mails, secretKey }: Place,
  ledger: Ledger,
  faults: Faults,
): Promise<void> {
  const select = async (text: string) =>
    new Set((await client.query<{ email: string }>(text)).rows.map(({ email }) => email));
  const secrets = deriveSecrets(await secretKey());
  const jobs = await client.query<{ data: NoticeJob | { tokenId: string }; email: string | null }>(MAILS);
  const waiting = new Map<string, number>();
  for (const { data, email } of jobs.rows) {
    const to = "noticeId" in data ? openNotice({ secrets }, data).email : email;
    if (to) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  }
  const users = await select("select email from users");
  const signups = await select("select email from signups");
  const received = new Map<string, Set<string>>();
  const first = new Map<string, ReceivedMail>();
  for (const mail of mails.received) {
    for (const email of mail.to) received.set(email, (received.get(email) ?? new Set()).add(mail.messageId));
    const known = first.get(mail.messageId) ?? mail;
    first.set(mail.messageId, known);
    const [one, other] = [known, mail].map(({ to, text, html }) => JSON.stringify([to, text, html]));
    if (one !== other) faults.half.push(`two mails are called ${mail.messageId}`);
  }
  for (const { email, signedUp, there, mails: most, promisedMails } of ledger.accounts.values()) {
    if (!there.has(users.has(email))) faults.lost.push(`${email} is ${users.has(email) ? "back" : "gone"}`);
    const neverCame = !there.has(true) && there.size === 1 && promisedMails === 1;
    if (signedUp && neverCame && !signups.has(email)) faults.lost.push(`sign-up of ${email}`);
    const came = received.get(email)?.size ?? 0;
    if (came > most) faults.half.push(`${came} different mails to ${email}`);
    const missing = promisedMails - came - (waiting.get(email) ?? 0);
    if (missing > 0) faults.lost.push(`${missing} mails to ${email}`);
  }
}

/** Reads the latest acknowledged writes as visitors see them. */
export async function askSome(
  { origin }: Pick<Place, "origin">,
  ledger: Ledger,
  faults: Faults,
): Promise<void> {
  const certain = ({ there }: KnownPrompt) => !there.has(false);
  for (const { id, titles } of [...ledger.prompts.values()].filter(certain).slice(-ASKED)) {
    const answer = await fetch(`${origin}/api/prompts/${id}`);
    const prompt = (await answer.json()) as { title: string; thumbnail_url: string };
    if (!titles.has(prompt.title)) faults.lost.push(`GET /api/prompts/${id}: ${answer.status}`);
    if (!answer.ok) continue;
    for (const url of [prompt.thumbnail_url, `/media/preview-${id}.jpg`]) {
      const picture = await fetch(origin + url);
      if (!(await picture.arrayBuffer()).byteLength || !picture.ok)
        faults.half.push(`GET ${url}: ${picture.status}`);
    }
  }
}

/** Whether the keys that were acknowledged last open something. */
async function askWithKeys({ origin }: Pick<Place, "origin">, ledger: Ledger, faults: Faults): Promise<void> {
  for (const { owner, key } of ledger.keys.filter((known) => stays(ledger, known.owner)).slice(-ASKED)) {
    const { status } = await fetch(`${origin}/api/users/me/favorites`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (status !== 200) faults.lost.push(`key of ${owner}: ${status}`);
  }
}

/**
 * Waits until no job is left, those that were announced for later brought forward; then no file may be without an owner, and no
 * mail may be missing.
 * @param timeout milliseconds: a job of a killed process is taken on after a while
 */
export async function checkSettled(site: Place, ledger: Ledger, timeout: number): Promise<Faults> {
  const deadline = Date.now() + timeout;
  const left = await connected(site, async (client) => {
    for (;;) {
      await client.query(
        "update pgboss.job set start_after = now() where state < 'active' and name in ('mail', 'remove-pictures', 'draw-previews') and start_after > now()",
      );
      const { rows } = await client.query(
        `select name, state, retry_count, started_on, heartbeat_on, start_after, output, now() from pgboss.job
          where state < 'completed' and name in ('mail', 'remove-pictures', 'draw-previews')`,
      );
      const stale = await client.query("select 'documents' as name, user_id from stale_documents");
      const waiting = [...rows, ...stale.rows];
      if (!waiting.length || Date.now() > deadline) return waiting;
      await delay(500);
    }
  });
  const faults = await checkSite(site, ledger);
  faults.half.push(...left.map((job) => `a job that is never done: ${JSON.stringify(job)}`));
  return faults;
}
