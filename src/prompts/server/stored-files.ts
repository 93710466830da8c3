/** Tells backups which picture files belong to the rows of the database. */
import { variantWidths } from "#media/contract.ts";
import { PICTURES } from "#media/server/images.shared.queries.ts";
import { previewKey, variantKey } from "#media/server/stored-pictures.ts";
import type { StoredFiles } from "#platform/backup/files.ts";
import { PREVIEWS } from "./pictures.queries.ts";

/** Pictures by hash and width, link previews by prompt; an edit makes a preview a new version. */
export const storedFiles: StoredFiles = {
  query: `${PICTURES} union all ${PREVIEWS}`,
  keys(name) {
    const [kind = "", number] = name.split("-");
    if (kind === "preview") return [{ key: previewKey(Number(number)), essential: true }];
    const widths = variantWidths(Number(number));
    const widest = Math.max(...widths);
    return widths.map((width) => ({ key: variantKey(kind, width), essential: width === widest }));
  },
  contentType: (key) => (key.endsWith(".jpg") ? "image/jpeg" : "image/webp"),
};
