/** Rules for every answer, whatever the request. */
import { isUtf8 } from "node:buffer";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Broken } from "./broken.ts";
import type { Actor, Call } from "./calls.ts";
import { CANARY_ATTRIBUTE, CANARY_HEADER, CANARY_TAG } from "./values.ts";
import type { Answer, Exchange } from "./wire.ts";

/** On every answer that has a body, whoever wrote it. */
const GUARDS: Record<string, RegExp> = {
  "x-content-type-options": /^nosniff$/,
  "content-security-policy": /frame-ancestors/,
  "referrer-policy": /^(strict-origin-when-cross-origin|no-referrer)$/,
  "permissions-policy": /camera=\(\)/,
  "cross-origin-opener-policy": /^same-origin$/,
  "cross-origin-resource-policy": /^(same-origin|cross-origin)$/,
  "x-frame-options": /^(DENY|SAMEORIGIN)$/,
};

/** Words of validators and frameworks that nobody translated. */
const ENGLISH =
  /\b(invalid|expected|unexpected|received|required|must|should|error|failed|not found|too (long|big|small|short|large)|bad request|cannot|unsupported)\b/i;

const isAuth = (target: string) => /^\/auth\/v1(\/|$|\?)/.test(target);
const isMcp = (target: string) => /^\/mcp(\?|$)/.test(target);
const isApi = (target: string) => /^\/api\//.test(target) && !/^\/api\/docs/.test(target);

function jsonOf(answer: Answer): unknown {
  if (!/^application\/(problem\+)?json/.test(answer.headers["content-type"] ?? "")) return undefined;
  try {
    return JSON.parse(answer.body.toString());
  } catch {
    return undefined;
  }
}

/** Whether the body of a call is not readable as a text. */
const isUnreadable = ({ body, encoding, operation }: Call) =>
  operation?.body !== undefined && body !== undefined && !isUtf8(Buffer.from(body, encoding));

export interface Checks {
  /** @returns what is wrong, in words; nothing where all is right */
  call(call: Call, exchange: Exchange): string[];
  broken(broken: Broken, exchange: Exchange): string[];
}

