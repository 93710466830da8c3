/** Publishes from a form: the call, its messages, and the next page. */
import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { publishPrompt, type Upload } from "#prompts/client/prompts.queries.ts";
import type { NewPrompt } from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";
import { toast } from "#ui/toast.ts";
import type { CheckedDraft } from "./prompt-draft.ts";

const texts = {
  submit: "Enviar Prompt",
  failed: messages.submitFailed,
  cancelled: messages.uploadCancelledText,
  login: messages.loginToSubmit,
};

/** Properties of a PromptForm for a new prompt. */
export function usePublish() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  async function send(prompt: CheckedDraft, upload: Upload) {
    // The form guarantees a picture.
    const { id } = await publishPrompt(client, prompt as NewPrompt, upload);
    toast({ title: messages.success, description: messages.submitted, variant: "success" });
    return () => navigate(`/prompts/${id}`);
  }
  return { texts, send };
}
