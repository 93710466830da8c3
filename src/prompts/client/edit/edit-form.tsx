/** The form for a published prompt, filled with it or with its draft. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import type { ApiError } from "#platform/client/api.ts";
import { editPrompt, type Upload } from "#prompts/client/authoring.queries.ts";
import { MissingPrompt } from "#prompts/client/detail/missing-prompt.tsx";
import { draftName } from "#prompts/client/form/draft-store.ts";
import { formMessages } from "#prompts/client/form/form-messages.ts";
import { FormSkeleton } from "#prompts/client/form/form-states.tsx";
import { draftOf, EMPTY_DRAFT } from "#prompts/client/form/prompt-draft.ts";
import { PromptForm, type SentPrompt } from "#prompts/client/form/prompt-form.tsx";
import { usePublish } from "#prompts/client/form/use-publish.ts";
import { useStoredDraft } from "#prompts/client/form/use-stored-draft.ts";
import { promptOptions } from "#prompts/client/prompts.queries.ts";
import type { PromptView } from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";
import { toast } from "#ui/toast.ts";
import { type Conflict, ConflictNotice } from "./conflict-notice.tsx";

const fail = (description: string) => toast({ title: messages.error, description, variant: "destructive" });

const texts = {
  submit: "Salvar alterações",
  failed: formMessages.saveFailed,
  cancelled: formMessages.saveCancelledText,
  login: formMessages.loginToEdit,
};

interface Props {
  id: number;
  /** Null when the prompt no longer exists: its draft can still be published as a new one. */
  prompt: PromptView | null;
  /** The author's id. */
  author: string;
}

export function EditForm({ id, prompt, author }: Props) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const name = draftName(author, id);
  const stored = useStoredDraft(name);
  const publish = usePublish(prompt?.remixed_from?.direct?.id);
  const [conflict, setConflict] = useState<Conflict>();
  const sent = useRef<SentPrompt>(null);
  const [gone, setGone] = useState(prompt === null);
  const [initial] = useState(() => (prompt ? draftOf(prompt) : EMPTY_DRAFT));

  if (stored === undefined) return <FormSkeleton />;
  if (gone && !prompt && !stored) return <MissingPrompt />;

  async function save(changed: SentPrompt, upload: Upload) {
    sent.current = changed;
    if (prompt) await editPrompt(client, { opened: prompt, newer: conflict?.now }, changed, upload);
    toast({ title: formMessages.saved, variant: "success" });
    return () => navigate(`/prompts/${id}`);
  }
  async function tellConflict(opened: PromptView, typed: SentPrompt) {
    const now = await client.fetchQuery({ ...promptOptions(String(id)), staleTime: 0 }).catch(() => null);
    if (now === null || now === "removed") return fail(formMessages.saveFailed);
    setConflict({ opened, now, typed });
    fail(formMessages.conflict);
  }
  function onRefused({ status, code }: ApiError): boolean {
    if (code === "version_conflict" && prompt && sent.current) {
      void tellConflict(prompt, sent.current);
      return true;
    }
    if (status !== 404) return false;
    setGone(true);
    toast({ title: formMessages.gone, description: formMessages.goneText, variant: "destructive" });
    return true;
  }
  const form = gone ? publish : { texts, send: save, onRefused };
  return (
    <>
      {gone && <Gone />}
      {conflict && !gone && <ConflictNotice key={conflict.now.edited_at} {...conflict} />}
      <PromptForm
        initial={initial}
        stored={stored}
        draftName={name}
        isRemix={Boolean(prompt?.remixed_from)}
        current={gone ? undefined : prompt?.image}
        leave={
          gone
            ? { label: "Ir para o perfil", onLeave: () => navigate("/profile") }
            : { label: "Voltar ao prompt", onLeave: () => navigate(`/prompts/${id}`) }
        }
        {...form}
      />
    </>
  );
}

function Gone() {
  return (
    <section
      role="alert"
      className="mb-8 rounded-tile rounded-tr-corner-lg border border-danger bg-danger-soft p-6"
    >
      <h2 className="text-xl">{formMessages.gone}</h2>
      <p className="mt-2">
        {formMessages.goneText} Para não perder o texto, envie-o como um prompt novo, com uma imagem.
      </p>
    </section>
  );
}
