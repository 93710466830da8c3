/** A listening site for real sign-in clients: the unmodified `AuthClient`, and an SMTP server for confirmations. */
import { AuthClient } from "@supabase/auth-js";
import { startAccountJobs } from "#accounts/server/account-jobs.ts";
import { openMailer } from "#platform/mail.ts";
import { createTestApp, type TestApp } from "./app.ts";
import { linkIn, type SmtpServer, startSmtpServer } from "./smtp.ts";

/** An in-memory replacement of a browser's storage, shared by all clients of one browser. */
export interface MemoryStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export function createMemoryStorage(): MemoryStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

export interface AccountsSite extends TestApp {
  /** URL of `/auth/v1`. */
  authUrl: string;
  mails: SmtpServer;
  /** Creates a client, by default with a storage of its own. */
  client(storage?: MemoryStorage): InstanceType<typeof AuthClient>;
  /** Returns the token in the last mail to an address. @param count number of mails to wait for */
  mailedToken(email: string, count?: number): Promise<string>;
}

const STORAGE_KEY = "prompteca-auth";

/** @param env environment variables, as for createTestApp */
export async function startAccountsSite(env: Record<string, string> = {}): Promise<AccountsSite> {
  const mails = await startSmtpServer();
  const site = await createTestApp({ SMTP_URL: mails.url, ...env });
  const mailer = openMailer(site.ctx.config);
  await startAccountJobs(site.ctx, mailer);
  const address = await site.app.listen({ port: 0, host: "127.0.0.1" });
  const authUrl = `${address}/auth/v1`;
  return {
    ...site,
    authUrl,
    mails,
    client: (storage = createMemoryStorage()) =>
      new AuthClient({
        url: authUrl,
        storage,
        storageKey: STORAGE_KEY,
        autoRefreshToken: false,
        persistSession: true,
        detectSessionInUrl: false,
      }),
    async mailedToken(email, count) {
      return linkIn(await mails.waitFor(email, count)).searchParams.get("token_hash") as string;
    },
    async close() {
      await site.close();
      mailer.close();
      await mails.close();
    },
  };
}
