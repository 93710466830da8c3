/** Colours of the AI tools. */

/** Hues of `ui/badge.tsx`, by the name of the tool. */
export const toolHues: Record<string, number> = {
  Runway: 0,
  Claude: 1,
  Falcon: 2,
  Bard: 3,
  "GPT-4": 4,
  ChatGPT: 5,
  "DALL-E": 6,
  Bing: 7,
  Gemini: 8,
  Llama: 9,
  Midjourney: 10,
  "Stable Diffusion": 11,
  Copilot: 12,
  "Leonardo AI": 13,
};
