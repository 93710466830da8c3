/** `/admin/denuncias`: the queue of moderation, and `/admin/denuncias/{id}`: one case of it. */
import { AdminCasePage } from "#admin/client/case-page.tsx";
import { AdminCasesPage } from "#admin/client/cases-page.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: ({ params }) => (params.id ? <AdminCasePage id={params.id} /> : <AdminCasesPage />),
  personal: true,
  head: ({ path, params }) => ({
    title: `Administração: ${params.id ? `caso ${params.id}` : "denúncias"}`,
    description: "A moderação da Prompteca.",
    canonical: path,
  }),
};
