/** Link previews: where they are served and how large they are; apart from the schemas, so that pages need not load those. */

/** The picture and the title on a tile ground, the same size for every prompt; in pixels. */
export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

/** Where a prompt's link preview is served. */
export const previewPath = (promptId: number) => `/media/preview-${promptId}.jpg`;
