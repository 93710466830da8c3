/** Deletes the account: a dialog names what will be deleted and asks for the password. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useLocation } from "wouter";
import { showFailure } from "#accounts/client/form-failure.ts";
import type { SessionUser } from "#accounts/client/session.ts";
import { deleteAccount, footprintOptions } from "#members/client/leaving.queries.ts";
import type { Footprint } from "#members/contract.ts";
import { messages } from "#members/messages.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { countOf } from "#ui/numbers.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { toast } from "#ui/toast.ts";

export function DeleteAccount({ user }: { user: SessionUser }) {
  const [open, setOpen] = useState(false);
  if (user.isAdmin) return <p className="text-muted">{messages.adminStays}</p>;
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {messages.leave}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={messages.leaveQuestion}>
        <Farewell user={user} onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface FarewellProps {
  user: SessionUser;
  onCancel: () => void;
}

function Farewell({ user, onCancel }: FarewellProps) {
  const [, navigate] = useLocation();
  const query = useQuery(footprintOptions(user.id));
  const { data, error } = query;
  if (error && !data) {
    return <QueryError message={error.message} query={query} />;
  }
  if (!data) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Carregando…</span>
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-28" />
        <Skeleton className="h-12" />
      </div>
    );
  }
  const leave = async (password: string) => {
    try {
      await deleteAccount(user.id, password);
    } catch (failure) {
      // The hour in which no password is asked for may be over since: its field appears.
      await query.refetch();
      throw failure;
    }
    toast({ title: messages.left, description: messages.leftText, variant: "success" });
    navigate("/", { replace: true });
  };
  return (
    <FarewellForm
      footprint={data}
      passwordOf={data.needs_password ? user.email : undefined}
      leave={leave}
      onCancel={onCancel}
    />
  );
}

/** Content that is deleted with an account: one line per kind, the account first. */
export function whatGoes({
  prompts,
  pictures,
  likes,
  favorites,
  results,
  collections,
  identities,
  passkeys,
  sessions,
}: Footprint): string[] {
  const lines = ["seu perfil, com nome de usuário, e-mail e senha"];
  if (prompts > 0) {
    lines.push(
      `${countOf(prompts, "prompt publicado", "prompts publicados")}, com ${countOf(pictures, "imagem", "imagens")}`,
    );
  }
  if (likes > 0) lines.push(countOf(likes, "curtida sua", "curtidas suas"));
  if (favorites > 0) lines.push(countOf(favorites, "favorito", "favoritos"));
  if (results > 0) lines.push(countOf(results, "resposta a “Funcionou?”", "respostas a “Funcionou?”"));
  if (collections > 0) lines.push(countOf(collections, "coleção", "coleções"));
  if (identities > 0) lines.push(countOf(identities, "conta vinculada", "contas vinculadas"));
  if (passkeys > 0) lines.push(countOf(passkeys, "chave de acesso", "chaves de acesso"));
  lines.push(countOf(sessions, "sessão aberta", "sessões abertas"));
  return lines;
}

interface FarewellFormProps {
  footprint: Footprint;
  /** The address whose password is asked for; none is without it. */
  passwordOf?: string | undefined;
  /** Deletes the account. @throws ApiError that may name `password` */
  leave: (password: string) => Promise<void>;
  onCancel: () => void;
}

/** The list of content that will be deleted, and the button to do it. */
export function FarewellForm({ footprint, passwordOf, leave, onCancel }: FarewellFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: "" } });

  const submit = handleSubmit(async ({ password }) => {
    try {
      await leave(password);
    } catch (error) {
      showFailure(error, "Erro ao excluir conta", setError);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <div>
        <p>Tudo isto é apagado na hora e deixa de aparecer também para quem visita o site:</p>
        <ul className="mt-3 list-disc space-y-1.5 pl-5 marker:text-muted">
          {whatGoes(footprint).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="mt-4 text-muted">
          Não há como desfazer. Se quiser guardar uma cópia, baixe antes os seus dados. Ficam só os registros
          de acesso, que a lei manda guardar até completarem 6 meses, e o que a moderação decidiu ou precisa
          guardar, como diz a política de privacidade.
        </p>
      </div>
      {passwordOf && (
        <>
          <input type="email" autoComplete="username" value={passwordOf} readOnly hidden />
          <PasswordField
            {...register("password", { required: messages.passwordRequired })}
            label="Sua senha"
            autoComplete="current-password"
            enterKeyHint="done"
            error={formState.errors.password?.message}
          />
        </>
      )}
      <FormAlert>{formState.errors.root?.message}</FormAlert>
      <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onCancel}>
          Cancelar
        </Button>
        <SubmitButton variant="danger" loading={formState.isSubmitting}>
          Excluir para sempre
        </SubmitButton>
      </div>
    </form>
  );
}
