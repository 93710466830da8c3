/** The demo data keeps the rules that users' own prompts keep, and each prompt has its picture. */
import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { emailText, usernameText } from "#accounts/contract.ts";
import { findProfanity, isProfane } from "#language/profanity.ts";
import { variantWidths } from "#media/contract.ts";
import { LLM_TYPES, newPrompt } from "#prompts/contract.ts";
import { personas } from "./personas.ts";
import { prompts, readPicture } from "./prompts.ts";

const distinct = <T>(values: readonly T[]) => new Set(values).size;

describe("demo users", () => {
  test("are at least a dozen, each with a name and an address of their own", () => {
    expect(personas.length).toBeGreaterThanOrEqual(12);
    expect(distinct(personas.map(({ username }) => username.toLowerCase()))).toBe(personas.length);
    expect(distinct(personas.map(({ email }) => email))).toBe(personas.length);
  });

  test.each(personas)("$username could have registered, but gets no mail", ({ username, email }) => {
    expect(usernameText.parse(username)).toBe(username);
    expect(emailText.parse(email)).toBe(email);
    expect(email).toMatch(/@demo\.prompteca\.local$/);
    expect(isProfane(username)).toBe(false);
  });
});

describe("demo prompts", () => {
  test("are at least 36 and leave no tool out", () => {
    expect(prompts.length).toBeGreaterThanOrEqual(36);
    expect(distinct(prompts.map(({ llmTypeId }) => llmTypeId))).toBe(LLM_TYPES.length);
  });

  test("have keys, titles and texts of their own", () => {
    for (const field of ["key", "title", "content"] as const) {
      expect(distinct(prompts.map((prompt) => prompt[field])), field).toBe(prompts.length);
    }
  });

  test("spread their likes and ages, so that sorting and trending mean something", () => {
    expect(distinct(prompts.map(({ likes }) => likes))).toBeGreaterThanOrEqual(10);
    expect(distinct(prompts.map(({ daysAgo }) => daysAgo))).toBe(prompts.length);
    expect(prompts.filter(({ daysAgo }) => daysAgo < 7).length).toBeGreaterThanOrEqual(6);
  });

  test.each(prompts)("$key could have been published as it is", (prompt) => {
    const { title, content, description, llmTypeId, alt } = prompt;
    const texts = { title, content, description, llm_type_id: llmTypeId, image_alt: alt };
    expect(newPrompt.parse({ ...texts, thumbnail_url: "data:," })).toMatchObject(texts);
    for (const text of [title, content, description ?? "", alt]) expect(findProfanity(text)).toEqual([]);
  });

  test.each(prompts)("$key has an author who was there, and no more likes than users", (prompt) => {
    const author = personas.find(({ username }) => username === prompt.author);
    expect(author?.joinedDaysAgo).toBeGreaterThan(prompt.daysAgo);
    for (const count of [prompt.likes, prompt.favorites]) {
      expect(Number.isInteger(count)).toBe(true);
      expect(count).toBeGreaterThanOrEqual(0);
      expect(count).toBeLessThanOrEqual(personas.length);
    }
    expect(prompt.views).toBeGreaterThanOrEqual(prompt.likes);
    expect(prompt.daysAgo).toBeGreaterThan(0);
  });
});

describe("demo pictures", () => {
  test("are one for each prompt, and no file is left over", async () => {
    const files = await readdir(new URL("./pictures/", import.meta.url));
    expect(files.sort()).toEqual(prompts.map(({ key }) => `${key}.webp`).sort());
    const pictures = await Promise.all(prompts.map(readPicture));
    expect(distinct(pictures.map((picture) => picture.toString("base64")))).toBe(prompts.length);
  });

  test.each(prompts)("$key is a still WebP, large and light enough to be served as it is", async (prompt) => {
    const picture = await readPicture(prompt);
    const { format, width, height, pages } = await sharp(picture).metadata();
    expect({ format, pages }).toEqual({ format: "webp", pages: undefined });
    expect(Math.max(width, height)).toBeGreaterThanOrEqual(1600);
    expect(variantWidths(width).at(-1)).toBe(width);
    expect(picture.length).toBeLessThan(160 * 1024);
  });
});
