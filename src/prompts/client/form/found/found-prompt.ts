/** A prompt found in a picture, and how it reads in the form. */
import { TEXT_LIMITS } from "#prompts/catalog.ts";

export interface FoundPrompt {
  prompt: string;
  negative?: string | undefined;
  /** Further settings of the picture, by their names in the program. */
  settings?: readonly (readonly [name: string, value: unknown])[];
}

/** The prompt, its negative prompt and its settings; as much of it as a prompt may hold. */
export function textOf({ prompt, negative, settings = [] }: FoundPrompt): string {
  const list = settings
    .flatMap(([name, value]) => (isTextOrNumber(value) ? `${name}: ${value}` : []))
    .join(", ");
  const parts = [
    prompt.trim(),
    negative?.trim() && `Prompt negativo: ${negative.trim()}`,
    list && `Parâmetros: ${list}`,
  ].filter(Boolean);
  while (parts.length > 1 && parts.join("\n\n").length > TEXT_LIMITS.content) parts.pop();
  return parts.join("\n\n").slice(0, TEXT_LIMITS.content).toWellFormed();
}

function isTextOrNumber(value: unknown): boolean {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}
