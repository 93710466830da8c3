/** Reads what InvokeAI, of all its ages, and NovelAI write. */
import type { FoundPrompt } from "./found-prompt.ts";
import { asObject, asText, type JsonObject, readJson } from "./json.ts";

/** `invokeai_metadata`, of version 3 on. */
export function readInvokeAi(text: string | undefined): FoundPrompt | undefined {
  const data = asObject(readJson(text));
  const prompt = asText(data?.positive_prompt);
  if (!data || !prompt) return undefined;
  const model = asObject(data.model);
  const named = ["Model", model?.name ?? model?.model_name] as const;
  return {
    prompt,
    negative: asText(data.negative_prompt),
    settings: [...settingsOf(data, data.scheduler), named],
  };
}

/** `sd-metadata`, of version 2: the prompt as a text, or in parts with their weights. */
export function readInvokeAi2(text: string | undefined): FoundPrompt | undefined {
  const data = asObject(readJson(text));
  const image = asObject(data?.image);
  if (!image) return undefined;
  const parts = Array.isArray(image.prompt) ? image.prompt.slice(0, 100) : [image.prompt];
  const prompt = parts.flatMap((part) => asText(part) ?? asText(asObject(part)?.prompt) ?? []).join(", ");
  if (!prompt) return undefined;
  const model = ["Model", data?.model_weights] as const;
  return { prompt, settings: [...settingsOf(image, image.sampler), model] };
}

/** `Dream`, of version 1: a command line. */
export function readDream(text: string | undefined): FoundPrompt | undefined {
  const [, prompt, options] = /^\s*"((?:\\.|[^"\\])*)"(.*)$/s.exec(text ?? "") ?? [];
  if (!prompt) return undefined;
  const option = (letter: string) => new RegExp(`(?:^|\\s)-${letter}\\s?([\\w.]+)`).exec(options ?? "")?.[1];
  return {
    prompt: prompt.replace(/\\(["\\])/g, "$1"),
    settings: [
      ["Steps", option("s")],
      ["Sampler", option("A")],
      ["CFG scale", option("C")],
      ["Seed", option("S")],
    ],
  };
}

/** NovelAI's `Comment`; other programs' comments have no such marks. */
export function readNovelAi(text: string | undefined): FoundPrompt | undefined {
  const data = asObject(readJson(text));
  const prompt = asText(data?.prompt);
  if (!data || !prompt || data.uc === undefined) return undefined;
  return {
    prompt,
    negative: asText(data.uc),
    settings: settingsOf({ ...data, cfg_scale: data.scale }, data.sampler),
  };
}

function settingsOf({ steps, cfg_scale, seed, width, height }: JsonObject, sampler: unknown) {
  return [
    ["Steps", steps],
    ["Sampler", sampler],
    ["CFG scale", cfg_scale],
    ["Seed", seed],
    ["Size", typeof width === "number" && typeof height === "number" ? `${width}x${height}` : undefined],
  ] as const;
}
