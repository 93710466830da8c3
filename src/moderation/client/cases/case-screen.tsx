/** Everything about one case on one screen, and the decision. */
import { useQuery } from "@tanstack/react-query";
import type { CaseDetail } from "#moderation/cases-contract.ts";
import { capitalized, TARGETS } from "#moderation/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { ButtonLink, TextLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { CaseContents } from "./case-contents.tsx";
import { CaseCategory, CaseDeadline } from "./case-deadline.tsx";
import { Appeals, Decisions, History, Reports, Similar } from "./case-parts.tsx";
import { CaseShortcuts, CaseSteps, DecisionBar } from "./case-steps.tsx";
import { whereabouts } from "./case-texts.ts";
import { caseOptions } from "./cases.queries.ts";
import { DecisionForm } from "./decision-form.tsx";

export function CaseScreen({ id }: { id: string }) {
  const query = useQuery(caseOptions(id));
  const { data, error } = query;
  if (data) return <Case found={data} reload={query.refetch} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        seed="sem caso"
        title="Caso não encontrado."
        action={<ButtonLink href="/admin/denuncias">Ver a fila</ButtonLink>}
      />
    );
  }
  if (error) {
    return <QueryError message="Erro ao carregar o caso. Tente novamente." query={query} />;
  }
  return <CaseSkeleton />;
}

function Case({ found, reload }: { found: CaseDetail; reload: () => Promise<unknown> }) {
  const { target, hidden, hidden_with_author } = found;
  const { noun, about } = TARGETS[target.type];
  return (
    <>
      <CaseSteps id={found.id} />
      <p className="mt-2 text-lg wrap-anywhere">
        {target.type === "user" ? (
          "Conta de "
        ) : (
          <>
            {capitalized(noun + about)} <strong>“{target.label}”</strong>, de{" "}
          </>
        )}
        <TextLink href={`/users/${target.author.id}`}>{target.author.username}</TextLink>
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <CaseCategory {...found} />
        <CaseDeadline deadline={found.deadline} state={found.state} />
        <span className="text-sm text-muted">{whereabouts(found)}</span>
        {!hidden && !hidden_with_author && found.path && (
          <TextLink href={found.path} className="inline-flex min-h-8 items-center text-sm">
            Ver no site
          </TextLink>
        )}
      </div>
      <div className="mt-8 grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_21rem] xl:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 content-start gap-10">
          <Appeals found={found} />
          <Reports found={found} />
          <CaseContents found={found} />
          <DecisionBar id={found.id} />
        </div>
        <div className="min-w-0 xl:sticky xl:top-28 xl:row-span-2 xl:max-h-[calc(100dvh-8rem)] xl:self-start xl:overflow-y-auto">
          <DecisionForm found={found} reload={reload} />
        </div>
        <div className="grid min-w-0 content-start gap-10">
          <History found={found} />
          <Similar prompts={found.similar} />
          <Decisions found={found} />
          <CaseShortcuts />
        </div>
      </div>
    </>
  );
}

export function CaseSkeleton() {
  return (
    <div role="status" className="mt-6 grid gap-6">
      <span className="sr-only">Carregando caso…</span>
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-72 w-full" />
    </div>
  );
}
