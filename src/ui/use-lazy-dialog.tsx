/** A dialog whose module is loaded when it is first opened. */
import { type ComponentType, type ReactNode, useState } from "react";
import { toast } from "./toast.ts";

/** Properties of every such dialog. */
export interface DialogState {
  open: boolean;
  onClose: () => void;
}

/** Says that a dialog could not be loaded. */
export const sayNotOpened = () =>
  toast({ title: "Não foi possível abrir. Tente novamente.", variant: "destructive" });

/**
 * @param load for example `async () => (await import("./delete-dialog.tsx")).DeleteDialog`
 * @param onFailure says that the module could not be loaded
 * @param props of the dialog, besides its state
 * @returns a function that opens the dialog, and the dialog to render
 */
export function useLazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props & DialogState>>,
  onFailure: () => void,
  props: Props,
): [() => void, ReactNode] {
  const [Dialog, setDialog] = useState<ComponentType<Props & DialogState>>();
  const [open, setOpen] = useState(false);
  const ask = () => {
    load().then((Loaded) => {
      setDialog(() => Loaded);
      setOpen(true);
    }, onFailure);
  };
  return [ask, Dialog && <Dialog {...props} open={open} onClose={() => setOpen(false)} />];
}
