/** The form's picture field: prepares the picture once it is chosen, and says at once when it cannot be sent. */
import { useEffect, useRef, useState } from "react";
import { type Control, type UseFormClearErrors, useController } from "react-hook-form";
import { ACCEPTED_IMAGE_TYPES, type ImageView } from "#media/contract.ts";
import { FileDrop } from "#ui/file-drop.tsx";
import { formatBytes } from "#ui/numbers.ts";
import { Spinner } from "#ui/spinner.tsx";
import { isStilled, prepareOnce, refusalOf } from "./prepared-pictures.ts";
import type { CheckedDraft, PromptDraft } from "./prompt-draft.ts";

interface Props {
  control: Control<PromptDraft, unknown, CheckedDraft>;
  clearErrors: UseFormClearErrors<PromptDraft>;
  /** The current picture, kept unless another is chosen. */
  current: ImageView | undefined;
  /** While the form is being sent. */
  disabled: boolean;
  onChosen: (file: File) => void;
  onRemove: () => void;
  error: string | undefined;
}

export function ImageField({ control, clearErrors, current, disabled, onChosen, onRemove, error }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const { field } = useController({ control, name: "image" });
  const { value } = field;
  const preparation = usePreparation(value);

  // Focus target when the picture is invalid.
  const { ref } = field;
  useEffect(() => {
    ref({ focus: () => element.current?.querySelector("input")?.focus() });
  }, [ref]);

  const choose = (file: File | null) => {
    // The error of the previous picture.
    clearErrors("image");
    if (!file) return onRemove();
    field.onChange(file);
    onChosen(file);
  };
  return (
    <div ref={element}>
      <FileDrop
        name="image"
        label="Imagem do resultado"
        accept={ACCEPTED_IMAGE_TYPES.join(",")}
        hint="PNG, JPG, GIF até 5 MB; também WebP e AVIF"
        value={value}
        shown={preparation instanceof File ? preparation : value}
        onChange={choose}
        disabled={disabled}
        current={current && { src: current.url, alt: current.alt ?? "Imagem atual do prompt" }}
        // A refusal belongs to its picture: whatever else is checked, it stays as long as that is chosen.
        error={(value && refusalOf(value)) ?? error}
      />
      <p role="status" className="flex items-center gap-2 text-xs text-muted not-empty:mt-1.5">
        {preparation === "running" && (
          <>
            <Spinner /> Reduzindo imagem…
          </>
        )}
        {value && preparation instanceof File && preparation.size < value.size && (
          <>
            Reduzida neste aparelho: de {formatBytes(value.size)} para {formatBytes(preparation.size)}.
          </>
        )}
      </p>
      <p role="status" className="text-sm not-empty:mt-1.5">
        {value && preparation instanceof File && isStilled(value) && (
          <>
            Esta imagem é animada, mas só o primeiro quadro será publicado. Para manter a animação, use GIF ou
            WebP.
          </>
        )}
      </p>
    </div>
  );
}

/** @returns the file to send, once it is there; undefined for none, and for one that cannot be sent */
function usePreparation(chosen: File | null): File | "running" | undefined {
  const [last, setLast] = useState<{ chosen: File; prepared: File | undefined }>();
  useEffect(() => {
    if (!chosen) return;
    let wanted = true;
    const end = (prepared?: File) => wanted && setLast({ chosen, prepared });
    prepareOnce(chosen).then(end, () => end());
    return () => {
      wanted = false;
    };
  }, [chosen]);
  if (!chosen) return undefined;
  return last?.chosen === chosen ? last.prepared : "running";
}
