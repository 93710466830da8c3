/** Writes the small pages that other sites frame: a prompt, a collection, or a sentence that it is gone. */

import { readFileSync } from "node:fs";
import { darkColours, hashed, lightColours } from "#app/server/inline-style.ts";
import { MARK } from "#app/server/mark.ts";
import type { CollectionView } from "#collections/contract.ts";
import { escapeHtml } from "#language/html.ts";
import { isolated } from "#language/isolated.ts";
import { authorPath } from "#prompts/authors.ts";
import type { PromptView } from "#prompts/contract.ts";
import { pictureAlt } from "#prompts/picture-alt.ts";
import { toolHues } from "#prompts/tool-hues.ts";
import { segmentVariables } from "#prompts/variables.ts";
import { countOf } from "#ui/numbers.ts";

/** Without the comments, which readers need not fetch. */
const source = (name: string) =>
  readFileSync(new URL(name, import.meta.url), "utf8")
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\n\s*/g, "\n");

const dark = darkColours.replace(".dark", ":root");
const hues = Object.values(toolHues).map(
  (hue) => `.hue-${hue}{--hue:${12 + 26 * hue};--badge-ink-chroma:.07}`,
);
const style = `${lightColours}@media(prefers-color-scheme:dark){${dark}}${hues.join("")}${source("frame.css")}`;
const script = source("frame.js");

/** Entries of a collection that its frame shows; the rest is on its page. */
const MOST_ENTRIES = 20;

/**
 * Without `frame-ancestors`, anybody frames the page; its `*` would leave out sandboxes, files and apps.
 * @param origin of this site: within a sandbox the page has none of its own
 */
export const embedPolicy = (origin: string): string =>
  [
    "default-src 'none'",
    `style-src ${hashed(style)}`,
    `script-src ${hashed(script)}`,
    `img-src 'self' ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...(origin.startsWith("https:") ? ["upgrade-insecure-requests"] : []),
  ].join(";");

const link = (href: string, content: string) =>
  `<a href="${escapeHtml(href)}" target="_blank" rel="noopener">${content}</a>`;

const SEEN_THERE = `${MARK}<span><span class="wide">Ver na </span>Prompteca</span>`;

function writePage(title: string, canonical: string, main: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(isolated(title))} · Prompteca</title>
<link rel="canonical" href="${escapeHtml(canonical)}">
<style>${style}</style>
</head>
<body>
${main}
<script>${script}</script>
</body>
</html>
`;
}

function byLine(
  { llm_type, user, user_id }: Pick<PromptView, "llm_type" | "user" | "user_id">,
  origin: string,
) {
  const hue = toolHues[llm_type.name];
  const badge = `<span class="badge${hue === undefined ? "" : ` hue-${hue}`}">${escapeHtml(llm_type.name)}</span>`;
  return `<p class="by">${badge}por ${link(origin + authorPath(user_id), escapeHtml(user.username))}</p>`;
}

/** @param origin of this site */
export function writePromptFrame(prompt: PromptView, origin: string): string {
  const { id, title, content, image, llm_type_id } = prompt;
  const page = `${origin}/prompts/${id}`;
  const text = segmentVariables(content, llm_type_id)
    .map(({ text, variable }) =>
      variable ? `<span class="variable">${escapeHtml(text)}</span>` : escapeHtml(text),
    )
    .join("");
  const alt = pictureAlt(image, title);
  const picture =
    image.url &&
    `<img class="picture${image.animated ? " moves" : ""}" src="${escapeHtml(image.url)}" srcset="${escapeHtml(image.srcset)}" sizes="(width >= 480px) 40vw, 100vw" alt="${escapeHtml(alt)}">\n`;
  return writePage(
    title,
    page,
    `<main${picture && ' class="pictured"'}>
${picture}<div class="panel">
<header>
<h1>${link(page, escapeHtml(title))}</h1>
${byLine(prompt, origin)}
</header>
<section class="text" tabindex="0" aria-label="Prompt">${text}</section>
<footer>
<button type="button" hidden data-copied="Prompt copiado." data-selected="Texto selecionado: copie com Ctrl+C ou ⌘C.">Copiar prompt</button>
${link(page, `${SEEN_THERE}`)}
<p role="status"></p>
</footer>
</div>
</main>`,
  );
}

function writeEntry({ prompt }: CollectionView["items"][number], origin: string): string {
  const { id, title, image } = prompt;
  const picture =
    image.url &&
    `<img src="${escapeHtml(image.url)}" alt="" loading="lazy"${image.animated ? ' class="moves"' : ""}>`;
  return `<li>${picture}<div><h2>${link(`${origin}/prompts/${id}`, escapeHtml(title))}</h2>${byLine(prompt, origin)}</div></li>`;
}

/** @param origin of this site */
export function writeCollectionFrame(collection: CollectionView, origin: string): string {
  const { title, path, user, user_id, items } = collection;
  const page = origin + path;
  const more = items.length - MOST_ENTRIES;
  const rest =
    more > 0
      ? `<li>${link(page, `Mais ${countOf(more, "prompt", "prompts")} na coleção`)}</li>`
      : items.length === 0
        ? "<li>Esta coleção ainda está vazia.</li>"
        : "";
  return writePage(
    title,
    page,
    `<main>
<div class="panel">
<header>
<p class="by">Coleção de ${link(origin + authorPath(user_id), escapeHtml(user.username))}</p>
<h1>${link(page, escapeHtml(title))}</h1>
</header>
<ol class="list" tabindex="0" aria-label="Prompts">${items
      .slice(0, MOST_ENTRIES)
      .map((item) => writeEntry(item, origin))
      .join("")}${rest}</ol>
<footer>
<span>${countOf(items.length, "prompt", "prompts")}</span>
${link(page, `${SEEN_THERE}`)}
</footer>
</div>
</main>`,
  );
}

/** Instead of what was removed, or never was. @param message in Portuguese */
export function writeMissingFrame(message: string, origin: string): string {
  return writePage(
    message,
    origin,
    `<main>
<div class="panel gone">
<h1>${escapeHtml(message)}</h1>
<p>${link(`${origin}/prompts`, `${MARK}Ver outros na Prompteca`)}</p>
</div>
</main>`,
  );
}
