/** Collects an export's texts from one database snapshot into a spool file, independent of the download's speed. */
import type { Kysely, Transaction } from "kysely";
import {
  selectAccount,
  selectApiKeys,
  selectIdentities,
  selectKnownDevices,
  selectPasskeys,
  selectSessions,
} from "#accounts/server/account/account-data.shared.queries.ts";
import { deviceName } from "#accounts/server/devices/device-name.ts";
import {
  selectFollowsForExport,
  selectForExport,
  selectNewsMail,
} from "#collections/server/collections.shared.queries.ts";
import { selectImportsForExport } from "#exchange/server/imports.shared.queries.ts";
import { slugOf } from "#language/slug.ts";
import { widestKey } from "#media/server/stored-pictures.ts";
import type { Context } from "#platform/context.ts";
import type { DB } from "#platform/database/schema.ts";
import type { RemixSource } from "#prompts/contract.ts";
import {
  type OwnPromptRow,
  selectOwnPrompts,
  selectReactedPrompts,
} from "#prompts/server/own-prompts.shared.queries.ts";
import { selectOldVersions } from "#prompts/server/versions/old-versions.shared.queries.ts";
import { selectResultsOf } from "#results/server/results.shared.queries.ts";
import { type Counts, promptMarkdown } from "./export-texts.ts";
import type { Part, Spool } from "./spool.ts";

/** Rows in memory at a time: prompts have up to 20,000 characters. */
const EXPORT_PAGE_SIZE = 25;

interface TextFile extends Part {
  path: string;
}

export interface PictureFile {
  path: string;
  /** Storage key. */
  key: string;
}

/** The next page of rows, after an id. */
type Rows<Row> = (db: Kysely<DB>, userId: string, after: number, limit: number) => Promise<Row[]>;

/** A later room's records of a user. */
export interface ModerationRecords {
  /** Decisions about the user. */
  decisions: Rows<{ id: number }>;
  /** Reports made by the user. */
  reports: Rows<{ id: number }>;
}

export interface Contents extends Counts {
  texts: TextFile[];
  pictures: PictureFile[];
}

/** Reads everything in one snapshot. @returns undefined when there is no such user */
export async function collectContents(
  ctx: Context,
  userId: string,
  spool: Spool,
  moderation: ModerationRecords,
): Promise<Contents | undefined> {
  return ctx.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((trx) => collect(trx, ctx.config.publicUrl, userId, spool, moderation));
}

