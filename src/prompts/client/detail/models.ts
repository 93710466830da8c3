/** Models that are likely for each tool: suggestions, where nobody has named one yet. */
const GPT = ["GPT-5", "GPT-5 mini", "GPT-4o"];
const GEMINI = ["Gemini 2.5 Pro", "Gemini 2.5 Flash"];

const MODELS: Record<number, string[]> = {
  1: GPT,
  2: ["DALL-E 3", "GPT Image 1"],
  3: ["Midjourney v7", "Midjourney v6.1", "Niji 6"],
  4: ["SDXL 1.0", "SD 3.5 Large", "SD 1.5", "FLUX.1 dev"],
  5: GEMINI,
  6: ["Claude Opus 4.1", "Claude Sonnet 4.5", "Claude Haiku 4.5"],
  7: ["Llama 4 Maverick", "Llama 4 Scout", "Llama 3.3 70B"],
  8: ["GPT-4", "GPT-4 Turbo", "GPT-4o"],
  9: ["Falcon 3 10B", "Falcon 180B"],
  10: GEMINI,
  11: ["Copilot", ...GPT],
  12: ["Copilot", "GPT-4"],
  13: ["Phoenix 1.0", "Lucid Origin", "Lightning XL"],
  14: ["Gen-4", "Gen-4 Turbo", "Gen-3 Alpha"],
};

/** @returns none for an unknown tool */
export const modelsOf = (toolId: number): readonly string[] => MODELS[toolId] ?? [];
