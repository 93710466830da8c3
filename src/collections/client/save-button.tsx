/** "Salvar em…" on a prompt's page. All else, which most readers never need, is loaded with the first press. */
import FolderPlus from "lucide-react/icons/folder-plus";
import { useEffect, useRef } from "react";
import { forgetInterrupted, useInterrupted } from "#accounts/client/interrupted.ts";
import { useSession } from "#accounts/client/session.ts";
import { toast } from "#ui/toast.ts";
import { Tooltip } from "#ui/tooltip.tsx";
import { useLazyDialog } from "#ui/use-lazy-dialog.tsx";
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
    () => toast({ title: "Não foi possível abrir. Tente novamente.", variant: "destructive" }),
    { prompt },
  );
  const task = useInterrupted()?.task;
  const resumes = user && task?.name === SAVE_TASK && task.id === prompt.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each login
  useEffect(() => {
    // A page has two, one for phones: the one that is shown opens.
    if (!resumes || !button.current?.getClientRects().length) return;
    forgetInterrupted();
    // Where the focus is to be once the dialog is closed: the login's own goes.
    button.current.focus({ preventScroll: true });
    open();
  }, [resumes]);

  return (
    <>
      <Tooltip text="Salvar em uma coleção">
        <button ref={button} type="button" aria-haspopup="dialog" onClick={open} className={className}>
          <FolderPlus aria-hidden="true" className="size-5" />
          <span className="whitespace-nowrap max-sm:sr-only lg:sr-only">Salvar em…</span>
        </button>
      </Tooltip>
      {dialog}
    </>
  );
}