async function collect(
  trx: Transaction<DB>,
  site: string,
  userId: string,
  spool: Spool,
  moderation: ModerationRecords,
): Promise<Contents | undefined> {
  const profile = await selectAccount(trx, userId);
  if (!profile) return undefined;
  const texts: TextFile[] = [];
  const pictures = new Map<string, PictureFile>();
  const urlOf = (id: number) => `${site}/prompts/${id}`;
  const credited = (source: RemixSource | null) =>
    source && { title: source.title, author: source.user.username, url: urlOf(source.id) };
  const ownPrompts = () => pages((after) => selectOwnPrompts(trx, userId, after, EXPORT_PAGE_SIZE), idOf);

  /** Prompts with the same picture share a file, named after the first. */
  function pictureOf(picture: { image_hash: string; image_width: number }, name: string): string {
    const known = pictures.get(picture.image_hash);
    if (known) return known.path;
    const path = `imagens/${name}.webp`;
    pictures.set(picture.image_hash, { path, key: widestKey(picture.image_hash, picture.image_width) });
    return path;
  }
  async function* oldVersions() {
    for await (const { id, version } of ownPrompts())
      if (version > 1)
        yield* pages(
          (after) => selectOldVersions(trx, id, after, EXPORT_PAGE_SIZE),
          ({ number }) => number,
        );
  }
  async function write(path: string, body: () => Promise<void>): Promise<void> {
    const start = spool.size;
    await body();
    texts.push({ path, start, end: spool.size });
  }
  /** @returns the number of items */
  async function writeList<Row>(path: string, rows: AsyncIterable<Row>, toItem: (row: Row) => object) {
    let count = 0;
    await write(path, async () => {
      for await (const row of rows) {
        await spool.append(`${count === 0 ? "[" : ","}\n${JSON.stringify(toItem(row), null, 2)}`);
        count += 1;
      }
      await spool.append(count === 0 ? "[]\n" : "\n]\n");
    });
    return count;
  }
  const marked = (path: string, table: "likes" | "favorites") =>
    writeList(
      path,
      pages(
        (after) => selectReactedPrompts(trx, table, userId, after, EXPORT_PAGE_SIZE),
        (row) => row.prompt_id,
      ),
      (row) => ({ ...row, url: urlOf(row.prompt_id) }),
    );

  const sessions = await selectSessions(trx, userId);
  const devices = await selectKnownDevices(trx, userId);
  const passkeys = await selectPasskeys(trx, userId);
  const keys = await selectApiKeys(trx, userId);
  const identities = await selectIdentities(trx, userId);
  const newsMail = await selectNewsMail(trx, userId);
  const imports = await selectImportsForExport(trx, userId);
  await write("conta.json", () =>
    spool.append(
      `${JSON.stringify(
        {
          profile,
          sessions: sessions.map((session) => ({ device: deviceName(session.user_agent), ...session })),
          known_devices: devices,
          linked_accounts: identities,
          passkeys,
          api_keys: keys,
          weekly_mail: newsMail ?? null,
          imports,
        },
        null,
        2,
      )}\n`,
    ),
  );
  const prompts = await writeList("prompts.json", ownPrompts(), (prompt) => {
    const {
      image_hash: _,
      image_width: __,
      llm_type_id: ___,
      tool,
      hidden_at,
      remixed_from,
      ...facts
    } = prompt;
    return {
      ...facts,
      ...(hidden_at && { hidden_at }),
      ...(remixed_from && {
        remixed_from: {
          ...{ direct: credited(remixed_from.direct), root: credited(remixed_from.root) },
          note: remixed_from.note,
        },
      }),
      llm_type: tool,
      image: pictureOf(prompt, nameOf(prompt)),
      url: urlOf(prompt.id),
    };
  });
  const versions = await writeList("versoes.json", oldVersions(), (old) => {
    const { image_hash, image_width, llm_type_id: _, tool, ...facts } = old;
    const name = `${nameOf({ id: old.prompt_id, title: old.title })}-versao-${old.number}`;
    return {
      ...facts,
      llm_type: tool,
      image: image_hash && image_width ? pictureOf({ image_hash, image_width }, name) : null,
      url: `${urlOf(old.prompt_id)}/versoes/${old.number}`,
    };
  });
  const likes = await marked("curtidas.json", "likes");
  const favorites = await marked("favoritos.json", "favorites");
  const results = await writeList(
    "resultados.json",
    pages((after) => selectResultsOf(trx, userId, after, EXPORT_PAGE_SIZE), idOf),
    ({ id: _, counts_from, removed_at, ...row }) => ({
      ...row,
      ...(counts_from && { counts_from }),
      ...(removed_at && { removed_at }),
      url: urlOf(row.prompt_id),
    }),
  );
  const collections = await writeList(
    "colecoes.json",
    pages((after) => selectForExport(trx, userId, after, EXPORT_PAGE_SIZE), idOf),
    ({ items, ...facts }) => ({
      ...facts,
      items: items.map((item) => ({ ...item, url: urlOf(item.prompt_id) })),
    }),
  );
  await writeList(
    "seguindo.json",
    pages((after) => selectFollowsForExport(trx, userId, after, EXPORT_PAGE_SIZE), idOf),
    ({ id: _, ...followed }) => followed,
  );
  const records = (path: string, rows: Rows<{ id: number }>) =>
    writeList(
      path,
      pages((after) => rows(trx, userId, after, EXPORT_PAGE_SIZE), idOf),
      (row) => row,
    );
  const decisions = await records("decisoes.json", moderation.decisions);
  const reports = await records("denuncias.json", moderation.reports);
  for await (const prompt of ownPrompts()) {
    await write(`prompts/${nameOf(prompt)}.md`, () =>
      spool.append(promptMarkdown(prompt, urlOf(prompt.id), pictureOf(prompt, nameOf(prompt)))),
    );
  }
  return {
    texts,
    pictures: [...pictures.values()],
    prompts,
    versions,
    likes,
    favorites,
    results,
    collections,
    decisions,
    reports,
  };
}

const idOf = (row: { id: number }) => row.id;
const nameOf = ({ id, title }: Pick<OwnPromptRow, "id" | "title">) => `${id}-${slugOf(title, "prompt")}`;

/** All rows, fetched page by page. @param keyOf the key after which the next page starts */
async function* pages<Row>(
  select: (after: number) => Promise<Row[]>,
  keyOf: (row: Row) => number,
): AsyncGenerator<Row> {
  let after = 0;
  for (;;) {
    const rows = await select(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_PAGE_SIZE) return;
    after = keyOf(last);
  }
}
