/** `/prompts/{id}/edit`: editing a prompt. The server, without a session, renders the form's skeleton. */
import type { Page } from "#app/page.ts";
import { useSite } from "#app/site.tsx";
import { EditPage } from "#prompts/client/edit/edit-page.tsx";

export const page: Page = {
  Component: ({ params: { id = "" } }) => (
    <EditPage id={id} reviewsNewAccounts={useSite().reviewNewAccounts ?? false} />
  ),
  head: ({ path }) => ({
    title: "Editar prompt",
    description: "Altere o texto, a ferramenta de IA ou a imagem de um prompt que você publicou.",
    canonical: path,
    noindex: true,
  }),
};
