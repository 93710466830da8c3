/** Builds the command line into one file, with everything that it needs but Node. From the repository's root. */
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: false,
  build: {
    ssr: "cli/src/main.ts",
    outDir: "cli/dist",
    target: "node20",
    license: { fileName: "licenses.md" },
    rolldownOptions: {
      output: { entryFileNames: "prompteca.js", banner: "#!/usr/bin/env node", codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
  // The site that it speaks to unless another is named: PROMPTECA_URL=https://… npm pack
  define: { __SITE__: JSON.stringify(process.env.PROMPTECA_URL ?? "http://localhost:3000") },
});
