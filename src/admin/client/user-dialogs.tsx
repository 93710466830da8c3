/** Confirms blocking, unblocking or deleting a user, with the consequences. */
import { useState } from "react";
import type { AdminUser } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { countOf } from "#ui/numbers.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { deleteUser, setBlocked } from "./admin.queries.ts";
import { ReasonFields, readReason } from "./reason-fields.tsx";

interface Props {
  user: AdminUser;
  onClose: () => void;
}

const BLOCK_AND_REMOVE = "Bloquear e remover tudo";

/** What deleting all content of a user includes. */
function belongings({ prompts_count, likes_count, favorites_count }: AdminUser): string {
  const prompts = countOf(prompts_count, "prompt com a imagem", "prompts com as imagens");
  const likes = countOf(likes_count, "curtida", "curtidas");
  return `${prompts}, ${likes} e ${countOf(favorites_count, "favorito", "favoritos")}`;
}

export function BlockDialog({ user, onClose }: Props) {
  const [removesAll, setRemovesAll] = useState(false);
  return (
    <ActionDialog
      title="Bloquear usuário"
      confirm={removesAll ? BLOCK_AND_REMOVE : "Bloquear"}
      dangerous
      act={(form) =>
        setBlocked(user.id, { blocked: true, remove_content: removesAll, reason: readReason(form) })
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
          ? "Tudo o que publicou, curtiu e favoritou sai do site para sempre. Isso não pode ser desfeito."
          : "O que publicou continua no site."}
      </p>
      <Checkbox
        checked={removesAll}
        onChange={(event) => setRemovesAll(event.target.checked)}
        label={
          <>
            <strong>{BLOCK_AND_REMOVE}</strong>: {belongings(user)}.
          </>
        }
      />
      <ReasonFields told={user.is_notified} />
    </ActionDialog>
  );
}

export function UnblockDialog({ user, onClose }: Props) {
  return (
    <ActionDialog
      title="Desbloquear usuário"
      confirm="Desbloquear"
      act={() => setBlocked(user.id, { blocked: false })}
      succeeded={messages.userUnblocked}
      failed={messages.operationFailed}
      gone={messages.userGone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <strong>{user.username}</strong> volta a poder entrar, com o mesmo e-mail e a mesma senha.
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
      act={(form) => deleteUser(user.id, readReason(form))}
      succeeded={messages.userDeleted}
      failed={messages.deletionFailed}
      gone={messages.userGone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        A conta de <strong>{user.username}</strong> ({user.email}) deixa de existir, com tudo o que é dela:{" "}
        {belongings(user)}. Isso não pode ser desfeito. Para só impedir o acesso, bloqueie a conta em vez de
        excluí-la.
      </p>
      <ReasonFields told={user.is_notified} />
    </ActionDialog>
  );
}
