/** The dialogs in which a passkey is made, named and removed. */
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { showFailure } from "#accounts/client/form-failure.ts";
import { PasswordOfOldLogin } from "#accounts/client/password-of-old-login.tsx";
import type { PasskeyView } from "#accounts/passkey-contract.ts";
import { passkeyMessages } from "#accounts/passkey-messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import type { DialogState } from "#ui/use-lazy-dialog.tsx";
import { makePasskey, namePasskey, removePasskey } from "./passkey-changes.ts";

interface FormProps {
  /** For password managers. */
  email: string;
  label: string;
  danger?: boolean;
  onCancel: () => void;
  /** @param password once it was asked for, because the login is old */
  onSubmit: (password: string | undefined) => Promise<void>;
  children: ReactNode;
}

function OwnerForm({ email, label, danger = false, onCancel, onSubmit, children }: FormProps) {
  const [asksPassword, setAsksPassword] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: "" } });
  const submit = handleSubmit(async ({ password }) => {
    try {
      await onSubmit(password || undefined);
    } catch (error) {
      if (error instanceof ApiError && error.field === "password") setAsksPassword(true);
      showFailure(error, passkeyMessages.failed, setError, passkeyMessages.failedText);
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {children}
      {asksPassword && (
        <PasswordOfOldLogin {...register("password")} email={email} error={errors.password?.message} />
      )}
      <FormAlert>{errors.root?.message}</FormAlert>
      <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" variant={danger ? "danger" : "primary"} loading={isSubmitting}>
          {label}
        </Button>
      </div>
    </form>
  );
}

/** @param mailed from the link of a mail, with which staff make their first one */
export function MakeDialog({
  email,
  mailed,
  open,
  onClose,
}: { email: string; mailed: string | null } & DialogState) {
  const client = useQueryClient();
  const [isMailed, setIsMailed] = useState(false);
  const [link, setLink] = useState(mailed);
  async function make(password: string | undefined) {
    const outcome = await makePasskey(client, { password, mailed: link }).catch((error) => {
      // A void one stays so: the next press asks for another.
      if (error instanceof ApiError && error.code === "mail_expired") setLink(null);
      throw error;
    });
    if (outcome === "mailed") return setIsMailed(true);
    if (outcome === "dismissed") return;
    toast({ title: "Chave de acesso criada", variant: "success" });
    onClose();
  }
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Nova chave de acesso">
      {isMailed ? (
        <div className="grid gap-5">
          <p className="wrap-anywhere">
            Você cuida do site: para a primeira chave, enviamos um link para <strong>{email}</strong>. Abra-o
            neste aparelho. Ele vale por uma hora.
          </p>
          <Button variant="secondary" onClick={onClose}>
            Fechar
          </Button>
        </div>
      ) : (
        <OwnerForm email={email} label="Continuar" onCancel={onClose} onSubmit={make}>
          <p>
            O aparelho vai pedir a digital, o rosto ou o PIN e guardar a chave. O site não recebe nada disso.
          </p>
        </OwnerForm>
      )}
    </Dialog>
  );
}

export function NameDialog({ passkey, open, onClose }: { passkey: PasskeyView } & DialogState) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { name: passkey.name } });
  const submit = handleSubmit(async ({ name }) => {
    try {
      await namePasskey(client, passkey.id, name);
      onClose();
    } catch (error) {
      showFailure(error, passkeyMessages.failed, setError, passkeyMessages.failedText);
    }
  });
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Renomear chave de acesso">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          {...register("name")}
          label="Nome"
          hint="O aparelho ou o gerenciador de senhas em que ela está."
          autoComplete="off"
          enterKeyHint="done"
          error={formState.errors.name?.message}
        />
        <FormAlert>{formState.errors.root?.message}</FormAlert>
        <Button type="submit" loading={formState.isSubmitting}>
          Salvar
        </Button>
      </form>
    </Dialog>
  );
}

export function RemoveDialog({
  passkey,
  email,
  open,
  onClose,
}: { passkey: PasskeyView; email: string } & DialogState) {
  const client = useQueryClient();
  async function remove(password: string | undefined) {
    await removePasskey(client, passkey.id, password);
    toast({ title: "Chave de acesso removida", description: passkey.name, variant: "success" });
  }
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Remover chave de acesso?">
      <OwnerForm email={email} label="Remover" danger onCancel={onClose} onSubmit={remove}>
        <p className="wrap-anywhere">
          <strong>“{passkey.name}”</strong> deixa de abrir sua conta, na hora e para sempre. As sessões
          abertas com ela em outros aparelhos são encerradas.
        </p>
        <p className="text-sm text-muted">
          No aparelho, apague-a também no gerenciador de senhas: o site não alcança o que está guardado lá.
        </p>
      </OwnerForm>
    </Dialog>
  );
}
