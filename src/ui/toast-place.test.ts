import { describe, expect, test } from "vitest";
import { type Box, choosePlace, costOf, type Place } from "./toast-place.ts";

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
/** A toast of 384 x 100 in a window of 1440 x 900. */
const places: Record<Place, Box> = {
  "bottom-end": box(1040, 784, 384, 100),
  "bottom-start": box(16, 784, 384, 100),
  "top-end": box(1040, 84, 384, 100),
  "top-start": box(16, 84, 384, 100),
};
const choose = (...obstacles: [Box, number][]) =>
  choosePlace(
    (place) => places[place],
    obstacles.map(([at, weight]) => ({ box: at, weight })),
  );

describe("a toast", () => {
  test("stands at the lower right when nothing is there", () => {
    expect(choose()).toBe("bottom-end");
    expect(choose([box(500, 500, 100, 44), 100])).toBe("bottom-end");
  });

  test("gives way to the button of a form, side by side before above", () => {
    expect(choose([box(1100, 800, 200, 44), 100])).toBe("bottom-start");
    expect(choose([box(0, 780, 1440, 60), 100])).toBe("top-end");
    expect(choose([box(0, 780, 1440, 60), 100], [box(1300, 90, 80, 44), 1])).toBe("top-start");
  });

  test("covers what matters least where something is everywhere", () => {
    const everywhere = Object.values(places).map((at): [Box, number] => [at, 100]);
    everywhere[2] = [places["top-end"], 1];
    expect(choose(...everywhere)).toBe("top-end");
  });

  test("keeps a distance of 4 pixels", () => {
    const toast = box(0, 100, 100, 100);
    const below = (top: number) => [{ box: box(0, top, 100, 44), weight: 7 }];
    expect(costOf(toast, below(203))).toBe(7);
    expect(costOf(toast, below(204))).toBe(0);
  });
});
