/**
 * The forms of reports as browsers without scripts send them. They are answered with pages and know no session; what
 * pages of other sites post is refused before it comes here (`platform/http/foreign-origins.ts`).
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { addressOf } from "#accounts/server/records/access-records.ts";
import { text } from "#language/text.ts";
import { appealRequest, codeParams, confirmRequest } from "#moderation/contract.ts";
import { fieldOfRefusal, reportForm, toRequest } from "#moderation/report-form.ts";
import { appealAsReporter } from "#moderation/server/cases/appeals.service.ts";
import type { PostedForm } from "#platform/client/posted-form.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { readPostedForms } from "#platform/http/form-bodies.ts";
import type { App } from "#platform/http/server.ts";
import { confirmReport, createReport } from "./reports.service.ts";

/** The fields of a form, by name. */
type Fields = Record<string, string>;
/** Renders the request's page with the form that was refused. */
type AnswerPage = (request: FastifyRequest, reply: FastifyReply, posted: PostedForm) => Promise<FastifyReply>;

/** Far more than all fields of the longest report, each character written as `%F0%9F%98%80`. */
const FORM_BYTES = 64 * 1024;

/** The code as typed, to find the page of its report. */
const codeQuery = z.object({ codigo: z._default(text({ max: 100 }), "") });

/** The fields of a body, which is not a form when somebody sends none, or JSON. */
const fieldsOf = (body: unknown): Fields =>
  typeof body === "object" && body !== null ? (body as Fields) : {};

/** The fields that a schema refuses, with the first message of each. */
function errorsOf(issues: readonly z.core.$ZodIssue[]): Fields {
  const errors: Fields = {};
  for (const { path, message } of issues) errors[String(path[0] ?? "root")] ??= message;
  return errors;
}

/** @param answerPage renders the page of a request */
export function mountReportForm(app: App, ctx: Context, answerPage: AnswerPage): void {
  const origin = ctx.config.publicUrl;
  const form = reportForm(origin, false);

  /**
   * Does what a form asks and leads on, by a GET, to the report's page; shows the form again if it is refused.
   * @returns the code of the report
   */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    values: Fields,
    submit: () => Promise<string | { errors: Fields }>,
  ): Promise<FastifyReply> {
    try {
      const done = await submit();
      if (typeof done === "string") return reply.redirect(`/denuncias/${encodeURIComponent(done)}`, 303);
      return answerPage(request, reply.code(400), { values, errors: done.errors });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const { status, headers, message } = error;
      const field = fieldOfRefusal(error.body);
      return answerPage(request, reply.code(status).headers(headers), {
        values,
        errors: { [field]: message },
      });
    }
  }

  void app.register(async (scope) => {
    readPostedForms(scope, FORM_BYTES);
    const schema = { hide: true };
    scope.get<{ Querystring: z.output<typeof codeQuery> }>(
      "/denuncias",
      { schema: { ...schema, querystring: codeQuery } },
      async (request, reply) => {
        const code = request.query.codigo.replace(/\s/g, "").toUpperCase();
        return reply.redirect(code ? `/denuncias/${encodeURIComponent(code)}` : "/denunciar", 303);
      },
    );
    scope.post<{ Body: unknown }>("/denunciar", { schema }, (request, reply) => {
      const values = fieldsOf(request.body);
      return answer(request, reply, values, async () => {
        const { success, data, error } = form.safeParse(values);
        if (!success) return { errors: errorsOf(error.issues) };
        return (await createReport(ctx, null, addressOf(request), toRequest(data, origin))).code;
      });
    });
    scope.post<{ Params: z.output<typeof codeParams>; Body: unknown }>(
      "/denuncias/:code",
      { schema: { ...schema, params: codeParams } },
      (request, reply) => {
        const values = fieldsOf(request.body);
        const { code } = request.params;
        return answer(request, reply, values, async () => {
          if (values.token !== undefined) {
            const { success, data, error } = confirmRequest.safeParse(values);
            if (!success) return { errors: { root: error.issues[0]?.message ?? "" } };
            await confirmReport(ctx, code, data.token, addressOf(request));
            return code;
          }
          const { success, data, error } = appealRequest.safeParse(values);
          if (!success) return { errors: errorsOf(error.issues) };
          await appealAsReporter(ctx, code, data.text, addressOf(request));
          return code;
        });
      },
    );
  });
}
