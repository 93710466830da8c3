/** Path and size of link previews. Apart from the contract, so that pages do not load its schemas. */

/** Size of every link preview in pixels. */
export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

/**
 * Path of a prompt's link preview. The server ignores the query parameter; it only bypasses caches after an edit.
 * @param editedAt time of the last edit, ISO 8601
 */
export function previewPath(promptId: number, editedAt: string | null = null): string {
  const path = `/media/preview-${promptId}.jpg`;
  return editedAt ? `${path}?v=${Date.parse(editedAt).toString(36)}` : path;
}
