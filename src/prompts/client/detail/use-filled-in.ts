/** A prompt's text with its variables, and the values that the reader fills in. */
import { type RefObject, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { PromptView } from "#prompts/contract.ts";
import {
  fillVariables,
  presetsOf,
  segmentVariables,
  type TextSegment,
  unfilledOf,
  variablesOf,
} from "#prompts/variables.ts";
import { type FilledValues, storeFilledValues, useFilledValues } from "./filled-values.ts";

export interface FilledIn {
  segments: readonly TextSegment[];
  /** The variables, each once. */
  variables: readonly string[];
  values: FilledValues;
  /** The prompt's own values, by variable. */
  presets: FilledValues;
  /** Number of unfilled variables. */
  left: number;
  /** The prompt with the values filled in, for copying. */
  text: string;
  fill(variable: string, value: string): void;
  clear(): void;
  /** Whether the form is shown. */
  isOpen: boolean;
  setOpen(open: boolean): void;
  form: RefObject<HTMLDivElement | null>;
  /** Shows the form, with the focus in its first empty field. */
  fillOut(): void;
}

export function useFilledIn({
  id,
  content,
  llm_type_id: toolId,
}: Pick<PromptView, "id" | "content" | "llm_type_id">): FilledIn {
  const values = useFilledValues(id);
  const [isOpen, setOpen] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const segments = useMemo(() => segmentVariables(content, toolId), [content, toolId]);
  const variables = useMemo(() => variablesOf(segments), [segments]);
  return {
    segments,
    variables,
    values,
    presets: presetsOf(segments),
    left: unfilledOf(segments, values).length,
    text: fillVariables(segments, values),
    fill: (variable, value) => storeFilledValues(id, new Map(values).set(variable, value)),
    clear: () => storeFilledValues(id, new Map()),
    isOpen,
    setOpen,
    form,
    fillOut: () => {
      flushSync(() => setOpen(true));
      const fields = form.current?.querySelectorAll("textarea") ?? [];
      [...fields].find(({ value }) => !value)?.focus();
    },
  };
}
