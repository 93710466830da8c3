/** `/admin/denuncias`: the queue of cases, the next deadline first, and decided cases. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "#accounts/client/session.ts";
import type { CaseItem, CaseList as Cases } from "#moderation/cases-contract.ts";
import { CaseList } from "#moderation/client/cases/case-list.tsx";
import { DecideTogether } from "#moderation/client/cases/decide-together.tsx";
import { filterOf, queuePath, useQueuePlace } from "#moderation/client/cases/queue-address.ts";
import { QueueFilters } from "#moderation/client/cases/queue-filters.tsx";
import { QUEUE } from "#moderation/client/cases/waiting-cases.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { countOf } from "#ui/numbers.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { pageOptions } from "./admin.queries.ts";
import { AdminFrame } from "./admin-frame.tsx";
import { ListPage, ListSkeleton } from "./list-page.tsx";
import { Moderators } from "./moderators.tsx";
import { ReasonTextsSection } from "./reason-texts.tsx";
import { StateFilter } from "./state-filter.tsx";

const API = "/api/admin/cases";

export function AdminCasesPage() {
  const { user } = useSession();
  const place = useQueuePlace();
  const [together, setTogether] = useState<CaseItem[]>();
  const { category, author, page } = place;
  const decided = place.state === "decided";
  const filter = filterOf(place);
  const narrowed = Object.keys(filter).some((key) => key !== "state");
  const skeleton = (
    <ListSkeleton label="Carregando denúncias…" count={5} className="grid gap-4">
      <Skeleton className="h-20 w-full" />
    </ListSkeleton>
  );
  if (together) {
    return (
      <AdminFrame title="Denúncias" skeleton={skeleton} forModerators>
        <DecideTogether chosen={together} place={place} close={() => setTogether(undefined)} />
      </AdminFrame>
    );
  }
  return (
    <ListPage<Cases>
      title="Denúncias"
      intro="Um caso reúne as denúncias sobre a mesma publicação ou pessoa. O que vence antes vem primeiro."
      forModerators
      path={QUEUE}
      api={API}
      filter={filter}
      failed="Erro ao carregar as denúncias. Tente novamente."
      above={
        <>
          <StateFilter
            label="Estado dos casos"
            states={[
              {
                href: queuePath({ category, author, state: "open", page: 1 }),
                label: "Abertos",
                current: !decided,
              },
              {
                href: queuePath({ category, author, state: "decided", page: 1 }),
                label: "Decididos",
                current: decided,
              },
            ]}
          />
          <Filters />
        </>
      }
      below={
        user?.isAdmin && (
          <>
            <ReasonTextsSection />
            <Moderators />
          </>
        )
      }
      skeleton={skeleton}
      empty={() =>
        narrowed ? (
          <EmptyState
            seed="nada com o filtro"
            title="Nenhum caso com este filtro."
            action={
              <ButtonLink href={queuePath({ state: place.state, page: 1 })}>Limpar o filtro</ButtonLink>
            }
          />
        ) : decided ? (
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
      {({ cases }) => <CaseList key={page} cases={cases} place={place} decide={setTogether} />}
    </ListPage>
  );
}

/** With the counts of the list that is shown. */
function Filters() {
  const place = useQueuePlace();
  const { data } = useQuery(pageOptions<Cases>(API, { page: place.page, search: "" }, filterOf(place)));
  return <QueueFilters place={place} list={data} />;
}
