/** `/admin/denuncias`: the queue of cases, the next deadline first, and what is decided. */
import { useRouter } from "wouter";
import { useSession } from "#accounts/client/session.ts";
import type { CaseItem, CaseList } from "#moderation/contract.ts";
import { capitalized, nameOf, TARGETS } from "#moderation/messages.ts";
import { TextLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { countOf } from "#ui/numbers.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { CaseCategory, CaseDeadline } from "./case-deadline.tsx";
import { isInReview } from "./case-texts.ts";
import { ListPage, ListSkeleton } from "./list-page.tsx";
import { Moderators } from "./moderators.tsx";
import { StateFilter } from "./state-filter.tsx";

const PATH = "/admin/denuncias";

export function AdminCasesPage() {
  const { user } = useSession();
  const router = useRouter();
  const decided = new URLSearchParams(router.searchHook(router)).get("state") === "decided";
  return (
    <ListPage<CaseList>
      title="Denúncias"
      intro="Um caso reúne as denúncias sobre a mesma publicação ou pessoa. O que vence antes vem primeiro."
      forModerators
      path={PATH}
      api="/api/admin/cases"
      {...(decided && { filter: { state: "decided" } })}
      failed="Erro ao carregar as denúncias. Tente novamente."
      above={
        <StateFilter
          label="Estado dos casos"
          states={[
            { href: PATH, label: "Abertos", current: !decided },
            { href: `${PATH}?state=decided`, label: "Decididos", current: decided },
          ]}
        />
      }
      below={user?.isAdmin && <Moderators />}
      skeleton={
        <ListSkeleton label="Carregando denúncias…" count={5} className="grid gap-4">
          <Skeleton className="h-20 w-full" />
        </ListSkeleton>
      }
      empty={() =>
        decided ? (
          <EmptyState seed="nada decidido" title="Nenhum caso foi decidido ainda." />
        ) : (
          <EmptyState seed="fila vazia" title="A fila está vazia." description="Nada espera uma decisão." />
        )
      }
      counted={({ totalCount }) =>
        decided
          ? countOf(totalCount, "caso decidido", "casos decididos")
          : countOf(totalCount, "caso aberto", "casos abertos")
      }
    >
      {({ cases }) => (
        <ol className="border-t border-line">
          {cases.map((one) => (
            <Row key={one.id} {...one} />
          ))}
        </ol>
      )}
    </ListPage>
  );
}

function Row(found: CaseItem) {
  const { id, target, deadline, state, reports, appeals } = found;
  const { type, label } = target;
  const facts = [
    type !== "user" && `${capitalized(TARGETS[type].noun)} de ${target.author.username}`,
    isInReview(found) && "conta nova",
    reports > 0 && countOf(reports, "denúncia", "denúncias"),
    appeals > 0 && countOf(appeals, "contestação sem resposta", "contestações sem resposta"),
  ];
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line py-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <TextLink href={`${PATH}/${id}`} className="inline-block py-1 text-lg leading-snug font-semibold">
            {type === "user"
              ? `Conta de ${label}`
              : type === "result"
                ? capitalized(nameOf(type, label))
                : label}
          </TextLink>
        </p>
        <p className="mt-0.5 text-sm text-muted wrap-anywhere">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 sm:flex-col sm:items-end">
        <CaseCategory {...found} />
        <CaseDeadline deadline={deadline} state={state} />
      </div>
    </li>
  );
}
