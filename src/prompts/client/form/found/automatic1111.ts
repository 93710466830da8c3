/** Reads what Automatic1111's interface and its kin (Forge, SD.Next) write: prompt, `Negative prompt:`, a line `Steps: …`. */
import type { FoundPrompt } from "./found-prompt.ts";

const NEGATIVE = "Negative prompt:";
/** Longest part of the settings' line that is read, in characters. */
const LONGEST_LINE = 10_000;
const settingsLine = /^\s*Steps: \d+(?:,|\s*$)/;
/** One of a line's settings; a value with a comma in it stands in quotes. */
const setting = /([A-Z][\w ]{1,40}): ("(?:\\.|[^"\\]){0,2000}"|[^,]{0,200})(?:, |$)/g;
/** Settings that help to make the picture again; the rest is checksums and versions. */
const keptSettings = new Set([
  "Steps",
  "Sampler",
  "Schedule type",
  "CFG scale",
  "Distilled CFG Scale",
  "Seed",
  "Size",
  "Model",
  "Clip skip",
  "Denoising strength",
]);

/** @param certain that it is such a text; otherwise it must have its marks, as a comment may say anything */
export function readAutomatic1111(text: string | undefined, certain: boolean): FoundPrompt | undefined {
  if (!text) return undefined;
  const lines = text.split(/\r?\n/);
  const end = lines.findLastIndex((line) => settingsLine.test(line));
  const said = end === -1 ? lines : lines.slice(0, end);
  const negativeAt = said.findIndex((line) => line.startsWith(NEGATIVE));
  if (!certain && end === -1 && negativeAt === -1) return undefined;
  const [positive, negative] =
    negativeAt === -1 ? [said] : [said.slice(0, negativeAt), said.slice(negativeAt)];
  const settings = Array.from(
    (lines[end] ?? "").slice(0, LONGEST_LINE).matchAll(setting),
    ([, name = "", value = ""]) => {
      return [name, value.replace(/^"|"$/g, "")] as const;
    },
  );
  return {
    prompt: positive.join("\n"),
    negative: negative?.join("\n").slice(NEGATIVE.length),
    settings: settings.filter(([name]) => keptSettings.has(name)),
  };
}
