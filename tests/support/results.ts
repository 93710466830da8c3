/** "Funcionou?" for API tests: answers to a prompt of each test, and their counts. */
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { setBlocked } from "#accounts/server/account/accounts.service.ts";
import { inTransaction } from "#platform/database/db.ts";
import { setUpTestApp } from "./accounts.ts";
import { publishPrompt } from "./prompts.ts";
import { createUser, type TestUser } from "./users.ts";

/** Prompt and people of a test. */
interface Asked {
  /** Id of the prompt, which is new for each test. */
  id: number;
  author: TestUser;
  /** Four who may answer. */
  people: TestUser[];
}

/** A site for the tests of a file. */
export function setUpResults() {
  const site = setUpTestApp();
  const { sql } = site;
  const asked = {} as Asked;

  /** Somebody with an account that is older than a day. */
  async function member(): Promise<TestUser> {
    const user = await createUser(site.ctx);
    await sql("update users set created_at = now() - interval '2 days' where id = $1", user.id);
    return user;
  }

  beforeAll(async () => {
    asked.author = await member();
    asked.people = [await member(), await member(), await member(), await member()];
  });
  beforeEach(async () => {
    asked.id = (await publishPrompt(site, asked.author, { title: "Para usar" })).id;
  });

  interface Said {
    model?: unknown;
    outcome?: unknown;
    note?: unknown;
    version?: unknown;
    last_edit?: unknown;
  }
  const put = (who: TestUser | null, said: Said = {}, prompt: unknown = asked.id) =>
    site.call("PUT", `/api/prompts/${prompt}/result`, who, { model: "GPT-5", outcome: "worked", ...said });
  const remove = (who: TestUser | null, model = "GPT-5", prompt: unknown = asked.id) =>
    site.call("DELETE", `/api/prompts/${prompt}/result?model=${encodeURIComponent(model)}`, who);
  const cached = async (query = "") =>
    (await site.call("GET", `/api/prompts/${asked.id}/results${query}`)).json();
  async function results(who: TestUser | null = null, query = "") {
    site.ctx.responseCache.clear();
    return (await site.call("GET", `/api/prompts/${asked.id}/results${query}`, who)).json();
  }
  async function counts(prompt = asked.id) {
    const [row] = await sql(
      "select version, answered_count as answered, worked_count as worked from prompt_stats where prompt_id = $1",
      prompt,
    );
    return row;
  }
  const newVersion = () => sql("update prompts set version = version + 1 where id = $1", asked.id);
  const block = (who: TestUser, blocked: boolean) =>
    inTransaction(site.ctx.db, (trx) => setBlocked(trx, who.id, blocked));

  /** Triggers keep the same counts as counting anew gives, for each prompt. */
  afterEach(async () => {
    const drifted = await sql(`
    select s.prompt_id from prompt_stats s join prompts p on p.id = s.prompt_id,
      coalesce(p.results_since, p.version) since, results_of(p.id, since) r
    where (s.version, s.answered_count, s.worked_count, s.last_worked_at)
      is distinct from (since, r.answered, r.worked, r.last_worked)`);
    expect(drifted, "counts that have drifted").toEqual([]);
  });
  return { site, sql, asked, member, put, remove, cached, results, counts, newVersion, block };
}
