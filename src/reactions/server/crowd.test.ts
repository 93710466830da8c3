/** A crowd that reacts to one prompt at once: every count is right, and nobody else waits. */
import pLimit from "p-limit";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reactedPrompts } from "#prompts/server/viewer-state.service.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import type { TestApp } from "#tests/support/app.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { openReactions } from "./reactions.service.ts";
import { MAX_WAITING_PER_PROMPT } from "./write-batching.ts";

const USERS = 500;

const site = setUpTestApp();
const { sql } = site;
let author: TestUser;
let crowd: TestUser[];
let viral: number;
let quiet: number;

beforeAll(async () => {
  author = await createUser(site.ctx);
  const inTurn = pLimit(10);
  crowd = await Promise.all(Array.from({ length: USERS }, () => inTurn(() => createUser(site.ctx))));
});
beforeEach(async () => {
  viral = (await publishPrompt(site, author, { title: "O prompt de todo mundo" })).id;
  quiet = (await publishPrompt(site, author, { title: "Um prompt sossegado" })).id;
});

/** The reactions of another process on the same database. */
const openProcess = () => openReactions(site.ctx, reactedPrompts(site.ctx));

const postLike = (user: TestUser, id: number, liked?: boolean) =>
  site.call("POST", `/api/prompts/${id}/like`, user, { liked });
const postFavorite = (user: TestUser, id: number) =>
  site.call("POST", `/api/prompts/${id}/favorite`, user, { favorited: true });

async function counts(id: number) {
  const rows = await sql(
    `select likes_count as counted, (select count(*) from likes where prompt_id = $1) as rows
      from prompt_stats where prompt_id = $1`,
    id,
  );
  return rows[0] as { counted: number; rows: number };
}

const likers = async (id: number) =>
  new Set((await sql("select user_id from likes where prompt_id = $1", id)).map((row) => row.user_id));

const lock = (query: string, id: unknown) => lockRows(site.ctx.pool, query, id);
const lockCount = (id: number) => lock("select from prompt_stats where prompt_id = $1 for update", id);

describe("2,000 likes at once of one prompt, by 500 people", () => {
  test("are all answered rightly, and others are served while none of them can be", async () => {
    // Nothing of the crowd can end before the count is released: who is served meanwhile did not wait for it.
    const count = await lockCount(viral);
    const fans = crowd.slice(0, 300);
    const blocked = crowd.slice(480);
    let answered = 0;
    const callFourTimes = (users: TestUser[], call: (user: TestUser) => ReturnType<TestApp["call"]>) =>
      Promise.all(
        users.flatMap((user) => Array.from({ length: 4 }, () => call(user).finally(() => answered++))),
      );
    const likes = callFourTimes(fans, (user) => postLike(user, viral, true));
    // From here on one of them is being written, so everything else for this prompt waits.
    await untilWaiting(site.ctx.pool);
    const toggles = callFourTimes(crowd.slice(300, 400), (user) => postLike(user, viral));
    const removals = callFourTimes(crowd.slice(400, 480), (user) =>
      site.call("DELETE", `/api/prompts/${viral}/like`, user),
    );
    const refused = callFourTimes(blocked, (user) => postLike(user, viral, true));

    const meanwhile = await Promise.all(
      crowd
        .slice(0, 50)
        .flatMap((user) => [
          postLike(user, quiet, true),
          postFavorite(user, quiet),
          site.call("GET", `/api/prompts/${viral}`, user),
          site.call("GET", "/api/prompts?orderBy=newest"),
        ]),
    );
    expect(new Set(meanwhile.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await counts(quiet)).toEqual({ counted: 50, rows: 50 });
    expect(answered).toBe(0);

    // Blocked while they wait: whether they may react is decided when their turn comes.
    const ids = blocked.map(({ id }) => id);
    await sql("update users set is_blocked = true where id = any($1)", ids);
    await count.release();

    for (const answer of await likes) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json().isLiked).toBe(true);
      expect(answer.json().likesCount).toBeGreaterThan(0);
    }
    const toggled = await toggles;
    expect(new Set(toggled.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    // Each of them switched four times, two of those on.
    for (let first = 0; first < toggled.length; first += 4) {
      const states = toggled.slice(first, first + 4).map((answer) => answer.json().isLiked);
      expect(states.sort()).toEqual([false, false, true, true]);
    }
    for (const answer of await removals) expect(answer.statusCode).toBe(200);
    for (const answer of await refused) {
      expect(answer.statusCode).toBe(403);
      expect(answer.json().code).toBe("user_banned");
    }
    expect(answered).toBe(4 * USERS);
    expect(await likers(viral)).toEqual(new Set(fans.map(({ id }) => id)));
    expect(await counts(viral)).toEqual({ counted: fans.length, rows: fans.length });
  });

  test("of two processes leave count and rows equal", async () => {
    const processes = [openProcess(), openProcess()];
    const users = crowd.slice(0, 100);
    await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        users.map(({ id }, i) =>
          processes[(turn + i) % 2]?.like(id, viral, turn % 3 ? undefined : i % 2 === 0),
        ),
      ).flat(),
    );
    const { counted, rows } = await counts(viral);
    expect(counted).toBe(rows);
  });
});

