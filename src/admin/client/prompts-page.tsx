/** `/admin`: search and remove prompts, and see removed ones that can be restored. */

import { useState } from "react";
import type { AdminPrompt, AdminPromptList } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { RESTORE_DAYS } from "#moderation/contract.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { countOf } from "#ui/numbers.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { useAddressSearch } from "#ui/use-address-search.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { removePrompt } from "./admin.queries.ts";
import { ListPage, ListSkeleton } from "./list-page.tsx";
import { PromptItem } from "./prompt-item.tsx";
import { ReasonFields, readReasons } from "./reason-fields.tsx";
import { StateFilter } from "./state-filter.tsx";
import { useUndoRemoval } from "./use-undo-removal.ts";

const PATH = "/admin";
const REMOVED = `${PATH}?state=removed`;
const GRID = "grid gap-4 md:grid-cols-2 xl:grid-cols-3 xl:gap-5";

export function AdminPromptsPage() {
  const [removing, setRemoving] = useState<AdminPrompt | null>(null);
  const removed = new URLSearchParams(useAddressSearch()).get("state") === "removed";
  return (
    <>
      <ListPage<AdminPromptList>
        title="Prompts"
        {...(removed ? { filter: { state: "removed" } } : { searchFor: "Palavra, pessoa ou ID…" })}
        path={PATH}
        above={
          <StateFilter
            label="Estado dos prompts"
            states={[
              { href: PATH, label: "No site", current: !removed },
              { href: REMOVED, label: "Removidos", current: removed },
            ]}
          />
        }
        api="/api/admin/prompts"
        failed={messages.promptsFailed}
        skeleton={<PromptsSkeleton />}
        empty={(search) => (
          <EmptyState
            seed="nenhum prompt"
            title={
              removed
                ? "Nenhum prompt removido espera o fim do prazo."
                : search
                  ? "Nenhum prompt encontrado com essa busca."
                  : "Ainda não há prompts."
            }
          />
        )}
        counted={({ totalCount, more }) =>
          `${more ? "Mais de " : ""}${countOf(totalCount, "prompt", "prompts")}`
        }
      >
        {({ prompts }) => (
          <ul className={GRID}>
            {prompts.map((prompt) => (
              <li key={prompt.id}>
                <PromptItem prompt={prompt} onRemove={() => setRemoving(prompt)} />
              </li>
            ))}
          </ul>
        )}
      </ListPage>
      {removing && (
        <RemovePromptDialog
          key={removing.id}
          prompt={removing}
          onClose={() => setRemoving((now) => (now === removing ? null : now))}
        />
      )}
    </>
  );
}

function RemovePromptDialog({ prompt, onClose }: { prompt: AdminPrompt; onClose: () => void }) {
  const { id, title, user, likes_count } = prompt;
  return (
    <ActionDialog
      title="Excluir Prompt"
      confirm="Excluir"
      dangerous
      onConfirm={(form) => removePrompt(id, readReasons(form))}
      succeeded={messages.promptRemoved}
      next={useUndoRemoval(messages.promptRestored)}
      failed={messages.removalFailed}
      gone={messages.promptGone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        O prompt <strong>“{title}”</strong>, de {user.username}, sai do site agora, com a imagem
        {likes_count > 0 && `, ${countOf(likes_count, "curtida", "curtidas")}`} e os favoritos que recebeu.
        Por {RESTORE_DAYS} dias dá para restaurar tudo; depois é apagado para sempre.
      </p>
      <ReasonFields isMailed={user.is_notified} />
    </ActionDialog>
  );
}

function PromptsSkeleton() {
  return (
    <ListSkeleton label="Carregando prompts…" count={6} className={GRID}>
      <div className="rounded-tile rounded-tr-corner-lg border border-line bg-card">
        <Skeleton className="aspect-16/9 w-full" />
        <div className="p-4">
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="mt-3 h-4 w-1/2" />
          <Skeleton className="mt-2 h-4 w-2/3" />
          <Skeleton className="mt-5 h-20 w-full" />
        </div>
      </div>
    </ListSkeleton>
  );
}
