/** Confirms the deletion of a prompt and names what is deleted with it. Loaded when first opened. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { checkSession } from "#accounts/client/session.ts";
import { ApiError } from "#platform/client/api.ts";
import { UNDO_MINUTES } from "#prompts/catalog.ts";
import { deletePrompt } from "#prompts/client/own/own.queries.ts";
import type { PromptView } from "#prompts/contract.ts";
import { deletionMessages } from "#prompts/deletion-messages.ts";
import { messages } from "#prompts/messages.ts";
import { ConfirmActions } from "#ui/confirm-actions.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { formatCount } from "#ui/numbers.ts";
import { toast } from "#ui/toast.ts";
import { undoDeletion } from "./undo-deletion.ts";

interface Props {
  prompt: PromptView;
  open: boolean;
  onClose: () => void;
  /** Called after the deletion, to leave the prompt's page. */
  onDeleted?: (() => void) | undefined;
}

const fail = (title: string, description: string) => toast({ title, description, variant: "destructive" });

function likesOf({ likes_count }: PromptView): string {
  if (likes_count === 0) return "as curtidas";
  return likes_count === 1 ? "a curtida" : `as ${formatCount(likes_count)} curtidas`;
}

export function DeleteDialog({ prompt, open, onClose, onDeleted }: Props) {
  const client = useQueryClient();
  // Nobody but its author has seen what waits for its review.
  const canUndo = !prompt.in_review;
  const [running, setRunning] = useState(false);
  const [failed, setFailed] = useState<string>();

  async function remove() {
    setRunning(true);
    setFailed(undefined);
    try {
      await deletePrompt(client, prompt, onDeleted);
      const action = { label: "Desfazer", onPress: () => void undoDeletion(client, prompt) };
      toast({
        title: deletionMessages.deleted,
        description: prompt.title,
        variant: "success",
        ...(canUndo && { action }),
      });
    } catch (error) {
      await explain(error);
      setRunning(false);
    }
  }

  async function explain(error: unknown) {
    if (error instanceof ApiError && error.status === 401) {
      onClose();
      await checkSession();
      fail(messages.error, "Faça login para excluir prompts");
      openAuthDialog("login");
    } else {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      const reason = refused ? error.message : deletionMessages.deleteFailedText;
      fail(deletionMessages.deleteFailed, reason);
      setFailed(reason);
    }
  }

  return (
    <Dialog open={open} onOpenChange={(next) => !next && !running && onClose()} title="Excluir prompt?">
      <p className="wrap-anywhere">
        <strong>“{prompt.title}”</strong> {canUndo ? "sai do site na hora" : "será apagado para sempre"}, e
        com ele:
      </p>
      <ul className="mt-3 list-disc space-y-1 pl-5 text-muted">
        <li>o texto e a descrição, com as versões anteriores;</li>
        <li>a imagem;</li>
        <li>{likesOf(prompt)} que recebeu;</li>
        <li>o que responderam a “Funcionou?”;</li>
        <li>o lugar dele nos favoritos e nas coleções de outras pessoas.</li>
      </ul>
      {canUndo && (
        <p className="mt-3">
          Dá para desfazer por {UNDO_MINUTES} minutos. Depois, tudo é apagado para sempre.
        </p>
      )}
      <ConfirmActions
        label="Excluir prompt"
        running={running}
        failed={failed}
        onCancel={onClose}
        onConfirm={() => void remove()}
      />
    </Dialog>
  );
}
