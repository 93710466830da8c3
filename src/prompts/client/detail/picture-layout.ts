/** How a prompt's page divides its width between picture and text, by the picture's shape. */
import { cx } from "#ui/cx.ts";

/** Class names of the page's parts, and the picture's width in the syntax of the `sizes` attribute. */
export interface PictureLayout {
  article: string;
  frame: string;
  panel: string;
  about: string;
  sizes: string;
}

/** On tablets a picture that is not wide stands beside the title; on phones it leaves room for it. */
const BESIDE_TITLE = "sm:max-lg:grid sm:max-lg:grid-cols-[2fr_3fr]";
const CENTRED = "w-full max-sm:mx-auto max-sm:max-w-[calc(60dvh*var(--ratio))]";

const WIDE: PictureLayout = {
  article: "",
  // On phones from edge to edge.
  frame: "max-sm:-mx-4 max-sm:max-w-none max-sm:rounded-none max-sm:border-0 lg:col-span-7",
  panel: "lg:col-span-5 lg:col-start-8",
  about: "lg:col-span-7",
  sizes: "(min-width: 80rem) 44rem, (min-width: 64rem) 56vw, 100vw",
};

/** On tablets beside the title too: across the page it would push the prompt's text out of sight. */
const LANDSCAPE: PictureLayout = {
  ...WIDE,
  article: "md:max-lg:grid md:max-lg:grid-cols-[3fr_2fr]",
  frame: cx(WIDE.frame, "md:max-lg:self-start"),
  sizes: "(min-width: 80rem) 44rem, (min-width: 64rem) 56vw, (min-width: 48rem) 54vw, 100vw",
};

const SQUARE: PictureLayout = {
  article: BESIDE_TITLE,
  frame: cx(CENTRED, "lg:col-span-6"),
  panel: "lg:col-span-6 lg:col-start-7",
  about: "lg:col-span-6",
  sizes: "(min-width: 80rem) 37rem, (min-width: 64rem) 47vw, (min-width: 40rem) 38vw, 90vw",
};

const TALL: PictureLayout = {
  article: BESIDE_TITLE,
  frame: cx(CENTRED, "lg:col-span-5"),
  panel: "lg:col-span-7 lg:col-start-6",
  about: "lg:col-span-5",
  sizes: "(min-width: 80rem) 31rem, (min-width: 64rem) 39vw, (min-width: 40rem) 38vw, 80vw",
};

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
  [0.33, "[--ratio:0.33]"],
  [0.2, "[--ratio:0.2]"],
];
const NARROWEST = "[--ratio:0.1]";

/**
 * The frame is as wide as lets the whole picture be no taller than the window, so that nothing is left to fill beside it.
 * @param width of the picture, as its height in any unit
 */
export function pictureLayout({ width, height }: { width: number; height: number }): PictureLayout {
  const ratio = height > 0 ? width / height : 4 / 3;
  const layout = ratio >= 1.6 ? WIDE : ratio >= 1.15 ? LANDSCAPE : ratio >= 0.85 ? SQUARE : TALL;
  const limit = RATIOS.find(([least]) => ratio >= least)?.[1] ?? NARROWEST;
  return { ...layout, frame: cx("max-w-[calc(80dvh*var(--ratio))]", limit, layout.frame) };
}
