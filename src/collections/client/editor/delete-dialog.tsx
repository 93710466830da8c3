/** Asks before a collection is deleted, by its name. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { deleteCollection } from "#collections/client/collections.queries.ts";
import type { CollectionView } from "#collections/contract.ts";
import { messages } from "#collections/messages.ts";
import { OWN_COLLECTIONS } from "#collections/paths.ts";
import { ApiError } from "#platform/client/api.ts";
import { ConfirmActions } from "#ui/confirm-actions.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { countOf } from "#ui/numbers.ts";
import { toast } from "#ui/toast.ts";
import type { DialogState } from "#ui/use-lazy-dialog.tsx";

export function DeleteDialog({ collection, open, onClose }: { collection: CollectionView } & DialogState) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [running, setRunning] = useState(false);
  const [failed, setFailed] = useState<string>();
  const { id, title, items_count, is_public } = collection;

  async function remove() {
    setRunning(true);
    setFailed(undefined);
    try {
      await deleteCollection(client, id, () => navigate(OWN_COLLECTIONS, { replace: true }));
      toast({ title: messages.deleted, description: title, variant: "success" });
    } catch (error) {
      setFailed(error instanceof ApiError ? error.message : messages.failedText);
      setRunning(false);
    }
  }

  return (
    <Dialog open={open} onOpenChange={(next) => !next && !running && onClose()} title="Excluir coleção?">
      <p className="wrap-anywhere">
        <strong>“{title}”</strong>, com {countOf(items_count, "prompt", "prompts")} e as suas anotações, será
        apagada para sempre{is_public && ", e o endereço dela deixa de funcionar"}. Os prompts continuam na
        biblioteca.
      </p>
      <ConfirmActions
        label="Excluir coleção"
        running={running}
        failed={failed}
        onCancel={onClose}
        onConfirm={() => void remove()}
      />
    </Dialog>
  );
}
