/** What a person has among prompts: for an export of their data, and for telling what goes when they go. */
export {
  countBelongings,
  countPromptsOf,
  type OwnPromptRow,
  selectOwnPrompts,
  selectReactedPrompts,
} from "./own-prompts.queries.ts";
