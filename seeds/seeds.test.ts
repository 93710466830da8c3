/** The demo data keeps the rules that people's own prompts keep, and every picture of it can be drawn. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { emailText, usernameText } from "#accounts/contract.ts";
import { findProfanity, isProfane } from "#language/profanity.ts";
import { drawSvg, fromPixels } from "#media/server/codecs.ts";
import { LLM_TYPES, promptTexts } from "#prompts/contract.ts";
import { personas } from "./personas.ts";
import { palettes } from "./pictures/palettes.ts";
import { drawPicture } from "./pictures/picture.ts";
import { type SceneName, scenes } from "./pictures/scenes.ts";
import { prompts } from "./prompts.ts";

const distinct = <T>(values: readonly T[]) => new Set(values).size;
const digest = (data: Buffer) => createHash("sha256").update(data).digest("hex");

describe("demo people", () => {
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
    expect(promptTexts.parse(texts)).toEqual(texts);
    for (const text of [title, content, description ?? "", alt]) expect(findProfanity(text)).toEqual([]);
  });

  test.each(prompts)("$key has an author who was there, and no more likes than people", (prompt) => {
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
  test("are the same for the same seed", () => {
    for (const { picture } of prompts) expect(drawPicture(picture)).toBe(drawPicture(picture));
  });

  test("are drawn, believable in size and busy enough, and no two are alike", async () => {
    const digests = new Set<string>();
    for (const { key, picture } of prompts) {
      const pixels = await drawSvg(drawPicture(picture), 480);
      expect(Math.max(pixels.info.width, pixels.info.height), key).toBeGreaterThanOrEqual(480);
      const png = await fromPixels(pixels).png().toBuffer();
      expect(png.length, key).toBeGreaterThan(15_000);
      expect(png.length, key).toBeLessThan(1_000_000);
      digests.add(digest(png));
    }
    expect(digests.size).toBe(prompts.length);
  });

  test.each(Object.keys(scenes) as SceneName[])(
    "%s can be painted with every palette, without text",
    (scene) => {
      for (const palette of Object.keys(palettes) as (keyof typeof palettes)[]) {
        const svg = drawPicture({ scene, palette, seed: "test" });
        expect(svg).not.toMatch(/<text|NaN|undefined|Infinity|href/);
        const ids = [...svg.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id);
        expect(distinct(ids)).toBe(ids.length);
      }
    },
  );
});
