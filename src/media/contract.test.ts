import { expect, test } from "vitest";
import { ACCEPTED_IMAGE_TYPES, imageView, MAX_IMAGE_BYTES, variantWidths } from "./contract.ts";
import type { ImageFormat } from "./image-format.ts";

test("a picture may have 5 MB", () => {
  expect(MAX_IMAGE_BYTES).toBe(5_242_880);
});

test("a form offers the formats that the server takes", () => {
  const formats = { png: true, jpeg: true, gif: true, webp: true, avif: true } satisfies Record<
    ImageFormat,
    true
  >;
  expect([...ACCEPTED_IMAGE_TYPES].sort()).toEqual(
    Object.keys(formats)
      .map((name) => `image/${name}`)
      .sort(),
  );
});

test.each([
  [90, [90]],
  [400, [400]],
  [401, [400, 401]],
  [1000, [400, 680, 800, 1000]],
  [4000, [400, 680, 800, 1200, 1600]],
])("a picture %i pixels wide is served in these widths: %j", (width, widths) => {
  expect(variantWidths(width)).toEqual(widths);
});

test("an answer says of a picture what its place on the page needs", () => {
  const view = {
    url: "/media/a-800.webp",
    srcset: "/media/a-800.webp 800w",
    width: 800,
    height: 600,
    animated: false,
    color: "#336699",
    alt: null,
  };
  expect(imageView.parse({ ...view, hash: "a" })).toEqual(view);
});
