/** Which file may import which; `npm run check` holds the code to it. Types count like any other import. */

import { allExtensions } from "dependency-cruiser";
import { ROOMS } from "./tests/statements/owners.ts";

// Without a TypeScript that it can use (7 has no API yet), it would find no file and no fault.
if (!allExtensions.some(({ extension, available }) => extension === ".ts" && available)) {
  throw new Error("dependency-cruiser cannot read TypeScript here.");
}

const TEST = "\\.test\\.tsx?$";
const SERVER = "^src/([^/]+/server/|app/operations/|platform/(?!client/))";
const PROMPT_ROWS = "^src/prompts/server/prompt-rows\\.queries\\.ts$";
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
      "^(client|cli|tests|bench|drills)/",
      ...(room === "app" ? [] : ["^seeds/", `^src/(${ROOMS.slice(i + 1).join("|")})/`]),
    ],
  },
}));

/** The folders of `accounts/server`, in order; the files beside them are above all. */
const ACCOUNT_FOLDERS = [
  "records",
  "keys",
  "devices",
  "passwords",
  "mails",
  "users",
  "api-keys",
  "sessions",
  "passkeys",
  "sign-up",
  "sign-in",
  "account",
  "identities",
  "auth-v1",
];

/** A folder of `accounts/server` imports of the others only those before it. */
const accountFolderOrder = ACCOUNT_FOLDERS.map((folder, i) => ({
  name: `accounts-${folder}-imports-folders-before-it`,
  severity: "error",
  from: { path: `^src/accounts/server/${folder}/`, pathNot: TEST },
  to: {
    path: "^src/accounts/server/",
    pathNot: `^src/accounts/server/(${ACCOUNT_FOLDERS.slice(0, i + 1).join("|")})/`,
  },
}));

export default {
  forbidden: [
    ...roomOrder,
    ...accountFolderOrder,
    {
      name: "queries-stay-in-their-room",
      comment: "Other rooms call the service, or x.shared.queries.ts.",
      severity: "error",
      from: { path: "^src/([^/]+)/", pathNot: TEST },
      to: {
        path: "^src/[^/]+/server/.+\\.queries\\.ts$",
        pathNot: ["^src/$1/", "\\.shared\\.queries\\.ts$", PROMPT_ROWS],
      },
    },
    {
      name: "nothing-re-exports-queries",
      comment: "What only forwards is no layer.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^src/[^/]+/server/.+\\.queries\\.ts$", dependencyTypes: ["export"] },
    },
    {
      name: "the-library-fetches-rows-of-prompts",
      comment: "A page of a list is one statement: the library picks ids, prompts have the columns.",
      severity: "error",
      from: { path: "^src/", pathNot: [TEST, "^src/(prompts|library)/server/"] },
      to: { path: PROMPT_ROWS },
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
      to: { path: "^(src|seeds|tests|bench|drills|scripts|cli)/" },
    },
    {
      name: "the-command-line-is-a-program-of-its-own",
      comment: "It asks the site through the client; of the site's code it has what needs no site.",
      severity: "error",
      from: { path: "^cli/", pathNot: TEST },
      to: {
        path: "^(src|seeds|tests|bench|drills|scripts)/",
        pathNot:
          "^src/(exchange/(fields|format|gathered-files|input-messages|markdown-parts)|language/(fold|isolated|visible)|prompts/(catalog|fields|tool-names|variables))\\.ts$",
      },
    },
    {
      name: "no-parent-paths",
      comment: "Outside its own folder a file is named by its room: #room/…",
      severity: "error",
      from: { path: "^(src/.+)/[^/]+$" },
      to: { path: "^(src|seeds|tests|bench|drills)/", pathNot: "^$1/", dependencyTypesNot: ["aliased"] },
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
