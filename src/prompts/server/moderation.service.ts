/** All prompts, as whoever moderates them sees them: with their authors' addresses. */
export {
  countFound,
  lockPrompt,
  type ModeratedPromptRow,
  type PromptSearch,
  selectAllPrompts,
} from "./moderation.queries.ts";
