/** Files that are dropped on a page or pasted into it, wherever. */
import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "./toast.ts";

const TEXT_FIELD = "input:not([type=file]), textarea, [contenteditable]";

/** A paste with text belongs to the focused field, even if the clipboard also holds a picture of it. */
function isTextForField({ target, clipboardData }: ClipboardEvent): boolean {
  const field = target instanceof Element && target.closest(TEXT_FIELD);
  return Boolean(field && clipboardData?.types.includes("text/plain"));
}

/** Whether a browser would leave the page for what is dragged: a file, or a link or picture of another page. */
const isLeading = ({ target, dataTransfer }: DragEvent) =>
  !!dataTransfer?.types.includes("Files") ||
  (!!dataTransfer?.types.includes("text/uri-list") &&
    !(target instanceof Element && target.closest(TEXT_FIELD)));

/**
 * Takes files from anywhere on the page. Of a picture that is dragged from another page some browsers bring the address
 * alone: then it says what to do.
 * @returns whether something is being dragged over the page
 */
export function useFilesFromAnywhere(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isTextForField(event)) return;
      event.preventDefault();
      take(files);
    };
    const drag = (event: DragEvent) => {
      if (!isLeading(event)) return;
      event.preventDefault();
      setOver(event.type === "dragover");
      if (event.type !== "drop") return;
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) take(files);
      else
        toast({
          title: "Só chegou o endereço",
          description: "Salve o arquivo no seu aparelho e escolha-o aqui.",
        });
    };
    // `relatedTarget` is null only when the pointer leaves the page.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener("paste", paste, { signal });
    document.addEventListener("dragover", drag, { signal });
    document.addEventListener("drop", drag, { signal });
    document.addEventListener("dragleave", leave, { signal });
    return () => listeners.abort();
  }, []);
  return over;
}
