/** Counts in words for the admin's screens and the log. */
import { formatCount } from "#ui/numbers.ts";

/** @example counted(1, "prompt", "prompts") // "1 prompt" */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Joins a list as in a sentence: `a, b e c`. */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} e ${parts.at(-1)}`;
}
