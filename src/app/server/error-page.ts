/** The self-contained page that browsers get when the server itself refuses or fails. */
import { readFileSync } from "node:fs";
import { escapeHtml } from "#language/html.ts";
import type { ErrorPage } from "#platform/http/error-handler.ts";
import { tile, tilePaths, tileUnit } from "#ui/tile.ts";
import { THEME_COLOR } from "./document.ts";
import { darkColours, hashed, lightColours } from "./inline-style.ts";
import { MARK } from "./mark.ts";

const style = `${lightColours}${darkColours}
*{box-sizing:border-box;margin:0}
html{scrollbar-gutter:stable}
body{min-height:100dvh;display:flex;flex-direction:column;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground)}
header div,main,footer{width:100%;margin-inline:auto;padding-inline:max(1rem,env(safe-area-inset-left),min(4vw,2.5rem))}
header{border-bottom:1px solid var(--line)}
header div{display:flex;align-items:center;max-width:80rem;min-height:4rem}
header a{display:inline-flex;align-items:center;gap:.625rem;min-height:2.75rem;color:inherit;font-weight:700;font-size:min(1.375rem,8vw);line-height:1.25;letter-spacing:-.025em;text-decoration:none}
header svg{width:1.75rem;height:1.75rem;color:var(--primary)}
@media(width>=48rem){header div{min-height:4.5rem}}
main{flex:1;max-width:40rem;display:flex;flex-direction:column;align-items:center;padding-block:2rem 3rem;text-align:center}
.wall{display:block;overflow:clip;width:100%;max-width:24rem;background:var(--tile-ground);border-radius:.25rem 2.5rem .25rem .25rem}
.main{fill:var(--tile-main)}.soft{fill:var(--tile-soft)}.accent{fill:var(--tile-accent)}
h1{margin-top:2.5rem;font-size:min(12vw,clamp(1.75rem,1.4rem + 1.7vw,2.5rem));line-height:1.1;letter-spacing:-.018em;text-wrap:balance}
p{margin-top:1rem;font-size:1.1875rem;color:var(--muted);text-wrap:balance}
nav{display:flex;flex-wrap:wrap;justify-content:center;gap:.75rem;margin-top:2rem}
nav a{display:inline-flex;align-items:center;min-height:2.75rem;padding:.5rem 1.25rem;border:1px solid var(--edge);border-radius:.25rem 1.25rem .25rem .25rem;color:var(--ink);font-weight:600;text-decoration:none}
nav a:first-child{background:var(--primary);border-color:var(--primary);color:var(--on-primary)}
footer{padding-block:1.25rem;border-top:1px solid var(--line);font-size:.8125rem;color:var(--muted);text-align:center;overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}`;

/** The theme, as on every other page. */
const theme = readFileSync(new URL("../../../public/theme.js", import.meta.url), "utf8");

/** Checks every five seconds whether the site is back, then reloads. */
const comeBack = `document.getElementById("volta").hidden=false;
setInterval(async()=>{try{if(document.visibilityState==="visible"&&(await fetch("/readyz",{cache:"no-store"})).ok)location.reload()}catch{}},5000)`;

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hashed(style)}`,
  `script-src ${hashed(theme)} ${hashed(comeBack)}`,
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(";");

const titles: Record<number, string> = {
  400: "Não entendemos este endereço",
  404: "Não há nada aqui",
  413: "Conteúdo grande demais",
  414: "Endereço longo demais",
  429: "Um momento, por favor",
  431: "Endereço longo demais",
  500: "Algo deu errado do nosso lado",
  503: "Não conseguimos responder agora",
};

const size = { columns: 8, rows: 4 };

function wall(status: number): string {
  const paths = tilePaths(tile(status, size));
  const box = `0 0 ${size.columns * tileUnit} ${size.rows * tileUnit}`;
  const drawn = paths.map(({ tone, d }) => `<path class="${tone}" fill-rule="evenodd" d="${d}"/>`).join("");
  return `<svg class="wall" aria-hidden="true" viewBox="${box}">${drawn}</svg>`;
}

/**
 * @param error its message is in Portuguese, for the user
 * @param requestId identifies the request in the log; absent when the request could not be parsed
 */
export const writeErrorPage: ErrorPage = ({ status, code, message }, requestId) => {
  const failed = status >= 500;
  const title = code === "maintenance" ? "Voltamos em breve" : (titles[status] ?? "Não foi possível atender");
  const wait = status === 503;
  // A malformed URL is not worth a retry.
  const again = failed || status === 429 ? '<a href="">Tentar novamente</a>' : "";
  return {
    headers: { "content-security-policy": contentSecurityPolicy },
    html: `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Prompteca</title>
${THEME_COLOR}
<script>${theme}</script>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<header><div><a href="/">${MARK}Prompteca</a></div></header>
<main>
${wall(status)}
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}</p>
${wait ? '<p id="volta" role="status" hidden>Esta página volta sozinha assim que o site responder.</p>' : ""}
<nav aria-label="O que fazer agora">${again}<a href="/">Ir para o início</a></nav>
</main>
${requestId ? `<footer>Se falar com a gente sobre isto, informe o código <code>${escapeHtml(requestId)}</code></footer>` : ""}
${wait ? `<script>${comeBack}</script>` : ""}
</body>
</html>
`,
  };
};
