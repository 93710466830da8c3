/** What a reader puts in a prompt's variables: kept while the site is open, wherever one goes meanwhile, stored nowhere. */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { PromptView } from "#prompts/contract.ts";
import { fillVariables, segmentVariables, type TextSegment, variablesOf } from "./prompt-variables.ts";

export interface FilledIn {
  segments: readonly TextSegment[];
  /** What can be filled in, each once. */
  variables: readonly string[];
  /** What was typed, by variable. */
  values: ReadonlyMap<string, string>;
  /** How many variables are still as the author wrote them. */
  left: number;
  /** The prompt as it is copied. */
  text: string;
  fill(variable: string, value: string): void;
  clear(): void;
}

const nothing: ReadonlyMap<string, string> = new Map();

const KEY = "filled in";

/**
 * Beside the site's data, so that the end of a session takes the values along. For the prompt that a component began with:
 * one that shows another needs a key.
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
