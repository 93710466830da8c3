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

/** Properties of a PromptForm for a new prompt. @param sourceId what it is made from */
export function usePublish(sourceId?: number) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  async function send({ change_note: _, remix_note, ...fields }: SentPrompt, upload: Upload) {
    // The form guarantees a picture.
    const prompt = fields as NewPrompt;
    const made = sourceId === undefined ? prompt : { ...prompt, remixed_from: sourceId, remix_note };
    const { id } = await publishPrompt(client, made, upload);
    return () => navigate(`/prompts/${id}`, { state: PUBLISHED });
  }
  return { texts, send };
}
