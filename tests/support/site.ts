/** The site with built pages, a database of its own and a real SMTP server, reached over the network. */
import { rm } from "node:fs/promises";
import { type Site, startSite } from "#app/server/start.ts";
import { readConfig } from "#platform/config/config.ts";
import { createLogger } from "#platform/log.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { makeTestFolder } from "./folders.ts";
import { freePort } from "./free-port.ts";
import { closedAtEnd } from "./left-open.ts";
import { type SmtpServer, startSmtpServer } from "./smtp.ts";
import { PASSWORD } from "./users.ts";

/** A site with all that screens can show, and an admin whose password is PASSWORD. */
export const EVERYTHING = {
  ADMIN_PASSWORD: PASSWORD,
  COMMUNITY_URL: "https://comunidade.example/convite",
  SOCIAL_URL: "https://social.example/prompteca",
  CONTACT_EMAIL: "oi@prompteca.example",
};

export interface TestSite {
  origin: string;
  database: TestDatabase;
  mails: SmtpServer;
  /** Calls the API over the network. @returns the response's body @throws Error when the call fails */
  post<Answer>(path: string, body: object, token?: string): Promise<Answer>;
  close(): Promise<void>;
}

/** @param env overrides the tests' environment variables */
export const startTestSite = (env: Record<string, string> = {}): Promise<TestSite> =>
  closedAtEnd(() => start(env));

async function start(env: Record<string, string>): Promise<TestSite> {
  const dataDir = await makeTestFolder();
  const database = await createTestDatabase();
  const mails = await startSmtpServer();
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SMTP_URL: mails.url,
    RATE_LIMITS: "off",
    LOG_LEVEL: "silent",
    ...env,
  });
  const site: Site = await startSite(config, createLogger(config.logLevel), "built");
  const origin = `http://localhost:${port}`;
  return {
    origin,
    database,
    mails,
    async post(path, body, token) {
      const answer = await fetch(origin + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return answer.json();
    },
    async close() {
      await site.close();
      await mails.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
