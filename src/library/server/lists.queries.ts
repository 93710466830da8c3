/** SQL of the library's lists: they scan an index of `prompt_stats`, then fetch the wide rows of one page. */
import { type Kysely, sql } from "kysely";
import { comesAfter, type Page } from "#platform/database/page.ts";
import type { DB } from "#platform/database/schema.ts";
import type { SortOrder } from "#prompts/contract.ts";
import {
  cursorColumn,
  ORDERS,
  orderBy,
  selectRows,
  selectSorted,
} from "#prompts/server/prompt-rows.queries.ts";
import { matchesFilter, type TaggedFilter } from "./list-filter.queries.ts";

/** A list of the library: its filters and its order. */
export interface OrderedList extends TaggedFilter {
  order: SortOrder;
}

/** A position in a list: the sort values of its prompt, and the number of prompts up to and including it. */
export interface Anchor {
  key: string[];
  position: number;
}

/** A page of a list, scanned from its start or from what comes before the page. */
export function selectPage(db: Kysely<DB>, list: OrderedList, page: Page) {
  const { order } = list;
  const place = sql`prompt_stats s where ${matchesFilter(list)} and ${comesAfter(ORDERS[order], page)}`;
  return selectSorted(db, place, order, page);
}

/** A page of a list, scanned from its end. @param fromEnd number of prompts after the page */
export function selectPageFromEnd(db: Kysely<DB>, list: OrderedList, limit: number, fromEnd: number) {
  const { order } = list;
  return selectRows(
    db,
    sql`select s.prompt_id, -row_number() over (order by ${orderBy(order, "asc")}) as position
      from prompt_stats s where ${matchesFilter(list)}
      order by ${orderBy(order, "asc")} limit ${limit} offset ${fromEnd}`,
    cursorColumn(order),
  );
}

/** Anchors at every `step`-th prompt of a list: one scan of its index. */
export async function selectAnchors(db: Kysely<DB>, list: OrderedList, step: number): Promise<Anchor[]> {
  const key = sql.join(ORDERS[list.order].map((column) => sql`${column}::text`));
  const { rows } = await sql<Anchor>`
    select key, position from (
      select array[${key}] as key, row_number() over (order by ${orderBy(list.order)}) as position
      from prompt_stats s where ${matchesFilter(list)}
    ) s where position % ${step} = 0 order by position
  `.execute(db);
  return rows;
}

/** The prompts with most likes for their age. */
export function selectTrending(db: Kysely<DB>, limit: number) {
  return selectRows(
    db,
    sql`select prompt_id, row_number() over (order by trending desc, prompt_id desc) as position
      from prompt_stats order by trending desc, prompt_id desc limit ${sql.lit(limit)}`,
  );
}
