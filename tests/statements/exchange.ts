/** Calls of the queries of `exchange`. */
import type { CallsOf } from "./prepare.ts";
import { ID, PROMPT } from "./values.ts";

const IMPORT = 1;

export const exchange = {
  "#exchange/server/imports.queries.ts": {
    insertImport: [[{ user_id: ID, key: null, format: "csv", collection_id: null }, 1]],
    insertImported: [[IMPORT, [PROMPT]]],
    selectImport: [
      [ID, { id: IMPORT }],
      [ID, { key: "uma-chave-de-teste" }],
    ],
    selectRecent: [[ID, 24]],
    countImportedToday: [[ID]],
    lockImport: [[ID, IMPORT, 24]],
    selectPromptIds: [[IMPORT]],
    setUndone: [[IMPORT]],
    deleteOldImports: [[2]],
  } satisfies CallsOf<typeof import("#exchange/server/imports.queries.ts")>,

  "#exchange/server/imports.shared.queries.ts": {
    selectImportsForExport: [[ID]],
  } satisfies CallsOf<typeof import("#exchange/server/imports.shared.queries.ts")>,
};
