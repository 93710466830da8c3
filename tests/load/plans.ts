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

/** What somebody signed in asks beside it. */
async function personalCalls(
  recorder: Recorder,
  { topId, ids }: Facts,
): Promise<Record<string, InjectOptions>> {
  const [member] = await recorder.members(1);
  if (!member) throw new Error("nobody lives here");
  const headers = { authorization: member.authorization };
  const other = `/api/prompts/${ids[0] ?? topId}`;
  return {
    "library, signed in": { url: "/api/prompts?limit=12", headers },
    "an author's prompts": { url: `/api/users/${member.id}/prompts` },
    "one's favourites": { url: `/api/users/${member.id}/favorites`, headers },
    like: { method: "POST", url: `${other}/like`, payload: { liked: true }, headers },
    "like taken back": { method: "POST", url: `${other}/like`, payload: { liked: false }, headers },
    favourite: { method: "POST", url: `${other}/favorite`, payload: { favorited: true }, headers },
    view: { method: "POST", url: `${other}/view`, headers: { "user-agent": "Mozilla/5.0" } },
    "part of the sitemap": { url: "/sitemaps/prompts-1.xml" },
    "feed of one tool": { url: "/feeds/tools/6.xml" },
  };
}

const dedent = (sql: string) => {
  const lines = sql.split("\n").filter((line) => line.trim());
  const depth = Math.min(...lines.slice(1).map((line) => line.search(/\S/)), 40);
  return lines.map((line, index) => (index === 0 ? line.trim() : line.slice(depth))).join("\n");
};

const recorder = await openRecorder(configOf(options.data));
try {
  const facts = await readFacts(recorder);
  const lists = Object.entries(QUESTIONS).map(([name, [path]]) => [name, { url: path(facts, 0) }] as const);
  const calls: (readonly [string, InjectOptions])[] = [
    ...lists,
    ...Object.entries(await personalCalls(recorder, facts)),
  ];
  /** Where a statement, and where a plan of it, stands first. */
  const statementsSeen = new Set<string>();
  const plansSeen = new Map<string, string>();
  const sections: string[] = [];
  for (const [name, call] of calls) {
    // What is kept for a minute is made once before.
    await recorder.record(call);
    recorder.ctx.responseCache.clear();
    const { statements } = await recorder.record(call);
    const parts: string[] = [];
    for (const statement of statements) {
      const { text } = statement;
      const plan = await planText(recorder.ctx.pool, statement);
      if (!plan) continue;
      const shape = text + plan.replace(/\d+(\.\d+)?(kB)?/g, "");
      const before = plansSeen.get(shape);
      if (before) {
        const [buffers = "no buffers"] = plan.match(/(?<=Buffers: shared ).*/) ?? [];
        const [time] = plan.match(/(?<=Execution Time: ).*/) ?? [];
        parts.push(`A statement and plan as under “${before}”: ${buffers}, ${time}.`);
        continue;
      }
      plansSeen.set(shape, name);
      if (!statementsSeen.has(text)) parts.push(`\`\`\`sql\n${dedent(text)}\n\`\`\``);
      statementsSeen.add(text);
      parts.push(`\`\`\`\n${plan}\n\`\`\``);
    }
    const title = `${name[0]?.toUpperCase()}${name.slice(1)}`;
    sections.push([`## ${title}`, `\`${String(call.url)}\``, ...parts].join("\n\n"));
  }
  const introduction = `# Query plans

Each statement that a call runs when nothing is kept, with its plan at ${facts.prompts} prompts: recorded from the site's own code, run as a
prepared statement that has run often. docs/performance.md says what they mean.`;
  console.log([introduction, ...sections].join("\n\n"));
} finally {
  await recorder.undo();
  await recorder.close();
}
