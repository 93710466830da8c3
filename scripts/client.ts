/** Writes the TypeScript client's calls (client/calls.ts) from the API's OpenAPI document. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateSource } from "oazapfts";
import type { PoolConfig } from "pg";
import { createServer } from "#app/server/server.ts";
import { readConfig } from "#platform/config/config.ts";
import type { Database } from "#platform/database/db.ts";
import { JSON_TYPE } from "#platform/http/problem.ts";
import { openRateLimits } from "#platform/http/rate-limits.ts";
import { openResponseCache } from "#platform/http/response-cache.ts";
import { openJobs } from "#platform/jobs.ts";
import { createLogger } from "#platform/log.ts";
import { deriveSecrets } from "#platform/secrets.ts";
import { openStorage } from "#platform/storage/open-storage.ts";

interface Document {
  servers: unknown[];
  paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
}

/** The API without the calls of people and their sessions alone, which no key opens, or with a mailed link. */
const FOR_PROGRAMS =
  /^\/api\/v1\/(?!(?:account|admin|auth|decisions|moderation|notices|reports|transparency)\b)(?!.*\/by-token$)/;

/** The document as the site publishes it: the routes describe themselves while they are mounted. */
async function readDocument(database: Database, connection: PoolConfig, dataDir: string): Promise<Document> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  const log = createLogger(config.logLevel);
  const jobs = await openJobs(connection, log);
  const context = {
    ...database,
    config,
    log,
    jobs,
    secrets: deriveSecrets("nothing is signed here, whatever this is"),
    storage: await openStorage(config),
    rateLimits: openRateLimits(database.pool, config.rateLimits),
    responseCache: openResponseCache(),
  };
  const app = await createServer({ ...context, publicReads: context }, "none");
  try {
    return (await app.inject("/api/openapi.json")).json();
  } finally {
    await app.close();
    await jobs.stop();
  }
}

/**
 * @param connection the database's, migrated
 * @param dataDir an empty folder
 * @returns the source of client/calls.ts
 */
export async function generateClient(
  database: Database,
  connection: PoolConfig,
  dataDir: string,
): Promise<string> {
  const document = await readDocument(database, connection, dataDir);
  document.servers = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    if (!FOR_PROGRAMS.test(path)) delete document.paths[path];
    // Files are fetched by their address.
    for (const [method, { responses }] of Object.entries(methods))
      if (Object.keys(responses["200"]?.content ?? {}).some((type) => type !== JSON_TYPE))
        delete methods[method];
  }
  const file = join(dataDir, "openapi.json");
  await writeFile(file, JSON.stringify(document));
  const source = await generateSource(file, {
    argumentStyle: "object",
    futureStripLegacyMethods: true,
    useUnknown: true,
  });
  return source.replace(/^\/\*\*[\s\S]*?\*\//, HEAD);
}

const HEAD = `/**
 * The API's calls. Written from its OpenAPI document by oazapfts: npm run db:types
 */`;
