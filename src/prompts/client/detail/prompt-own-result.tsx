/** The dialog of the viewer's own result of a prompt. Loaded when first opened. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { changeCachedPrompt } from "#prompts/client/cached-prompts.ts";
import type { PromptView } from "#prompts/contract.ts";
import type { Outcome } from "#results/catalog.ts";
import { closeQuestion } from "#results/client/copied-prompts.ts";
import { OwnResultDialog } from "#results/client/own-result-dialog.tsx";
import { closeToast, currentToast } from "#ui/toast.ts";

const GPT = ["GPT-5", "GPT-5 mini", "GPT-4o"];
const GEMINI = ["Gemini 2.5 Pro", "Gemini 2.5 Flash"];

/** Likely models of each tool by its id: suggestions, where nobody has named one yet. */
const MODELS: Record<number, string[]> = {
  1: GPT,
  2: ["DALL-E 3", "GPT Image 1"],
  3: ["Midjourney v7", "Midjourney v6.1", "Niji 6"],
  4: ["SDXL 1.0", "SD 3.5 Large", "SD 1.5", "FLUX.1 dev"],
  5: GEMINI,
  6: ["Claude Opus 4.1", "Claude Sonnet 4.5", "Claude Haiku 4.5"],
  7: ["Llama 4 Maverick", "Llama 4 Scout", "Llama 3.3 70B"],
  8: ["GPT-4", "GPT-4 Turbo", "GPT-4o"],
  9: ["Falcon 3 10B", "Falcon 180B"],
  10: GEMINI,
  11: ["Copilot", ...GPT],
  12: ["Copilot", "GPT-4"],
  13: ["Phoenix 1.0", "Lucid Origin", "Lightning XL"],
  14: ["Gen-4", "Gen-4 Turbo", "Gen-3 Alpha"],
};

/** The part of a prompt that the dialog needs. */
export type ResultPrompt = Pick<
  PromptView,
  "id" | "title" | "version" | "edited_at" | "llm_type_id" | "user_id"
>;

interface Props {
  prompt: ResultPrompt;
  outcome: Outcome | undefined;
  open: boolean;
  onClose: () => void;
}

export function PromptOwnResult(props: Props) {
  const { id, llm_type_id } = props.prompt;
  const client = useQueryClient();
  useEffect(() => {
    // A toast would cover the dialog.
    if (props.open) closeToast(currentToast.get()?.id ?? 0);
  }, [props.open]);
  return (
    <OwnResultDialog
      {...props}
      suggestions={MODELS[llm_type_id] ?? []}
      onChange={({ answered_count, worked_count, last_worked_at }) => {
        changeCachedPrompt(client, id, { answered_count, worked_count, last_worked_at });
        closeQuestion(id);
      }}
    />
  );
}
