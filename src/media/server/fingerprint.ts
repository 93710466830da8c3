/**
 * A picture's fingerprint, which copies share that were resized, compressed anew, recoloured or cropped a little: the signs
 * of the 256 lowest frequencies of its brightness, as PDQ has them (Facebook, "The TMK+PDQF Video-Hashing Algorithm and the
 * PDQ Image-Hashing Algorithm", 2019), without its filter. Different pictures differ in half of the bits.
 */
import { fromPixels, type Pixels, pixelsOf } from "./codecs.ts";

/** Side of the square in which a picture is compared, in pixels. */
const SIDE = 64;
/** Frequencies in each direction: their square is the number of bits. */
const FREQUENCIES = 16;
/**
 * Bits in which a copy may differ. Measured with 57 drawings: copies in 32 at most, the nearest crops in some 50, the most
 * alike of two different ones in 98 (fingerprint.test.ts).
 */
export const MAX_DIFFERENCE = 60;
/** Mean difference of neighbouring pixels, of 255, below which a picture has too little in it to be told from others. */
const LEAST_DETAIL = 1.5;

/** Parts of a side that are cut away: from all sides, or from one. */
const CROPS_ALL_AROUND = [0.02, 0.04, 0.06, 0.08, 0.1];
const CROPS_OF_ONE_SIDE = [0.03, 0.06, 0.1];

const COSINES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float64Array.from({ length: SIDE }, (_, at) =>
    Math.cos(((2 * at + 1) * (frequency + 1) * Math.PI) / (2 * SIDE)),
  ),
);

interface Cut {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A picture's brightness. */
const greyOf = (still: Pixels) => fromPixels(still).flatten({ background: "white" }).greyscale();

/** A part of a grey picture, squeezed into the square. */
async function squareOf(grey: Pixels, cut: Cut): Promise<Buffer> {
  const { width, height } = grey.info;
  const [left, top] = [Math.round(width * cut.left), Math.round(height * cut.top)];
  const { data } = await pixelsOf(
    fromPixels(grey)
      .extract({
        left,
        top,
        width: Math.max(1, Math.round(width * (1 - cut.right)) - left),
        height: Math.max(1, Math.round(height * (1 - cut.bottom)) - top),
      })
      .resize(SIDE, SIDE, { fit: "fill" })
      .greyscale(),
  );
  return data;
}

function hasDetail(square: Buffer): boolean {
  let sum = 0;
  for (let y = 0; y < SIDE - 1; y++) {
    for (let x = 0; x < SIDE - 1; x++) {
      const at = y * SIDE + x;
      const here = square[at] ?? 0;
      sum += Math.abs((square[at + 1] ?? 0) - here) + Math.abs((square[at + SIDE] ?? 0) - here);
    }
  }
  return sum / (2 * (SIDE - 1) ** 2) >= LEAST_DETAIL;
}

/** The lowest frequencies of a square, row by row: a discrete cosine transform without its constant part. */
function frequenciesOf(square: Buffer): number[] {
  const lines = Array.from({ length: SIDE }, (_, y) => square.subarray(y * SIDE, (y + 1) * SIDE));
  const rows = COSINES.map((cosines) => Float64Array.from(lines, (line) => product(cosines, line)));
  return COSINES.flatMap((cosines) => rows.map((row) => product(cosines, row)));
}

/** The sum of the products of two lists' members. */
function product(cosines: Float64Array, values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < SIDE; i++) sum += (cosines[i] ?? 0) * (values[i] ?? 0);
  return sum;
}

function toBits(frequencies: number[]): string {
  const sorted = [...frequencies].sort((one, other) => one - other);
  const median = sorted[sorted.length / 2] ?? 0;
  return frequencies.map((value) => (value > median ? "1" : "0")).join("");
}

/** Mirrored left to right, every second frequency of a row changes its sign. */
const mirrored = (frequencies: number[]) =>
  frequencies.map((value, i) => ((i % FREQUENCIES) % 2 === 0 ? -value : value));

/** Stands for a picture without a fingerprint: half of the bits of any other are set, so that nothing is like it. */
export const NO_FINGERPRINT = "0".repeat(FREQUENCIES ** 2);

const WHOLE: Cut = { left: 0, top: 0, right: 0, bottom: 0 };

/** @returns 256 characters 0 and 1; null for a picture with too little in it, such as one of a single colour */
export async function fingerprintOf(still: Pixels): Promise<string | null> {
  const square = (await pixelsOf(greyOf(still).resize(SIDE, SIDE, { fit: "fill" }))).data;
  return hasDetail(square) ? toBits(frequenciesOf(square)) : null;
}

/** The fingerprints of a picture and of its likely copies: cropped by up to a tenth, and mirrored. */
export async function fingerprintsOfCopies(still: Pixels): Promise<string[]> {
  // Crops of a smaller, grey picture cost a third.
  const small = await pixelsOf(greyOf(still).resize(512, 512, { fit: "inside", withoutEnlargement: true }));
  if (!hasDetail(await squareOf(small, WHOLE))) return [];
  const cuts: Cut[] = [
    WHOLE,
    ...CROPS_ALL_AROUND.map((part) => ({ left: part, top: part, right: part, bottom: part })),
    ...CROPS_OF_ONE_SIDE.flatMap((part) =>
      (["left", "top", "right", "bottom"] as const).map((side) => ({ ...WHOLE, [side]: part })),
    ),
  ];
  const bits: string[] = [];
  for (const cut of cuts) {
    const frequencies = frequenciesOf(await squareOf(small, cut));
    bits.push(toBits(frequencies), toBits(mirrored(frequencies)));
  }
  return [...new Set(bits)];
}
