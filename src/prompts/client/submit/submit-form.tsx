/** The form for a new prompt, or for one that is made from another, with its draft. */
import { useSearch } from "wouter";
import { draftName } from "#prompts/client/form/draft-store.ts";
import { FormSkeleton } from "#prompts/client/form/form-states.tsx";
import { EMPTY_DRAFT } from "#prompts/client/form/prompt-draft.ts";
import { PromptForm } from "#prompts/client/form/prompt-form.tsx";
import { usePublish } from "#prompts/client/form/use-publish.ts";
import { useStoredDraft } from "#prompts/client/form/use-stored-draft.ts";
import { BegunRemixes } from "./begun-remixes.tsx";
import { RemixForm } from "./remix-form.tsx";

/** What a prompt is made from, if the form's address names it (remix-paths.ts). */
function sourceOf(search: string): number | undefined {
  const id = new URLSearchParams(search).get("de");
  return id && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

/** @param author the author's id */
export function SubmitForm({ author }: { author: string }) {
  const sourceId = sourceOf(useSearch());
  if (sourceId) return <RemixForm key={sourceId} sourceId={sourceId} author={author} />;
  return (
    <>
      <BegunRemixes author={author} />
      <NewForm author={author} />
    </>
  );
}

function NewForm({ author }: { author: string }) {
  const name = draftName(author);
  const stored = useStoredDraft(name);
  const publish = usePublish();
  if (stored === undefined) return <FormSkeleton />;
  return <PromptForm initial={EMPTY_DRAFT} stored={stored} draftName={name} {...publish} />;
}
