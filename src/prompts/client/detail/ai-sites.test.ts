import { describe, expect, test } from "vitest";
import { LLM_TYPES } from "#prompts/catalog.ts";
import { addressAt, openStep, otherSites, siteOf } from "./ai-sites.ts";

const address = (tool: string, prompt: string) => {
  const site = siteOf(LLM_TYPES.find(({ name }) => name === tool)?.id ?? 0);
  return site && addressAt(site, prompt);
};

describe("addressAt", () => {
  test("puts the prompt into the address of ChatGPT, Claude and Copilot, whatever it holds", () => {
    const prompt = "Olá & adeus? 100% [tema] #1\ncom “aspas” + 🙂";
    for (const [tool, origin] of [
      ["ChatGPT", "https://chatgpt.com/"],
      ["GPT-4", "https://chatgpt.com/"],
      ["Claude", "https://claude.ai/new"],
      ["Copilot", "https://copilot.microsoft.com/"],
    ] as const) {
      const url = new URL(address(tool, prompt) ?? "");
      expect(url.origin + url.pathname).toBe(origin);
      expect(url.searchParams.get("q")).toBe(prompt);
    }
  });

  test("leaves a prompt out that would make an address of 2,000 characters or more", () => {
    const room = 2000 - "https://chatgpt.com/?q=".length;
    expect(address("ChatGPT", "a".repeat(room - 1))).toHaveLength(1999);
    expect(address("ChatGPT", "a".repeat(room))).toBe("https://chatgpt.com/");
    expect(address("ChatGPT", "ã".repeat(400))).toBe("https://chatgpt.com/");
  });

  test("opens other tools at their own page, and Stable Diffusion nowhere", () => {
    expect(address("Gemini", "olá")).toBe("https://gemini.google.com/app");
    expect(address("Bard", "olá")).toBe("https://gemini.google.com/app");
    expect(address("Midjourney", "olá")).toBe("https://www.midjourney.com/imagine");
    expect(address("Stable Diffusion", "olá")).toBeUndefined();
    for (const { name } of LLM_TYPES) {
      if (name !== "Stable Diffusion") expect(address(name, "olá")).toMatch(/^https:\/\//);
    }
  });
});

test("otherSites leaves the present one out", () => {
  const names = (id: number) => otherSites(siteOf(id)).map(({ name }) => name);
  expect(names(6)).toEqual(["ChatGPT", "Gemini", "Copilot", "Meta AI"]);
  expect(names(4)).toEqual(["ChatGPT", "Claude", "Gemini", "Copilot", "Meta AI"]);
});

test("the step after copying opens the tool that the prompt is for, where it has a site", () => {
  expect(openStep(8, "olá")).toEqual({ label: "Abrir no ChatGPT", href: "https://chatgpt.com/?q=ol%C3%A1" });
  expect(openStep(4, "olá")).toBeUndefined();
});
