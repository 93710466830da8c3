import { expect, test } from "vitest";
import { contentPreview } from "./content-preview.ts";

test("a text of up to 150 characters stays as it is", () => {
  expect(contentPreview("Olá")).toBe("Olá");
  expect(contentPreview("é".repeat(150))).toBe("é".repeat(150));
});

test("a longer one is cut at 150 characters followed by '...'", () => {
  expect(contentPreview("a".repeat(151))).toBe(`${"a".repeat(150)}...`);
  expect(contentPreview("b".repeat(20_000))).toBe(`${"b".repeat(150)}...`);
});

test("characters of two units count once and are never cut in half", () => {
  expect(contentPreview("🎨".repeat(150))).toBe("🎨".repeat(150));
  expect(contentPreview(`x${"🎨".repeat(150)}`)).toBe(`x${"🎨".repeat(149)}...`);
});
