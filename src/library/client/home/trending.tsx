/** "Prompts em Alta": the six trending prompts. */
import { useQuery } from "@tanstack/react-query";
import { TRENDING_SIZE } from "#library/catalog.ts";
import { trendingOptions } from "#library/client/lists.queries.ts";
import { listFailure } from "#prompts/client/list-failure.ts";
import { PromptGrid, PromptGridSkeleton } from "#prompts/client/prompt-grid.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryError } from "#ui/error-state.tsx";

export function Trending() {
  return (
    <section aria-labelledby="em-alta" className="measure mt-7 sm:mt-12">
      <h2 id="em-alta" className="text-2xl sm:text-3xl">
        Prompts em Alta
      </h2>
      <div className="mt-3 sm:mt-7">
        <TrendingPrompts />
      </div>
      <p className="mt-10 text-center">
        <ButtonLink href="/prompts" variant="secondary" size="lg">
          Ver Todos os Prompts
        </ButtonLink>
      </p>
    </section>
  );
}

function TrendingPrompts() {
  const query = useQuery(trendingOptions());
  const { data, error } = query;
  if (error) {
    return <QueryError message={listFailure(error)} query={query} />;
  }
  if (!data) return <PromptGridSkeleton count={TRENDING_SIZE} columns={3} />;
  if (data.length === 0) {
    return <EmptyState seed="em alta" title="Nenhum prompt encontrado. Seja o primeiro a compartilhar!" />;
  }
  return <PromptGrid prompts={data} columns={3} atTop />;
}
