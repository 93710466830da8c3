/** Which file may import which; `npm run check` holds the code to it. Types count like any other import. */

import { allExtensions } from "dependency-cruiser";
import { ROOMS } from "./tests/statements/owners.ts";

// Without a TypeScript that it can use (7 has no API yet), it would find no file and no fault.
if (!allExtensions.some(({ extension, available }) => extension === ".ts" && available)) {
  throw new Error("dependency-cruiser cannot read TypeScript here.");
}

const TEST = "\\.test\\.tsx?$";
const SERVER = "^src/([^/]+/server/|app/operations/|platform/(?!client/))";
/** Everything else in a room runs in the browser, or on both sides. */
const browser = { path: "^src/", pathNot: [SERVER, TEST] };

/** A room imports only rooms before it (docs/architecture.md, "The house"). */
const roomOrder = ROOMS.map((room, i) => ({
  name: `${room}-imports-rooms-before-it`,
  severity: "error",
  from: { path: `^src/${room}/`, pathNot: TEST },
  // Only app knows the seeds; no room knows tests.
  to: {
    path: [
      TEST,
      "^(client|cli|tests)/",
      ...(room === "app" ? [] : ["^seeds/", `^src/(${ROOMS.slice(i + 1).join("|")})/`]),
    ],
  },
}));

export default {
  forbidden: [
    ...roomOrder,
    {
      name: "queries-stay-in-their-room",
      comment: "Other rooms call the service.",
      severity: "error",
      from: { path: "^src/([^/]+)/", pathNot: TEST },
      to: { path: "^src/[^/]+/server/.+\\.queries\\.ts$", pathNot: "^src/$1/" },
    },
    {
      name: "no-server-code-in-the-browser",
      severity: "error",
      from: browser,
      to: { path: SERVER },
    },
    {
      name: "no-node-builtins-in-the-browser",
      severity: "error",
      from: browser,
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "the-client-stands-alone",
      comment: "Any program can take the folder.",
      severity: "error",
      from: { path: "^client/", pathNot: TEST },
      to: { path: "^(src|seeds|tests|scripts|cli)/" },
    },
    {
      name: "the-command-line-is-a-program-of-its-own",
      comment: "It asks the site through the client; of the site's code it has what needs no site.",
      severity: "error",
      from: { path: "^cli/", pathNot: TEST },
      to: {
        path: "^(src|seeds|tests|scripts)/",
        pathNot: "^src/(exchange/(fields|markdown-parts)|language/fold|prompts/(catalog|variables))\\.ts$",
      },
    },
    {
      name: "no-parent-paths",
      comment: "Outside its own folder a file is named by its room: #room/…",
      severity: "error",
      from: { path: "^(src/.+)/[^/]+$" },
      to: { path: "^(src|seeds|tests)/", pathNot: "^$1/", dependencyTypesNot: ["aliased"] },
    },
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    // TypeScript 7 has no API yet that dependency-cruiser could read files with.
    parser: "tsc",
    doNotFollow: { path: "node_modules" },
  },
};
