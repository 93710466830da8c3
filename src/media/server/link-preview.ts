/** Draws a prompt's link preview: its picture, its title, a row of tiles. */

import { fileURLToPath } from "node:url";
import { escapeHtml } from "#language/html.ts";
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from "#media/contract.ts";
import { azulejo, tileSvg } from "#ui/tile.ts";
import { drawSvg, fromPixels, type Pixels, pixelsOf, sharp } from "./codecs.ts";

/** In bytes: chat apps do not show larger previews. */
const MAX_PREVIEW_BYTES = 300 * 1024;
const JPEG_QUALITIES = [85, 75, 60, 45, 30];

/** Side of a tile in pixels, the grid of the layout. */
const TILE = PREVIEW_HEIGHT / 6;
/** About the shape of a card. Messengers that crop a square from the middle then show mostly picture. */
const PICTURE = { width: 7 * TILE, height: 5 * TILE };
const MARGIN = 40;
const BRAND_SIZE = 34;
const TITLE = {
  width: PREVIEW_WIDTH - PICTURE.width - 2 * MARGIN,
  height: PICTURE.height - 2 * MARGIN - 2 * BRAND_SIZE,
};
/** Font sizes in pixels; the largest that fits wins, and the smallest is clipped. */
const TITLE_SIZES = [96, 80, 68, 60, 52, 44, 38, 32];

/** Bricolage Grotesque Bold, Latin subset, as TTF: the text renderer reads neither WOFF nor WOFF2. */
const FONT_FILE = fileURLToPath(new URL("./fonts/bricolage-grotesque-bold.ttf", import.meta.url));
/** Characters outside the font: they would be drawn as boxes, or differently on each machine. */
const UNDRAWABLE = /[^ -~¡-£¥-¬®-ÿıŒœ–—‘-‚“-„•…‹›€™↑↓−]/gu;

// The text renderer warns on machines without a font configuration. It reads this variable once, at the first text.
process.env.FONTCONFIG_FILE ??= fileURLToPath(new URL("./fonts/fonts.conf", import.meta.url));

/** Removes what the font lacks; letters lose only their marks: "Ştefan 🎨" becomes "Stefan". */
export function drawableText(title: string): string {
  return title
    .normalize("NFC")
    .replace(UNDRAWABLE, (character) => character.normalize("NFKD").replace(UNDRAWABLE, ""))
    .replace(/ +/g, " ")
    .trim();
}

/**
 * A transparent picture of a text, cropped to the text.
 * @param wrap whether lines break between words only, or also inside words wider than the field
 */
function layText(text: string, size: number, color: string, wrap: "word" | "word-char" = "word") {
  return sharp({
    text: {
      text: `<span foreground="${color}" insert_hyphens="false">${escapeHtml(text)}</span>`,
      font: `Bricolage Grotesque Bold ${size}`,
      fontfile: FONT_FILE,
      width: TITLE.width,
      wrap,
      rgba: true,
      dpi: 72,
    },
  });
}

/** Draws the title in the largest size that fits, breaking words only if no size fits without. */
async function drawTitle(title: string): Promise<Pixels> {
  for (const wrap of ["word", "word-char"] as const) {
    for (const size of TITLE_SIZES) {
      const laid = layText(title, size, "white", wrap);
      const { width, height } = await laid.metadata();
      if (width <= TITLE.width && height <= TITLE.height) return pixelsOf(laid);
    }
  }
  const laid = layText(title, TITLE_SIZES.at(-1) ?? 0, "white", "word-char");
  const { width, height } = await laid.metadata();
  return pixelsOf(
    laid.extract({
      left: 0,
      top: 0,
      width: Math.min(width, TITLE.width),
      height: Math.min(height, TITLE.height),
    }),
  );
}

/** Caches a part that every preview shares; a failure is not cached. */
function drawnOnce<T>(draw: () => Promise<T>): () => Promise<T> {
  let drawn: Promise<T> | undefined;
  return () => {
    drawn ??= draw().catch((error) => {
      drawn = undefined;
      throw error;
    });
    return drawn;
  };
}

