/**
 * A report that is being written: it outlasts a reload, and a registration in between. It is often delicate, so it stays in
 * this tab and goes with it, or with who wrote it (accounts/client/left-behind.ts). But the mail of a registration opens
 * another tab: who goes to log in finds it there too, for an hour.
 */
import { useEffect, useSyncExternalStore } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { ReportForm, TypedReport } from "#moderation/report-form.ts";
import { keep, onStored, type Place, readStored } from "#platform/client/browser-storage.ts";

const STORAGE_KEY = "prompteca-report";
/** The report that this tab has sent last, by the code of its receipt. */
const SENT_KEY = "prompteca-report-sent";
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

/** Keeps what was sent: who mistypes the address need not write everything again. */
export const keepSentReport = (code: string, report: TypedReport) =>
  keep(SENT_KEY, JSON.stringify({ code, report }), "tab");

/** The report that this tab has sent last, if the receipt is its own; undefined on the server and in its markup. */
export function useSentReport(code: string): TypedReport | undefined {
  const stored = useSyncExternalStore(
    onStored,
    () => readStored(SENT_KEY, "tab"),
    () => null,
  );
  try {
    const sent = JSON.parse(stored ?? "null");
    return sent?.code === code ? sent.report : undefined;
  } catch {
    return undefined;
  }
}

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
  /** Whether somebody is logged in: only then is taken up what another tab has handed on. Undefined until that is known. */
  isMember: boolean | undefined;
}

/**
 * Keeps typed text, and restores it in a form about the same target.
 * @param start what the form starts with
 */
export function useReportDraft(
  { reset, subscribe, getValues }: UseFormReturn<TypedReport, unknown, ReportForm>,
  start: TypedReport,
  { resumes, isMember }: Resuming,
): void {
  const isTyped = () =>
    Object.entries(getValues()).some(([name, text]) => (text ?? "") !== start[name as "email"]);
  const resume = (draft: TypedReport | undefined) =>
    draft && (!start.address || draft.address === start.address) && reset(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form starts once.
  useEffect(() => {
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => void keepReportDraft(values),
    });
  }, []);
  // Not before it is known who is there: until then, what is stored may be another person's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each login.
  useEffect(() => {
    if (isMember === undefined) return;
    // The login has dropped what is stored. What is on the screen is of who logs in there.
    if (!resumes || isTyped()) keepReportDraft(getValues());
    else resume(read("tab", start) ?? (isMember ? read("browser", start) : undefined));
  }, [isMember]);
}
