/** Addresses of imports, and of what describes the files. */

/** The page. */
export const IMPORT_PAGE = "/importar";

export const IMPORTS = "/api/imports";
export const IMPORT_PREVIEW = `${IMPORTS}/preview`;
export const importApi = (id: number | string) => `${IMPORTS}/${id}`;

/** The JSON Schema of files in JSON. */
export const FORMAT_SCHEMA = "/api/exchange-format.json";
