/** All prompts for moderation, with their authors' addresses. */
export {
  countFound,
  lockPrompt,
  type ModeratedPromptRow,
  type PromptSearch,
  selectAllPrompts,
} from "./moderation.queries.ts";
