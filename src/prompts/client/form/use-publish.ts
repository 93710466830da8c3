/** Publishes from a form: the call, its messages, and the next page. */
import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { publishPrompt, type Upload } from "#prompts/client/authoring.queries.ts";
import { PUBLISHED } from "#prompts/client/just-published.ts";
import type { NewPrompt } from "#prompts/contract.ts";
import { formMessages } from "./form-messages.ts";
import type { SentPrompt } from "./prompt-form.tsx";

const texts = {
  submit: "Enviar Prompt",
  failed: formMessages.submitFailed,
  cancelled: formMessages.uploadCancelledText,
  login: formMessages.loginToSubmit,
};

/** Properties of a PromptForm for a new prompt. */
export function usePublish() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  async function send({ change_note: _, ...prompt }: SentPrompt, upload: Upload) {
    // The form guarantees a picture.
    const { id } = await publishPrompt(client, prompt as NewPrompt, upload);
    return () => navigate(`/prompts/${id}`, { state: PUBLISHED });
  }
  return { texts, send };
}
