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

/** Undoes a removal. @param version as the removal answered: whatever happened to the case since refuses it */
export const undoRemoval = (caseId: number, version: string) =>
  decideCase(caseId, { action: "restore", ground: "none", reason: messages.undone, version });

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
