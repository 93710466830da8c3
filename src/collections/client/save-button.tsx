/** "Salvar em…" on a prompt's page. All else, which most readers never need, is loaded with the first press. */
import FolderPlus from "lucide-react/icons/folder-plus";
import { useEffect, useRef } from "react";
import { forgetInterrupted, useInterrupted } from "#accounts/client/interrupted.ts";
import { useSession } from "#accounts/client/session.ts";
import { Tooltip } from "#ui/tooltip.tsx";
import { sayNotOpened, useLazyDialog } from "#ui/use-lazy-dialog.tsx";
import { SAVE_TASK } from "./save-task.ts";

interface Props {
  prompt: { id: number; title: string };
  className: string;
}

export function SaveButton({ prompt, className }: Props) {
  const { user } = useSession();
  const button = useRef<HTMLButtonElement>(null);
  const [open, dialog] = useLazyDialog(
    async () => (await import("./save-dialog.tsx")).SaveDialog,
    sayNotOpened,
    { prompt },
  );
  const task = useInterrupted()?.task;
  const resumes = user && task?.name === SAVE_TASK && task.id === prompt.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each login
  useEffect(() => {
    if (!resumes) return;
    forgetInterrupted();
    // The dialog returns the focus here: the element that had it disappears with the login.
    button.current?.focus({ preventScroll: true });
    open();
  }, [resumes]);

  return (
    <>
      <Tooltip text="Salvar em uma coleção">
        <button ref={button} type="button" aria-haspopup="dialog" onClick={open} className={className}>
          <FolderPlus aria-hidden="true" className="size-5" />
          <span className="whitespace-nowrap">Salvar em…</span>
        </button>
      </Tooltip>
      {dialog}
    </>
  );
}
