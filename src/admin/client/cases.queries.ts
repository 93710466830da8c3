/** Queries and mutations of the queue and its cases. */
import { queryOptions } from "@tanstack/react-query";
import type { CaseDetail, CaseItem, CaseList, DecisionRequest, ModeratorList } from "#moderation/contract.ts";
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

/** The reported picture, which has no public address while the prompt is hidden. */
export const fetchCasePicture = (id: number) => fetchFile(`${CASES}/${id}/picture`, () => undefined);

export const moderatorsOptions = queryOptions({
  queryKey: [MODERATORS],
  queryFn: () => callAdmin<ModeratorList>(MODERATORS),
  staleTime: 0,
});

export const nameModerator = (userId: string) =>
  callAdmin<void>(`${MODERATORS}/${userId}`, { method: "PUT" });

export const dismissModerator = (userId: string) =>
  callAdmin<void>(`${MODERATORS}/${userId}`, { method: "DELETE" });
