/** `/moderacao`: the public log of moderation's decisions. */

import type { Page } from "#app/page.ts";
import { LogPage } from "#moderation/client/log-page.tsx";
import { logOptions, logPath, readLogFilters } from "#moderation/client/public.queries.ts";
import { MODERATION_PAGE_SIZE } from "#moderation/contract.ts";
import { formatCount } from "#ui/numbers.ts";

export const page: Page = {
  Component: LogPage,
  query: ["acao", "categoria", "page"],
  async load({ search }, client, fetcher) {
    await client.prefetchQuery(logOptions(readLogFilters(search), fetcher));
  },
  head({ search }, client) {
    const filters = readLogFilters(search);
    const { page } = filters;
    const log = client.getQueryData(logOptions(filters).queryKey);
    const hasNext = (log?.totalCount ?? 0) > page * MODERATION_PAGE_SIZE;
    return {
      title: page > 1 ? `Moderação, página ${formatCount(page)}` : "Moderação",
      description:
        "Cada decisão da moderação da Prompteca: o que foi ocultado, removido, restaurado ou mantido, por qual regra e por quem.",
      canonical: logPath(filters),
      prev: page > 1 ? logPath({ ...filters, page: page - 1 }) : undefined,
      next: hasNext ? logPath({ ...filters, page: page + 1 }) : undefined,
      noindex: Boolean(filters.action || filters.category) || (page > 1 && log?.entries.length === 0),
    };
  },
};
