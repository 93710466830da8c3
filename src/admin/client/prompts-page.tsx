/** `/admin`: search and remove prompts. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminPrompt } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { promptsOptions } from "./admin.queries.ts";
import { type AdminAddress, useAdminAddress } from "./admin-address.ts";
import { AdminFrame } from "./admin-frame.tsx";
import { counted } from "./counted.ts";
import { ListStates } from "./list-states.tsx";
import { PromptItem } from "./prompt-item.tsx";
import { RemovePromptDialog } from "./remove-prompt-dialog.tsx";
import { SearchForm } from "./search-form.tsx";

const PATH = "/admin";

export function AdminPromptsPage() {
  const address = useAdminAddress();
  return (
    <AdminFrame title="Prompts" skeleton={<PromptsSkeleton />}>
      <SearchForm path={PATH} search={address.search} placeholder="Palavra, autor ou ID…" />
      <Prompts address={address} />
    </AdminFrame>
  );
}

function Prompts({ address }: { address: AdminAddress }) {
  const query = useQuery(promptsOptions(address));
  const [removing, setRemoving] = useState<AdminPrompt | null>(null);
  return (
    <>
      <ListStates
        path={PATH}
        address={address}
        query={query}
        failed={messages.promptsFailed}
        skeleton={<PromptsSkeleton />}
        empty={
          <EmptyState
            seed="nenhum prompt"
            title={address.search ? "Nenhum prompt encontrado com essa busca." : "Ainda não há prompts."}
          />
        }
        counted={({ totalCount, more }) =>
          `${more ? "Mais de " : ""}${counted(totalCount, "prompt", "prompts")}`
        }
      >
        {({ prompts }) => (
          <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3 xl:gap-5">
            {prompts.map((prompt) => (
              <li key={prompt.id}>
                <PromptItem prompt={prompt} onRemove={() => setRemoving(prompt)} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
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

function PromptsSkeleton() {
  return (
    <div role="status" className="mt-12 grid gap-4 md:grid-cols-2 xl:grid-cols-3 xl:gap-5">
      <span className="sr-only">Carregando prompts…</span>
      {Array.from({ length: 6 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={index} className="rounded-tile rounded-tr-corner-lg border border-line bg-card">
          <Skeleton className="aspect-16/9 w-full" />
          <div className="p-4">
            <Skeleton className="h-6 w-3/4" />
            <Skeleton className="mt-3 h-4 w-1/2" />
            <Skeleton className="mt-2 h-4 w-2/3" />
            <Skeleton className="mt-5 h-20 w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
