/**
 * `npm run --silent bench:plans -- --data DIR > query-plans.md`: prints the plan of each statement that the site's calls run
 * over a generated site, recorded from the site's own code.
 */
import { parseArgs } from "node:util";
import type { InjectOptions } from "fastify";
import { planText } from "./harness/explain.ts";
import { type Facts, readFacts } from "./harness/facts.ts";
import { openRecorder, type Recorder } from "./harness/recorder.ts";
import { configOf } from "./harness/site.ts";
import { QUESTIONS } from "./rows/growth.ts";

const { values: options } = parseArgs({ options: { data: { type: "string" } } });
if (!options.data) throw new Error("--data DIR: the folder of a generated site");

/** A member's calls beside the lists; favourites last, when there is one. */
async function memberCalls(recorder: Recorder, { ids: [id] }: Facts): Promise<Record<string, InjectOptions>> {
  const [{ id: user, authorization } = { id: "", authorization: "" }] = await recorder.members(1);
  const { rows: authors } = await recorder.ctx.pool.query("select user_id from prompts where id = $1", [id]);
  const headers = { authorization };
  const post = (call: string, payload: object) => ({
    method: "POST" as const,
    url: `/api/prompts/${id}/${call}`,
    payload,
    headers: { ...headers, "user-agent": "Mozilla/5.0" },
  });
  return {
    "library, signed in": { url: "/api/prompts?limit=12", headers },
    "an author's prompts": { url: `/api/users/${authors[0]?.user_id}/prompts` },
    like: post("like", { liked: true }),
    "like taken back": post("like", { liked: false }),
    favourite: post("favorite", { favorited: true }),
    view: post("view", {}),
    "one's favourites": { url: `/api/users/${user}/favorites`, headers },
    "part of the sitemap": { url: "/sitemaps/prompts-1.xml" },
    "feed of one tool": { url: "/feeds/tools/6.xml" },
  };
}

const recorder = await openRecorder(configOf(options.data));
try {
  const facts = await readFacts(recorder);
  console.log(`# Query plans at ${facts.prompts} prompts\n
Each statement that a call runs when nothing is cached, recorded from the site's own code and run as a prepared statement
that has run often. docs/performance.md says what the plans mean.`);
  const lists = Object.entries(QUESTIONS).map(([name, [path]]) => [name, { url: path(facts, 0) }] as const);
  const calls = [...lists, ...Object.entries(await memberCalls(recorder, facts))];
  for (const [name, call] of calls) {
    const { statements } = await recorder.recordCold(call);
    console.log(`\n## ${name}\n\n\`${String(call.url)}\``);
    for (const statement of statements) {
      const plan = await planText(recorder.ctx.pool, statement);
      if (plan) console.log(`\n\`\`\`sql\n${statement.text.trim()}\n\`\`\`\n\n\`\`\`\n${plan}\n\`\`\``);
    }
  }
} finally {
  await recorder.undo();
  await recorder.close();
}
