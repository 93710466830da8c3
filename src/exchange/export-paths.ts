/** Addresses of exports. Apart from the others, which `/programas` names: these load what forms share, by those of collections. */
import { collectionApi } from "#collections/paths.ts";
import type { FileFormat } from "./format.ts";

const OWN_PROMPTS = "/api/account/prompts";
/** One's own prompts as a file. */
export const ownExport = (format: FileFormat | `:format${string}`) => `${OWN_PROMPTS}/${format}`;
/** A collection as a file. */
export const collectionExport = (id: number | string, format: FileFormat | `:format${string}`) =>
  `${collectionApi(id)}/${format}`;

/** Query for CSV as Excel in Brazil separates cells. */
export const FOR_EXCEL = "?separator=semicolon";
