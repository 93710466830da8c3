/** Suggestions for a search that is still being typed: prompts among its first results. */
import { foldText } from "#language/fold.ts";
import { imageView } from "#media/server/stored-pictures.ts";
import type { Context } from "#platform/context.ts";
import { MOST_SUGGESTIONS, type Suggestion } from "#prompts/contract.ts";
import type { PromptRow } from "#prompts/server/prompts.queries.ts";
import { searchPage } from "./search.service.ts";

/** Matches among which titles are compared: the most liked ones, the library's first. */
const LOOKED_AT = { limit: 24, offset: 0 };

/**
 * The most liked prompts with the words in their titles; where there are none, with the words anywhere: half a word
 * occurs in many texts, and of a suggestion only the title is shown.
 * @param search folded; the last word may be incomplete
 */
export async function suggestPrompts(ctx: Pick<Context, "db">, search: string): Promise<Suggestion[]> {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const { rows } = await searchPage(ctx, search, { order: "top" }, LOOKED_AT);
  const named = rows.filter(({ title }) => hasWords(title, words));
  return (named.length > 0 ? named : rows).slice(0, MOST_SUGGESTIONS).map(toSuggestion);
}

const wordsOf = (folded: string) => folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Whether each word begins one of the title's. */
function hasWords(title: string, words: string[]): boolean {
  const own = wordsOf(foldText(title));
  return words.every((word) => own.some((candidate) => candidate.startsWith(word)));
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
