/** Values that a reader fills into a prompt's variables: kept in memory while the site is open, never stored. */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { PromptView } from "#prompts/contract.ts";
import { fillVariables, segmentVariables, type TextSegment, variablesOf } from "./prompt-variables.ts";

export interface FilledIn {
  segments: readonly TextSegment[];
  /** The variables, each once. */
  variables: readonly string[];
  /** Values by variable. */
  values: ReadonlyMap<string, string>;
  /** Number of unfilled variables. */
  left: number;
  /** The prompt with the values filled in, for copying. */
  text: string;
  fill(variable: string, value: string): void;
  clear(): void;
}

const nothing: ReadonlyMap<string, string> = new Map();

const KEY = "filled in";

/**
 * Kept in the query cache, so that the end of a session discards the values. Bound to the component's first prompt: a
 * component that may show another one needs a key.
 */
export function useFilledIn({
  id,
  content,
  llm_type_id: toolId,
}: Pick<PromptView, "id" | "content" | "llm_type_id">): FilledIn {
  const client = useQueryClient();
  const [values, setValues] = useState(
    () => client.getQueryData<ReadonlyMap<string, string>>([KEY, id]) ?? nothing,
  );
  const change = (next: ReadonlyMap<string, string>) => {
    setValues(next);
    client.setQueryDefaults([KEY], { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData([KEY, id], next);
  };
  const segments = useMemo(() => segmentVariables(content, toolId), [content, toolId]);
  const variables = useMemo(() => variablesOf(segments), [segments]);
  return {
    segments,
    variables,
    values,
    left: variables.filter((variable) => !values.get(variable)?.trim()).length,
    text: fillVariables(segments, values),
    fill: (variable, value) => change(new Map(values).set(variable, value)),
    clear: () => change(nothing),
  };
}
