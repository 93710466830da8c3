/** What a reader puts in a prompt's variables: kept while the site is open, wherever one goes meanwhile, stored nowhere. */
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
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

/** The values live beside the site's data, so that the end of a session takes them along. */
export function useFilledIn({ id, content }: Pick<PromptView, "id" | "content">): FilledIn {
  const client = useQueryClient();
  const queryKey = ["filled in", id];
  const { data: values = nothing } = useQuery<ReadonlyMap<string, string>>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const segments = useMemo(() => segmentVariables(content), [content]);
  const variables = useMemo(() => variablesOf(segments), [segments]);
  return {
    segments,
    variables,
    values,
    left: variables.filter((variable) => !values.get(variable)?.trim()).length,
    text: fillVariables(segments, values),
    fill: (variable, value) => client.setQueryData(queryKey, new Map(values).set(variable, value)),
    clear: () => client.setQueryData(queryKey, nothing),
  };
}
