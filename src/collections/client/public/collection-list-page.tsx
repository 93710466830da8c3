/** The list of public collections in all its states, searched, ordered and paged by the URL. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { useSession } from "#accounts/client/session.ts";
import type { PublicCollections, PublicListQuery } from "#collections/contract.ts";
import { PUBLIC_ORDERS, PUBLIC_PAGE_SIZE, type PublicOrder, TITLE_LENGTH } from "#collections/limits.ts";
import { messages } from "#collections/messages.ts";
import { COLLECTION_LIST, OWN_COLLECTIONS } from "#collections/paths.ts";
import { isolated } from "#language/isolated.ts";
import { ListResults } from "#library/client/list-results.tsx";
import { ListSearch } from "#library/client/list-search.tsx";
import { ButtonLink, TextLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { countOf, formatCount } from "#ui/numbers.ts";
import { CollectionTiles, CollectionTilesSkeleton } from "./collection-tiles.tsx";
import { collectionListPath, listQueryOf } from "./list-address.ts";
import { publicListOptions } from "./public.queries.ts";

const ORDERS: Record<PublicOrder, string> = { followed: "Mais seguidas", newest: "Mais recentes" };

export function CollectionListPage() {
  const query = listQueryOf(new URLSearchParams(useSearch()));
  const { search, orderBy, page } = query;
  const found = useQuery(publicListOptions(query));
  const { user } = useSession();
  return (
    <div className="measure pt-10 sm:pt-14">
      <header className="max-w-3xl">
        <h1 className="text-display">Coleções</h1>
        <p className="mt-3 text-balance text-muted sm:text-lg">
          Prompts que alguém reuniu para um assunto ou uma tarefa, muitas vezes com anotações. Siga uma para
          saber quando entra mais.
        </p>
        {/* Its room is kept: who reads is known after the page. */}
        <p className="mt-1 min-h-11">
          {user && (
            <TextLink href={OWN_COLLECTIONS} className="inline-flex min-h-11 items-center font-semibold">
              Suas coleções
            </TextLink>
          )}
        </p>
      </header>
      <div className="mt-1 flex flex-wrap items-end justify-between gap-x-6 gap-y-1 sm:mt-3">
        <ListSearch
          action={COLLECTION_LIST}
          label="Buscar coleções"
          placeholder="Palavra do título…"
          term={search ?? ""}
          limit={TITLE_LENGTH}
          {...(orderBy !== PUBLIC_ORDERS[0] && { kept: { sort: orderBy } })}
          href={(term) => collectionListPath({ search: term, orderBy })}
        />
        <nav aria-label="Ordem" className="flex gap-x-5">
          {PUBLIC_ORDERS.map((order) => (
            <TextLink
              key={order}
              href={collectionListPath({ search, orderBy: order })}
              aria-current={order === orderBy ? "true" : undefined}
              className="inline-flex min-h-12 items-center text-sm font-semibold text-muted decoration-transparent hover:text-ink hover:decoration-accent aria-[current]:text-ink aria-[current]:decoration-accent"
            >
              {ORDERS[order]}
            </TextLink>
          ))}
        </nav>
      </div>
      <ListResults
        found={found}
        failed={messages.listFailed}
        counted={(list) => counted(list, query)}
        page={page}
        href={(target) => collectionListPath({ search, orderBy, page: target })}
        skeleton={<CollectionTilesSkeleton count={PUBLIC_PAGE_SIZE} />}
        nothing={<Nothing search={search} />}
      >
        {({ data }) => <CollectionTiles collections={data} atTop />}
      </ListResults>
    </div>
  );
}

/** @returns for example `36 coleções`, `Mais de 500 coleções com “bolo” no título` */
function counted({ pagination: { total, more } }: PublicCollections, { search }: PublicListQuery): string {
  const number = more ? `Mais de ${formatCount(total)} coleções` : countOf(total, "coleção", "coleções");
  return search ? `${number} com “${isolated(search)}” no título` : number;
}

function Nothing({ search }: { search: string | undefined }) {
  return search ? (
    <EmptyState
      seed="coleções vazias"
      title="Nenhuma coleção encontrada."
      description={`Nenhum título de coleção combina com “${isolated(search)}”. Tente uma palavra mais geral.`}
      action={
        <ButtonLink href={collectionListPath()} variant="secondary">
          Ver todas as coleções
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState
      seed="coleções vazias"
      title="Ainda não há coleções públicas."
      description="Use “Salvar em…” na página de um prompt, e mostre a coleção a todo mundo quando quiser."
      action={<ButtonLink href="/prompts">Explorar Prompts</ButtonLink>}
    />
  );
}
