/** The calls of the API document, with parameters that exist on a test's site. */
import type { App } from "#platform/http/server.ts";

export interface ApiCall {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As the document writes it: with the version, and `{name}` for each parameter. */
  path: string;
  operationId: string;
  tags: string[];
  /** Whether nobody may call it without a session or a key. */
  isProtected: boolean;
  /** Names of the parameters of its query. */
  query: string[];
}

interface Operation {
  operationId?: string;
  tags?: string[];
  security?: object[];
  parameters?: { in: string; name: string }[];
}

/** Every call of the API that the site documents; calls documented beside it have a path of their own. */
export async function documentedCalls(app: App): Promise<ApiCall[]> {
  const { paths } = (await app.inject("/api/openapi.json")).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  const ofApi = Object.entries(paths).filter(([path]) => path.startsWith("/api/"));
  return ofApi.flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, { operationId = "", tags = [], security = [], parameters = [] }]) => ({
        method: method.toUpperCase() as ApiCall["method"],
        path,
        operationId,
        tags,
        isProtected: security.length > 0 && security.every((way) => Object.keys(way).length > 0),
        query: parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
      }),
    ),
  );
}

/** A call's path with its parameters filled in: those of `values`, by name, else a number that nothing has, or a format. */
export function pathWith({ path }: ApiCall, values: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_all, name) =>
    String(values[name] ?? (name === "format" ? "json" : 999_999)),
  );
}
