/** Queries and mutations of the queue and its cases. */
import { queryOptions } from "@tanstack/react-query";
import { callSignedIn } from "#accounts/client/signed-in-call.ts";
import type {
  CaseDetail,
  CaseList,
  CaseNeighbours,
  DecisionRequest,
  ModeratorList,
  ReasonText,
  ReasonTextRequest,
  ReasonTexts,
  SanctionRequest,
  TogetherAnswer,
  TogetherRequest,
} from "#moderation/cases-contract.ts";
import { fetchFile } from "#platform/client/download.ts";

const CASES = "/api/admin/cases";
const MODERATORS = "/api/admin/moderators";

/** The first page of open cases, and the number of all of them; refetched every minute while visible. */
export const queueOptions = queryOptions({
  queryKey: [CASES, "queue"],
  queryFn: () => callSignedIn<CaseList>(CASES),
  staleTime: 5000,
  refetchInterval: 60_000,
});

/** The cases before and after one in the queue. @param filter of the queue, as parameters */
export const neighboursOptions = (id: number, filter: Record<string, string>) => {
  const query = new URLSearchParams(filter);
  return queryOptions({
    queryKey: [CASES, "neighbours", id, String(query)],
    queryFn: () => callSignedIn<CaseNeighbours>(`${CASES}/${id}/neighbours?${query}`),
    staleTime: 0,
  });
};

/** A case does not change under its reader: a decision is about the version on the screen. */
export const caseOptions = (id: string) =>
  queryOptions({
    queryKey: [CASES, "case", id],
    queryFn: () => callSignedIn<CaseDetail>(`${CASES}/${encodeURIComponent(id)}`),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const decideCase = (id: number, body: DecisionRequest) =>
  callSignedIn<CaseDetail>(`${CASES}/${id}/decisions`, { method: "POST", body });

export const decideTogether = (body: TogetherRequest) =>
  callSignedIn<TogetherAnswer>(`${CASES}/decisions`, { method: "POST", body });

export const sanctionReporter = (caseId: number, reportId: number, body: SanctionRequest) =>
  callSignedIn<CaseDetail>(`${CASES}/${caseId}/reports/${reportId}/decisions`, { method: "POST", body });

/** A picture of a case, which has no public address while the prompt is hidden. @param path as the case says */
export const fetchCasePicture = (path: string) => fetchFile(path, () => undefined);

const REASON_TEXTS = "/api/admin/reason-texts";

export const reasonTextsOptions = queryOptions({
  queryKey: [REASON_TEXTS],
  queryFn: () => callSignedIn<ReasonTexts>(REASON_TEXTS),
  staleTime: 60_000,
});

/** @param id null for a new one */
export const saveReasonText = (id: number | null, body: ReasonTextRequest) =>
  id === null
    ? callSignedIn<ReasonText>(REASON_TEXTS, { method: "POST", body })
    : callSignedIn<ReasonText>(`${REASON_TEXTS}/${id}`, { method: "PUT", body });

export const removeReasonText = (id: number) =>
  callSignedIn<void>(`${REASON_TEXTS}/${id}`, { method: "DELETE" });

export const moderatorsOptions = queryOptions({
  queryKey: [MODERATORS],
  queryFn: () => callSignedIn<ModeratorList>(MODERATORS),
  staleTime: 0,
});

export const nameModerator = (userId: string) =>
  callSignedIn<void>(`${MODERATORS}/${userId}`, { method: "PUT" });

export const dismissModerator = (userId: string) =>
  callSignedIn<void>(`${MODERATORS}/${userId}`, { method: "DELETE" });

export const resetPasskeys = (userId: string) =>
  callSignedIn<void>(`${MODERATORS}/${userId}/passkey-reset`, { method: "POST" });
