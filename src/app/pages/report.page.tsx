/** `/denunciar`: the form for reports, for everybody. */
import { useSearch } from "wouter";
import type { Page } from "#app/page.ts";
import { useSite } from "#app/site.tsx";
import { collectionOptions } from "#collections/client/collections.queries.ts";
import { collectionIdOf } from "#collections/paths.ts";
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
      version={search.get("versao")}
    />
  );
}

export const page: Page = {
  Component: Report,
  query: ["tipo", "id", "versao"],
  async load({ path, search, posted }, client, fetcher) {
    if (posted) client.setQueryData(postedKey(path), posted);
    const [type, id] = [search.get("tipo"), search.get("id")];
    const prompt = type === "prompt" ? id : type === "result" ? id?.split("-")[0] : undefined;
    if (prompt) await client.prefetchQuery({ ...promptOptions(prompt, fetcher), retry: false });
    if (id && type === "collection")
      await client.prefetchQuery(collectionOptions(collectionIdOf(id), fetcher));
    if (id && type === "user") await client.prefetchQuery(userOptions(id, fetcher));
  },
  head: ({ search }) => ({
    title: "Denunciar",
    description:
      "Avise a moderação da Prompteca de um prompt, resposta, coleção ou perfil que não deveria estar no site. Não é preciso ter conta.",
    noindex: search.size > 0,
  }),
};
