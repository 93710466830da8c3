/** Starts the site: everything it needs, then the server; closes all of it in the opposite order. */
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { startAccountJobs } from "#accounts/server/account-jobs.ts";
import { checkAdminPassword, ensureAdminAccount } from "#accounts/server/users/admin-account.ts";
import { startNightlyBackups } from "#app/operations/backups.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { MAX_CONNECTIONS } from "#platform/http/front.ts";
import { localToken } from "#platform/http/loopback.ts";
import { openMailer } from "#platform/mail.ts";
import { isStorageAway, tryStorage } from "#platform/storage.ts";
import { createShutdown, openContext, type Shutdown } from "./open-context.ts";
import { createServer } from "./server.ts";

export interface Site {
  /** Where people reach it. */
  address: string;
  /** A single-use link with which the admin sets a first password; absent when there is one. */
  adminLink: string | undefined;
  /** What opens `/dev/*` and `/metrics`, where being at this machine is not enough; absent where it opens nothing. */
  localToken: string | undefined;
  /** Stops accepting, finishes what is in flight, writes what waits, stops the database. */
  close(): Promise<void>;
}

/**
 * What a storage refuses now it will refuse for good, above all wrong keys; where it is away for the moment the site starts, and
 * `/readyz` says so.
 */
async function checkStorage({ storage, log }: Pick<Context, "storage" | "log">): Promise<void> {
  await tryStorage(storage).catch((error) => {
    if (!isStorageAway(error)) throw error;
    log.warn({ err: error }, "storage: away, starting without it");
  });
}

/**
 * @param pages built by `npm run build`, or live from Vite while developing
 * @param shutdown told of every part as it opens, for who may have to end a start half way
 * @throws as {@link openContext}, and when the port is taken; everything is closed again then
 */
export async function startSite(
  config: Config,
  log: FastifyBaseLogger,
  pages: "built" | "live",
  shutdown: Shutdown = createShutdown(log),
): Promise<Site> {
  try {
    checkAdminPassword(config);
    // Closed after the jobs: what they still send goes through it.
    const mailer = openMailer(config);
    shutdown.push(() => mailer.close());
    const ctx = await openContext(config, log, shutdown);
    await checkStorage(ctx);
    if (config.demoData) {
      // A site in production never loads them.
      const { plantDemoData } = await import("#seeds/demo.ts");
      await plantDemoData(ctx);
    }
    const adminLink = await ensureAdminAccount(ctx);
    await startAccountJobs(ctx, mailer);
    shutdown.push(await startNightlyBackups(ctx));
    const state = { ending: false };
    const app = await createServer(ctx, pages, state);
    shutdown.push(() => app.close());
    const address = await app.listen({ port: config.port, host: config.host, backlog: MAX_CONNECTIONS });
    shutdown.push(async () => {
      state.ending = true;
      await delay(config.drainSeconds * 1000);
    });
    return {
      address: config.port === 0 ? address : config.publicUrl,
      adminLink,
      localToken: config.production && config.metricsToken ? undefined : localToken(ctx),
      close: shutdown.run,
    };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}
