/** Opens the dialog that deletes a prompt; loaded when first opened. */
import { type ComponentType, type ReactNode, useState } from "react";
import type { PromptView } from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";
import { toast } from "#ui/toast.ts";
import type { DeleteDialog } from "./delete-dialog.tsx";

type DialogProps = Parameters<typeof DeleteDialog>[0];

/**
 * @param onDeleted called after the deletion, to leave the prompt's page
 * @returns a function that opens the dialog, and the dialog to render
 */
export function useDeleteDialog(prompt: PromptView, onDeleted?: () => void): [() => void, ReactNode] {
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>();
  const [open, setOpen] = useState(false);
  const ask = () => {
    import("./delete-dialog.tsx").then(
      ({ DeleteDialog }) => {
        setDialog(() => DeleteDialog);
        setOpen(true);
      },
      () =>
        toast({
          title: messages.deleteFailed,
          description: messages.deleteFailedText,
          variant: "destructive",
        }),
    );
  };
  return [
    ask,
    Dialog && <Dialog prompt={prompt} open={open} onClose={() => setOpen(false)} onDeleted={onDeleted} />,
  ];
}
