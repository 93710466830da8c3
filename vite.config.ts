/** Builds the pages: once for the browser, once for rendering on the server. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Fails the build when a server module would reach the browser: checked here, on what is really bundled. */
function noServerCode(): Plugin {
  const server = /\/src\/(platform\/(?!client\/)|[^/]+\/server\/|app\/(main|server|render)\b)/;
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

/** Writes .br and .gz beside every compressible file, so that the server never compresses them. */
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

/**
 * Small parts that most pages have, in one file: left alone, each set of pages gets a file of its own for what it shares, and
 * a first visit fetched 14 more of them, 4 KB more in all. From 8 to 12 sharers it made no difference.
 */
const commonParts = {
  name: "common",
  minShareCount: 8,
  maxModuleSize: 8000,
  test: /\/src\/|\/lucide-react\//,
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), noServerCode(), precompress()],
  appType: "custom",
  build: isSsrBuild
    ? { outDir: "dist/server", copyPublicDir: false, target: "node24" }
    : {
        outDir: "dist/client",
        manifest: true,
        // Small files stay files: data: addresses would need an exception in the Content-Security-Policy.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: "src/app/browser.tsx",
          output: { codeSplitting: { groups: [commonParts] } },
        },
      },
}));
