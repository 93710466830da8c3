/** The methods of an address, by the router's own table, for 405 and OPTIONS. */
import type { FastifyInstance } from "fastify";
import { isApiPath, pathOf } from "./error-handler.ts";
import { AppError } from "./errors.ts";

/** The methods that routes have for a path. */
function routedMethods(app: FastifyInstance, path: string): string[] {
  return app.supportedMethods.filter((method) => app.findRoute({ method: method as "GET", url: path }));
}

/** An `Allow` header; the router answers OPTIONS everywhere. */
const allow = (methods: readonly string[]) => [...new Set([...methods, "OPTIONS"])].join(", ");

/** `Allow` of a path with routes. */
export const allowOf = (app: FastifyInstance, url: string): string => allow(routedMethods(app, pathOf(url)));

const eitherOf = new Intl.ListFormat("pt-BR", { type: "disjunction" });

/**
 * Answers OPTIONS, and refuses a method that an address does not have with 405, before its body is read.
 * @param isPage whether a path without route is a page's, which is read
 */
export function answerOtherMethods(app: FastifyInstance, isPage: (path: string) => Promise<boolean>): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { method } = request;
    const path = pathOf(request.url);
    const isRead = method === "GET" || method === "HEAD";
    // The page handler has a page for whatever is read and not the API's.
    if (!request.is404 || (isRead && !isApiPath(path))) return done();
    isPage(path).then((isRendered) => {
      const methods = [...routedMethods(app, path), ...(isRendered ? ["GET", "HEAD"] : [])];
      // Before the body is read: errors in it do not matter for an unknown method.
      if (methods.length === 0)
        return done(isRead ? undefined : new AppError(404, "not_found", "Endereço não encontrado."));
      const headers = { allow: allow(methods) };
      if (method === "OPTIONS") return void reply.code(204).headers(headers).send();
      const others = eitherOf.format(methods.filter((one) => one !== "OPTIONS"));
      const message = `Este endereço não atende ${method}. Use ${others}.`;
      done(new AppError(405, "method_not_allowed", message, { headers }));
    }, done);
  });
}
