/** The order by relevance beside a plain comparison of titles and texts, on random data, however its pages are found. */
import { beforeAll, expect, test } from "vitest";
import type { PromptList } from "#prompts/contract.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { pretendHundredfold } from "#tests/support/large-site.ts";

const PROMPTS = 3000;
/** Words that are no forms of each other, with the shares of titles and of texts that have them. */
const WORDS = [
  ["bambu", 0.3, 0.5],
  ["cedro", 0.1, 0.6],
  ["figo", 0.03, 0.4],
  ["quartzo", 0.02, 0.02],
  ["pinho", 0.6, 0],
] as const;
const LIMIT = 96;
/** One that titles fill, one with both, one of texts alone: for some word or other. */
const PAGES = [1, 2, 3, 4, 7, 10];

const site = setUpTestApp();

beforeAll(async () => {
  const { pool } = site.ctx;
  const drawn = (column: 1 | 2) =>
    WORDS.map((word) => `case when random() < ${word[column]} then '${word[0]}' end`).join();
  await pool.query(`
    select setseed(0.25);
    insert into images (hash, width, height, color, bytes) values (repeat('a', 32), 1, 1, '#000000', 1);
    insert into users (email, username) values ('ana@example.com', 'Ana');
    insert into prompts (user_id, llm_type_id, title, content, image_hash)
      select u.id, 1 + (random() < 0.3)::int, concat_ws(' ', 'Vaso', n, ${drawn(1)}), concat_ws(' ', 'Um texto comprido', ${drawn(2)}),
        repeat('a', 32)
      from users u, generate_series(1, ${PROMPTS}) n;
    update prompt_stats set likes_count = 50 * random() ^ 3 where true`);
  await pretendHundredfold(site);
});

/** Ids in the order that the glossary gives, by nothing that searches use. */
async function expected(words: string[], tool: number | "all"): Promise<number[]> {
  const { rows } = await site.ctx.pool.query<{ id: number }>(
    `select id, string_to_array(title, ' ') @> $1 as titled
    from prompts join prompt_stats s on prompt_id = id
    where string_to_array(title || ' ' || content, ' ') @> $1 and ($2::int is null or s.llm_type_id = $2)
    order by titled desc, likes_count desc, s.created_at desc, id desc`,
    [words, tool === "all" ? null : tool],
  );
  return rows.map(({ id }) => id);
}

const SEARCHES = WORDS.flatMap(([one], index) => [
  [one],
  ...WORDS.slice(index + 1).map(([other]) => [one, other]),
]);

test.each(SEARCHES.map((words) => [words.join(" "), words]))(
  "of “%s”, in all tools and in one",
  async (search, words) => {
    for (const tool of ["all", 1, 2] as const) {
      const whole = await expected(words, tool);
      for (const page of PAGES) {
        site.ctx.responseCache.clear();
        const list: PromptList = (
          await site.call(
            "GET",
            `/api/prompts?search=${encodeURIComponent(search)}&llmTypeId=${tool}&limit=${LIMIT}&page=${page}`,
          )
        ).json();
        const ids = list.data.map(({ id }) => id);
        const [from, to] = [(page - 1) * LIMIT, page * LIMIT];
        expect(ids, `tool ${tool}, page ${page}`).toEqual(whole.slice(0, 1000).slice(from, to));
        const { next } = list.pagination;
        if (next === undefined) continue;
        const following = (
          await site.call(
            "GET",
            `/api/prompts?search=${encodeURIComponent(search)}&llmTypeId=${tool}&limit=${LIMIT}&after=${next}`,
          )
        ).json() as PromptList;
        expect(
          following.data.map(({ id }) => id),
          `tool ${tool}, after page ${page}`,
        ).toEqual(whole.slice(to, to + LIMIT));
      }
    }
  },
);
