/** One call of a site, as a browser or a program makes it. */
import { COVER } from "#media/contract.ts";

export interface Call {
  origin: string;
  path: string;
  method?: string;
  token?: string;
  body?: object;
}

const PATIENCE = 30_000;

/**
 * @param options.address who calls, as a proxy would say it
 * @param options.patience longest wait for an answer, in milliseconds
 * @throws when there is no answer
 */
export async function send(
  { origin, path, method = "GET", token, body }: Call,
  { address, patience = PATIENCE }: { address?: string; patience?: number } = {},
): Promise<{ status: number; text: string }> {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      accept: /^\/(api|auth)\//.test(path) ? "application/json" : "text/html",
      ...(address && { "x-forwarded-for": address }),
      ...(body && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience),
  });
  return { status: answer.status, text: await answer.text() };
}

/** The same, of a call that has to be done. @returns the text of the answer. @throws when it is refused, too */
export async function sendDone(call: Call): Promise<string> {
  const { status, text } = await send(call);
  if (status >= 400) throw new Error(`${call.method ?? "GET"} ${call.path}: ${status} ${text.slice(0, 200)}`);
  return text;
}

/** Publishes a prompt. @param fields over those of one that everybody reads. @returns its id */
export async function publishPrompt(origin: string, token: string, fields: object = {}): Promise<number> {
  const body = {
    title: "Um prompt que todos leem",
    content: "Escreva em português do Brasil, com calma e com exemplos do dia a dia.",
    llm_type_id: 1,
    thumbnail_url: COVER,
    ...fields,
  };
  const text = await sendDone({ origin, path: "/api/prompts", method: "POST", token, body });
  return (JSON.parse(text) as { id: number }).id;
}
