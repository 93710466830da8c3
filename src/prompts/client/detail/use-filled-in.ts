/** A prompt's text with its variables, and the values that the reader fills in. */
import { useMemo } from "react";
import type { PromptView } from "#prompts/contract.ts";
import { fillVariables, segmentVariables, type TextSegment, variablesOf } from "#prompts/variables.ts";
import { type FilledValues, storeFilledValues, useFilledValues } from "./filled-values.ts";

export interface FilledIn {
  segments: readonly TextSegment[];
  /** The variables, each once. */
  variables: readonly string[];
  values: FilledValues;
  /** Number of unfilled variables. */
  left: number;
  /** The prompt with the values filled in, for copying. */
  text: string;
  fill(variable: string, value: string): void;
  clear(): void;
}

export function useFilledIn({
  id,
  content,
  llm_type_id: toolId,
}: Pick<PromptView, "id" | "content" | "llm_type_id">): FilledIn {
  const values = useFilledValues(id);
  const segments = useMemo(() => segmentVariables(content, toolId), [content, toolId]);
  const variables = useMemo(() => variablesOf(segments), [segments]);
  return {
    segments,
    variables,
    values,
    left: variables.filter((variable) => !values.get(variable)?.trim()).length,
    text: fillVariables(segments, values),
    fill: (variable, value) => storeFilledValues(id, new Map(values).set(variable, value)),
    clear: () => storeFilledValues(id, new Map()),
  };
}
