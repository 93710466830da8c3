/** Prompts and collections within pages of other sites: their addresses, and the HTML that shows them there. */
import { escapeHtml } from "#language/html.ts";

/** Kinds of pages that can be embedded, by the first part of their address. */
export const EMBEDDED_KINDS = ["prompts", "colecoes"] as const;
export type EmbeddedKind = (typeof EMBEDDED_KINDS)[number];

/** Widths in pixels that a reader of the dialog chooses from. */
export const EMBED_WIDTHS = [320, 480, 600] as const;
/** Below this width the picture stands above the text. */
const NARROW = 480;

/** Path of the small page that is framed. */
export const embedPath = (kind: EmbeddedKind, id: number) => `/embed/${kind}/${id}`;

/** Height in pixels that suits a width. */
export const embedHeight = (width: number) => (width < NARROW ? 480 : 400);

/** The frame. @param src whole address @param title for screen readers */
export function embedHtml(src: string, title: string, width: number, height: number): string {
  return `<iframe src="${escapeHtml(src)}" title="${escapeHtml(title)}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" allow="clipboard-write"></iframe>`;
}
