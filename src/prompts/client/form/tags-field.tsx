/**
 * The form's field of tags: chips, and a text field that suggests those that exist (combobox pattern of the ARIA Authoring
 * Practices). What is still being typed is part of the value, so that neither drafts nor publishing lose it.
 */
import { useQuery } from "@tanstack/react-query";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { unitsFor } from "#language/length.ts";
import { MOST_TAGS, TEXT_LIMITS } from "#prompts/catalog.ts";
import { tagKey, tidyTag } from "#prompts/tag-names.ts";
import { isComposing } from "#ui/composing.ts";
import { cx } from "#ui/cx.ts";
import { controlStyle, Field } from "#ui/field.tsx";
import { countOf } from "#ui/numbers.ts";
import { literalInput } from "#ui/text-field.tsx";
import { usePaused } from "#ui/use-paused.ts";
import { tagOptions } from "./tags.queries.ts";
import { addTags, readTags, writeTags } from "./typed-tags.ts";
import type { DraftForm } from "./use-draft-storage.ts";

export function TagsField({ form, error }: { form: DraftForm; error: string | undefined }) {
  const { control, setError, clearErrors } = form;
  const { field } = useController({ control, name: "tags" });
  const { tags, typed } = readTags(field.value);
  const input = useRef<HTMLInputElement | null>(null);
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const isFull = tags.length >= MOST_TAGS;
  const { options, settled } = useOptions(tags, tidyTag(typed), open && !isFull);
  // The suggestion reached by the arrows counts only for the text that it was reached with.
  const [reached, setReached] = useState({ typed, name: "" });
  const at = reached.typed === typed ? options.findIndex(({ name }) => name === reached.name) : -1;
  const expanded = open && !isFull && options.length > 0;

  /** Pasted text may have several tags. @param rest is still being typed */
  function add(texts: readonly string[], rest = "") {
    const added = addTags(tags, texts);
    field.onChange(writeTags(added.tags, added.typed ? `${added.typed} ${rest}`.trim() : rest));
    if (added.message) setError("tags", { message: added.message });
    else if (error) clearErrors("tags");
    const names = added.tags.slice(tags.length);
    if (names.length > 0) setSaid(`Tags: ${added.tags.join(", ")}`);
  }

  function type(text: string) {
    setOpen(true);
    const texts = text.split(",");
    const rest = texts.pop();
    add(texts, rest);
  }

  function remove(tag: string) {
    const others = tags.filter((other) => other !== tag);
    field.onChange(writeTags(others, typed));
    clearErrors("tags");
    setSaid(`Tag ${tag} removida`);
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (!expanded) return setOpen(true);
      // For the arrows, the field itself is between the last option and the first.
      const places = options.length + 1;
      const next = (at + 1 + (key === "ArrowDown" ? 1 : -1) + places) % places;
      setReached({ typed, name: options[next - 1]?.name ?? "" });
    } else if (key === "Escape" && expanded) {
      event.preventDefault();
      setOpen(false);
    } else if (key === "Enter") {
      // Publishing is immediate: Enter never does it.
      event.preventDefault();
      add([options[expanded ? at : -1]?.name ?? typed]);
    } else if (key === "Backspace" && typed === "" && tags.length > 0) {
      // Back into the field, where it can be changed or deleted.
      event.preventDefault();
      field.onChange(writeTags(tags.slice(0, -1), tags.at(-1)));
    }
  }

  const hint = isFull
    ? `São no máximo ${MOST_TAGS} tags. Para adicionar outra, remova uma.`
    : "Até 5, separadas por vírgula ou Enter: assunto, estilo, uso. Ajudam outras pessoas a encontrar o prompt.";
  return (
    <div>
      <Field label="Tags" optional hint={hint} error={error}>
        {(texts) => (
          <>
            <div className="relative">
              <input
                {...texts}
                {...literalInput}
                ref={(element) => {
                  input.current = element;
                  field.ref(element);
                }}
                name={field.name}
                value={typed}
                readOnly={isFull && typed === ""}
                role="combobox"
                aria-autocomplete="list"
                aria-expanded={expanded}
                aria-controls={listId}
                aria-activedescendant={expanded && at >= 0 ? `${listId}-${at}` : undefined}
                enterKeyHint="enter"
                maxLength={unitsFor(4 * TEXT_LIMITS.tag * MOST_TAGS)}
                placeholder={tags.length === 0 ? "Ex.: redação, retrato, atendimento" : undefined}
                onChange={({ target }) => type(target.value)}
                onKeyDown={onKeyDown}
                onBlur={() => {
                  setOpen(false);
                  add([typed]);
                  field.onBlur();
                }}
                className={cx(controlStyle, "min-h-12")}
              />
              {expanded && (
                // Above the field, which is the last one: the button that sends the form stays free.
                // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field
                <div
                  onMouseDown={(event) => event.preventDefault()}
                  className="search-list top-auto! bottom-full! mt-0! mb-1.5 shadow-float"
                >
                  <div id={listId} role="listbox" aria-label="Tags que já existem">
                    {options.map(({ name, prompts_count }, index) => (
                      // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
                      <div
                        key={name}
                        id={`${listId}-${index}`}
                        role="option"
                        tabIndex={-1}
                        aria-selected={index === at}
                        onClick={() => add([name])}
                        className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-tile px-3 transition-colors hover:bg-primary-soft aria-selected:bg-primary-soft aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus"
                      >
                        <span className="font-semibold wrap-anywhere">{name}</span>
                        <span className="shrink-0 text-sm text-muted">
                          {countOf(prompts_count, "prompt", "prompts")}
                        </span>
                      </div>
                    ))}
                  </div>
                </div>
              )}
            </div>
            {tags.length > 0 && (
              <ul aria-label="Tags escolhidas" className="mt-2 flex flex-wrap gap-2">
                {tags.map((tag) => (
                  <li
                    key={tag}
                    className="flex min-h-11 items-center rounded-tile bg-primary-soft pl-3 text-sm font-medium wrap-anywhere"
                  >
                    {tag}
                    <button
                      type="button"
                      aria-label={`Remover a tag ${tag}`}
                      onClick={() => remove(tag)}
                      className="grid size-11 shrink-0 place-items-center rounded-tile hover:text-primary"
                    >
                      <X aria-hidden="true" className="size-4" />
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Field>
      <span role="status" className="sr-only">
        {said}
      </span>
      <span role="status" className="sr-only">
        {open && settled && typed !== "" && announcement(options.length)}
      </span>
    </div>
  );
}

function announcement(count: number): string {
  return count === 0 ? "Nenhuma tag sugerida" : countOf(count, "tag sugerida", "tags sugeridas");
}

/** Existing tags that fit, without those that are chosen. */
function useOptions(tags: readonly string[], typed: string, wanted: boolean) {
  const asked = usePaused(typed.slice(0, TEXT_LIMITS.tag));
  const { data = [], isFetching, isPlaceholderData } = useQuery(tagOptions(asked, wanted));
  const chosen = new Set(tags.map(tagKey));
  const options = data.filter(({ name }) => !chosen.has(tagKey(name)));
  return { options, settled: asked === typed && !isFetching && !isPlaceholderData };
}
