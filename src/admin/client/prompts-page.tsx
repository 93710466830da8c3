/** `/admin`: search and remove prompts. */
import { useState } from "react";
import type { AdminPrompt, AdminPromptList } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { countOf } from "#ui/numbers.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { removePrompt } from "./admin.queries.ts";
import { ListPage, ListSkeleton } from "./list-page.tsx";
import { PromptItem } from "./prompt-item.tsx";
import { ReasonFields, readReason } from "./reason-fields.tsx";

const GRID = "grid gap-4 md:grid-cols-2 xl:grid-cols-3 xl:gap-5";

export function AdminPromptsPage() {
  const [removing, setRemoving] = useState<AdminPrompt | null>(null);
  return (
    <>
      <ListPage<AdminPromptList>
        title="Prompts"
        searchFor="Palavra, autor ou ID…"
        path="/admin"
        api="/api/admin/prompts"
        failed={messages.promptsFailed}
        skeleton={<PromptsSkeleton />}
        empty={(search) => (
          <EmptyState
            seed="nenhum prompt"
            title={search ? "Nenhum prompt encontrado com essa busca." : "Ainda não há prompts."}
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
      act={(form) => removePrompt(id, readReason(form))}
      succeeded={messages.promptRemoved}
      failed={messages.removalFailed}
      gone={messages.promptGone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        O prompt <strong>“{title}”</strong>, de {user.username}, sai do site para sempre, com a imagem,{" "}
        {countOf(likes_count, "curtida", "curtidas")} e os favoritos que recebeu. Isso não pode ser desfeito.
      </p>
      <ReasonFields told={user.is_notified} />
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
