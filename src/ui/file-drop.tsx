/** A file input for one picture: chosen, dropped or pasted, with preview and removal. */
import ImagePlus from "lucide-react/icons/image-plus";
import Trash2 from "lucide-react/icons/trash-2";
import Undo2 from "lucide-react/icons/undo-2";
import { useEffect, useState } from "react";
import { releaseObjectUrl } from "#platform/client/object-url.ts";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Field, type FieldProps } from "./field.tsx";
import { useFilesFromAnywhere } from "./files-from-anywhere.ts";

interface ShownPicture {
  src: string;
  alt: string;
}

interface Props extends FieldProps {
  name?: string;
  /** Media types for the file dialog, such as `image/png,image/jpeg`. Dropped files are not filtered. */
  accept: string;
  value: File | null;
  /** The part of it that is sent, and so shown. */
  shown: File | null;
  /** Receives the chosen file, unchecked, or `null` after removal. */
  onChange: (file: File | null) => void;
  /** The current picture, kept unless another is chosen. */
  current?: ShownPicture | undefined;
  /** Takes no other file for now. */
  disabled?: boolean;
}

export function FileDrop({
  name,
  accept,
  value,
  shown: sent,
  onChange,
  current,
  disabled = false,
  ...field
}: Props) {
  const chosen = useObjectUrl(sent);
  const over = useFilesFromAnywhere(([file]) => file && !disabled && onChange(file)) && !disabled;
  const shown = chosen ? { src: chosen, alt: "Prévia da imagem escolhida" } : current;

  return (
    <Field {...field}>
      {(control) => (
        <div
          className={cx(
            "relative overflow-hidden rounded-tile rounded-tr-corner-lg border border-dashed bg-card transition-colors",
            "focus-within:outline-2 focus-within:outline-focus hover:border-ink",
            control["aria-invalid"] ? "border-danger bg-danger-soft" : "border-edge",
            over && "border-solid border-primary bg-primary-soft",
            // A row with the picture, whose frame is as wide as the picture.
            shown && "sm:flex",
          )}
        >
          <input
            {...control}
            name={name}
            type="file"
            accept={accept}
            // Not `disabled`: an error may come any moment, and leads here.
            aria-disabled={disabled || undefined}
            onClick={(event) => disabled && event.preventDefault()}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) onChange(file);
              // Allows choosing the same file again after removal.
              event.target.value = "";
            }}
            className={cx("absolute inset-0 z-10 cursor-pointer opacity-0", shown && "pointer-events-none")}
          />
          {shown ? (
            <Preview {...shown} />
          ) : (
            <div className="flex min-h-44 flex-col items-center justify-center gap-2 p-6 text-center text-sm">
              <ImagePlus aria-hidden="true" className="size-8 text-primary" strokeWidth={1.5} />
              <p>
                <span className="text-link font-semibold">Escolha uma imagem</span>
                <span className="pointer-coarse:hidden">, arraste até aqui</span> ou cole
              </p>
            </div>
          )}
          {shown && (
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 border-line py-3 pr-5 pl-4 max-sm:border-t sm:flex-col sm:items-start sm:justify-end sm:gap-y-3 sm:border-l sm:p-5">
              <p className="line-clamp-2 min-w-0 grow basis-40 text-sm text-muted wrap-anywhere sm:line-clamp-4 sm:grow-0 sm:basis-auto">
                {value ? value.name : "Imagem atual"}
              </p>
              <div className="flex flex-wrap gap-x-6 gap-y-2">
                <Button
                  size="sm"
                  variant="secondary"
                  disabled={disabled}
                  onClick={() => document.getElementById(control.id)?.click()}
                >
                  Trocar
                </Button>
                {value && (
                  <Button
                    size="sm"
                    variant="ghost"
                    disabled={disabled}
                    onClick={() => {
                      onChange(null);
                      // The button disappears with the picture: focus moves to the file input.
                      document.getElementById(control.id)?.focus();
                    }}
                  >
                    {current ? (
                      <>
                        <Undo2 aria-hidden="true" className="size-4" /> Manter a atual
                      </>
                    ) : (
                      <>
                        <Trash2 aria-hidden="true" className="size-4" /> Remover imagem
                      </>
                    )}
                  </Button>
                )}
              </div>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

/** A preview; the browser may not support every accepted format. */
function Preview({ src, alt }: ShownPicture) {
  const [failed, setFailed] = useState("");
  if (failed === src)
    return <p className="p-6 text-center text-sm text-muted">Não é possível mostrar a imagem.</p>;
  return (
    <img
      src={src}
      alt={alt}
      onError={() => setFailed(src)}
      className="max-h-96 bg-sunken object-contain max-sm:w-full sm:max-h-72 sm:max-w-3/5"
    />
  );
}

/** An object URL for a local file, released when no longer shown. */
function useObjectUrl(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => releaseObjectUrl(made);
  }, [file]);
  return file ? url : undefined;
}