/** Overlay that rounds the picture's corner to a quarter circle, as on a card. */
const drawCorner = drawnOnce(() =>
  drawSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${TILE} ${TILE}">` +
      `<path fill="${azulejo.main}" d="M${TILE} 0A${TILE} ${TILE} 0 0 1 0 ${TILE}H${TILE}z"/></svg>`,
    TILE,
  ),
);

const drawBrand = drawnOnce(() => pixelsOf(layText("Prompteca", BRAND_SIZE, azulejo.accent)));

/** The picture cropped to its field. */
function cropPicture(still: Pixels) {
  const { width, height } = PICTURE;
  // A slight crop keeps the middle; in very tall or wide pictures the library looks for the subject.
  const shape = still.info.width / still.info.height;
  const position = shape >= 1 && shape <= 2 ? "centre" : sharp.strategy.attention;
  // Crop extreme shapes first: a line of pixels must not be enlarged to the field's height.
  const shown = {
    width: Math.min(still.info.width, 4 * still.info.height),
    height: Math.min(still.info.height, 4 * still.info.width),
  };
  return fromPixels(still)
    .extract({
      left: Math.floor((still.info.width - shown.width) / 2),
      top: Math.floor((still.info.height - shown.height) / 2),
      ...shown,
    })
    .flatten({ background: "white" })
    .resize({ width, height, fit: "cover", position });
}

/**
 * Lays pixels upon the preview's, by their opacity; what reaches beyond its right side is cut off. The library's own
 * compositing takes ten times as long.
 */
function lay(
  preview: Buffer,
  { data, info: { width, height, channels } }: Pixels,
  left: number,
  top: number,
) {
  const shown = Math.min(width, PREVIEW_WIDTH - left);
  // One or two channels are grey; the last of two or four is the opacity.
  const isGrey = channels < 3;
  const isOpaque = channels % 2 === 1;
  for (let y = 0; y < height; y++) {
    let from = y * width * channels;
    let to = ((top + y) * PREVIEW_WIDTH + left) * 3;
    if (channels === 3) data.copy(preview, to, from, from + shown * 3);
    else
      for (let x = 0; x < shown; x++, from += channels, to += 3) {
        const opacity = isOpaque ? 1 : (data[from + channels - 1] ?? 0) / 255;
        for (let channel = 0; opacity && channel < 3; channel++) {
          const under = preview[to + channel] ?? 0;
          const over = data[isGrey ? from : from + channel] ?? 0;
          preview[to + channel] = Math.round(under + (over - under) * opacity);
        }
      }
  }
}

/**
 * @param seed of the row of tiles
 * @returns a JPEG of PREVIEW_WIDTH × PREVIEW_HEIGHT, at most 300 KB
 */
export async function drawLinkPreview(still: Pixels, title: string, seed: string): Promise<Buffer> {
  const columns = Math.ceil(PREVIEW_WIDTH / TILE);
  const data = Buffer.alloc(PREVIEW_WIDTH * PREVIEW_HEIGHT * 3, azulejo.main.slice(1), "hex");
  lay(data, await pixelsOf(cropPicture(still)), 0, 0);
  lay(data, await drawCorner(), PICTURE.width - TILE, PICTURE.height - TILE);
  lay(data, await drawSvg(tileSvg(seed, { columns, rows: 1 }), columns * TILE), 0, PICTURE.height);
  const text = drawableText(title);
  if (text) lay(data, await drawTitle(text), PICTURE.width + MARGIN, MARGIN);
  lay(data, await drawBrand(), PICTURE.width + MARGIN, PICTURE.height - MARGIN - BRAND_SIZE);

  const canvas: Pixels = { data, info: { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT, channels: 3 } };
  let jpeg = Buffer.alloc(0);
  for (const quality of JPEG_QUALITIES) {
    jpeg = await fromPixels(canvas).jpeg({ quality }).toBuffer();
    if (jpeg.length <= MAX_PREVIEW_BYTES) break;
  }
  return jpeg;
}
