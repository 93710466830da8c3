/** `/transparencia`: a year of moderation in figures. */

import type { Page } from "#app/page.ts";
import { readYear, TRANSPARENCY_PATH, transparencyOptions } from "#moderation/client/public.queries.ts";
import { TransparencyPage } from "#moderation/client/transparency-page.tsx";

export const page: Page = {
  Component: TransparencyPage,
  query: ["ano"],
  async load({ search }, client, fetcher) {
    await client.prefetchQuery(transparencyOptions(readYear(search), fetcher));
  },
  head({ search }, client) {
    const asked = readYear(search);
    const year = asked ?? client.getQueryData(transparencyOptions(asked).queryKey)?.year;
    return {
      title: year ? `Transparência em ${year}` : "Transparência",
      description:
        "Denúncias, decisões, prazos e contestações da moderação da Prompteca, por mês e ano, em gráficos e tabela.",
      canonical: asked ? `${TRANSPARENCY_PATH}?ano=${asked}` : TRANSPARENCY_PATH,
      // Any year is a valid address: without end.
      noindex: asked !== undefined,
    };
  },
};
