/**
 * Colours that a file names by numbers instead of by a profile: the chunks cICP, or gAMA and cHRM, of a PNG, and the box `nclx`
 * of an AVIF. The image library takes them for sRGB; browsers do not.
 */
import type { ImageFormat } from "#media/image-format.ts";
import { inPieces, type Pixels } from "./codecs.ts";
import { MOST_CHUNKS } from "./png.ts";

/** A transfer curve from stored value to light, both from 0 to 1. */
type Curve = (value: number) => number;
/** x and y of white, red, green and blue (CIE 1931), in the order of a PNG's cHRM. */
type Primaries = readonly number[];

interface NumberedColours {
  curve: Curve;
  primaries: Primaries;
}

const D65 = [0.3127, 0.329];
const SRGB = [...D65, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];
/** By their numbers in ITU-T H.273, tables 2 and 3; 2 stands for unknown. */
const PRIMARIES: Record<number, Primaries> = {
  1: SRGB,
  2: SRGB,
  5: [...D65, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06],
  6: [...D65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
  9: [...D65, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046],
  12: [...D65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
};
const power =
  (gamma: number): Curve =>
  (value) =>
    value ** gamma;
const srgbCurve: Curve = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
/** Browsers take the curves of video for that of sRGB. Those of more light than white (PQ, HLG) are not known here. */
const CURVES: Record<number, Curve> = {
  ...Object.fromEntries([1, 2, 6, 13, 14, 15].map((number) => [number, srgbCurve])),
  4: power(2.2),
  5: power(2.8),
  8: power(1),
};

/** @returns undefined for sRGB, and for numbers that are not known */
function byNumbers(primaries: number | undefined, transfer: number | undefined): NumberedColours | undefined {
  const found = { primaries: PRIMARIES[primaries ?? 0], curve: CURVES[transfer ?? 0] };
  if (!found.primaries || !found.curve || (found.primaries === SRGB && found.curve === srgbCurve))
    return undefined;
  return { primaries: found.primaries, curve: found.curve };
}

/** @returns undefined for what is sRGB, or says nothing of its colours */
export function numberedColours(bytes: Buffer, format: ImageFormat): NumberedColours | undefined {
  if (format === "png") return ofPng(bytes);
  return format === "avif" ? ofAvif(bytes) : undefined;
}

/** Chunks that tell of colours (ISO/IEC 15948, 11.3.2). */
const OF_COLOURS = new Set(["cICP", "gAMA", "sRGB", "cHRM"]);

/** Those of a PNG before its pixels, by their names. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8, seen = 0; at + 12 <= png.length && seen < MOST_CHUNKS; seen++) {
    const length = png.readUInt32BE(at);
    const name = png.toString("latin1", at + 4, at + 8);
    if (name === "IDAT") break;
    if (OF_COLOURS.has(name)) chunks.set(name, png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return chunks;
}

function ofPng(bytes: Buffer): NumberedColours | undefined {
  const chunks = chunksOf(bytes);
  const [primaries, transfer] = chunks.get("cICP") ?? [];
  if (transfer !== undefined) return byNumbers(primaries, transfer);
  const [gamma = 0] = fractionsOf(chunks.get("gAMA"));
  if (gamma === 0 || chunks.has("sRGB")) return undefined;
  const corners = fractionsOf(chunks.get("cHRM"));
  // Without primaries, this gamma means sRGB: encoders write it for sRGB pictures.
  if (corners.length < 8) return gamma === 0.45455 ? undefined : { curve: power(1 / gamma), primaries: SRGB };
  return { curve: power(1 / gamma), primaries: corners };
}

const fractionsOf = (chunk: Buffer = Buffer.of()) =>
  Array.from({ length: chunk.length >> 2 }, (_, at) => chunk.readUInt32BE(4 * at) / 100_000);

/** Boxes that lead to the properties of an AVIF (ISO/IEC 23008-12, 9.3), with the bytes before their members. */
const WAY: readonly (readonly [string, number])[] = [
  ["meta", 4],
  ["iprp", 0],
  ["ipco", 0],
];

function ofAvif(bytes: Buffer): NumberedColours | undefined {
  let inside: Buffer = bytes;
  for (const [name, skipped] of WAY) inside = boxes(inside, name)[0]?.subarray(skipped) ?? Buffer.of();
  const box = boxes(inside, "colr").find((found) => found.toString("latin1", 0, 4) === "nclx");
  return box && box.length >= 8 ? byNumbers(box.readUInt16BE(4), box.readUInt16BE(6)) : undefined;
}

function boxes(bytes: Buffer, name: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (length < 8) break;
    if (bytes.toString("latin1", at + 4, at + 8) === name) found.push(bytes.subarray(at + 8, at + length));
    at += length;
  }
  return found;
}

type Matrix = readonly (readonly number[])[];

const times = (matrix: Matrix, vector: readonly number[]) =>
  matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * (vector[at] as number), 0));

function inverse(matrix: Matrix): number[][] {
  const [[a, b, c], [d, e, f], [g, h, i]] = matrix as [number[], number[], number[]] as [
    [number, number, number],
    [number, number, number],
    [number, number, number],
  ];
  const whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ].map((row) => row.map((value) => value / whole));
}

/** From light of these primaries to XYZ, white being one of each (SMPTE RP 177). */
function toXyz(primaries: Primaries): number[][] {
  const xyz = (at: number) => {
    const [x = 0, y = 0] = primaries.slice(at, at + 2);
    return [x / y, 1, (1 - x - y) / y];
  };
  const [red, green, blue] = [xyz(2), xyz(4), xyz(6)];
  const corners = [0, 1, 2].map((row) => [red, green, blue].map((corner) => corner[row] as number));
  const shares = times(inverse(corners), xyz(0));
  return corners.map((row) => row.map((value, column) => value * (shares[column] as number)));
}

/** Steps of light between black and white: sRGB's darkest value is 1/3,295. */
const STEPS = 16_384;
const ENCODED = Uint8Array.from({ length: STEPS + 1 }, (_, at) => {
  const light = at / STEPS;
  return Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));
});
const encoded = (light: number) => ENCODED[Math.round(STEPS * Math.min(1, Math.max(0, light)))] as number;

/** Changes pixels of these colours into sRGB. White stays white. */
export function toSrgb(pixels: Pixels, { curve, primaries }: NumberedColours): Promise<void> {
  const { data, info } = pixels;
  const light = Float64Array.from({ length: 256 }, (_, value) => curve(value / 255));
  if (info.channels < 3) {
    return inPieces(pixels, (from, to) => {
      for (let at = from; at < to; at += info.channels)
        data[at] = encoded(light[data[at] as number] as number);
    });
  }
  const back = inverse(toXyz([...primaries.slice(0, 2), ...SRGB.slice(2)]));
  const xyz = toXyz(primaries);
  const columns = [0, 1, 2].map((column) =>
    times(
      back,
      xyz.map((row) => row[column] as number),
    ),
  );
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = columns as [
    [number, number, number],
    [number, number, number],
    [number, number, number],
  ];
  return inPieces(pixels, (from, to) => {
    for (let at = from; at < to; at += info.channels) {
      const red = light[data[at] as number] as number;
      const green = light[data[at + 1] as number] as number;
      const blue = light[data[at + 2] as number] as number;
      data[at] = encoded(rr * red + gr * green + br * blue);
      data[at + 1] = encoded(rg * red + gg * green + bg * blue);
      data[at + 2] = encoded(rb * red + gb * green + bb * blue);
    }
  });
}
