/** Builds the pages for the browser, and for rendering on the server. */
import { spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, minify, type Plugin } from "vite";
import { codeSplitting } from "./scripts/code-splitting.ts";

/** Fails the build when the browser's bundle contains server modules. */
function noServerCode(): Plugin {
  const server = /\/src\/(platform\/(?!client\/)|[^/]+\/server\/|app\/operations\/)/;
  return {
    name: "no-server-code",
    apply: "build",
    generateBundle(_options, bundle) {
      if (this.environment.name !== "client") return;
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const leaked = chunk.moduleIds.filter((id) => server.test(id) || id.startsWith("node:"));
        if (leaked.length) this.error(`Server code in the browser bundle: ${leaked.join(", ")}`);
      }
    },
  };
}

/** Minifies the public folder's scripts, which every first visit fetches, and which the bundler only copies. */
async function minifyPublicScripts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (extname(name) !== ".js") continue;
    const path = join(folder, name);
    const { code, errors } = await minify(name, await readFile(path, "utf8"));
    if (errors.length) throw new Error(`${path}: ${errors[0]?.message}`);
    await writeFile(path, code);
  }
}

/** Compresses files at build time, as .br and .gz beside them, so that the server never does. */
function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      if (this.environment.name !== "client") return;
      await minifyPublicScripts(folder);
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (
          !entry.isFile() ||
          ![".js", ".css", ".svg", ".json", ".webmanifest"].includes(extname(entry.name))
        )
          continue;
        const path = join(entry.parentPath, entry.name);
        const bytes = await readFile(path);
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      }
    },
  };
}

/** Writes the commit and its date, if known, into the server's build; the admin pages show it. */
function noteCommit(): Plugin {
  return {
    name: "note-commit",
    apply: "build",
    generateBundle() {
      if (this.environment.name === "client") return;
      const options = { encoding: "utf8", stdio: "pipe" } as const;
      const { status, stdout } = spawnSync("git", ["show", "--no-patch", "--format=%h %ct"], options);
      const [commit = null, seconds] = status === 0 ? stdout.trim().split(" ") : [];
      const committed_at = seconds ? new Date(Number(seconds) * 1000).toISOString() : null;
      const source = JSON.stringify({ commit, committed_at });
      this.emitFile({ type: "asset", fileName: "build.json", source });
    },
  };
}

/**
 * Builds everything for production, including libraries, whatever NODE_ENV is: React then renders twice as fast, and
 * cannot render what was built for tests.
 */
function forProduction(): Plugin {
  return {
    name: "for-production",
    apply: "build",
    config() {
      process.env.NODE_ENV = "production";
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [forProduction(), react(), tailwindcss(), noServerCode(), noteCommit(), precompress()],
  appType: "custom",
  resolve: {
    alias: {
      // wouter asks for what React below 18 lacks.
      "use-sync-external-store/shim/index.js": "react",
      "../createLucideIcon.mjs": join(import.meta.dirname, "src/ui/lucide-icon.tsx"),
    },
  },
  ssr: { noExternal: isSsrBuild ? true : ["lucide-react"] },
  ...(isSsrBuild && { define: { "process.env.NODE_ENV": '"production"' } }),
  build: isSsrBuild
    ? { outDir: "dist/server", copyPublicDir: false, target: "node24" }
    : {
        outDir: "dist/client",
        manifest: true,
        // Small files stay files: data: URLs would need an exception in the Content-Security-Policy.
        assetsInlineLimit: 0,
        // What every page has is there when a page asks for more.
        modulePreload: {
          resolveDependencies: (_file, needed) =>
            needed.filter((name) => !/\/(libraries|rolldown-runtime|site)-/.test(name)),
        },
        rolldownOptions: {
          input: "src/app/client/browser.tsx",
          // A first visit has the names of all: short ones are lighter.
          output: { codeSplitting, chunkFileNames: "assets/[name]-[hash:7].js" },
        },
      },
}));
