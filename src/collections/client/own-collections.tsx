/** The profile's tab of one's own collections, in all its states. */
import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useLocation } from "wouter";
import { MOST_COLLECTIONS } from "#collections/limits.ts";
import { messages } from "#collections/messages.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { formatCount } from "#ui/numbers.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { useLazyDialog } from "#ui/use-lazy-dialog.tsx";
import { CollectionCards } from "./collection-cards.tsx";
import { ownCollectionsOptions } from "./collections.queries.ts";

export function OwnCollections({ userId }: { userId: string }) {
  const query = useQuery(ownCollectionsOptions(userId));
  const { data, error } = query;
  const [, navigate] = useLocation();
  const [create, dialog] = useLazyDialog(
    async () => (await import("./editor/collection-dialog.tsx")).CollectionDialog,
    () => toast({ title: messages.failed, description: messages.failedText, variant: "destructive" }),
    { onSaved: ({ path }: { path: string }) => navigate(path) },
  );
  if (!data && error) {
    return <QueryError message={error.message || messages.listFailed} query={query} />;
  }
  if (!data) {
    return (
      <div role="status" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <span className="sr-only">Carregando coleções…</span>
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    );
  }
  const button = (
    <Button variant={data.length > 0 ? "secondary" : "primary"} onClick={create}>
      <Plus aria-hidden="true" className="size-4.5" /> Nova coleção
    </Button>
  );
  return (
    <>
      <h2 className="sr-only">Coleções</h2>
      {data.length === 0 ? (
        <EmptyState
          seed="coleções"
          title="Você ainda não tem coleções."
          description="Junte prompts com anotações suas: use “Salvar em…” na página de um prompt. Cada coleção é privada até você decidir mostrar."
          action={button}
        />
      ) : (
        <>
          <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-muted">
              {formatCount(data.length)} de {MOST_COLLECTIONS} coleções · as alteradas por último primeiro
            </p>
            {data.length < MOST_COLLECTIONS && button}
          </div>
          <CollectionCards collections={data} />
        </>
      )}
      {dialog}
    </>
  );
}
