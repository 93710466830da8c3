/** Counts in words, as the admin's screens and the log say them. */
import { formatCount } from "#ui/numbers.ts";

/** @example counted(1, "prompt", "prompts") // "1 prompt" */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A list as a sentence goes: `a, b e c`. */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} e ${parts.at(-1)}`;
}
