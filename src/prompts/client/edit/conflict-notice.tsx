/** Another window has edited the prompt meanwhile: shows the difference, and the effect of saving again. */
import { useEffect, useRef } from "react";
import { changesOf } from "#prompts/client/authoring.queries.ts";
import { FIELD_LABELS } from "#prompts/client/field-labels.ts";
import { formMessages } from "#prompts/client/form/form-messages.ts";
import type { SentPrompt } from "#prompts/client/form/prompt-form.tsx";
import { differencePath } from "#prompts/client/versions/paths.ts";
import type { PromptView } from "#prompts/contract.ts";
import { FIELD_NAMES, type PromptField } from "#prompts/fields.ts";

export interface Conflict {
  /** The prompt that the form was filled with. */
  opened: PromptView;
  /** The prompt as it is now. */
  now: PromptView;
  /** The fields that were to be saved. */
  typed: SentPrompt;
}

/** A field's value as readers see it. */
function shown({ llm_type, image, ...prompt }: PromptView, field: PromptField): string {
  if (field === "llm_type_id") return llm_type.name;
  if (field === "tags") return prompt.tags.join(", ");
  if (field === "allow_remixes") return prompt.allow_remixes ? "Permitidas" : "Não permitidas";
  return (field === "image_alt" ? image.alt : prompt[field]) ?? "";
}

export function ConflictNotice({ opened, now, typed }: Conflict) {
  const notice = useRef<HTMLElement>(null);
  // The button that was pressed is at the other end of the form.
  useEffect(() => notice.current?.focus(), []);
  const mine = changesOf(opened, typed);
  const fields = FIELD_NAMES.filter((field) => shown(opened, field) !== shown(now, field));
  const image = opened.image.url !== now.image.url;
  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-labelledby="conflito"
      className="mb-8 rounded-tile rounded-tr-corner-lg border border-danger bg-danger-soft p-6"
    >
      <h2 id="conflito" className="text-xl">
        {formMessages.conflict}
      </h2>
      <p className="mt-2">
        Seu texto continua aqui. Ao salvar, ele substitui o da outra janela onde os dois mudaram; o que só
        mudou lá é mantido. O texto da outra janela fica guardado nas versões.
      </p>
      <dl className="mt-4 grid gap-4">
        {fields.map((field) => (
          <div key={field}>
            <dt className="font-semibold">
              {FIELD_LABELS[field]}
              <span className="font-normal">
                {" "}
                {field in mine ? "(mudou nas duas)" : "(mudou só na outra)"}
              </span>
            </dt>
            <dd className="mt-1 max-h-48 overflow-y-auto rounded-tile border border-line bg-card p-3 whitespace-pre-wrap wrap-anywhere">
              {shown(now, field) || "(vazio)"}
            </dd>
          </div>
        ))}
        {image && (
          <div>
            <dt className="font-semibold">{FIELD_LABELS.image}</dt>
            <dd>
              {typed.thumbnail_url
                ? "Foi trocada também na outra janela; ao salvar, vale a sua."
                : "Foi trocada na outra janela; a nova será mantida."}
            </dd>
          </div>
        )}
      </dl>
      <p className="mt-4">
        {/* In another window: what was typed stays here. */}
        <a
          className="text-link"
          target="_blank"
          rel="noopener"
          href={
            now.version > opened.version
              ? differencePath(now.id, now.version, opened.version)
              : `/prompts/${now.id}`
          }
        >
          {now.version > opened.version
            ? "Ver o que mudou, palavra por palavra"
            : "Ver como o prompt está agora"}
        </a>
      </p>
    </section>
  );
}
