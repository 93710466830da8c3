/** What people read for the fields of a prompt. */
import type { PromptField } from "#prompts/fields.ts";
import type { VersionPart } from "#prompts/versions.ts";
import type { PromptDraft } from "./form/prompt-draft.ts";

/** Above a field's content. */
export const FIELD_LABELS: Record<PromptField | "image", string> = {
  title: "Título",
  content: "Prompt",
  description: "Descrição",
  llm_type_id: "Ferramenta de IA",
  image: "Imagem",
  image_alt: "Texto alternativo da imagem",
  tags: "Tags",
  allow_remixes: "Adaptações de outras pessoas",
};

/** Within a sentence, in the form's order. */
export const DRAFT_NAMES: Record<keyof PromptDraft, string> = {
  title: "título",
  content: "prompt",
  remix_note: "o que muda na sua adaptação",
  llm_type_id: "ferramenta de IA",
  image: "imagem",
  image_alt: "texto alternativo",
  description: "descrição",
  tags: "tags",
  allow_remixes: "permissão para adaptações",
  change_note: "o que mudou",
};
export const DRAFT_FIELDS = Object.keys(DRAFT_NAMES) as (keyof PromptDraft)[];

/** Within a line of the history. */
export const PART_NAMES: Record<VersionPart, string> = {
  title: "título",
  content: "prompt",
  description: "descrição",
  llm_type: "ferramenta",
  image: "imagem",
};
