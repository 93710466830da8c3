/** The form's picture field: reports at once when a picture cannot be sent. */
import { useEffect, useRef } from "react";
import { type Control, type UseFormClearErrors, type UseFormTrigger, useController } from "react-hook-form";
import { ACCEPTED_IMAGE_TYPES, type ImageView, MAX_IMAGE_BYTES } from "#media/contract.ts";
import { messages } from "#prompts/messages.ts";
import { FileDrop } from "#ui/file-drop.tsx";
import type { CheckedDraft, PromptDraft } from "./prompt-draft.ts";

interface Props {
  control: Control<PromptDraft, unknown, CheckedDraft>;
  trigger: UseFormTrigger<PromptDraft>;
  clearErrors: UseFormClearErrors<PromptDraft>;
  /** The current picture, kept unless another is chosen. */
  current: ImageView | undefined;
  /** Called when the author chooses or removes a picture. */
  onChosen: (file: File | null) => void;
  error: string | undefined;
}

export function ImageField({ control, trigger, clearErrors, current, onChosen, error }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const { field } = useController({ control, name: "image" });

  // Focus target when the picture is invalid.
  const { ref } = field;
  useEffect(() => {
    ref({ focus: () => element.current?.querySelector("input")?.focus() });
  }, [ref]);

  const choose = (file: File | null) => {
    field.onChange(file);
    onChosen(file);
    // Clears the error of the previous picture; checking this one may take a moment.
    clearErrors("image");
    void trigger("image");
  };
  // GIFs are refused with an error instead.
  const { value } = field;
  const tooLarge = value && value.size > MAX_IMAGE_BYTES && value.type !== "image/gif";
  return (
    <div ref={element}>
      <FileDrop
        name="image"
        label="Imagem do resultado"
        accept={ACCEPTED_IMAGE_TYPES.join(",")}
        hint="PNG, JPG, GIF até 5MB"
        value={field.value}
        onChange={choose}
        current={current && { src: current.url, alt: current.alt ?? "Imagem atual do prompt" }}
        error={error}
      />
      <p role="status" className="text-xs text-muted not-empty:mt-1.5">
        {tooLarge && !error && messages.imageShrunk}
      </p>
    </div>
  );
}