/** @param origin of the site as its links name it */
export function openChecks(origin: string): Checks {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: false }));
  const compiled = new WeakMap<object, ReturnType<Ajv2020["compile"]>>();

  function againstSchema(schema: object, value: unknown): string | undefined {
    const validate = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  }

  function common({ status, headers, body }: Answer): string[] {
    const faults: string[] = [];
    // oEmbed demands 501 for an unknown format.
    const isFailure = status >= 500 && status !== 501;
    if (isFailure) faults.push(`status ${status}: ${body.toString().slice(0, 200)}`);
    if (headers[CANARY_HEADER] !== undefined) faults.push("a header of the asker's making");
    if (body.length > 0) {
      for (const [name, pattern] of Object.entries(GUARDS)) {
        if (!pattern.test(headers[name] ?? "")) faults.push(`${status} with ${name}: ${headers[name]}`);
      }
      if (!headers["content-type"]) faults.push("a body without a content type");
    }
    const { location } = headers;
    if (location !== undefined && !location.startsWith(`${origin}/`) && !/^\/(?![/\\])/.test(location)) {
      faults.push(`leads to ${location}`);
    }
    if (/^text\/html/.test(headers["content-type"] ?? "")) {
      const html = body.toString();
      if (html.includes(CANARY_TAG) || html.includes(CANARY_ATTRIBUTE))
        faults.push("writes HTML as it was sent");
    }
    return faults;
  }

  /** Rules for refusals to programs. */
  function refusal(answer: Answer, target: string): string[] {
    const body = jsonOf(answer) as Record<string, unknown> | undefined;
    if (isAuth(target)) {
      // A path without a route is refused in the product's own format, which these clients read as well.
      const { error_code, code = error_code, message, msg, detail } = body ?? {};
      const words = message ?? msg ?? detail;
      const isFormat = typeof (error_code ?? code) === "string" && typeof words === "string";
      return isFormat ? [] : [`${answer.status} not in the format of sign-in clients`];
    }
    const { detail, message = detail, code } = body ?? {};
    if (typeof message !== "string" || typeof code !== "string") {
      return [`${answer.status} without message and code: ${answer.body.toString().slice(0, 200)}`];
    }
    return ENGLISH.test(message) ? [`${answer.status} in English: ${message}`] : [];
  }

  /** Rules for answers of the MCP server: a message of the protocol, or several, in Portuguese where it refuses. */
  function message(answer: Answer): string[] {
    // An ended stream of notifications, of which there are none.
    if (answer.headers["content-type"] === "text/event-stream") return [];
    const body = jsonOf(answer) ?? {};
    const messages = Array.isArray(body) && body.length > 0 ? body : [body];
    return messages.flatMap(({ jsonrpc, result, error }) => {
      const text = error?.message ?? result?.isError;
      if (String(jsonrpc) !== "2.0" || (result === undefined) === (error === undefined))
        return [`${answer.status} no message: ${answer.body.toString().slice(0, 200)}`];
      if (error && (typeof error.code !== "number" || typeof text !== "string"))
        return ["an error without code"];
      return ENGLISH.test(String(text)) ? [`${answer.status} in English: ${text}`] : [];
    });
  }

  /** Whether a page of another site would have sent it, by what its visitors' browsers tell. */
  function isForeign({ method, headers }: Call): boolean {
    const told = (asked: string) => headers.filter(([name]) => name === asked).map(([, value]) => value);
    const [site, ...others] = told("sec-fetch-site");
    if (["GET", "HEAD", "OPTIONS"].includes(method) || others.length > 0) return false;
    return site === undefined ? told("origin").length === 1 : /^(cross|same)-site$/.test(site);
  }

  function isRefusedRightly(actor: Actor, { operation, headers }: Call, status: number): boolean {
    // Another token than the actor's may have been sent.
    if (!operation || status >= 400 || headers.some(([name]) => name === "authorization")) return true;
    if (operation.isForAdmin) return actor === "admin";
    return actor !== "nobody" || !operation.isProtected;
  }

  return {
    call(call, { answers, rest, ended }) {
      if (ended === "refused") return ["nobody listens any more"];
      const [answer] = answers;
      if (!answer) return [ended === "silent" ? "no answer" : "the connection was closed without an answer"];
      const { target, method, operation, actor } = call;
      const faults = common(answer);
      if (answers.length > 1) faults.push(`${answers.length} answers to one request`);
      // A request that could not be parsed may have asked for headers alone, which nobody knows.
      if (rest.length > 0 && !(method === "HEAD" && [400, 431].includes(answer.status)))
        faults.push(`bytes after the answer: ${rest.toString("latin1").slice(0, 100)}`);
      if (isForeign(call) && answer.status < 400)
        faults.push(`another site's page was let in: ${answer.status}`);
      if (isUnreadable(call) && answer.status < 400)
        faults.push(`took a body that is not UTF-8: ${answer.status}`);
      if (!isRefusedRightly(actor, call, answer.status)) faults.push(`${actor} was let in: ${answer.status}`);
      if (method === "HEAD" || answer.body.length === 0) return faults;
      if (answer.status >= 400 && (isApi(target) || isAuth(target))) faults.push(...refusal(answer, target));
      const isMessage = isMcp(target) && method === "POST";
      // Headers that are too long never become a request.
      if (isMessage && answer.status !== 431) faults.push(...message(answer));
      // With an empty part the address is that of another call.
      const isProblem = answer.headers["content-type"]?.startsWith("application/problem") ?? false;
      if (operation && !isProblem && !/\/(\/|$)/.test(target.split("?")[0] ?? "")) {
        const schema =
          operation.answers[answer.status] ?? (answer.status >= 400 && operation.answers.default);
        const wrong = schema && againstSchema(schema, jsonOf(answer));
        if (wrong) faults.push(`${answer.status} breaks its schema: ${wrong}`);
      }
      const isPersonal =
        actor !== "nobody" && (isApi(target) || isAuth(target)) && !target.includes("openapi.json");
      if (isPersonal && !call.headers.some(([name]) => name === "authorization")) {
        const kept = answer.headers["cache-control"] ?? "";
        const isShared = !/private|no-store/.test(kept) && answer.body.includes('"is_liked":true');
        if (isShared) faults.push(`somebody's own answer may be kept: ${kept}`);
      }
      return faults;
    },
    broken({ answers: allowed }, { answers, ended }) {
      if (ended === "refused") return ["nobody listens any more"];
      const faults = answers.flatMap(common);
      if (answers.length > allowed) faults.push(`${answers.length} answers where ${allowed} may be`);
      return faults;
    },
  };
}
