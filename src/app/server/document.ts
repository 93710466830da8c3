/** Builds the HTML document of a rendered page: head, link preview, structured data, state for hydration. */

import { fullTitle, type PageHead, SITE_NAME, type SiteSettings } from "#app/page.ts";
import { escapeHtml } from "#language/html.ts";
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from "#media/preview.ts";

type CompleteHead = PageHead & { canonical: string };

/** URLs of a page's files. */
export interface PageAssets {
  /** Executed in this order by public/start.js. */
  scripts: string[];
  styles: string[];
  fonts: string[];
  /** Modules to preload. */
  preloads: string[];
}

/** The light background, for the browser's bars; public/theme.js updates this tag. */
export const THEME_COLOR = '<meta name="theme-color" content="#f7f9fc">';

/** The link preview of pages without a picture; scripts/site-preview.ts draws it. */
const SITE_PREVIEW = {
  path: "/link-preview.jpg",
  alt: "O P da Prompteca em azulejos e a frase “Encontre e compartilhe prompts poderosos”",
};

/** JSON without tags: none can close its script element. Other `<` stay, of which each would become six characters. */
const inlineJson = (value: unknown): string => JSON.stringify(value).replace(/<(?=[a-z/!?])/gi, "\\u003c");

function meta(kind: "name" | "property", key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeHtml(content)}">`;
}

/** Tags for search engines and messengers. */
function headTags(head: CompleteHead, site: SiteSettings): string[] {
  const canonical = site.origin + head.canonical;
  const { path, alt } = head.image ?? SITE_PREVIEW;
  const image = site.origin + path;
  const tags = [
    `<title>${escapeHtml(fullTitle(head.title))}</title>`,
    meta("name", "description", head.description),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    meta("property", "og:site_name", SITE_NAME),
    meta("property", "og:locale", "pt_BR"),
    meta("property", "og:type", head.type ?? "website"),
    meta("property", "og:title", head.title),
    meta("property", "og:description", head.description),
    meta("property", "og:url", canonical),
    meta("property", "og:image", image),
    meta("property", "og:image:type", "image/jpeg"),
    meta("property", "og:image:width", String(PREVIEW_WIDTH)),
    meta("property", "og:image:height", String(PREVIEW_HEIGHT)),
    meta("property", "og:image:alt", alt),
    meta("name", "twitter:card", "summary_large_image"),
    meta("name", "twitter:title", head.title),
    meta("name", "twitter:description", head.description),
    meta("name", "twitter:image", image),
    meta("name", "twitter:image:alt", alt),
  ];
  for (const rel of ["prev", "next"] as const) {
    const target = head[rel];
    if (target) tags.push(`<link rel="${rel}" href="${escapeHtml(site.origin + target)}">`);
  }
  if (head.feed) {
    const { path, title } = head.feed;
    tags.push(
      `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(path)}" title="${escapeHtml(title)}">`,
    );
  }
  if (head.json) tags.push(`<link rel="alternate" type="application/json" href="${escapeHtml(head.json)}">`);
  if (head.embeddable) {
    const oembed = `${site.origin}/oembed?url=${encodeURIComponent(canonical)}&format=json`;
    tags.push(
      `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(head.title)}">`,
    );
  }
  if (head.noindex) tags.push(meta("name", "robots", "noindex"));
  for (const object of head.jsonLd ?? []) {
    const data = { "@context": "https://schema.org", ...object };
    tags.push(`<script type="application/ld+json">${inlineJson(data)}</script>`);
  }
  return tags;
}

/**
 * Builds the document.
 * @param markup the rendered page
 * @param state state for hydration; embedded as data, so that the Content-Security-Policy needs no exception
 */
export function writeDocument(
  head: CompleteHead,
  site: SiteSettings,
  assets: PageAssets,
  markup: string,
  state: unknown,
): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${THEME_COLOR}
<script src="/theme.js"></script>
${headTags(head, site).join("\n")}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/apple-touch-180.png">
<link rel="manifest" href="/site.webmanifest">
<link rel="search" type="application/opensearchdescription+xml" href="/opensearch.xml" title="${SITE_NAME}">
${assets.fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin fetchpriority="low">`).join("\n")}
${assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("\n")}
<script defer src="/start.js" data-modules="${assets.scripts.join(" ")}" data-preloads="${assets.preloads.join(" ")}"></script>
</head>
<body>
<div id="root">${markup}</div>
<script type="application/json" id="state">${inlineJson(state)}</script>
</body>
</html>
`;
}
