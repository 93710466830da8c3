import { expect, test } from "vitest";
import { pictureLayout } from "./picture-layout.ts";

const ratioOf = (width: number, height: number) =>
  Number(/\[--ratio:([\d.]+)\]/.exec(pictureLayout({ width, height }).frame)?.[1]);

test.each([
  [4000, 1000],
  [1600, 900],
  [1600, 1200],
  [1000, 1000],
  [1200, 1600],
  [900, 1600],
  [360, 780],
  [100, 700],
  [100, 1600],
])("%d by %d gets room for nearly all of its height and no more", (width, height) => {
  const share = ratioOf(width, height) / (width / height);
  expect(share).toBeLessThanOrEqual(width / height > 0.1 ? 1 : 1.6);
  expect(share).toBeGreaterThan(0.5);
});

test("an unknown shape is laid out as a wide one", () => {
  expect(pictureLayout({ width: 0, height: 0 })).toEqual(pictureLayout({ width: 4, height: 3 }));
});
