/** Queries and mutations of the queue and its cases. */
import { queryOptions } from "@tanstack/react-query";
import { messages } from "#admin/messages.ts";
import type {
  CaseDetail,
  CaseItem,
  CaseList,
  DecisionRequest,
  ModeratorList,
  SanctionRequest,
} from "#moderation/contract.ts";
import { ApiError } from "#platform/client/api.ts";
import { fetchFile } from "#platform/client/download.ts";
import { callAdmin } from "./admin.queries.ts";

const CASES = "/api/admin/cases";
const MODERATORS = "/api/admin/moderators";

/** The first page of open cases, and the number of all of them; refetched every minute while visible. */
export const queueOptions = queryOptions({
  queryKey: [CASES, "queue"],
  queryFn: () => callAdmin<CaseList>(CASES),
  staleTime: 5000,
  refetchInterval: 60_000,
});

/** @returns the open case with the next deadline, but for one; undefined when there is none */
export async function findNextCase(except: number): Promise<CaseItem | undefined> {
  const { cases } = await callAdmin<CaseList>(CASES);
  return cases.find(({ id }) => id !== except);
}

/** A case does not change under its reader: a decision is about the version on the screen. */
export const caseOptions = (id: string) =>
  queryOptions({
    queryKey: [CASES, "case", id],
    queryFn: () => callAdmin<CaseDetail>(`${CASES}/${encodeURIComponent(id)}`),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const decideCase = (id: number, body: DecisionRequest) =>
  callAdmin<CaseDetail>(`${CASES}/${id}/decisions`, { method: "POST", body });

/**
 * Restores what the admin has removed a moment ago: its case is among the last that were decided.
 * @throws ApiError also when it is not found there, or can no longer be restored
 */
export async function undoRemoval({ type, id }: { type: "prompt" | "user"; id: string }): Promise<void> {
  const { cases } = await callAdmin<CaseList>(`${CASES}?state=decided`);
  const found = cases.find(({ target }) => target.type === type && target.id === id);
  const detail = found && (await callAdmin<CaseDetail>(`${CASES}/${found.id}`));
  // Another decision since then is not to be undone in its place.
  if (detail?.decisions[0]?.action !== "remove") throw new ApiError(409, { message: messages.decidedSince });
  const { version } = detail;
  await decideCase(detail.id, { action: "restore", ground: "none", reason: messages.undone, version });
}

export const sanctionReporter = (caseId: number, reportId: number, body: SanctionRequest) =>
  callAdmin<CaseDetail>(`${CASES}/${caseId}/reports/${reportId}/decisions`, { method: "POST", body });

/** A picture of a case, which has no public address while the prompt is hidden. @param path as the case says */
export const fetchCasePicture = (path: string) => fetchFile(path, () => undefined);

export const moderatorsOptions = queryOptions({
  queryKey: [MODERATORS],
  queryFn: () => callAdmin<ModeratorList>(MODERATORS),
  staleTime: 0,
});

export const nameModerator = (userId: string) =>
  callAdmin<void>(`${MODERATORS}/${userId}`, { method: "PUT" });

export const dismissModerator = (userId: string) =>
  callAdmin<void>(`${MODERATORS}/${userId}`, { method: "DELETE" });
