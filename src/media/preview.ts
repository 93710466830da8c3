/** Link previews: where they are served and how large they are; apart from the schemas, so that pages need not load those. */

/** The picture and the title on a tile ground, the same size for every prompt; in pixels. */
export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

/**
 * Where a prompt's link preview is served. The file's name stays; whoever keeps it for a day is led past what they keep by
 * the parameter, which the server does not read.
 * @param editedAt when the prompt was last changed, ISO 8601
 */
export function previewPath(promptId: number, editedAt: string | null = null): string {
  const path = `/media/preview-${promptId}.jpg`;
  return editedAt ? `${path}?v=${Date.parse(editedAt).toString(36)}` : path;
}
