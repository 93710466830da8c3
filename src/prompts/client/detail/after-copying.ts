/** What comes after a prompt was copied from a list. */
import { segmentVariables, unfilledOf } from "#prompts/variables.ts";
import type { ToastOptions } from "#ui/toast.ts";
import { openStep } from "./ai-sites.ts";
import { fieldsLeft } from "./fields-left.ts";

/** @returns the place to paste it, and what to fill in before; neither where there is none */
export function afterCopying(toolId: number, content: string): Pick<ToastOptions, "description" | "action"> {
  const left = fieldsLeft(unfilledOf(segmentVariables(content, toolId), new Map()).length);
  return { action: openStep(toolId, content), ...(left && { description: left }) };
}
