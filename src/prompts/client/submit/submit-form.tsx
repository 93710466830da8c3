/** The form for a new prompt, with its draft. */
import { draftName } from "#prompts/client/form/draft-store.ts";
import { FormSkeleton } from "#prompts/client/form/form-states.tsx";
import { EMPTY_DRAFT } from "#prompts/client/form/prompt-draft.ts";
import { PromptForm } from "#prompts/client/form/prompt-form.tsx";
import { usePublish } from "#prompts/client/form/use-publish.ts";
import { useStoredDraft } from "#prompts/client/form/use-stored-draft.ts";

/** @param author the author's id */
export function SubmitForm({ author }: { author: string }) {
  const name = draftName(author);
  const stored = useStoredDraft(name);
  const publish = usePublish();
  if (stored === undefined) return <FormSkeleton />;
  return <PromptForm initial={EMPTY_DRAFT} stored={stored} draftName={name} {...publish} />;
}
