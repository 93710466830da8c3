/** Small real pictures for tests, as browsers send them. */
import sharp from "sharp";

/** A PNG of one colour as a data URL; different colours are different pictures. */
export async function pictureDataUrl(color = "#336699", width = 64, height = 48): Promise<string> {
  const png = await sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
}
