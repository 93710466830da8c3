/**
 * A report that is being written: it outlasts a reload, and a registration in between. It is often delicate, so it stays in
 * this tab and goes with it. But the mail of a registration opens another tab: who goes to log in finds it there too, for an
 * hour.
 */
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useHistoryState } from "wouter/use-browser-location";
import type { ReportForm, TypedReport } from "#moderation/report-form.ts";
import { keep, type Place, readStored } from "#platform/client/browser-storage.ts";

const STORAGE_KEY = "prompteca-report";
const HANDED_ON_MS = 60 * 60 * 1000;

type Stored = TypedReport & { until?: number };

/** @returns undefined for nothing, and for what another version wrote */
function read(place: Place, empty: TypedReport): TypedReport | undefined {
  try {
    const { until = Number.POSITIVE_INFINITY, ...stored } = JSON.parse(
      readStored(STORAGE_KEY, place) ?? "",
    ) as Stored;
    if (until < Date.now()) {
      keep(STORAGE_KEY, null, place);
      return undefined;
    }
    const texts: Record<string, unknown> = stored;
    return Object.keys(empty).every((name) => typeof texts[name] === "string") ? stored : undefined;
  } catch {
    return undefined;
  }
}

const write = (place: Place, report: Stored) => keep(STORAGE_KEY, JSON.stringify(report), place);

/** Starts the next form about the same thing with what was typed. */
export const keepReportDraft = (report: TypedReport) => write("tab", report);

/** State of the history entry that sending leads to: who mistypes the address need not write everything again. */
export const sentReport = (report: TypedReport) => ({ report });

/** The report that was just sent from this page; undefined on any other way here. */
export const useSentReport = (): TypedReport | undefined =>
  useHistoryState<Partial<ReturnType<typeof sentReport>> | null>()?.report;

/** The reporter goes to log in, or to register. */
export const handOnReportDraft = (report: TypedReport) =>
  write("browser", { ...report, until: Date.now() + HANDED_ON_MS });

/** The report was sent. */
export function forgetReportDraft(): void {
  for (const place of ["tab", "browser"] as const) keep(STORAGE_KEY, null, place);
}

interface Resuming {
  /** False for a form that came back from the server. */
  resumes: boolean;
  /** Whether somebody is logged in: only then is taken up what another tab has handed on. */
  isMember: boolean;
}

/**
 * Keeps typed text, and restores it in a form about the same target.
 * @param start what the form starts with
 */
export function useReportDraft(
  { reset, subscribe, formState }: UseFormReturn<TypedReport, unknown, ReportForm>,
  start: TypedReport,
  { resumes, isMember }: Resuming,
): void {
  const { isDirty } = formState;
  const resume = (draft: TypedReport | undefined) =>
    draft && (!start.address || draft.address === start.address) && reset(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form starts once.
  useEffect(() => {
    if (resumes) resume(read("tab", start));
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => void keepReportDraft(values),
    });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each login.
  useEffect(() => {
    if (resumes && isMember && !isDirty && !read("tab", start)) resume(read("browser", start));
  }, [isMember]);
}
