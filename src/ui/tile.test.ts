import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { azulejo, tile, tilePaths, tileSvg } from "./tile.ts";

const size = { columns: 8, rows: 6 };

describe("tile", () => {
  test("the same seed gives the same panel, as a number or as text", () => {
    expect(tile(42, size)).toEqual(tile("42", size));
    expect(tile(42, size)).not.toEqual(tile(43, size));
  });

  test("a panel once published never changes", () => {
    const panels = Array.from({ length: 20 }, (_, seed) => tileSvg(seed, size)).join();
    expect(createHash("sha256").update(panels).digest("hex")).toBe(
      "3caa7997282235792e57f95a01c052f8dc03e3685c47e812da8d032f57ed2385",
    );
  });

  test("fills every cell once, also where the sides are odd", () => {
    for (let seed = 0; seed < 50; seed++) {
      const { cells } = tile(seed, { columns: 5, rows: 3 });
      expect(new Set(cells.map(({ column, row }) => `${column} ${row}`)).size).toBe(15);
      for (const cell of cells) expect(cell.ink).not.toBe(cell.paper);
    }
  });
});

describe("tileSvg", () => {
  test("is one small document in the site's colours", () => {
    const svg = tileSvg("prompt 7", size);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 64 48">.*<\/svg>$/);
    for (const colour of Object.values(azulejo)) expect(svg).toContain(`fill="${colour}"`);
    expect(svg.length).toBeLessThan(6000);
    expect(tilePaths(tile("prompt 7", size)).length).toBeLessThanOrEqual(3);
  });
});
