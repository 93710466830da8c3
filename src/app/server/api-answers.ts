/** Parts of every answer in the OpenAPI document: the forms of errors, and the headers. */
import { PROBLEM_TYPE } from "#platform/http/problem.ts";

const CODE = { type: "string", description: "Estável, para programas" };
const FIELD = { type: "string", description: "O campo recusado, quando há um" };
const ERRORS = {
  type: "array",
  description: "Todos os campos recusados, quando há mais de um",
  items: {
    type: "object",
    required: ["field", "message"],
    properties: { field: { type: "string" }, message: { type: "string" } },
  },
};
const MESSAGE = { type: "string", description: "Em português, para mostrar à pessoa" };

/** Names in `components.schemas`. */
const SCHEMAS = {
  ApiError: {
    description: "Recusa ou falha",
    type: "object",
    required: ["message", "code"],
    properties: { message: MESSAGE, code: CODE, field: FIELD, errors: ERRORS },
  },
  Problem: {
    description: "Recusa ou falha na forma da RFC 9457, para quem a prefere no cabeçalho Accept",
    type: "object",
    required: ["type", "title", "status", "detail", "code"],
    properties: {
      type: { type: "string", format: "uri", description: "Onde o código é explicado" },
      title: { type: "string", description: "O que houve, em geral" },
      status: { type: "integer" },
      detail: MESSAGE,
      instance: { type: "string", format: "uri", description: "O pedido, como em X-Request-Id" },
      code: CODE,
      field: FIELD,
      errors: ERRORS,
    },
  },
};

/** Names in `components.headers`. */
const HEADERS = {
  ETag: "Muda quando a resposta muda. Enviada em If-None-Match, a resposta que continua igual é 304, sem corpo. Sem chave ou com uma; com a sessão do site, nem sempre vem.",
  Link: "As outras páginas da lista (RFC 8288): first, prev, next e last, as que houver, como caminhos deste site.",
  RateLimit: "O que resta dos limites que esta chamada contou, e em quantos segundos volta o resto.",
  "RateLimit-Policy": "Esses limites: quantas vezes, em quantos segundos.",
  "Retry-After": "Em quantos segundos tentar de novo, com 429 e 503.",
};

interface Answer {
  description: string;
  content?: object;
  headers?: Record<string, { $ref: string }>;
}

interface Operation {
  security?: Record<string, unknown>[];
  parameters?: { in: string; name: string }[];
  responses: Record<string, Answer>;
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
}

const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const form = (name: keyof typeof SCHEMAS) => ({ schema: { $ref: `#/components/schemas/${name}` } });

const REFUSED: Answer = {
  description: SCHEMAS.ApiError.description,
  content: { "application/json": form("ApiError"), [PROBLEM_TYPE]: form("Problem") },
  headers: headers("RateLimit", "RateLimit-Policy", "Retry-After"),
};

/** Whether a list has pages: they are asked for by number, or from where the one before ended. */
const hasPages = ({ parameters = [] }: Operation) =>
  parameters.some((parameter) => parameter.in === "query" && /^(page|before)$/.test(parameter.name));

/** Whether programs may read it: without anything, or with a key. */
const isForPrograms = ({ security = [] }: Operation) =>
  security.length === 0 || security.some((way) => !("bearer" in way));

/** Adds to a document what its answers share; changes it. */
export function describeAnswers<Document extends object>(document: Document): Document {
  const { paths, components } = document as unknown as ApiDocument;
  components.schemas = { ...components.schemas, ...SCHEMAS };
  components.headers = Object.fromEntries(
    Object.entries(HEADERS).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const { responses } = operation;
      for (const answer of Object.values(responses))
        answer.headers = headers("RateLimit", "RateLimit-Policy");
      const read = responses[200];
      if (method === "get" && read) {
        const isOpen = !/^\/api\/v1\/(admin|account)\//.test(path);
        Object.assign(
          read.headers ?? {},
          isForPrograms(operation) && headers("ETag"),
          isOpen && hasPages(operation) && headers("Link"),
        );
      }
      responses.default = REFUSED;
    }
  }
  return document;
}
