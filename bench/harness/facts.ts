/** Facts about the data that the rows need. */
import { LIBRARY_PAGE_SIZE } from "#prompts/catalog.ts";
import type { Recorder } from "./recorder.ts";

export type Facts = Awaited<ReturnType<typeof readFacts>>;

const IDS = 2000;

export async function readFacts({ ctx }: Recorder) {
  const { rows: sums } = await ctx.pool.query<{ n: number }>(
    "select sum(prompts_count)::bigint as n from llm_types",
  );
  const prompts = sums[0]?.n ?? 0;
  const { rows: top } = await ctx.pool.query<{ id: number }>(
    "select prompt_id as id from prompt_stats order by likes_count desc limit 1",
  );
  const { rows: spread } = await ctx.pool.query<{ id: number }>(
    `select id from (select id from prompts order by id limit $1) p
    where id % greatest(1, $1 / $2) = 0 order by md5(id::text) limit $2`,
    [prompts, IDS],
  );
  const lastPage = Math.ceil(prompts / LIBRARY_PAGE_SIZE);
  return {
    prompts,
    /** The library's, without filters. */
    lastPage,
    middlePage: Math.ceil(lastPage / 2),
    /** The prompt with the most likes. */
    topId: top[0]?.id ?? 1,
    /** Ids all over the site, in no order. */
    ids: spread.map(({ id }) => id),
  };
}
