import { expect, test } from "vitest";
import { formatBytes, formatCount, formatShort } from "./numbers.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1.000"],
  [12_345, "12.345"],
  [1_234_567, "1.234.567"],
])("%i is written %s", (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([
  [0, "0"],
  [99_999, "99.999"],
  [100_000, "100 mil"],
  [999_999, "999 mil"],
  [1_000_000, "1,0 mi"],
  [1_234_567, "1,2 mi"],
  [1_200_000_000, "1.200,0 mi"],
])("%i is %s where there is little room", (count, text) => {
  expect(formatShort(count)).toBe(text);
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1000, "1 kB"],
  [12_345_678, "12,3 MB"],
  [999_999_999, "999 MB"],
  [1_234_567_890_123, "1,2 TB"],
  [5_000_000_000_000_000, "5000 TB"],
])("%i bytes are written %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
