/** "Desfazer" after a removal: it undoes that decision, or says that it cannot and leads to the case. */
import { useQueryClient } from "@tanstack/react-query";
import type { RemovalAnswer } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { decideCase } from "#moderation/client/cases/cases.queries.ts";
import { ApiError } from "#platform/client/api.ts";
import { type ToastAction, toast } from "#ui/toast.ts";

/** @param restored title of the toast @returns the next step after a removal, which may be taken once its dialog is gone */
export function useUndoRemoval(restored: string): (removal: RemovalAnswer) => ToastAction {
  const client = useQueryClient();
  return ({ case_id, undo_version }) => {
    const toCase = { label: "Ver o caso", href: `/admin/denuncias/${case_id}` };
    if (undo_version === null) return toCase;
    const undo = async () => {
      try {
        const reason = messages.undone;
        await decideCase(case_id, { action: "restore", ground: "none", reason, version: undo_version });
        toast({ title: restored, variant: "success" });
      } catch (error) {
        const changed = error instanceof ApiError && error.code === "case_changed";
        const description = changed ? messages.changedSince : (error as Error).message;
        toast({ title: messages.restorationFailed, description, variant: "destructive", action: toCase });
      }
      await client.invalidateQueries();
    };
    return { label: "Desfazer", onPress: () => void undo() };
  };
}
