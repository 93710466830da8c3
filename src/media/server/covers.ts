/**
 * Covers: azulejos that stand where a picture is missing, drawn by the site. They are stored like pictures, but are nobody's:
 * removing a prompt bars none, and no author is credited.
 */
import { createHash } from "node:crypto";
import { COVER } from "#media/contract.ts";
import { azulejo, tileSvg } from "#ui/tile.ts";
import { drawSvg, fromPixels } from "./codecs.ts";
import type { Credit } from "./credit.ts";
import {
  drawPreview,
  type PreparedPicture,
  preparePicture,
  type StoredForms,
  type Uploader,
} from "./images.uploads.ts";

/** Different ones. Their files are shared by all prompts that have them. */
const COVERS = 24;
const COLUMNS = 6;
const ROWS = 4;
/** In pixels; the height follows. */
const WIDTH = 800;

/** Names, not hashes of bytes: the encoder's next version must not make another cover of it. */
const HASHES = Array.from({ length: COVERS }, (_, at) =>
  createHash("sha256").update(`prompteca cover ${at}`).digest("hex").slice(0, 32),
);
const drawn = new Map<string, Promise<StoredForms>>();

/** Whether a picture is one of the site's own covers. */
export const isCover = (hash: string): boolean => HASHES.includes(hash);

export const coverCredit: Credit = { author: "Prompteca", path: "/", keys: [] };

/** The cover of a text: always the same one. Kept by the process once it is drawn, some 15 KB each. */
export function coverOf(text: string): Promise<StoredForms> {
  const at = createHash("sha256").update(text).digest().readUInt32BE(0) % COVERS;
  const hash = HASHES[at] as string;
  const known = drawn.get(hash);
  if (known) return known;
  const drawing = draw(hash).catch((error) => {
    drawn.delete(hash);
    throw error;
  });
  drawn.set(hash, drawing);
  return drawing;
}

/**
 * Prepares an upload, or for {@link COVER} the cover of a title. Expensive: call it outside transactions.
 * @throws AppError as `preparePicture`
 */
export async function prepareUploadOrCover(
  uploader: Uploader,
  upload: string | File,
  title: string,
): Promise<PreparedPicture> {
  if (upload !== COVER) return preparePicture(uploader, upload, title);
  const cover = await coverOf(title);
  const [{ webp }] = cover.variants as [StoredForms["variants"][number]];
  return { ...cover, preview: await drawPreview(uploader, { hash: cover.hash, webp }, title) };
}

async function draw(hash: string): Promise<StoredForms> {
  const pixels = await drawSvg(tileSvg(hash, { columns: COLUMNS, rows: ROWS }), WIDTH);
  const webp = await fromPixels(pixels)
    .flatten({ background: "white" })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
  const { width, height } = pixels.info;
  // Without a fingerprint, it is never taken for a copy of another picture.
  return {
    hash,
    fingerprint: null,
    width,
    height,
    animated: false,
    color: azulejo.main,
    variants: [{ width, webp }],
  };
}
