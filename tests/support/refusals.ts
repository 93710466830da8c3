import type * as z from "zod/mini";

/**
 * The first message of a schema for each field that it refuses, by the field's path: as forms show it and answers name
 * it.
 */
export function refusals(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const said: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? [])
    said[path.join(".")] ??= message;
  return said;
}
