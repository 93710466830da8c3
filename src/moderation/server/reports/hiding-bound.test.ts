/** How much reports can hide before anybody has looked, however many people make them: with the limits on, as in production. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { hasPublished } from "#prompts/server/authoring.queries.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { decide } from "#tests/support/reports.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";

const PROMPTS = 58;
const site = setUpAccountsSite({ RATE_LIMITS: "on" });
let admin: TestUser;
let prompts: number[];

beforeAll(async () => {
  admin = await createAdmin(site.ctx);
  const author = await createUser(site.ctx);
  const first = (await publishPrompt(site, author)).id;
  await site.sql(
    `insert into prompts (user_id, title, content, llm_type_id, image_hash)
      select user_id, title || ' ' || n, content || ' ' || n, llm_type_id, image_hash
      from prompts, generate_series(2, $2::int) n where id = $1`,
    first,
    PROMPTS,
  );
  prompts = (await site.sql("select id from prompts order by id")).map(({ id }) => id);
});

beforeEach(async () => {
  await site.sql("truncate moderation_cases cascade");
  await site.sql("update prompts set hidden_at = null where hidden_at is not null");
});

const hidden = async () =>
  (await site.sql("select id from prompts where hidden_at is not null")).map(({ id }) => id);

/** New accounts, each of a network of its own, that report as many prompts as they can, in turns. @returns how many */
async function attack(count: number): Promise<number> {
  const accounts = await Promise.all(Array.from({ length: count }, () => createUser(site.ctx)));
  let reported = 0;
  for (const [index, target_id] of prompts.entries()) {
    const by = index % count;
    const report = { target_type: "prompt", target_id, category: "child", standing: "anyone" };
    const { statusCode } = await site.post(
      "/api/reports",
      { ...report, explanation: "Tire isto daqui." },
      { token: accounts[by]?.token as string, from: `198.51.${count}.${by + 1}` },
    );
    if (statusCode === 201) reported++;
  }
  return reported;
}

// One person's reports hide three a day, and five an hour are taken from a new account.
test.each([
  [1, 5, 3],
  [2, 10, 6],
  [4, 20, 6],
  [12, 58, 6],
])(
  "%i new accounts from as many networks report %i of 58 prompts, and hide %i",
  async (count, reported, bound) => {
    expect(await attack(count)).toBe(reported);
    expect((await hidden()).length).toBe(bound);
    const [cases] = await site.sql(
      `select count(*)::int as open, count(*) filter (where deadline < now() + interval '2 hours')::int as urgent
      from moderation_cases where state = 'open'`,
    );
    expect(cases).toEqual({ open: reported, urgent: reported });
  },
);

test("each decision of a person makes room for one", async () => {
  await attack(4);
  const [first] = await hidden();
  const next = prompts.at(-1) as number;
  const report = { target_type: "prompt", target_id: next, category: "intimate", standing: "self" };
  const tell = async (from: string) => {
    const { token } = await createUser(site.ctx);
    await site.post("/api/reports", { ...report, explanation: "Sou eu na imagem." }, { token, from });
  };
  await tell("192.0.2.1");
  expect(await hidden()).not.toContain(next);
  await decide(site, admin, first, "keep");
  await tell("192.0.2.2");
  expect(await hidden()).toContain(next);
});

test("what they hide counts against its author only once a person has decided so", async () => {
  await attack(1);
  const [first, second, third] = await hidden();
  const author = (await site.sql("select user_id from prompts limit 1"))[0]?.user_id;
  // Of all prompts, so many count.
  const known = (least: number) => hasPublished(site.ctx.db, author, least);
  expect([await known(PROMPTS), await known(PROMPTS + 1)]).toEqual([true, false]);
  await decide(site, admin, first, "hide");
  await decide(site, admin, second, "keep");
  expect((await hidden()).sort()).toEqual([first, third].sort());
  expect([await known(PROMPTS - 1), await known(PROMPTS)]).toEqual([true, false]);
});

test("reports that arrive together do not pass the bound", async () => {
  const accounts = await Promise.all(Array.from({ length: 12 }, () => createUser(site.ctx)));
  await Promise.all(
    accounts.map(({ token }, index) => {
      const report = {
        target_type: "prompt",
        target_id: prompts[index],
        category: "child",
        standing: "anyone",
      };
      return site.post(
        "/api/reports",
        { ...report, explanation: "Tire isto daqui." },
        { token, from: `192.0.2.${100 + index}` },
      );
    }),
  );
  expect((await hidden()).length).toBe(6);
});
