/** A user's own prompts and reactions, for the export and for describing what deleting the account deletes. */
export {
  countBelongings,
  countPromptsOf,
  type OwnPromptRow,
  selectOwnPrompts,
  selectReactedPrompts,
} from "./own-prompts.queries.ts";
export { selectOldVersions } from "./versions/versions.queries.ts";
