/** Small pictures for tests, in the form that browsers send. */
import { randomBytes } from "node:crypto";
import sharp from "sharp";

/** Returns a file as a data URL. @param type as the browser claims it */
export function dataUrl(bytes: Buffer | string, type = "image/png"): string {
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}

/** Returns a single-coloured PNG as a data URL; different colours are different pictures. */
export async function pictureDataUrl(color = "#336699", width = 64, height = 48): Promise<string> {
  const png = await sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();
  return dataUrl(png);
}

let shade = 0;

/** Returns a picture that no other prompt of the test file has, as a data URL. */
export function newPicture(width = 120, height = 90): Promise<string> {
  shade += 1;
  return pictureDataUrl(`#${shade.toString(16).padStart(6, "0")}`, width, height);
}

/** Returns an animated WebP as a data URL that is costly to encode: about 70 KB per frame of 800 × 600. */
export async function animationDataUrl(width: number, height: number, frames: number): Promise<string> {
  const coarse = { width: width / 8, height: (height / 8) * frames, channels: 3 } as const;
  const noise = randomBytes(coarse.width * coarse.height * coarse.channels);
  const data = await sharp(noise, { raw: coarse })
    .resize(width, height * frames)
    .raw()
    .toBuffer();
  const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const;
  const webp = await sharp(data, { raw, limitInputPixels: false })
    .webp({ quality: 50, effort: 0 })
    .toBuffer();
  return dataUrl(webp, "image/webp");
}
