/** Addresses of imports and exports. */
import { collectionApi } from "#collections/paths.ts";
import type { FileFormat } from "./format.ts";

/** The page. */
export const IMPORT_PAGE = "/importar";

export const IMPORTS = "/api/imports";
export const IMPORT_PREVIEW = `${IMPORTS}/preview`;
export const importApi = (id: number | string) => `${IMPORTS}/${id}`;

const OWN_PROMPTS = "/api/account/prompts";
/** One's own prompts as a file. */
export const ownExport = (format: FileFormat | ":format") => `${OWN_PROMPTS}/${format}`;
/** A collection as a file. */
export const collectionExport = (id: number | string, format: FileFormat | ":format") =>
  `${collectionApi(id)}/${format}`;

/** Of files in CSV, whose cells are separated as Excel has them in Brazil. */
export const FOR_EXCEL = "?separator=semicolon";

/** The JSON Schema of files in JSON. */
export const FORMAT_SCHEMA = "/api/exchange-format.json";
