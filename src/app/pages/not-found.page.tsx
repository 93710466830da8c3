/** The not-found page. */
import type { Page } from "#app/page.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { Tile } from "#ui/tile.tsx";

function NotFound() {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center px-4 py-16 text-center md:py-24">
      <Tile seed="404" columns={8} rows={4} className="w-full max-w-sm rounded-tile rounded-tr-corner-lg" />
      <h1 className="mt-10 text-3xl">Esta página saiu do lugar</h1>
      <p className="mt-4 text-lg text-muted">
        O endereço não existe ou mudou. Os prompts continuam todos na biblioteca.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink href="/prompts">Explorar Prompts</ButtonLink>
        <ButtonLink href="/" variant="secondary">
          Ir para o início
        </ButtonLink>
      </div>
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
