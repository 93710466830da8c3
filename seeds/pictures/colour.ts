/** Colours of the pictures: thought of in OKLCH, written in hexadecimal, because librsvg knows no `oklch()`. */

/** `#rrggbb`. */
export type Colour = string;

type Lab = [lightness: number, a: number, b: number];

/**
 * @param lightness 0 to 1
 * @param chroma 0 to about 0.3; reduced until the colour fits sRGB
 * @param hue degrees
 */
export function oklch(lightness: number, chroma: number, hue: number): Colour {
  const angle = (hue * Math.PI) / 180;
  for (let c = chroma; c > 0; c -= 0.004) {
    const channels = toLinear([lightness, c * Math.cos(angle), c * Math.sin(angle)]);
    if (channels.every((value) => value > -0.002 && value < 1.002)) return toHex(channels);
  }
  return toHex(toLinear([lightness, 0, 0]));
}

/** Between two colours as the eye sees it. @param share of the second one, 0 to 1 */
export function mix(first: Colour, second: Colour, share: number): Colour {
  const [from, to] = [toLab(first), toLab(second)];
  return toHex(toLinear(from.map((value, i) => value + ((to[i] as number) - value) * share) as Lab));
}

/** The same hue, lighter or darker. @param by change of OKLCH lightness, −1 to 1 */
export function lift(colour: Colour, by: number): Colour {
  const [lightness, a, b] = toLab(colour);
  return oklch(
    Math.min(0.99, Math.max(0.05, lightness + by)),
    Math.hypot(a, b),
    (Math.atan2(b, a) * 180) / Math.PI,
  );
}

// The matrices are those of Björn Ottosson's Oklab.
function toLinear([lightness, a, b]: Lab): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function toLab(colour: Colour): Lab {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toHex(linear: number[]): Colour {
  const channels = linear.map((value) => {
    const bounded = Math.min(1, Math.max(0, value));
    const encoded = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
}
