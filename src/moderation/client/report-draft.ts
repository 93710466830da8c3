/**
 * A report that is being written: it outlasts a reload, and a registration in between. It is often delicate, so it stays in
 * this tab and goes with it. But the mail of a registration opens another tab: who goes to log in finds it there too, for an
 * hour.
 */
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useHistoryState } from "wouter/use-browser-location";
import type { ReportForm, TypedReport } from "#moderation/report-form.ts";

const STORAGE_KEY = "prompteca-report";
const HANDED_ON_MS = 60 * 60 * 1000;

type Stored = TypedReport & { until?: number };

/** Storage may be blocked, full, or hold what another version wrote: then nothing is kept. */
function inStorage<Result>(
  kind: "sessionStorage" | "localStorage",
  work: (storage: Storage) => Result,
): Result | undefined {
  try {
    return work(window[kind]);
  } catch {
    return undefined;
  }
}

const read = (kind: "sessionStorage" | "localStorage", empty: TypedReport): TypedReport | undefined =>
  inStorage(kind, (storage) => {
    const { until = Number.POSITIVE_INFINITY, ...stored } = JSON.parse(
      storage.getItem(STORAGE_KEY) ?? "",
    ) as Stored;
    if (until < Date.now()) {
      storage.removeItem(STORAGE_KEY);
      return undefined;
    }
    const texts: Record<string, unknown> = stored;
    return Object.keys(empty).every((name) => typeof texts[name] === "string") ? stored : undefined;
  });

const write = (kind: "sessionStorage" | "localStorage", report: Stored) =>
  inStorage(kind, (storage) => storage.setItem(STORAGE_KEY, JSON.stringify(report)));

/** Starts the next form about the same thing with what was typed. */
export const keepReportDraft = (report: TypedReport) => write("sessionStorage", report);

/** State of the history entry that sending leads to: who mistypes the address need not write everything again. */
export const sentReport = (report: TypedReport) => ({ report });

/** What was sent from here; undefined on any other way to the page. */
export const useSentReport = (): TypedReport | undefined =>
  useHistoryState<Partial<ReturnType<typeof sentReport>> | null>()?.report;

/** The reporter goes to log in, or to register. */
export const handOnReportDraft = (report: TypedReport) =>
  write("localStorage", { ...report, until: Date.now() + HANDED_ON_MS });

/** The report was sent. */
export function forgetReportDraft(): void {
  for (const kind of ["sessionStorage", "localStorage"] as const)
    inStorage(kind, (storage) => storage.removeItem(STORAGE_KEY));
}

interface Resuming {
  /** False for a form that came back from the server. */
  resumes: boolean;
  /** Whether somebody is logged in: only then is taken up what another tab has handed on. */
  isMember: boolean;
}

/**
 * Keeps what is typed, and puts it back into a form about the same thing.
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
    if (resumes) resume(read("sessionStorage", start));
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => void keepReportDraft(values),
    });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each login.
  useEffect(() => {
    if (resumes && isMember && !isDirty && !read("sessionStorage", start))
      resume(read("localStorage", start));
  }, [isMember]);
}
