/** Reads JSON of unknown origin without trusting it. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** @returns undefined for what is no JSON; Python's NaN, which is none, is taken for null */
export function readJson(text: string | undefined): unknown {
  if (!text) return undefined;
  for (const candidate of [text, text.replace(/(?<=[[:,]\s{0,9})-?(?:NaN|Infinity)\b/g, "null")]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // Try the next candidate.
    }
  }
  return undefined;
}

export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
