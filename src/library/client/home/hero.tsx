/** The home page's opening: the site's purpose, the search, and the two ways on. Short, so that prompts are seen below it. */
import { SearchField } from "#library/client/search/search-field.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { Tile } from "#ui/tile.tsx";

export function Hero() {
  return (
    <section className="measure grid items-center gap-12 pt-4 sm:pt-10 xl:grid-cols-[1fr_auto] xl:gap-16">
      <div className="min-w-0">
        <h1 className="text-[clamp(1.75rem,1.1rem+2.9vw,3.5rem)] leading-[1.04]">
          Encontre e compartilhe prompts poderosos
        </h1>
        <p className="mt-1.5 max-w-xl text-sm text-muted sm:mt-4 sm:text-lg">
          Prompt é o pedido que você <span className="sm:hidden">faz a uma IA.</span>
          <span className="max-sm:hidden">
            escreve para o ChatGPT, o Gemini e outras ferramentas de inteligência artificial. Copie um que já
            deu certo e adapte ao seu caso.
          </span>
        </p>
        <SearchField large className="mt-2.5 sm:mt-6" />
        <div className="mt-2.5 flex flex-wrap gap-2.5 sm:mt-4 sm:gap-3">
          <ButtonLink
            href="/prompts"
            variant="secondary"
            className="max-sm:flex-auto max-sm:px-2 max-sm:text-sm"
          >
            Explorar Prompts
          </ButtonLink>
          <ButtonLink
            href="/submit"
            variant="secondary"
            className="max-sm:flex-auto max-sm:px-2 max-sm:text-sm"
          >
            Compartilhar Prompt
          </ButtonLink>
        </div>
      </div>
      {/* Its proportions are those of its tiles, so that none is cut. */}
      <Tile
        seed="prompteca"
        columns={5}
        rows={4}
        className="aspect-5/4 h-80 rounded-tile rounded-tr-corner-xl max-xl:hidden"
      />
    </section>
  );
}
