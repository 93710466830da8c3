/** The lookup of tools, by which programs name them. */
import { expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";

const site = setUpTestApp();

test("everybody reads the fourteen tools and their numbers, and nobody changes them", async () => {
  const answer = await site.call("GET", "/api/llm_types");
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual([
    { id: 1, name: "ChatGPT" },
    { id: 2, name: "DALL-E" },
    { id: 3, name: "Midjourney" },
    { id: 4, name: "Stable Diffusion" },
    { id: 5, name: "Gemini" },
    { id: 6, name: "Claude" },
    { id: 7, name: "Llama" },
    { id: 8, name: "GPT-4" },
    { id: 9, name: "Falcon" },
    { id: 10, name: "Bard" },
    { id: 11, name: "Copilot" },
    { id: 12, name: "Bing" },
    { id: 13, name: "Leonardo AI" },
    { id: 14, name: "Runway" },
  ]);
  const refused = await site.call("POST", "/api/llm_types", undefined, { name: "Outra" });
  expect([refused.statusCode, refused.headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
});
