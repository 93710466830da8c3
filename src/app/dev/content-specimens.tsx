/** Cards, a prompt's page, empty and error states, tiles and the carousel, for `/dev/ui`. */

import { toWork } from "#library/client/home/showcase.tsx";
import { slidesWith } from "#library/client/home/slides.tsx";
import { PromptDetail } from "#prompts/client/detail/prompt-detail.tsx";
import { PromptCard } from "#prompts/client/prompt-card.tsx";
import { PromptCardSkeleton } from "#prompts/client/prompt-card-skeleton.tsx";
import { Button } from "#ui/button.tsx";
import { Carousel } from "#ui/carousel.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tile, TileFrieze } from "#ui/tile.tsx";
import { brokenPrompt, longPrompt, samplePrompt } from "./samples.ts";
import { Section, Specimen } from "./specimen.tsx";

const seeds = ["a", "b", "c", "d", "e", "f", "g", "h"];

export function ContentSpecimens() {
  return (
    <>
      <Section id="cartoes" title="Cartões">
        <Specimen
          name="Com imagem, com textos longos, com imagem que falha, carregando"
          className="grid grid-cols-1 gap-5 sm:grid-cols-2 xl:grid-cols-4"
        >
          <PromptCard prompt={samplePrompt} />
          <PromptCard prompt={longPrompt} />
          <PromptCard prompt={brokenPrompt} />
          <PromptCardSkeleton />
        </Specimen>
      </Section>
      <Section id="detalhe" title="Um prompt">
        <Specimen name="Com variáveis e descrição" className="block">
          <PromptDetail prompt={samplePrompt} level="h3" />
        </Specimen>
      </Section>
      <Section id="estados" title="Vazio, erro, carregando">
        <div className="grid gap-8 md:grid-cols-2">
          <EmptyState
            seed="vazio"
            title="Não encontramos nenhum prompt com esses filtros."
            description="Tente uma palavra mais geral."
            action={<Button variant="secondary">Limpar filtros</Button>}
          />
          <ErrorState message="Erro ao carregar prompts" onRetry={() => undefined} />
          <ErrorState message="Tentando de novo" onRetry={() => undefined} retrying />
          <div className="grid content-start gap-3">
            <Skeleton className="h-12" />
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-5 w-1/2" />
          </div>
        </div>
      </Section>
      <Section id="azulejos" title="Azulejos">
        <Specimen name="Painéis" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {seeds.map((seed) => (
            <Tile
              key={seed}
              seed={seed}
              columns={8}
              rows={6}
              className="aspect-4/3 w-full rounded-tile rounded-tr-corner-lg"
            />
          ))}
        </Specimen>
        <Specimen name="Friso" className="block">
          <TileFrieze seed="friso" columns={16} rows={1} className="h-10" />
        </Specimen>
        <Specimen name="Carrossel: com obras, e com azulejos onde faltam" className="block">
          <Carousel
            label="Carrossel"
            slides={slidesWith([samplePrompt, longPrompt, brokenPrompt].map(toWork))}
            className="w-full rounded-tile rounded-tr-corner-xl border border-line bg-card"
            controlsClassName="md:left-7/12 md:px-6 md:pb-4 lg:px-8"
          />
        </Specimen>
      </Section>
    </>
  );
}
