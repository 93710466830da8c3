/** Tables without a log start empty on a server that takes over from another: nothing may depend on what they held. */
import { beforeAll, expect, test } from "vitest";
import type { BrowserProof } from "#accounts/server/identities/flows.service.ts";
import { openViews } from "#prompts/server/views.service.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { answerFlow, SILENT_ISSUER } from "#tests/support/issuer-flows.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser } from "#tests/support/users.ts";

const READER = { address: "192.0.2.1", agent: "Mozilla/5.0" };
/** A limit's calls in a minute, by one address; the process also remembers callers over the limit. */
const ALLOWED = 30;

const site = setUpTestApp({ RATE_LIMITS: "on", ...SILENT_ISSUER });
let prompt: number;
beforeAll(async () => {
  prompt = (await publishPrompt(site, await createUser(site.ctx))).id;
});

/** How often of so many times the same caller is let through. */
async function allowedOf(calls: number): Promise<number> {
  const body = { username: "Ana Maria", email: "ana@example.com" };
  let allowed = 0;
  for (let number = 0; number < calls; number++) {
    const { statusCode } = await site.call("POST", "/api/auth/check-user-exists", null, body);
    expect([200, 429]).toContain(statusCode);
    if (statusCode === 200) allowed++;
  }
  return allowed;
}

async function goOn({ code, code_verifier }: BrowserProof) {
  const body = { auth_code: code, code_verifier };
  const headers = { "x-supabase-api-version": "2024-01-01" };
  return (await site.call("POST", "/auth/v1/token?grant_type=pkce", null, body, headers)).json();
}

async function visit(): Promise<number> {
  const views = openViews(site.ctx);
  await views.record(prompt, READER, null);
  await views.close();
  const [row] = await site.sql("select views from prompt_stats where prompt_id = $1", prompt);
  return row?.views;
}

test("when all of them are empty, limits count anew, ways from an issuer begin again, a visitor of before counts once more", async () => {
  const tables = await site.sql(
    `select relname as name from pg_class
      where relpersistence = 'u' and relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const names = tables.map(({ name }) => name);
  expect(names, "each is used below").toEqual(["issuer_flows", "rate_limits", "recent_views"]);
  const way = await answerFlow(site.ctx, "ana", "ana@example.com");
  expect((await goOn(way)).code).toBe("signup_incomplete");
  expect(await allowedOf(ALLOWED)).toBe(ALLOWED);
  expect([await visit(), await visit()]).toEqual([1, 1]);

  await site.sql(`truncate ${names.join(", ")}`);
  // Who was on the way from an issuer begins again.
  expect((await goOn(way)).code).toBe("flow_state_not_found");
  expect(await allowedOf(ALLOWED + 1)).toBe(ALLOWED);
  expect([await visit(), await visit()]).toEqual([2, 2]);
});
