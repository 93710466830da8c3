/** What the rows need to know of the data at hand. */
import { LIBRARY_PAGE_SIZE } from "#prompts/catalog.ts";
import type { Recorder } from "./recorder.ts";

export interface Facts {
  prompts: number;
  /** Of the library, without filters. */
  lastPage: number;
  middlePage: number;
  /** The prompt with the most likes. */
  topId: number;
  /** Ids all over the site, in no order. */
  ids: number[];
}

const IDS = 2000;

export async function readFacts({ ctx }: Recorder): Promise<Facts> {
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
    lastPage,
    middlePage: Math.ceil(lastPage / 2),
    topId: top[0]?.id ?? 1,
    ids: spread.map(({ id }) => id),
  };
}
