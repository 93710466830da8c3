/** The form for a prompt that is made from another one: filled with it, all but the picture. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { remixDraftName, type StoredDraft } from "#prompts/client/form/draft-store.ts";
import { FormPanel } from "#prompts/client/form/form-panel.tsx";
import { FormSkeleton } from "#prompts/client/form/form-states.tsx";
import { EMPTY_DRAFT, remixDraftOf } from "#prompts/client/form/prompt-draft.ts";
import { PromptForm } from "#prompts/client/form/prompt-form.tsx";
import { usePublish } from "#prompts/client/form/use-publish.ts";
import { useStoredDraft } from "#prompts/client/form/use-stored-draft.ts";
import { promptOptions } from "#prompts/client/prompts.queries.ts";
import type { PromptView } from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { QueryError } from "#ui/error-state.tsx";

interface Props {
  sourceId: number;
  /** The author's id. */
  author: string;
}

export function RemixForm({ sourceId, author }: Props) {
  const name = remixDraftName(author, sourceId);
  const stored = useStoredDraft(name);
  const query = useQuery(promptOptions(String(sourceId)));
  const { data: source, error } = query;
  if (stored === undefined || (source === undefined && !error)) return <FormSkeleton />;
  if (source === undefined) return <QueryError message={messages.detailFailed} query={query} />;
  return <Opened {...{ sourceId, author, name, stored }} found={source === "removed" ? null : source} />;
}

interface OpenedProps extends Props {
  name: string;
  stored: StoredDraft | null;
  /** Null when it is not public any more: what was begun can be published still. */
  found: PromptView | null;
}

function Opened({ sourceId, author, name, stored, found }: OpenedProps) {
  // As it was opened: a source that is edited meanwhile must not change the form.
  const [source] = useState(found);
  const [initial] = useState(() => (source ? remixDraftOf(source) : EMPTY_DRAFT));
  const publish = usePublish(sourceId);
  const isAllowed = !source || source.allow_remixes || source.user_id === author;
  if (!stored && !source)
    return (
      <FormPanel title="Este prompt está fora do site" action={toNewPrompt}>
        Foi excluído ou saiu do site: não há o que adaptar.
      </FormPanel>
    );
  if (!stored && !isAllowed)
    return (
      <FormPanel title="Este prompt não permite adaptações" action={toNewPrompt}>
        {source?.user.username} não quer que outras pessoas publiquem adaptações dele.
      </FormPanel>
    );
  return (
    <>
      <FormPanel title="Sua adaptação">
        A partir{" "}
        {source ? (
          <>
            de {/* In another window: what was typed stays here. */}
            <a className="text-link" href={`/prompts/${source.id}`} target="_blank" rel="noopener">
              {source.title}
            </a>
            , de {source.user.username}, que recebe o crédito
          </>
        ) : (
          messages.sourceGone
        )}
        .{" "}
        {isAllowed
          ? "Mude o que quiser e envie a imagem que o seu prompt produziu."
          : "Quem publicou não permite mais adaptações; o que você escreveu continua aqui."}
      </FormPanel>
      <PromptForm initial={initial} stored={stored} draftName={name} isRemix {...publish} />
    </>
  );
}

const toNewPrompt = (
  <ButtonLink href="/submit" variant="secondary" size="sm">
    Enviar outro prompt
  </ButtonLink>
);
