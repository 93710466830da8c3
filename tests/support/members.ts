/** Users and prompts for browser tests, on a site that is reached over the network; logs in without the form. */
import type { Browser, BrowserContextOptions } from "playwright-core";
import { SESSION_KEY } from "#accounts/client/session-storage.ts";
import { createUser } from "#accounts/server/account/accounts.service.ts";
import type { NewPrompt } from "#prompts/contract.ts";
import { type Visitor, visit } from "./browser.ts";
import { pictureDataUrl } from "./pictures.ts";
import type { TestSite } from "./site.ts";
import { hashCheaply, PASSWORD } from "./users.ts";

export interface Member {
  id: string;
  username: string;
  email: string;
  /** Opens another session. @returns the service's response, as browsers store it */
  logIn(): Promise<{ access_token: string }>;
  /** Publishes a prompt, by default for Claude and with a single-coloured picture. @returns its id */
  publish(title: string, content?: string, more?: Partial<NewPrompt>): Promise<number>;
  /** Publishes several prompts, titled `title` and a number from 1. */
  publishMany(count: number, title: string): Promise<void>;
}

/** Returns the e-mail address of a member. */
export const emailOf = (username: string) => `${username.split(" ")[0]?.toLowerCase()}@example.com`;

/** Creates a confirmed user with PASSWORD and an e-mail address derived from the first name. */
export async function createMember(site: TestSite, username: string): Promise<Member> {
  const passwordHash = await hashCheaply(PASSWORD);
  const email = emailOf(username);
  const insert = { username, email, passwordHash };
  const id = await site.database.db.transaction().execute((trx) => createUser(trx, insert));
  if (!id) throw new Error(`${email} has an account already`);
  return memberOf(site, { id, username, email });
}

/** Returns the admin of a site that was started with PASSWORD as `ADMIN_PASSWORD`. */
export async function findAdmin(site: TestSite): Promise<Member> {
  const email = "admin@prompteca.local";
  const { rows } = await site.database.pool.query("select id, username from users where email = $1", [email]);
  return memberOf(site, { ...rows[0], email });
}

function memberOf(site: TestSite, person: Pick<Member, "id" | "username" | "email">): Member {
  const { email } = person;
  const logIn = () =>
    site.post<{ access_token: string }>("/auth/v1/token?grant_type=password", { email, password: PASSWORD });
  const member: Member = {
    ...person,
    logIn,
    async publish(
      title,
      content = "Escreva em português do Brasil, com calma e com exemplos do dia a dia.",
      more = {},
    ) {
      const thumbnail_url = more.thumbnail_url ?? (await pictureDataUrl("#336699", 640, 480));
      const prompt = { title, content, llm_type_id: 6, ...more, thumbnail_url };
      return (await site.post<{ id: number }>("/api/prompts", prompt, (await logIn()).access_token)).id;
    },
    async publishMany(count, title) {
      const first = await member.publish(`${title} 1`);
      await site.database.pool.query(
        `insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
          select user_id, llm_type_id, $1 || ' ' || number, content, image_hash, search
          from prompts, generate_series(2, $2::int) number where id = $3`,
        [title, count, first],
      );
    },
  };
  return member;
}

/** Opens an isolated browser context in which the member is logged in. */
export async function visitAs(
  member: Member,
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const value = JSON.stringify(await member.logIn());
  const localStorage = [{ name: SESSION_KEY, value }];
  return visit(browser, origin, {
    ...options,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
}
