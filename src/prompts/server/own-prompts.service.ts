/** What a user has among prompts: for an export of their data, and for telling what deleting the account deletes. */
export {
  countBelongings,
  countPromptsOf,
  type OwnPromptRow,
  selectOwnPrompts,
  selectReactedPrompts,
} from "./own-prompts.queries.ts";
