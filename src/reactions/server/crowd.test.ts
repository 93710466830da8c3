/** One prompt that everybody reacts to at once: right to the last row, and nobody else waits for it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reactedPrompts } from "#prompts/server/viewer-state.service.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { untilWaiting } from "#tests/support/database.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { openReactions } from "./reactions.service.ts";
import { MAX_WAITING_PER_PROMPT } from "./write-batching.ts";

const PEOPLE = 500;

let site: TestApp;
let author: TestUser;
let crowd: TestUser[];
let viral: number;
let quiet: number;

beforeAll(async () => {
  site = await createTestApp();
  author = await createUser(site.ctx);
  crowd = await Promise.all(Array.from({ length: PEOPLE }, () => createUser(site.ctx)));
  [viral, quiet] = [await publish("O prompt de todo mundo"), await publish("Um prompt sossegado")];
}, 120_000);
afterAll(() => site.close());

async function publish(title: string): Promise<number> {
  const answer = await site.app.inject({
    method: "POST",
    url: "/api/prompts",
    headers: { authorization: `Bearer ${author.token}` },
    payload: {
      title,
      content: "Um prompt que muita gente vai curtir.",
      thumbnail_url: await pictureDataUrl(),
      llm_type_id: 1,
    },
  });
  return answer.json().id;
}

function react(
  person: TestUser,
  id: number,
  wanted?: boolean,
  what: "like" | "favorite" = "like",
  method: "POST" | "DELETE" = "POST",
) {
  return site.app.inject({
    method,
    url: `/api/prompts/${id}/${what}`,
    headers: { authorization: `Bearer ${person.token}` },
    ...(wanted !== undefined && { payload: what === "like" ? { liked: wanted } : { favorited: wanted } }),
  });
}

async function counts(id: number) {
  const { rows } = await site.ctx.pool.query(
    `select likes_count as counted, (select count(*) from likes where prompt_id = $1) as rows
      from prompt_stats where prompt_id = $1`,
    [id],
  );
  return rows[0] as { counted: number; rows: number };
}

async function likers(id: number): Promise<Set<string>> {
  const { rows } = await site.ctx.pool.query<{ user_id: string }>(
    "select user_id from likes where prompt_id = $1",
    [id],
  );
  return new Set(rows.map((row) => row.user_id));
}

/** Holds a row as a transaction of another process would, until it is let go. */
async function hold(query: string, values: unknown[]) {
  const client = await site.ctx.pool.connect();
  await client.query("begin");
  await client.query(query, values);
  return {
    client,
    async letGo() {
      await client.query("commit");
      client.release();
    },
  };
}

const holdCount = (id: number) => hold("select from prompt_stats where prompt_id = $1 for update", [id]);

describe("2,000 likes at once of one prompt, by 500 people", () => {
  test("are all answered rightly, and others are served while none of them can be", async () => {
    // Nothing of the crowd can end before the count is let go: who is served meanwhile did not wait for it.
    const count = await holdCount(viral);
    const fans = crowd.slice(0, 300);
    const undecided = crowd.slice(300, 400);
    const leaving = crowd.slice(400, 480);
    const blocked = crowd.slice(480);
    let answered = 0;
    const ask = async (answer: ReturnType<typeof react>) => {
      const { statusCode, body } = await answer;
      answered++;
      return { statusCode, body: JSON.parse(body) };
    };
    const four = <T>(make: () => T) => Array.from({ length: 4 }, make);
    const asked = {
      fans: fans.map((person) => four(() => ask(react(person, viral, true)))),
      undecided: undecided.map((person) => four(() => ask(react(person, viral)))),
      leaving: leaving.map((person) => four(() => ask(react(person, viral, undefined, "like", "DELETE")))),
      blocked: blocked.map((person) => four(() => ask(react(person, viral, true)))),
    };
    await untilWaiting(site.ctx.pool);

    const meanwhile = await Promise.all(
      crowd.slice(0, 50).flatMap((person) => [
        react(person, quiet, true),
        react(person, quiet, true, "favorite"),
        site.app.inject({
          url: `/api/prompts/${viral}`,
          headers: { authorization: `Bearer ${person.token}` },
        }),
        site.app.inject({ url: "/api/prompts?orderBy=newest" }),
      ]),
    );
    expect(meanwhile.map(({ statusCode }) => statusCode)).toEqual(meanwhile.map(() => 200));
    expect(await counts(quiet)).toEqual({ counted: 50, rows: 50 });
    expect(answered).toBe(0);

    // Blocked while they wait: what they wish is looked at when its turn comes.
    const { rowCount } = await site.ctx.pool.query("update users set is_blocked = true where id = any($1)", [
      blocked.map(({ id }) => id),
    ]);
    expect(rowCount).toBe(blocked.length);
    await count.letGo();

    for (const answers of await Promise.all(asked.fans.map((four) => Promise.all(four)))) {
      for (const { statusCode, body } of answers) {
        expect(statusCode).toBe(200);
        expect(body).toMatchObject({ isLiked: true, likesCount: expect.any(Number) });
        expect(body.likesCount).toBeGreaterThan(0);
      }
    }
    for (const answers of await Promise.all(asked.undecided.map((four) => Promise.all(four)))) {
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      expect(answers.filter(({ body }) => body.isLiked)).toHaveLength(2);
    }
    for (const answers of await Promise.all(asked.leaving.map((four) => Promise.all(four)))) {
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    }
    for (const answers of await Promise.all(asked.blocked.map((four) => Promise.all(four)))) {
      for (const { statusCode, body } of answers) {
        expect({ statusCode, code: body.code }).toEqual({ statusCode: 403, code: "user_banned" });
      }
    }
    expect(answered).toBe(4 * PEOPLE);
    expect(await likers(viral)).toEqual(new Set(fans.map(({ id }) => id)));
    expect(await counts(viral)).toEqual({ counted: fans.length, rows: fans.length });
  }, 60_000);

  test("of two processes leave count and rows equal", async () => {
    const processes = [
      openReactions(site.ctx, reactedPrompts(site.ctx)),
      openReactions(site.ctx, reactedPrompts(site.ctx)),
    ];
    const people = crowd.slice(0, 100);
    await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        people.map(({ id }, i) =>
          processes[(turn + i) % 2]?.like(id, viral, turn % 3 ? undefined : i % 2 === 0),
        ),
      ).flat(),
    );
    const { counted, rows } = await counts(viral);
    expect(counted).toBe(rows);
  }, 60_000);
});

