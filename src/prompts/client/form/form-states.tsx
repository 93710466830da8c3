/** Loading and error states of a lazily loaded form. */
import { ErrorState } from "#ui/error-state.tsx";
import { ScriptNotice } from "#ui/script-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

export function FormSkeleton() {
  return (
    <>
      <ScriptNotice />
      <div role="status" className="grid gap-6 noscript:hidden">
        <span className="sr-only">Carregando formulário…</span>
        <Skeleton className="h-12" />
        <Skeleton className="h-56" />
        <Skeleton className="h-12" />
        <Skeleton className="h-44 rounded-tr-corner-lg" />
      </div>
    </>
  );
}

export function FormMissing() {
  return (
    <ErrorState
      message="Não foi possível carregar o formulário. Verifique sua conexão."
      onRetry={() => window.location.reload()}
    />
  );
}
