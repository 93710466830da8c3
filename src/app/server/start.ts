/** Starts the site: its context, then the server; closes them in reverse order. */
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { checkAdminPassword, ensureAdminAccount } from "#accounts/server/account/admin-account.ts";
import { startAccountJobs } from "#accounts/server/account-jobs.ts";
import { startNightlyBackups } from "#app/operations/nightly-backups.ts";
import { startNewsMails } from "#collections/server/news-mails/news-mails.jobs.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { localToken } from "#platform/http/loopback.ts";
import { MAX_CONNECTIONS } from "#platform/http/node-server.ts";
import { openMailer } from "#platform/mail.ts";
import { isStorageUnavailable, tryStorage } from "#platform/storage.ts";
import { createShutdown, openContext, type Shutdown } from "./open-context.ts";
import { createServer } from "./server.ts";

export interface Site {
  /** Public URL. */
  address: string;
  /** Single-use link for the admin to set the first password; absent when there is one. */
  adminLink: string | undefined;
  /** Token for `/dev/*` and `/metrics` when a local request does not suffice; absent when not needed. */
  localToken: string | undefined;
  /** Stops accepting, finishes running requests, flushes pending writes, stops the database. */
  close(): Promise<void>;
}

/**
 * Checks the storage. A refusal, above all of wrong keys, is permanent and stops the start; when the storage is unreachable
 * the site starts and `/readyz` reports it.
 */
async function checkStorage({ storage, log }: Pick<Context, "storage" | "log">): Promise<void> {
  await tryStorage(storage).catch((error) => {
    if (!isStorageUnavailable(error)) throw error;
    log.warn({ err: error }, "storage: away, starting without it");
  });
}

/**
 * @param pages built by `npm run build`, or live from Vite in development
 * @param shutdown registers every opened part, so that an interrupted start can be closed
 * @throws as {@link openContext}, and when the port is taken; closes everything then
 */
export async function startSite(
  config: Config,
  log: FastifyBaseLogger,
  pages: "built" | "live",
  shutdown: Shutdown = createShutdown(log),
): Promise<Site> {
  try {
    checkAdminPassword(config);
    // Closed after the jobs, which still send mails.
    const mailer = openMailer(config);
    shutdown.push(() => mailer.close());
    const ctx = await openContext(config, log, shutdown);
    await checkStorage(ctx);
    if (config.demoData) {
      // Production never loads them.
      const { plantDemoData } = await import("#seeds/demo.ts");
      await plantDemoData(ctx);
    }
    const adminLink = await ensureAdminAccount(ctx);
    await startAccountJobs(ctx, mailer);
    await startNewsMails(ctx, mailer);
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