test("favourites of a crowd are as right", async () => {
  const answers = await Promise.all(
    crowd
      .slice(0, 400)
      .flatMap((person) => [react(person, viral, true, "favorite"), react(person, viral, true, "favorite")]),
  );
  expect(answers.every((answer) => answer.statusCode === 200 && answer.json().isFavorited)).toBe(true);
  const { rows } = await site.ctx.pool.query("select count(*) as n from favorites where prompt_id = $1", [
    viral,
  ]);
  expect(rows).toEqual([{ n: 400 }]);
});

test("somebody who is being removed is waited for by nobody else, and refused in the end", async () => {
  const passing = await createUser(site.ctx);
  const { like } = openReactions(site.ctx, reactedPrompts(site.ctx));
  const removal = await hold("select from users where id = $1 for update", [passing.id]);
  const count = await holdCount(quiet);
  const people = crowd.slice(100, 200);
  // The first goes alone; the one who is being removed is among those who then are written together.
  const [first, ...rest] = people.map(({ id }) => like(id, quiet, true));
  const refused = like(passing.id, quiet, true).catch((error) => error);
  await untilWaiting(site.ctx.pool);
  await count.letGo();
  expect((await Promise.all([first, ...rest])).every((answer) => answer?.isLiked)).toBe(true);

  await untilWaiting(site.ctx.pool);
  await removal.client.query("delete from users where id = $1", [passing.id]);
  await removal.letGo();
  expect(await refused).toMatchObject({ status: 401 });
  const { counted, rows } = await counts(quiet);
  expect(counted).toBe(rows);
});

test("wishes for a prompt that is removed meanwhile find none", async () => {
  const id = await publish("Um prompt que vai embora");
  const { like, favorite } = openReactions(site.ctx, reactedPrompts(site.ctx));
  const removal = await hold("select from prompts where id = $1 for update", [id]);
  const asked = crowd
    .slice(0, 20)
    .flatMap((person, i) => [like(person.id, id, i % 2 ? true : undefined), favorite(person.id, id, true)]);
  const settled = Promise.allSettled(asked);
  await untilWaiting(site.ctx.pool, 2);
  await removal.client.query("delete from prompts where id = $1", [id]);
  await removal.letGo();
  for (const outcome of await settled) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { status: 404 } });
  }
});

test(`beyond ${MAX_WAITING_PER_PROMPT} who wait for one prompt, the next is told when to come back; others are not`, async () => {
  const { like } = openReactions(site.ctx, reactedPrompts(site.ctx));
  const count = await holdCount(viral);
  const people = crowd.slice(0, 400);
  const asked = Array.from({ length: MAX_WAITING_PER_PROMPT + 1 }, (_, i) =>
    like(people[i % people.length]?.id ?? "", viral, true),
  );
  await expect(like(author.id, viral, true)).rejects.toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
    message: "Muita gente está reagindo a este prompt agora. Tente novamente em alguns segundos.",
  });
  expect(await like(author.id, quiet, true)).toMatchObject({ isLiked: true });
  await count.letGo();
  expect((await Promise.all(asked)).every(({ isLiked }) => isLiked)).toBe(true);
  expect(await like(author.id, viral, true)).toMatchObject({ isLiked: true });
}, 60_000);
