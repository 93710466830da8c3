import { describe, expect, test } from "vitest";
import { messages } from "#media/messages.ts";
import { preparePicture } from "./prepare-picture.ts";
import { shownSize } from "./reduce-picture.ts";

describe("shownSize", () => {
  test.each([
    [4000, 3000, 1600, { width: 1600, height: 1200 }],
    [3000, 4000, 1600, { width: 1200, height: 1600 }],
    [800, 600, 1600, { width: 800, height: 600 }],
    [16_000, 3, 1000, { width: 1000, height: 1 }],
    // Captures of a page: their text stays readable, and the side within what WebP can hold.
    [1080, 2400, 1600, { width: 800, height: 1778 }],
    [600, 9000, 1600, { width: 600, height: 9000 }],
    [1000, 40_000, 1600, { width: 410, height: 16_383 }],
  ])("%i×%i within %i", (width, height, side, size) => {
    expect(shownSize(width, height, side)).toEqual(size);
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

  test("leaves an animation, and what this device cannot draw, as it is, but for its name", async () => {
    for (const head of ["GIF89a", "\x89PNG\r\n\x1a\n"]) {
      const bytes = Uint8Array.from(`${head} and more`, (character) => character.charCodeAt(0));
      const prepared = await preparePicture(new File([bytes], "festa da Ana.png"));
      expect(new Uint8Array(await prepared.arrayBuffer())).toEqual(bytes);
      expect(prepared.name).toBe("imagem");
    }
  });
});
