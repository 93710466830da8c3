/**
 * A report that is being written: it outlasts a reload, and a registration in between. It is often delicate, so it stays in
 * this tab and goes with it.
 */
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useHistoryState } from "wouter/use-browser-location";
import type { ReportForm, TypedReport } from "#moderation/report-form.ts";

const STORAGE_KEY = "prompteca-report";

/** Storage may be blocked, full, or hold what another version wrote: then nothing is kept. */
function inStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}

const readDraft = (empty: TypedReport) =>
  inStorage((storage) => {
    const stored: Record<string, unknown> = JSON.parse(storage.getItem(STORAGE_KEY) ?? "");
    const isWhole = Object.keys(empty).every((name) => typeof stored[name] === "string");
    return isWhole ? (stored as unknown as TypedReport) : undefined;
  });

/** Starts the next form about the same thing with what was typed. */
export const keepReportDraft = (report: TypedReport) =>
  inStorage((storage) => storage.setItem(STORAGE_KEY, JSON.stringify(report)));

/** State of the history entry that sending leads to: who mistypes the address need not write everything again. */
export const sentReport = (report: TypedReport) => ({ report });

/** What was sent from here; undefined on any other way to the page. */
export const useSentReport = (): TypedReport | undefined =>
  useHistoryState<Partial<ReturnType<typeof sentReport>> | null>()?.report;

/** The report was sent. */
export const forgetReportDraft = () => inStorage((storage) => storage.removeItem(STORAGE_KEY));

/**
 * Keeps what is typed, and puts it back into a form about the same thing.
 * @param start what the form starts with
 * @param resumes false for a form that came back from the server
 */
export function useReportDraft(
  { reset, subscribe }: UseFormReturn<TypedReport, unknown, ReportForm>,
  start: TypedReport,
  resumes: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form starts once.
  useEffect(() => {
    const draft = resumes ? readDraft(start) : undefined;
    if (draft && (!start.address || draft.address === start.address)) reset(draft);
    return subscribe({ formState: { values: true }, callback: ({ values }) => keepReportDraft(values) });
  }, []);
}
