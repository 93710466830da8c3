/** `/dev/ui`: every component in every state, for developers; not served in production. */
import { DevUi } from "#app/dev/dev-ui.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: DevUi,
  personal: true,
  head: () => ({
    title: "Componentes",
    description: "Todos os componentes, em todos os estados.",
  }),
};
