/** Confirms the removal of a prompt. */
import type { AdminPrompt } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { removePrompt } from "./admin.queries.ts";
import { counted } from "./counted.ts";
import { ReasonFields } from "./reason-fields.tsx";
import { readReason } from "./reasons.ts";

export function RemovePromptDialog({ prompt, onClose }: { prompt: AdminPrompt; onClose: () => void }) {
  const { id, title, user, likes_count } = prompt;
  return (
    <ActionDialog
      title="Excluir Prompt"
      confirm="Excluir"
      dangerous
      act={(form) => removePrompt(id, readReason(form))}
      succeeded={messages.promptRemoved}
      failed={messages.removalFailed}
      gone={messages.promptGone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        O prompt <strong>“{title}”</strong>, de {user.username}, sai do site para sempre, com a imagem,{" "}
        {counted(likes_count, "curtida", "curtidas")} e os favoritos que recebeu. Isso não pode ser desfeito.
      </p>
      <ReasonFields told={user.is_notified} />
    </ActionDialog>
  );
}
