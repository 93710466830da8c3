/** The tools that fit a search. Their list is fixed, so that no call is needed. */
import { foldText } from "#language/fold.ts";
import { LLM_TYPES } from "#prompts/catalog.ts";

type Tool = (typeof LLM_TYPES)[number];

/** Tools among the suggestions at most. */
const MOST_TOOLS = 2;
/** Letters from which a later word of a name counts too. */
const LEAST_LETTERS = 2;

const compact = (text: string) => foldText(text).replace(/[^\p{L}\p{N}]+/gu, "");

/** "ChatGPT" is two words. */
const wordsOf = (name: string) => name.split(/[\s-]+|(?<=[a-z])(?=[A-Z])/).map(compact);

/** @returns tools whose name, or a word of it, begins with what was typed: "gpt" finds ChatGPT and GPT-4 */
export function fittingTools(typed: string): Tool[] {
  const start = compact(typed);
  if (!start) return [];
  const fits = ({ name }: Tool) =>
    compact(name).startsWith(start) ||
    (start.length >= LEAST_LETTERS && wordsOf(name).some((word) => word.startsWith(start)));
  return LLM_TYPES.filter(fits).slice(0, MOST_TOOLS);
}
