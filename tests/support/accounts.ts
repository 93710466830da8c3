/**
 * Sites for the tests of a file, with the calls that most of them make; among them a listening one for real sign-in
 * clients, with the unmodified `AuthClient` and an SMTP server.
 */
import { randomBytes } from "node:crypto";
import { AuthClient } from "@supabase/auth-js";
import type { LightMyRequestResponse, RouteOptions } from "fastify";
import type { QueryResult } from "pg";
import { afterAll, beforeAll } from "vitest";
import { DEVICE_HEADER } from "#accounts/device-header.ts";
import { startAccountJobs } from "#accounts/server/account-jobs.ts";
import { forgetPace } from "#accounts/server/mails/asked-mails.ts";
import { openMailer } from "#platform/mail.ts";
import { createTestApp, type TestApp } from "./app.ts";
import { noteRoutes } from "./routes.ts";
import { linkIn, type SmtpServer, startSmtpServer } from "./smtp.ts";
import { PASSWORD } from "./users.ts";

/** Where a call comes from. */
export interface Caller {
  /** IP address; 127.0.0.1 by default. */
  from?: string;
  token?: string;
  /** The device's secret. */
  proof?: string | undefined;
  userAgent?: string;
}

/** The secret of a device that nobody knows yet. */
export const newProof = () => randomBytes(32).toString("base64url");

export interface AccountCalls extends Pick<TestApp, "call"> {
  post(path: string, payload: object, caller?: Caller): Promise<LightMyRequestResponse>;
  /** @param caller.password PASSWORD by default, as in `signUp` */
  logIn(email: string, caller?: Caller & { password?: string }): Promise<LightMyRequestResponse>;
  /** Signs up, even if a mail went to the address a moment ago. */
  signUp(
    email: string,
    username: string,
    caller?: Caller & { password?: string },
  ): Promise<LightMyRequestResponse>;
  /** Spends a mailed token. @param type `email` by default, which accepts every token */
  verify(token: string | null | undefined, type?: string): Promise<LightMyRequestResponse>;
  /** Queries the database. @returns the rows */
  sql(text: string, ...values: unknown[]): Promise<QueryResult["rows"]>;
}

function accountCalls(site: () => TestApp): AccountCalls {
  const post: AccountCalls["post"] = (url, payload, { from, token, proof, userAgent } = {}) =>
    site().app.inject({
      method: "POST",
      url,
      headers: {
        "content-type": "application/json",
        ...(token && { authorization: `Bearer ${token}` }),
        ...(proof !== undefined && { [DEVICE_HEADER]: proof }),
        ...(userAgent && { "user-agent": userAgent }),
      },
      // As text: some payloads hold what the framework would not send.
      payload: JSON.stringify(payload),
      ...(from && { remoteAddress: from }),
    });
  return {
    call: (...all) => site().call(...all),
    post,
    logIn: (email, { password = PASSWORD, ...caller } = {}) =>
      post("/auth/v1/token?grant_type=password", { email, password }, caller),
    async signUp(email, username, { password = PASSWORD, ...caller } = {}) {
      await forgetPace(site().ctx, "confirmation", email, caller.from ?? "127.0.0.1");
      return post("/auth/v1/signup", { email, password, data: { username } }, caller);
    },
    verify: (token_hash, type = "email") => post("/auth/v1/verify", { token_hash, type }),
    sql: async (text, ...values) => (await site().ctx.pool.query(text, values)).rows,
  };
}

/** Opens a site before the tests of a file or a describe(), and closes it after them; its calls may be taken at once. */
function setUp<Site extends TestApp>(open: () => Promise<Site>): Site & AccountCalls {
  let opened: Site | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  const calls = accountCalls(() => opened as Site);
  return new Proxy<Site & AccountCalls>(Object.create(null), {
    get: (_, name) => Reflect.get(name in calls ? calls : (opened ?? {}), name),
  });
}

/**
 * The server with a database of its own, for the tests of a file.
 * @param env as for createTestApp
 * @param note is told each of its routes
 */
export const setUpTestApp = (
  env: Record<string, string> = {},
  note: (route: RouteOptions) => void = () => {},
) => setUp(() => noteRoutes(() => createTestApp(env), note));

/** A listening site that sends mails, for the tests of a file. @param env as for createTestApp */
export const setUpAccountsSite = (env: Record<string, string> = {}) => setUp(() => startAccountsSite(env));

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
