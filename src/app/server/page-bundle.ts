/** Source of the rendering module and browser files: the build in `dist/`, or Vite in development. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { App } from "#platform/http/server.ts";
import type { PageAssets } from "./document.ts";
import type * as Render from "./render.tsx";

export interface PageBundle {
  /** The rendering module; in development always the current one. */
  renderer(): Promise<typeof Render>;
  assetsOf(file: string): PageAssets;
}

interface ManifestEntry {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}

type Manifest = Record<string, ManifestEntry>;

const START = "src/app/client/browser.tsx";
const DEV_PAGE = "src/app/pages/dev-ui.page.tsx";

const dist = new URL("../../../dist/", import.meta.url);

/** Files with hashed names never change; others in the public folder may change with a version. */
const YEAR = 365 * 24 * 60 * 60;
const HOUR = 60 * 60;

/**
 * Everything a module imports, each once and before what imports it, and the module.
 * @param lazy also what is imported on demand; @param seen left out
 */
function reach(manifest: Manifest, from: string, lazy = false, seen = new Set<string>()): ManifestEntry[] {
  const entry = manifest[from];
  if (!entry || seen.has(from)) return [];
  seen.add(from);
  const next = [...(entry.imports ?? []), ...(lazy ? (entry.dynamicImports ?? []) : [])];
  return [...next.flatMap((key) => reach(manifest, key, lazy, seen)), entry];
}

/** Files that only `/dev/ui` needs: the same build serves production, which has no such page. */
function filesOfDevPage(manifest: Manifest): string[] {
  const filesOf = ({ file, css = [], assets = [] }: ManifestEntry) => [file, ...css, ...assets];
  const needed = new Set(reach(manifest, START, true, new Set([DEV_PAGE])).flatMap(filesOf));
  const used = reach(manifest, DEV_PAGE, true, new Set([START])).flatMap(filesOf);
  return used.filter((file) => !needed.has(file));
}

/**
 * Opens the built pages and serves their files from `/assets` and the root.
 * @param production whether to leave out the files of `/dev/ui`
 * @throws Error when `npm run build` has not run
 */
export async function openBuiltPages(app: App, production: boolean): Promise<PageBundle> {
  const manifest: Manifest = JSON.parse(await readFile(new URL("client/.vite/manifest.json", dist), "utf8"));
  const render: typeof Render = await import(new URL("server/render.js", dist).href);

  const fonts = Object.values(manifest)
    .map(({ file }) => `/${file}`)
    .filter((file) => file.endsWith(".woff2"));
  const assets = new Map<string, PageAssets>();

  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL("client/", dist)),
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    globIgnore: [
      "**/.vite/**",
      ...(production ? filesOfDevPage(manifest).flatMap((file) => [file, `${file}.br`, `${file}.gz`]) : []),
    ],
    setHeaders(reply, path) {
      const hashed = path.includes("/assets/");
      reply.header(
        "cache-control",
        hashed ? `public, max-age=${YEAR}, immutable` : `public, max-age=${HOUR}`,
      );
    },
  });
  return {
    renderer: async () => render,
    assetsOf(file) {
      let found = assets.get(file);
      if (!found) {
        const page = `src/app/pages/${file}.page.tsx`;
        const seen = new Set<string>();
        const start = reach(manifest, START, false, seen);
        // Evaluated once browser.tsx asks for it: some of it reads the storage that is made readable there.
        const own = reach(manifest, page, false, seen);
        const unique = (names: string[]) => [...new Set(names)].map((name) => `/${name}`);
        const styles = unique([...start, ...own].flatMap(({ css = [] }) => css));
        const filesOf = (modules: ManifestEntry[]) => unique(modules.map((entry) => entry.file));
        found = { scripts: filesOf(start), styles, fonts, preloads: filesOf(own) };
        assets.set(file, found);
      }
      return found;
    },
  };
}

/** Vite within our server, with hot reload. */
export async function openLivePages(app: App): Promise<PageBundle> {
  const { createServer } = await import("vite");
  const { default: middie } = await import("@fastify/middie");
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } } });
  await app.register(middie);
  app.use(vite.middlewares);
  app.addHook("onClose", () => vite.close());
  const assets = {
    scripts: ["/@vite/client", "/src/app/client/refresh.ts", "/src/app/client/browser.tsx"],
    styles: ["/src/app/client/styles.css"],
    fonts: [],
    preloads: [],
  };
  return {
    renderer: async () => (await vite.ssrLoadModule("/src/app/server/render.tsx")) as typeof Render,
    assetsOf: () => assets,
  };
}
