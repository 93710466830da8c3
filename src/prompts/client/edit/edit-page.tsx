/** The page to edit a published prompt: loading, failed, not found, another author's, the form. */
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useSession } from "#accounts/client/session.ts";
import { MissingPrompt } from "#prompts/client/detail/missing-prompt.tsx";
import { FormMissing, FormSkeleton } from "#prompts/client/form/form-states.tsx";
import { LoginPanel } from "#prompts/client/form/login-panel.tsx";
import { useFormOwner } from "#prompts/client/form/use-form-owner.ts";
import { promptOptions } from "#prompts/client/prompts.queries.ts";
import type { PromptView } from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.ts";
import { toast } from "#ui/toast.ts";

const EditForm = lazyPart(async () => (await import("./edit-form.tsx")).EditForm, FormMissing);

/**
 * @param id from the URL
 * @param reviewsNewAccounts whether changes of new authors wait for a moderator (decision 40)
 */
export function EditPage({ id, reviewsNewAccounts }: { id: string; reviewsNewAccounts: boolean }) {
  const author = useFormOwner();
  const { status } = useSession();
  return (
    <div className="measure pt-10 sm:pt-14">
      <div className="mx-auto max-w-3xl">
        <h1 className="text-display">Editar prompt</h1>
        <p className="mt-4 mb-10 text-lg text-muted">
          {reviewsNewAccounts
            ? "Até a conta completar um dia e ter três prompts publicados, cada alteração passa pela moderação, em até 24 horas; enquanto isso, o prompt sai da biblioteca. Depois, o que você salva aparece na hora."
            : "O que você salvar aparece na hora."}{" "}
          Curtidas e visualizações ficam como estão.
        </p>
        {author && status === "anonymous" && <LoginPanel title="Entre para salvar as alterações" />}
        {author ? <Editing key={author} id={id} author={author} /> : <FormSkeleton />}
      </div>
    </div>
  );
}

function Editing({ id, author }: { id: string; author: string }) {
  const [, navigate] = useLocation();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    ...promptOptions(id),
    refetchOnMount: "always",
  });
  // No refetch: it would change the form while the author is editing.
  const [opened, setOpened] = useState<PromptView | "removed" | null>();
  if (opened === undefined && data !== undefined && isFetchedAfterMount && !isFetching) setOpened(data);

  const stranger = opened && opened !== "removed" && opened.user_id !== author;
  useEffect(() => {
    if (!stranger) return;
    toast({ title: messages.error, description: messages.notYours, variant: "destructive" });
    navigate(`/prompts/${id}`, { replace: true });
  }, [stranger, navigate, id]);

  if (opened === "removed") return <MissingPrompt removed />;
  if (opened !== undefined && !stranger) {
    return (
      <Suspense fallback={<FormSkeleton />}>
        <EditForm id={Number(id)} prompt={opened} author={author} />
      </Suspense>
    );
  }
  if (opened === undefined && error && !isFetching) {
    return <ErrorState message={messages.detailFailed} onRetry={() => void refetch()} />;
  }
  return <FormSkeleton />;
}
