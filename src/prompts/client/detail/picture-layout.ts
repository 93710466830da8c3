/** How a prompt's page divides its width between picture and text, by the picture's shape. */
import { cx } from "#ui/cx.ts";

/** Class names of the page's parts, and the picture's width in the syntax of the `sizes` attribute. */
interface PictureLayout {
  article: string;
  frame: string;
  /** Within the frame. */
  picture: string;
  heading: string;
  /** The text, and the least that shows of it. */
  panel: string;
  about: string;
  sizes: string;
}

/** On tablets a picture that is not wide stands beside the title. */
const BESIDE_TITLE = "sm:max-lg:grid sm:max-lg:grid-cols-[2fr_3fr]";
/** On phones wide ones go from edge to edge; others leave room for title and text, in a frame as wide as the page. */
const EDGE = "max-sm:-mx-4 max-sm:max-w-none max-sm:rounded-none max-sm:border-0";
const LOW = "max-sm:mx-auto max-sm:max-w-[calc(var(--low,31dvh)*var(--ratio))]";
/** Where a long title takes the room, pictures are lower, wide ones too. */
export const LOWER = "max-sm:[--low:24dvh]";

/** On a desk the picture stands beside title and text, and what is said about the prompt below it. */
const BESIDE = "lg:row-span-2";
const BELOW_TITLE = "lg:row-span-2 lg:row-start-2 lg:mt-4";
const BELOW_PICTURE = "lg:row-start-3 lg:mt-6";

const WIDE: PictureLayout = {
  article: "",
  frame: cx(EDGE, BESIDE, "lg:col-span-7"),
  picture: "max-sm:mx-auto max-sm:max-w-[calc(var(--low,100dvh)*var(--ratio))]",
  heading: "lg:col-span-5 lg:col-start-8 lg:row-start-1",
  panel: cx(BELOW_TITLE, "[--least:13rem] lg:col-span-5 lg:col-start-8"),
  about: cx(BELOW_PICTURE, "lg:col-span-7"),
  sizes: "(min-width: 80rem) 44rem, (min-width: 64rem) 56vw, 100vw",
};

/** So wide that little would stand beside a long text: the title stands below it too. */
const PANORAMA: PictureLayout = {
  ...WIDE,
  frame: cx(EDGE, "lg:col-span-7"),
  heading: "lg:col-span-7 lg:row-start-2 lg:mt-4",
  panel: "[--least:13rem] lg:col-span-5 lg:col-start-8 lg:row-span-3 lg:row-start-1",
};

/** On tablets beside the title too: across the page it would push the prompt's text out of sight. */
const LANDSCAPE: PictureLayout = {
  ...WIDE,
  article: "md:max-lg:grid md:max-lg:grid-cols-[3fr_2fr]",
  frame: cx(BESIDE, "max-sm:max-w-none lg:col-span-7 md:max-lg:self-start"),
  picture: LOW,
  panel: cx(BELOW_TITLE, "[--least:16.5rem] lg:col-span-5 lg:col-start-8"),
  sizes: "(min-width: 80rem) 44rem, (min-width: 64rem) 56vw, (min-width: 48rem) 54vw, 100vw",
};

const SQUARE: PictureLayout = {
  article: BESIDE_TITLE,
  frame: cx(BESIDE, "w-full max-sm:max-w-none lg:col-span-6 lg:max-w-[calc(62dvh*var(--ratio))]"),
  picture: LOW,
  heading: "lg:col-span-6 lg:col-start-7 lg:row-start-1",
  panel: cx(BELOW_TITLE, "[--least:16.5rem] lg:col-span-6 lg:col-start-7"),
  about: cx(BELOW_PICTURE, "lg:col-span-6"),
  sizes: "(min-width: 80rem) 37rem, (min-width: 64rem) 47vw, (min-width: 40rem) 38vw, 60vw",
};

const TALL: PictureLayout = {
  article: BESIDE_TITLE,
  frame: cx(BESIDE, "w-full max-sm:max-w-none lg:col-span-5"),
  picture: LOW,
  heading: "lg:col-span-7 lg:col-start-6 lg:row-start-1",
  panel: cx(BELOW_TITLE, "[--least:13rem] lg:col-span-7 lg:col-start-6"),
  about: cx(BELOW_PICTURE, "lg:col-span-5"),
  sizes: "(min-width: 80rem) 31rem, (min-width: 64rem) 39vw, (min-width: 40rem) 38vw, 60vw",
};

/** In large windows a few words find room between title and text. */
const TALL_ALONE: PictureLayout = {
  ...TALL,
  frame: cx(TALL.frame, "roomy:row-span-3"),
  panel: cx(TALL.panel, "roomy:row-span-1 roomy:row-start-3"),
  about: cx(TALL.about, "roomy:col-span-7 roomy:col-start-6 roomy:row-start-2 roomy:mt-2"),
};
/** In characters. */
const FEW = 200;

/** Ratios of width to height as class names: the content security policy forbids style attributes. */
const RATIOS: readonly [number, string][] = [
  [2.2, "[--ratio:2.2]"],
  [1.75, "[--ratio:1.75]"],
  [1.5, "[--ratio:1.5]"],
  [1.33, "[--ratio:1.33]"],
  [1.15, "[--ratio:1.15]"],
  [1, "[--ratio:1]"],
  [0.85, "[--ratio:0.85]"],
  [0.75, "[--ratio:0.75]"],
  [0.66, "[--ratio:0.66]"],
  [0.56, "[--ratio:0.56]"],
  [0.46, "[--ratio:0.46]"],
  [0.4, "[--ratio:0.4]"],
  [0.33, "[--ratio:0.33]"],
  [0.2, "[--ratio:0.2]"],
];
const NARROWEST = "[--ratio:0.1]";

function layoutOf(ratio: number, said: number): PictureLayout {
  if (ratio >= 2.2) return PANORAMA;
  if (ratio >= 1.6) return WIDE;
  if (ratio >= 1.15) return LANDSCAPE;
  if (ratio >= 0.85) return SQUARE;
  return ratio >= 0.4 && said <= FEW ? TALL_ALONE : TALL;
}

/**
 * The frame is as wide as lets the whole picture be no taller than the window, so that nothing is left to fill beside it;
 * but on phones it is as wide as the page.
 * @param width of the picture, as its height in any unit
 * @param said number of characters that are said about the prompt
 */
export function pictureLayout({ width, height }: { width: number; height: number }, said = 0): PictureLayout {
  const ratio = height > 0 ? width / height : 4 / 3;
  const layout = layoutOf(ratio, said);
  const limit = RATIOS.find(([least]) => ratio >= least)?.[1] ?? NARROWEST;
  return { ...layout, frame: cx("max-w-[calc(80dvh*var(--ratio))]", limit, layout.frame) };
}
