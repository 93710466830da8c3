/** Queries without columns: how many rows, or whether any. */
import type { SelectQueryBuilder } from "kysely";

export async function countRows<Tables, From extends keyof Tables>(
  query: SelectQueryBuilder<Tables, From, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number>().as("n")).$castTo<{ n: number }>();
  return (await counted.executeTakeFirstOrThrow()).n;
}

export async function hasRows<Tables, From extends keyof Tables>(
  query: SelectQueryBuilder<Tables, From, object>,
): Promise<boolean> {
  return (
    (await query
      .select(({ lit }) => lit(1).as("one"))
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}
