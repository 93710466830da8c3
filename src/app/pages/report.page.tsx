/** `/denunciar`: reports a prompt or an author, for everybody. */
import { useSearch } from "wouter";
import type { Page } from "#app/page.ts";
import { useSite } from "#app/site.tsx";
import { userOptions } from "#members/client/user.queries.ts";
import { ReportPage } from "#moderation/client/report-page.tsx";
import { postedKey } from "#platform/client/posted-form.ts";
import { promptOptions } from "#prompts/client/prompts.queries.ts";

function Report() {
  const { origin } = useSite();
  const search = new URLSearchParams(useSearch());
  return (
    <ReportPage
      origin={origin}
      type={search.get("tipo")}
      id={search.get("id")}
      note={search.get("resultado")}
      collection={search.get("colecao")}
      version={search.get("versao")}
    />
  );
}

export const page: Page = {
  Component: Report,
  query: ["tipo", "id", "resultado", "colecao", "versao"],
  async load({ path, search, posted }, client, fetcher) {
    if (posted) client.setQueryData(postedKey(path), posted);
    const [type, id] = [search.get("tipo"), search.get("id")];
    if (id && type === "prompt") await client.prefetchQuery({ ...promptOptions(id, fetcher), retry: false });
    if (id && type === "user") await client.prefetchQuery(userOptions(id, fetcher));
  },
  head: ({ search }) => ({
    title: "Denunciar",
    description:
      "Avise a moderação da Prompteca de um prompt ou perfil que não deveria estar no site. Não é preciso ter conta.",
    noindex: search.size > 0,
  }),
};
