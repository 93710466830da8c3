/** Empty sites to restore backups into, and prompts with pictures to back up. */
import { rm } from "node:fs/promises";
import { onTestFinished } from "vitest";
import { restoreSite } from "#app/operations/backups.ts";
import type { Manifest } from "#platform/backup/manifest.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import type { S3Options } from "#platform/storage/s3.ts";
import type { Storage } from "#platform/storage.ts";
import type { NewPrompt, PromptView } from "#prompts/contract.ts";
import type { TestApp } from "./app.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { makeTestFolder } from "./folders.ts";
import { pictureDataUrl } from "./pictures.ts";
import { publishPrompt } from "./prompts.ts";
import type { TestUser } from "./users.ts";

export interface Place {
  database: TestDatabase;
  dataDir: string;
  storage: Storage;
  /** Restores a backup. @param storage to use in place of the place's own */
  restore(path: string, storage?: Storage): Promise<Manifest>;
}

/** Creates a database without tables and an empty storage, which end with the test. */
export async function emptyPlace(s3?: S3Options): Promise<Place> {
  const database = await createTestDatabase({ empty: true });
  const dataDir = await makeTestFolder();
  onTestFinished(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });
  const own = await openStorage({ dataDir, s3 });
  const restore = (path: string, storage = own) => restoreSite(path, database.connection, storage);
  return { database, dataDir, storage: own, restore };
}

/** Returns the rows of a query. */
export async function select<Row extends object>(
  { pool }: Pick<TestDatabase, "pool">,
  sql: string,
): Promise<Row[]> {
  return (await pool.query<Row>(sql)).rows;
}

/** Publishes a prompt whose texts a backup must escape. Pictures of different colours are different files. */
export async function publishInColor(
  site: TestApp,
  author: TestUser,
  color: string,
  { width = 60, height = 40, ...more }: Partial<NewPrompt> & { width?: number; height?: number } = {},
): Promise<PromptView> {
  return publishPrompt(site, author, {
    title: `Um prompt \\ com\ttudo ${color}`,
    content: "Escreva um poema:\nsobre o mar, \\. e a areia. 😀",
    thumbnail_url: await pictureDataUrl(color, width, height),
    ...more,
  });
}
