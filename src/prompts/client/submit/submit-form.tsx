/** The form for a new prompt, or for one that is made from another, with its draft. */
import { Suspense, useEffect, useState } from "react";
import { useSearch } from "wouter";
import { draftName, readRemixDrafts } from "#prompts/client/form/draft-store.ts";
import { FormMissing, FormSkeleton } from "#prompts/client/form/form-states.tsx";
import { EMPTY_DRAFT } from "#prompts/client/form/prompt-draft.ts";
import { PromptForm } from "#prompts/client/form/prompt-form.tsx";
import { usePublish } from "#prompts/client/form/use-publish.ts";
import { useStoredDraft } from "#prompts/client/form/use-stored-draft.ts";
import { lazyPart } from "#ui/lazy-part.ts";
import type { Begun } from "./begun-remixes.tsx";

const RemixForm = lazyPart(async () => (await import("./remix-form.tsx")).RemixForm, FormMissing);
const BegunRemixes = lazyPart(async () => (await import("./begun-remixes.tsx")).BegunRemixes);

/** Source of a remix, if the form's address names one (remix-paths.ts). */
function sourceOf(search: string): number | undefined {
  const id = new URLSearchParams(search).get("de");
  return id && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

/** @param author the author's id */
export function SubmitForm({ author }: { author: string }) {
  const sourceId = sourceOf(useSearch());
  if (!sourceId) return <NewForm author={author} />;
  return (
    <Suspense fallback={<FormSkeleton />}>
      <RemixForm key={sourceId} sourceId={sourceId} author={author} />
    </Suspense>
  );
}

function NewForm({ author }: { author: string }) {
  const name = draftName(author);
  const stored = useStoredDraft(name);
  const publish = usePublish();
  const [drafts, setDrafts] = useState<Begun["drafts"]>([]);
  useEffect(() => void readRemixDrafts(author).then(setDrafts), [author]);
  if (stored === undefined) return <FormSkeleton />;
  return (
    <>
      {drafts.length > 0 && (
        <Suspense>
          <BegunRemixes drafts={drafts} />
        </Suspense>
      )}
      <PromptForm initial={EMPTY_DRAFT} stored={stored} draftName={name} {...publish} />
    </>
  );
}
