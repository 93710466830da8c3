/** The not-found page. */
import type { Page } from "#app/page.ts";
import { DeadEnd } from "#prompts/client/dead-end.tsx";
import { ButtonLink } from "#ui/button-link.tsx";

function NotFound() {
  return (
    <div className="measure">
      <DeadEnd
        seed="404"
        title="Esta página saiu do lugar"
        text="O endereço não existe ou mudou. Os prompts continuam todos na biblioteca."
      >
        <ButtonLink href="/prompts">Explorar Prompts</ButtonLink>
        <ButtonLink href="/" variant="secondary">
          Ir para o início
        </ButtonLink>
      </DeadEnd>
    </div>
  );
}

export const page: Page = {
  Component: NotFound,
  head: () => ({
    title: "Página não encontrada",
    description: "O endereço não existe ou mudou.",
    canonical: "/",
    noindex: true,
    status: 404,
  }),
};
