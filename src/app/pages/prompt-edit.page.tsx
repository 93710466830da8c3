/** `/prompts/{id}/edit`: where authors change a prompt. The server knows nobody and renders the form's shape. */
import type { Page } from "#app/page.ts";
import { EditPage } from "#prompts/client/edit/edit-page.tsx";

export const page: Page = {
  Component: ({ params: { id = "" } }) => <EditPage id={id} />,
  head: ({ path }) => ({
    title: "Editar prompt",
    description: "Mude o texto, a ferramenta ou a imagem de um prompt que você publicou.",
    canonical: path,
    noindex: true,
  }),
};
