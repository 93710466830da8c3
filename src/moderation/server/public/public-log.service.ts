/** The public log of decisions, and yearly figures computed from the same rows. */
import { LRUCache } from "lru-cache";
import {
  FORGOTTEN,
  type Ground,
  HIDING_CATEGORIES,
  type LogEntry,
  type LogQuery,
  MODERATION_PAGE_SIZE,
  type ModerationLog,
  type TargetType,
  type Transparency,
  UNNAMED_CATEGORIES,
} from "#moderation/contract.ts";
import { targetView } from "#moderation/server/cases/target-types.ts";
import type { Context, PublicContext } from "#platform/context.ts";
import { toPage } from "#platform/http/cursors.ts";
import { INTERNAL_CALLER } from "#platform/http/semaphore.ts";
import {
  countAppeals,
  countDecisions,
  countLog,
  countReports,
  measureDecisions,
  selectLog,
} from "./public-log.queries.ts";

const BY = { admin: "admin", moderator: "moderation", automatic: "automatic" } as const;
/** Grounds whose title is part of the harm, whatever the reports said. */
const UNNAMED_GROUNDS: readonly Ground[] = ["child", "explicit", "personal_data", "fake", "hate"];

/** Named by their authors, and by another's prompt. */
const isUnnamed = (type: TargetType) => type === "user" || type === "result";

/** A page of the log, newest first: it names no user, and no prompt where its title ever was the harm. */
export async function readLog(
  { db, responseCache }: Pick<PublicContext, "db" | "responseCache">,
  { page, after, ...filter }: LogQuery,
): Promise<ModerationLog> {
  const range = toPage({ page, limit: MODERATION_PAGE_SIZE, after }, ["id"]);
  const { action = "", category = "" } = filter;
  const { totalCount } = await responseCache.shared(
    `log count ${action} ${category}`,
    async () => ({
      totalCount: await countLog(db, filter),
    }),
    INTERNAL_CALLER,
  );
  if (range.offset >= totalCount) return { entries: [], totalCount };
  const unnamed = { categories: UNNAMED_CATEGORIES, grounds: UNNAMED_GROUNDS };
  const rows = await selectLog(db, filter, unnamed, range);
  const entries = rows.slice(0, MODERATION_PAGE_SIZE).map((row): LogEntry => {
    const { type } = targetView(row);
    return {
      id: row.id,
      created_at: row.created_at.toISOString(),
      action: row.action,
      ground: row.ground,
      category: row.category,
      target_type: type,
      label: isUnnamed(type) || row.is_harm || row.label === FORGOTTEN ? null : row.label,
      automatic: row.decided_as === "automatic",
      overturned: row.overturned_by !== null,
      by: BY[row.decided_as],
    };
  });
  const isMore = after === undefined ? range.offset + rows.length < totalCount : rows.length > entries.length;
  return { entries, totalCount, ...(isMore && { next: `${entries.at(-1)?.id}` }) };
}

/** How long figures are kept, in milliseconds: they read a year's rows. */
const FIGURES_MS = 60_000;

/** Keeps the figures of each year for a minute. */
export function openTransparency(ctx: Pick<Context, "db">): (year: number) => Promise<Transparency> {
  const years = new LRUCache<number, Transparency>({
    max: 100,
    ttl: FIGURES_MS,
    fetchMethod: (year) => readTransparency(ctx, year),
  });
  return (year) => years.forceFetch(year);
}

/** The figures of a year in Brasília, by month and in all. */
export async function readTransparency({ db }: Pick<Context, "db">, year: number): Promise<Transparency> {
  const [reports, decisions, measured, appeals] = await Promise.all([
    countReports(db, year),
    countDecisions(db, year),
    measureDecisions(db, year, HIDING_CATEGORIES),
    countAppeals(db, year),
  ]);
  /** @param month null for the whole year */
  const figuresOf = (month: number | null): Transparency["totals"] => {
    const own = <Row extends { month: number | null }>(rows: Row[]) =>
      rows.filter((row) => row.month === month);
    const by = <Key extends "category" | "standing">(key: Key) =>
      Object.fromEntries(own(reports).flatMap((row) => (row[key] ? [[row[key] as string, row.n]] : [])));
    const [time] = own(measured);
    const [contested] = own(appeals);
    return {
      reports: { by_category: by("category"), by_standing: by("standing") },
      decisions: Object.fromEntries(own(decisions).map(({ action, n }) => [action, n])),
      median_hours: time?.median ?? null,
      urgent: time?.urgent ?? 0,
      urgent_on_time: time?.on_time ?? 0,
      appeals: contested?.appeals ?? 0,
      upheld: contested?.upheld ?? 0,
    };
  };
  const months = Array.from({ length: 12 }, (_, i) => ({ month: i + 1, ...figuresOf(i + 1) }));
  return { year, months, totals: figuresOf(null) };
}
