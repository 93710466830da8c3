/** Opens the dialog that deletes a prompt; loaded when first opened. */
import type { ReactNode } from "react";
import type { PromptView } from "#prompts/contract.ts";
import { deletionMessages } from "#prompts/deletion-messages.ts";
import { toast } from "#ui/toast.ts";
import { useLazyDialog } from "#ui/use-lazy-dialog.tsx";

/**
 * @param onDeleted called after the deletion, to leave the prompt's page
 * @returns a function that opens the dialog, and the dialog to render
 */
export function useDeleteDialog(prompt: PromptView, onDeleted?: () => void): [() => void, ReactNode] {
  return useLazyDialog(
    async () => (await import("./delete-dialog.tsx")).DeleteDialog,
    () =>
      toast({
        title: deletionMessages.deleteFailed,
        description: deletionMessages.deleteFailedText,
        variant: "destructive",
      }),
    { prompt, onDeleted },
  );
}
