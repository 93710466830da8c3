/** A place for one picture: chosen, dropped or pasted; shown at once, and removable. */
import ImagePlus from "lucide-react/icons/image-plus";
import Trash2 from "lucide-react/icons/trash-2";
import { type DragEvent, type Ref, useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Field, type FieldTexts } from "./field.tsx";

interface Props extends FieldTexts {
  ref?: Ref<HTMLInputElement>;
  name?: string;
  /** Media types as the file dialog takes them, such as `image/png,image/jpeg`. Dropped files are not held to it. */
  accept: string;
  value: File | null;
  /** The picture chosen, not checked in any way, or `null` when it was removed. */
  onChange: (file: File | null) => void;
  disabled?: boolean;
  className?: string;
}

export function FileDrop({ ref, name, accept, value, onChange, disabled, ...texts }: Props) {
  const [over, setOver] = useState(false);
  const preview = useObjectUrl(value);

  useEffect(() => {
    if (disabled) return;
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0];
      if (!file) return;
      event.preventDefault();
      onChange(file);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [disabled, onChange]);

  const choose = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !disabled) onChange(file);
  };
  const drag = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      choose(event.dataTransfer.files);
    },
  };

  return (
    <Field {...texts}>
      {(control) => (
        <div
          {...drag}
          className={cx(
            "relative overflow-hidden rounded-tile rounded-tr-corner-lg border border-dashed bg-card transition-colors",
            "focus-within:outline-2 focus-within:outline-focus hover:border-ink",
            control["aria-invalid"] ? "border-danger bg-danger-soft" : "border-edge",
            over && "border-solid border-primary bg-primary-soft",
          )}
        >
          <input
            {...control}
            ref={ref}
            name={name}
            type="file"
            accept={accept}
            disabled={disabled}
            onChange={(event) => {
              choose(event.target.files);
              // The same file may be chosen again after it was removed.
              event.target.value = "";
            }}
            className={cx("absolute inset-0 z-10 cursor-pointer opacity-0", preview && "pointer-events-none")}
          />
          {preview ? (
            <img
              src={preview}
              alt="Prévia da imagem escolhida"
              className="max-h-96 w-full bg-sunken object-contain"
            />
          ) : (
            <div className="flex min-h-44 flex-col items-center justify-center gap-2 p-6 text-center text-sm">
              <ImagePlus aria-hidden="true" className="size-8 text-primary" strokeWidth={1.5} />
              <p>
                <span className="text-link font-semibold">Escolha uma imagem</span>, arraste até aqui ou cole
              </p>
            </div>
          )}
          {preview && value && (
            <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-3">
              <p className="min-w-0 flex-1 truncate text-sm text-muted">{value.name}</p>
              <div className="flex gap-2">
                <Button
                  size="sm"
                  variant="secondary"
                  disabled={disabled}
                  onClick={() => document.getElementById(control.id)?.click()}
                >
                  Trocar
                </Button>
                <Button size="sm" variant="ghost" disabled={disabled} onClick={() => onChange(null)}>
                  <Trash2 aria-hidden="true" className="size-4" /> Remover imagem
                </Button>
              </div>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

/** An address under which the page can show a local file, given back when it is no longer shown. */
function useObjectUrl(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
