/** Who moderates beside the admin: naming and dismissing them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { AdminUserList } from "#admin/contract.ts";
import { isolated } from "#language/isolated.ts";
import {
  dismissModerator,
  moderatorsOptions,
  nameModerator,
  resetPasskeys,
} from "#moderation/client/cases/cases.queries.ts";
import { Button } from "#ui/button.tsx";
import { formatDate, formatDateTime } from "#ui/dates.ts";
import { FormAlert } from "#ui/form-alert.tsx";
import { countOf } from "#ui/numbers.ts";
import { literalInput, TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { pageOptions } from "./admin.queries.ts";

/** Most people that are offered. */
const MOST_FOUND = 5;

export function Moderators() {
  const { data, error } = useQuery(moderatorsOptions);
  const named = data?.moderators ?? [];
  const dismissal = useChange(dismissModerator, (username) => `${isolated(username)} não modera mais o site`);
  /** Whose passkeys are about to go. */
  const [lost, setLost] = useState<{ id: string; username: string }>();
  return (
    <section aria-labelledby="moderadores" className="mt-14 max-w-2xl border-t border-line pt-8">
      <h2 id="moderadores" className="text-xl">
        Quem modera com você
      </h2>
      <p className="mt-2 text-muted">
        Quem modera vê esta fila e decide os casos. Não vê mais nada da administração.
      </p>
      <FormAlert>{error?.message ?? dismissal.error?.message}</FormAlert>
      {data && named.length === 0 && <p className="mt-4">Ninguém além de você.</p>}
      {named.length > 0 && (
        <ul className="mt-4 border-t border-line">
          {named.map(({ id, username, named_at, passkeys, first_passkey_at, reset_at }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-b border-line py-3"
            >
              <p className="min-w-0 wrap-anywhere">
                <strong>{username}</strong>{" "}
                <span className="text-sm text-muted">desde {formatDate(named_at)}</span>
                {first_passkey_at && (
                  <span className="block text-sm text-muted">
                    {countOf(passkeys, "chave de acesso", "chaves de acesso")}, a mais antiga de{" "}
                    {formatDate(first_passkey_at)}
                  </span>
                )}
                {reset_at && (
                  <span className="block text-sm text-muted">
                    As chaves de acesso são removidas em {formatDateTime(reset_at)}
                  </span>
                )}
              </p>
              <div className="flex flex-wrap gap-2">
                {passkeys > 0 && !reset_at && (
                  <Button variant="secondary" size="sm" onClick={() => setLost({ id, username })}>
                    Perdeu a chave de acesso<span className="sr-only">: {username}</span>
                  </Button>
                )}
                <Button
                  variant="secondary"
                  size="sm"
                  loading={dismissal.isPending && dismissal.variables.id === id}
                  onClick={() => dismissal.mutate({ id, username })}
                >
                  Remover da moderação<span className="sr-only"> {username}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {lost && (
        <ActionDialog
          title="Remover as chaves de acesso?"
          confirm="Pedir a remoção"
          dangerous
          onConfirm={() => resetPasskeys(lost.id)}
          succeeded="Remoção pedida"
          gone={`${isolated(lost.username)} não modera mais o site`}
          onClose={() => setLost(undefined)}
        >
          <p className="wrap-anywhere">
            Todas as chaves de acesso de <strong>{lost.username}</strong> são removidas daqui a um dia, e as
            sessões abertas com elas, encerradas. A pessoa recebe um e-mail agora e pode impedir isso até lá.
            Confirme antes, por outro meio, que foi ela quem pediu.
          </p>
        </ActionDialog>
      )}
      <Naming named={named.map(({ id }) => id)} />
    </section>
  );
}

/** A change of the list, and its toast. */
function useChange(change: (userId: string) => Promise<void>, done: (username: string) => string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string; username: string }) => change(id),
    onSuccess: async (_, { username }) => {
      await client.invalidateQueries({ queryKey: moderatorsOptions.queryKey });
      toast({ title: done(username), variant: "success" });
    },
  });
}

/** @param named ids of who moderates already */
function Naming({ named }: { named: readonly string[] }) {
  const [search, setSearch] = useState("");
  const found = useQuery({
    ...pageOptions<AdminUserList>("/api/admin/users", { page: 1, search }),
    enabled: search !== "",
  });
  const naming = useChange(nameModerator, (username) => `${isolated(username)} agora modera o site`);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSearch(String(new FormData(event.currentTarget).get("person") ?? "").trim());
  };
  const people = search && found.data ? found.data.users.filter((user) => !user.is_admin) : undefined;
  return (
    <form onSubmit={submit} className="mt-6 grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          name="person"
          label="Nomear alguém"
          placeholder="Parte do nome ou do e-mail…"
          {...literalInput}
          enterKeyHint="search"
          maxLength={200}
          className="min-w-0 flex-1 basis-56"
        />
        <Button
          type="submit"
          variant="secondary"
          className="min-h-12 max-sm:w-full"
          loading={found.isFetching}
        >
          Procurar
        </Button>
      </div>
      <FormAlert>{naming.error?.message ?? found.error?.message}</FormAlert>
      <p role="status" className="text-sm text-muted empty:hidden">
        {people?.length === 0 && "Ninguém encontrado."}
        {people && people.length > MOST_FOUND && "Há mais pessoas: escreva mais do nome ou do e-mail."}
      </p>
      <ul className="grid gap-2 empty:hidden">
        {people?.slice(0, MOST_FOUND).map(({ id, username, email }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
            <p className="min-w-0 wrap-anywhere">
              <strong>{username}</strong> <span className="text-sm text-muted">{email}</span>
            </p>
            {named.includes(id) ? (
              <span className="text-sm text-muted">Já modera</span>
            ) : (
              <Button
                size="sm"
                loading={naming.isPending && naming.variables.id === id}
                onClick={() => naming.mutate({ id, username })}
              >
                Nomear<span className="sr-only"> {username}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </form>
  );
}
