/** Other prompts below one: those made from it, then those with the same tags or for the same tool. */
import { useQuery } from "@tanstack/react-query";
import { relatedOptions, topRemixesOptions } from "#prompts/client/prompts.queries.ts";
import type { PromptView } from "#prompts/contract.ts";
import { remixesPath } from "#prompts/remix-paths.ts";
import { PictureSection } from "./picture-section.tsx";

/** All actions of the page concern its own prompt. Renders nothing when there are no others or loading fails. */
export function RelatedPrompts({ prompt: { id, llm_type, tags } }: { prompt: PromptView }) {
  const { data: others = [] } = useQuery(relatedOptions(id));
  const share = others.some((other) => other.tags.some((tag) => tags.includes(tag)));
  return (
    <PictureSection
      id="mais"
      title={share ? "Prompts relacionados" : `Mais prompts para ${llm_type.name}`}
      all={{ href: `/prompts?llm=${llm_type.id}`, label: `Ver todos os prompts para ${llm_type.name}` }}
      prompts={others}
    />
  );
}

/** The most liked prompts that were made from one. */
export function Remixes({ id }: { id: number }) {
  const { data } = useQuery(topRemixesOptions(id));
  return (
    <PictureSection
      id="feitos"
      title="Adaptações deste prompt"
      all={{ href: remixesPath(id), label: "Ver todos" }}
      prompts={data?.data ?? []}
    />
  );
}
