/** Pages of lists in SQL. */
import { type RawBuilder, sql } from "kysely";

/** `after` has the values, in a list's order, of what comes before the page. */
export type Page = { limit: number; offset: number; after?: readonly string[] };

/** @returns a condition: what comes after those values, in descending order of some columns */
export const comesAfter = (columns: readonly RawBuilder<unknown>[], { after }: Pick<Page, "after">) =>
  after ? sql<boolean>`(${sql.join(columns)}) < (${sql.join(after)})` : sql<boolean>`true`;
