/** Suggestions for a search that is still being typed: prompts among its first results. */

import type { Suggestion } from "#library/contract.ts";
import { countPrompts } from "#library/server/list-filter.queries.ts";
import { imageView } from "#media/server/stored-pictures.ts";
import type { PublicContext } from "#platform/context.ts";
import { MOST_SUGGESTIONS } from "#prompts/contract.ts";
import type { PromptRow } from "#prompts/server/prompt-rows.queries.ts";
import { orderedPage } from "./search.service.ts";

const LIST = { order: "top" } as const;
const PAGE = { limit: MOST_SUGGESTIONS, offset: 0 };

/**
 * The most liked prompts with the words in their titles; where there are none, with the words anywhere: half a word
 * occurs in many texts, and of a suggestion only the title is shown.
 * @param words the last one may be incomplete
 */
export async function suggestPrompts(ctx: Pick<PublicContext, "db">, words: string): Promise<Suggestion[]> {
  const total = await countPrompts(ctx.db, {});
  const titled = await orderedPage(ctx, { words, where: "begunInTitle" }, LIST, total, PAGE);
  const { rows } =
    titled.found > 0 ? titled : await orderedPage(ctx, { words, where: "anywhere" }, LIST, total, PAGE);
  return rows.map(toSuggestion);
}

function toSuggestion({
  id,
  title,
  llm_type_id,
  llm_type_name,
  image_hash,
  image_alt,
  width,
  height,
  animated,
  color,
}: PromptRow): Suggestion {
  return {
    id,
    title,
    llm_type: { id: llm_type_id, name: llm_type_name },
    image: imageView({ image_hash, image_alt, width, height, animated, color }),
  };
}