test("favourites of a crowd are as right", async () => {
  const answers = await Promise.all(
    crowd.slice(0, 400).flatMap((user) => [postFavorite(user, viral), postFavorite(user, viral)]),
  );
  expect(answers.every((answer) => answer.statusCode === 200 && answer.json().isFavorited)).toBe(true);
  expect(await sql("select from favorites where prompt_id = $1", viral)).toHaveLength(400);
});

test("nobody else waits for a user whose row is locked by a removal; that one is refused in the end", async () => {
  const passing = await createUser(site.ctx);
  const { like } = openProcess();
  const removal = await lock("select from users where id = $1 for update", passing.id);
  const count = await lockCount(quiet);
  const users = crowd.slice(100, 200);
  // The first goes alone; the one who is being removed is among those who then are written together.
  const [first, ...rest] = users.map(({ id }) => like(id, quiet, true));
  const refused = like(passing.id, quiet, true).catch((error) => error);
  await untilWaiting(site.ctx.pool);
  await count.release();
  expect((await Promise.all([first, ...rest])).every((answer) => answer?.isLiked)).toBe(true);

  await untilWaiting(site.ctx.pool);
  await removal.client.query("delete from users where id = $1", [passing.id]);
  await removal.release();
  expect(await refused).toMatchObject({ status: 401 });
  const { counted, rows } = await counts(quiet);
  expect(counted).toBe(rows);
});

test("reactions to a prompt that is removed meanwhile are 404", async () => {
  const { id } = await publishPrompt(site, author, { title: "Um prompt que vai embora" });
  const { like, favorite } = openProcess();
  const removal = await lock("select from prompts where id = $1 for update", id);
  const asked = crowd
    .slice(0, 20)
    .flatMap((user, i) => [like(user.id, id, i % 2 ? true : undefined), favorite(user.id, id, true)]);
  const settled = Promise.allSettled(asked);
  await untilWaiting(site.ctx.pool, 2);
  await removal.client.query("delete from prompts where id = $1", [id]);
  await removal.release();
  for (const outcome of await settled) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { status: 404 } });
  }
});

test(`beyond ${MAX_WAITING_PER_PROMPT} waiting reactions to one prompt, 503 with Retry-After; other prompts are not affected`, async () => {
  const { like } = openProcess();
  const count = await lockCount(viral);
  const users = crowd.slice(0, 400);
  const asked = Array.from({ length: MAX_WAITING_PER_PROMPT + 1 }, (_, i) =>
    like(users[i % users.length]?.id ?? "", viral, true),
  );
  await expect(like(author.id, viral, true)).rejects.toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
    message: "Muita gente está reagindo a este prompt agora. Tente novamente em alguns segundos.",
  });
  expect(await like(author.id, quiet, true)).toMatchObject({ isLiked: true });
  await count.release();
  expect((await Promise.all(asked)).every(({ isLiked }) => isLiked)).toBe(true);
  expect(await like(author.id, viral, true)).toMatchObject({ isLiked: true });
});
