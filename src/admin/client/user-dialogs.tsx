/** Confirms blocking, unblocking or removing a user, with the consequences. */
import { useState } from "react";
import type { AdminUser } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { RESTORE_DAYS } from "#moderation/contract.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { countOf } from "#ui/numbers.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { removeUser, setBlocked } from "./admin.queries.ts";
import { ReasonFields, readReasons } from "./reason-fields.tsx";
import { useUndoRemoval } from "./use-undo-removal.ts";

interface Props {
  user: AdminUser;
  onClose: () => void;
}

const BLOCK_AND_REMOVE = "Bloquear e remover tudo";

const promptsOf = ({ prompts_count }: AdminUser) =>
  countOf(prompts_count, "prompt com a imagem", "prompts com as imagens");

/** The user's content, which goes with the account. */
function belongings(user: AdminUser): string {
  const likes = countOf(user.likes_count, "curtida", "curtidas");
  return `${promptsOf(user)}, ${likes} e ${countOf(user.favorites_count, "favorito", "favoritos")}`;
}

export function BlockDialog({ user, onClose }: Props) {
  const [removesAll, setRemovesAll] = useState(false);
  return (
    <ActionDialog
      title="Bloquear usuário"
      confirm={removesAll ? BLOCK_AND_REMOVE : "Bloquear"}
      dangerous
      onConfirm={(form) =>
        setBlocked(user.id, { blocked: true, remove_content: removesAll, ...readReasons(form) })
      }
      succeeded={messages.userBlocked}
      failed={messages.operationFailed}
      gone={messages.userGone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        Um usuário bloqueado não pode entrar. <strong>{user.username}</strong> perde o acesso na hora,
        inclusive onde já entrou.{" "}
        {removesAll
          ? `Tudo o que publicou sai do site agora. Desbloquear a conta em até ${RESTORE_DAYS} dias traz tudo de volta; depois é apagado para sempre. O que curtiu e favoritou fica.`
          : "O que publicou continua no site."}
      </p>
      <Checkbox
        checked={removesAll}
        onChange={(event) => setRemovesAll(event.target.checked)}
        label={
          <>
            <strong>{BLOCK_AND_REMOVE}</strong>: {promptsOf(user)}.
          </>
        }
      />
      <ReasonFields isMailed={user.is_notified} />
    </ActionDialog>
  );
}

export function UnblockDialog({ user, onClose }: Props) {
  return (
    <ActionDialog
      title="Desbloquear usuário"
      confirm="Desbloquear"
      onConfirm={() => setBlocked(user.id, { blocked: false })}
      succeeded={messages.userUnblocked}
      failed={messages.operationFailed}
      gone={messages.userGone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <strong>{user.username}</strong> volta a poder entrar, com o mesmo e-mail e a mesma senha.
        {user.removal && " Os prompts que saíram do site com o bloqueio voltam, com curtidas e favoritos."}
        {user.is_notified && " A pessoa recebe um e-mail com esse aviso."}
      </p>
    </ActionDialog>
  );
}

export function DeleteUserDialog({ user, onClose }: Props) {
  return (
    <ActionDialog
      title="Excluir usuário"
      confirm="Excluir"
      dangerous
      onConfirm={(form) => removeUser(user.id, readReasons(form))}
      succeeded={messages.userDeleted}
      next={useUndoRemoval(messages.userRestored)}
      failed={messages.deletionFailed}
      gone={messages.userGone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        A conta de <strong>{user.username}</strong> ({user.email}) sai do site agora, com os prompts, e não
        pode mais entrar. Por {RESTORE_DAYS} dias dá para restaurar tudo; depois a conta deixa de existir, com
        tudo o que é dela: {belongings(user)}. Para só impedir o acesso, bloqueie a conta em vez de excluí-la.
      </p>
      <ReasonFields isMailed={user.is_notified} />
    </ActionDialog>
  );
}
