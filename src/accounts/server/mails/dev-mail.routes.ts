/** `/dev/mail`: shows the mails stored in DATA_DIR/mail, for trying the site out locally. */

import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { escapeHtml } from "#language/html.ts";
import { pathPart } from "#language/text.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { localToken, requireLocal } from "#platform/http/loopback.ts";
import type { App } from "#platform/http/server.ts";
import { readStoredMails, type StoredMail } from "#platform/mail.ts";

const params = z.object({ id: pathPart });

/** Mails need inline styles; scripts and external resources are forbidden. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #8884; text-align: left; overflow-wrap: anywhere; }
pre { padding: 1rem; border: 1px solid #8884; border-radius: 4px; font: 14px/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { width: 100%; height: 46rem; border: 1px solid #8884; border-radius: 4px; background: #fff; }
`;
/** The list and its pages: no scripts, one stylesheet allowed by its hash, the mail in a frame. */
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const date = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: "America/Sao_Paulo",
});

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body>
${content}
</body>
</html>
`;
}

function listPage(mails: StoredMail[]): string {
  const rows = mails.map(
    ({ id, to, subject, date: at }) =>
      `<tr><td>${escapeHtml(date.format(new Date(at)))}</td><td>${escapeHtml(to)}</td><td><a href="/dev/mail/${encodeURIComponent(id)}">${escapeHtml(subject)}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th>Quando</th><th>Para</th><th>Assunto</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
  return page(
    "E-mails enviados",
    `<h1>E-mails enviados</h1>
<p>Sem servidor SMTP configurado, os e-mails ficam guardados aqui.</p>
${rows.length ? table : "<p>Nenhum e-mail por enquanto.</p>"}`,
  );
}

function mailPage({ id, to, subject, date: at, text }: StoredMail): string {
  const body = escapeHtml(text).replace(/https?:\/\/\S+/g, (link) => `<a href="${link}">${link}</a>`);
  return page(
    escapeHtml(subject),
    `<p><a href="/dev/mail">Todos os e-mails</a></p>
<h1>${escapeHtml(subject)}</h1>
<p>Para ${escapeHtml(to)}, ${escapeHtml(date.format(new Date(at)))}</p>
<pre>${body}</pre>
<h2>Como HTML</h2>
<iframe src="/dev/mail/${encodeURIComponent(id)}/html" title="O e-mail como HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`,
  );
}

/** Not in production; only for requests from this machine, or with the token of platform/config/loopback.ts. */
export function mountDevMail(app: App, ctx: Context): void {
  if (ctx.config.production) return;
  const token = localToken(ctx);

  const notFound = () => new AppError(404, "not_found", "Página não encontrada.");
  async function readMail(request: FastifyRequest, id: string): Promise<StoredMail> {
    requireLocal(request, token);
    const mail = (await readStoredMails(ctx.config)).find((stored) => stored.id === id);
    if (!mail) throw notFound();
    return mail;
  }
  const headers = (policy: string) => ({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
  });

  app.get("/dev/mail", { schema: { hide: true } }, async (request, reply) => {
    requireLocal(request, token);
    return reply.headers(headers(PAGE_POLICY)).send(listPage(await readStoredMails(ctx.config)));
  });
  app.get("/dev/mail/:id", { schema: { hide: true, params } }, async (request, reply) => {
    const mail = await readMail(request, request.params.id);
    return reply.headers(headers(PAGE_POLICY)).send(mailPage(mail));
  });
  app.get("/dev/mail/:id/html", { schema: { hide: true, params } }, async (request, reply) => {
    const mail = await readMail(request, request.params.id);
    // Shown in the frame of the page above.
    reply.headers({ ...headers(MAIL_POLICY), "x-frame-options": "SAMEORIGIN" });
    return reply.send(mail.html);
  });
}
