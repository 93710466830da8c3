/**
 * Routes for discovery: robots.txt, the sitemap in parts (sitemaps.org), OpenSearch, and the contact for security
 * vulnerabilities.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { listCollectionPart, listCollectionParts } from "#collections/server/discovery.service.ts";
import {
  listSitemapPart,
  listSitemapParts,
  listUsedTools,
  type SitemapEntry,
} from "#library/server/discovery.service.ts";
import type { Context, PublicContext } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { openSemaphore } from "#platform/http/semaphore.ts";
import type { App } from "#platform/http/server.ts";
import { LISTS } from "#platform/http/shared-caches.ts";
import { listIndexedTags } from "#prompts/server/tags.service.ts";

/** Cache lifetime, in seconds. */
const DISCOVERY_MAX_AGE = 3600;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Static pages in the sitemap, besides prompts and lists of a tool. */
const PAGES = [
  "/",
  "/prompts",
  "/colecoes",
  "/tags",
  "/terms-of-use",
  "/privacy-policy",
  "/accessibility",
  "/moderacao",
  "/transparencia",
  "/programas",
  "/acompanhar",
];

/**
 * Personal pages are excluded. Login and submit page are the same for everyone and may be indexed. API calls and pictures
 * stay allowed, because search engines render pages.
 */
const robots = (origin: string) => `User-agent: *
Disallow: /admin
Disallow: /profile
Disallow: /dev/

Sitemap: ${origin}/sitemap.xml
`;

/** Validity of security.txt in milliseconds: at most a year (RFC 9116, section 2.5.5). */
const CONTACT_HOLDS = 180 * 24 * 60 * 60 * 1000;

/** The contact for vulnerabilities (RFC 9116). */
const securityContact = (origin: string, email: string) => `Contact: mailto:${email}
Expires: ${new Date(Date.now() + CONTACT_HOLDS).toISOString()}
Preferred-Languages: pt, en
Canonical: ${origin}/.well-known/security.txt
`;

/** The site's search for browsers' address bars (OpenSearch 1.1). */
const openSearch = (origin: string) => `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Prompteca</ShortName>
<Description>Busca prompts de IA em português</Description>
<Language>pt-BR</Language>
<InputEncoding>UTF-8</InputEncoding>
<Image width="192" height="192" type="image/png">${origin}/icons/icon-192.png</Image>
<Url type="text/html" template="${origin}/prompts?q={searchTerms}"/>
</OpenSearchDescription>
`;

/** Sends a text that browsers keep for an hour; a shared cache keeps it until it is purged. */
const sendText =
  ({ responseCache }: Pick<Context, "responseCache">) =>
  (reply: FastifyReply, type: string, body: string): FastifyReply =>
    reply
      .headers(responseCache.sharedHeaders([LISTS]))
      .header("cache-control", `public, max-age=${DISCOVERY_MAX_AGE}`)
      .type(`${type}; charset=utf-8`)
      .send(body);

const xml = (root: string, entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${NAMESPACE}>\n${entries.join("\n")}\n</${root}>\n`;

/**
 * Registers `/robots.txt`, `/sitemap.xml` and its parts, `/opensearch.xml`, `/.well-known/change-password`, by which password
 * managers lead to the form (W3C, A Well-Known URL for Changing Passwords), and with a contact `/.well-known/security.txt`.
 */
export function mountDiscovery(app: App, ctx: Context): void {
  const origin = ctx.config.publicUrl;
  const schema = { hide: true };
  const send = sendText(ctx);

  app.get("/robots.txt", { schema }, async (_request, reply) => send(reply, "text/plain", robots(origin)));

  app.get("/.well-known/change-password", { schema }, async (_request, reply) =>
    reply.redirect("/settings#senha", 302),
  );

  const { contactEmail } = ctx.config;
  if (contactEmail) {
    app.get("/.well-known/security.txt", { schema }, async (_request, reply) =>
      send(reply, "text/plain", securityContact(origin, contactEmail)),
    );
  }

  app.get("/opensearch.xml", { schema }, async (_request, reply) =>
    send(reply, "application/opensearchdescription+xml", openSearch(origin)),
  );

  /** Maps are large and asked for by few: each address reads two at once, and its time counts. */
  const acquire = openSemaphore({ name: "sitemaps", capacity: 8, perCaller: 2 });
  const mapped = async (request: FastifyRequest, reply: FastifyReply, write: () => Promise<string>) => {
    const release = acquire(1, request.ip);
    try {
      const text = await ctx.rateLimits.timed("textTimePerCaller", request.ip, write);
      return send(reply, "application/xml", text);
    } finally {
      release();
    }
  };

  app.get("/sitemap.xml", { schema }, async (request, reply) =>
    mapped(request, reply, async () => {
      const [prompts, collections, tags] = await Promise.all([
        listSitemapParts(ctx.publicReads),
        listCollectionParts(ctx.publicReads),
        // Whether there is any.
        listIndexedTags(ctx.publicReads, 1),
      ]);
      const parts = [
        "pages",
        ...tags.map(() => "tags"),
        ...prompts.map((part) => `prompts-${part}`),
        ...collections.map((part) => `collections-${part}`),
      ];
      const entries = parts.map((part) => `<sitemap><loc>${origin}/sitemaps/${part}.xml</loc></sitemap>`);
      return xml("sitemapindex", entries);
    }),
  );

  app.get("/sitemaps/pages.xml", { schema }, async (request, reply) =>
    mapped(request, reply, async () => {
      const lists = (await listUsedTools(ctx.publicReads)).map((id) => `/prompts?llm=${id}`);
      const entries = [...PAGES, ...lists].map((path) => `<url><loc>${origin}${path}</loc></url>`);
      return xml("urlset", entries);
    }),
  );

  app.get("/sitemaps/tags.xml", { schema }, async (request, reply) =>
    mapped(request, reply, async () => {
      const entries = (await listIndexedTags(ctx.publicReads)).map(
        (path) => `<url><loc>${origin}${path}</loc></url>`,
      );
      if (entries.length === 0) throw new AppError(404, "not_found", "Endereço não encontrado.");
      return xml("urlset", entries);
    }),
  );

  const listPart: Record<string, (ctx: Pick<PublicContext, "db">, part: number) => Promise<SitemapEntry[]>> =
    {
      prompts: listSitemapPart,
      collections: listCollectionPart,
    };
  for (const [kind, list] of Object.entries(listPart)) {
    const address = `/sitemaps/${kind}-:part.xml`;
    app.get<{ Params: { part: string } }>(address, { schema }, async (request, reply) =>
      mapped(request, reply, async () => {
        const { part } = request.params;
        const urls = /^[1-9]\d{0,5}$/.test(part) ? await list(ctx.publicReads, Number(part)) : [];
        if (urls.length === 0) throw new AppError(404, "not_found", "Endereço não encontrado.");
        const entries = urls.map(
          ({ path, changedAt }) =>
            `<url><loc>${origin}${path}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`,
        );
        return xml("urlset", entries);
      }),
    );
  }
}
