import { expect, test } from "vitest";
import { formatMegabytes } from "./export-data.tsx";

test.each([
  [0, "0,0 MB"],
  [340_000, "0,3 MB"],
  [12_399_999, "12,4 MB"],
  [1_234_500_000, "1234,5 MB"],
])("%i bytes read %s", (bytes, text) => {
  expect(formatMegabytes(bytes)).toBe(text);
});
