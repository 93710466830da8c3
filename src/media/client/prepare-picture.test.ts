import { describe, expect, test } from "vitest";
import { messages } from "#media/messages.ts";
import { fitWithin, preparePicture } from "./prepare-picture.ts";

describe("fitWithin", () => {
  test.each([
    [6000, 4000, 2400, { width: 2400, height: 1600 }],
    [4000, 6000, 2400, { width: 1600, height: 2400 }],
    [800, 600, 2400, { width: 800, height: 600 }],
    [16_000, 3, 1000, { width: 1000, height: 1 }],
  ])("%i×%i within %i", (width, height, side, size) => {
    expect(fitWithin(width, height, side)).toEqual(size);
  });
});

describe("preparePicture", () => {
  test("refuses what is no picture the site takes", async () => {
    for (const type of ["image/svg+xml", "application/pdf", "image/png", ""]) {
      const file = new File(["um texto qualquer"], "x.png", { type });
      await expect(preparePicture(file)).rejects.toThrow(messages.unsupported);
    }
  });

  test("refuses a GIF above the limit, which drawing again would stop moving", async () => {
    const file = new File(["GIF89a", new Uint8Array(5 * 1024 * 1024)], "x.gif");
    await expect(preparePicture(file)).rejects.toThrow(messages.animationTooLarge);
  });
});
