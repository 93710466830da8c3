/** Errors in the form of RFC 9457, for programs that prefer it to the API's own. */
import Negotiator from "negotiator";
import type { AppError, ErrorBody } from "./errors.ts";

export const JSON_TYPE = "application/json";
export const PROBLEM_TYPE = "application/problem+json";

/** A problem; `code`, `field` and `errors` are what the API's own form has. */
interface Problem extends Omit<ErrorBody, "message"> {
  /** Where the code is explained. */
  type: string;
  title: string;
  status: number;
  detail: string;
  /** The request, as its `X-Request-Id` names it. */
  instance?: string;
}

/** Names of what may go wrong, by status. */
const TITLES: Record<number, string> = {
  400: "Pedido inválido",
  401: "Falta autenticação",
  403: "Sem permissão",
  404: "Não encontrado",
  405: "Método não aceito",
  409: "Conflito com o estado atual",
  412: "Condição não atendida",
  413: "Conteúdo grande demais",
  415: "Tipo de conteúdo não aceito",
  422: "Conteúdo recusado",
  429: "Pedidos demais",
  431: "Cabeçalhos grandes demais",
  503: "Fora do ar por um instante",
};

/** Length of an Accept header beyond which it is not read: programs and browsers send a few hundred characters. */
export const LONGEST_ACCEPT = 1024;

/**
 * Whether a client prefers a problem to the API's own form, which it gets if both are the same to it.
 * @param accept the `Accept` header; ranges that cannot be read count for nothing
 */
export function prefersProblem(accept: string | undefined): boolean {
  if (!accept || accept.length > LONGEST_ACCEPT || !/problem/i.test(accept)) return false;
  const [preferred] = new Negotiator({ headers: { accept } }).mediaTypes([JSON_TYPE, PROBLEM_TYPE]);
  return preferred === PROBLEM_TYPE;
}

/**
 * @param origin of the site, whose page for programs explains the codes
 * @param requestId absent when the input could not be parsed as a request
 */
export function problemOf(
  { status, message, code, field, errors }: AppError,
  origin: string,
  requestId?: string,
): Problem {
  return {
    type: `${origin}/programas#erro-${code}`,
    title: TITLES[status] ?? (status >= 500 ? "Falha do servidor" : "Pedido recusado"),
    status,
    detail: message,
    ...(requestId && { instance: `urn:uuid:${requestId}` }),
    code,
    ...(field && { field }),
    ...(errors && { errors }),
  };
}
