/** Colour profiles as files of ICC.1:2001-04 (version 2), of the few tags that decoders need. */

/** Corners of gamuts in XYZ, adapted to D50 (the sRGB and Adobe RGB specifications). */
const GAMUTS = {
  srgb: [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
  adobe: [
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
  ],
};
const WHITE = [0.9642, 1, 0.8249];

const words = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeInt32BE(Math.round(value), 4 * i);
  return bytes;
};
const xyz = (values: number[]) => words(...values.map((value) => value * 65_536));
const tag = (type: string, ...parts: Buffer[]) => Buffer.concat([Buffer.from(type), words(0), ...parts]);
const gammaCurve = (gamma: number) => tag("curv", words(1, Math.round(gamma * 256) * 65_536));
const text = (value: string) => Buffer.from(`${value}\0`);

function profile(space: "RGB " | "GRAY", tags: Record<string, Buffer>): Buffer {
  const all = Object.entries({
    desc: tag("desc", words(5), text("test"), Buffer.alloc(79)),
    cprt: tag("text", text("none")),
    wtpt: tag("XYZ ", xyz(WHITE)),
    ...tags,
  });
  let at = 132 + 12 * all.length;
  const directory: Buffer[] = [];
  const contents: Buffer[] = [];
  for (const [name, content] of all) {
    directory.push(Buffer.from(name), words(at, content.length));
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
    contents.push(padded);
    at += padded.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(at, 0);
  header.writeUInt32BE(0x02400000, 8);
  header.write(`mntr${space}XYZ `, 12, "latin1");
  header.write("acsp", 36, "latin1");
  xyz(WHITE).copy(header, 68);
  return Buffer.concat([header, words(all.length), ...directory, ...contents]);
}

/** @param gamma 1 for a linear profile */
export function rgbProfile(gamut: keyof typeof GAMUTS, gamma: number): Buffer {
  const [red = [], green = [], blue = []] = GAMUTS[gamut];
  const curve = gammaCurve(gamma);
  return profile("RGB ", {
    rXYZ: tag("XYZ ", xyz(red)),
    gXYZ: tag("XYZ ", xyz(green)),
    bXYZ: tag("XYZ ", xyz(blue)),
    rTRC: curve,
    gTRC: curve,
    bTRC: curve,
  });
}

/** @param gamma 1 for a linear profile */
export const greyProfile = (gamma: number) => profile("GRAY", { kTRC: gammaCurve(gamma) });
