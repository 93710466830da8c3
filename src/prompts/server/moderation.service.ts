/** All prompts for moderation, with their authors' addresses. */
export {
  countFound,
  type ModeratedPromptRow,
  type PromptSearch,
  selectAllPrompts,
  selectHiddenPrompts,
} from "./moderation.queries.ts";
