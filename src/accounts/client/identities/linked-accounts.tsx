/** The issuers that open the account, each with a button to unlink it, and those that can be linked. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toastFailure } from "#accounts/client/form-failure.ts";
import { PasswordDialog } from "#accounts/client/password-dialog.tsx";
import { isPasswordWanted } from "#accounts/client/sessions.queries.ts";
import type { LinkedIdentity } from "#accounts/identity-contract.ts";
import { isolated } from "#language/isolated.ts";
import { fetchApi } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmActions } from "#ui/confirm-actions.tsx";
import { formatDate } from "#ui/dates.ts";
import { Dialog } from "#ui/dialog.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { RelativeTime } from "#ui/relative-time.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { IDENTITIES_PATH, identitiesOptions } from "./identities.queries.ts";
import { goToLink } from "./issuer-flow.ts";
import { IssuerMark } from "./issuer-mark.tsx";
import { useIssuers } from "./issuers.ts";

const FAILED = "Erro nas contas vinculadas";

/** Does something, with the password once it is asked for. */
type Action = (password: string | null) => Promise<void>;

/** @param email for password managers */
export function LinkedAccounts({
  userId,
  email,
  canLink,
}: {
  userId: string;
  email: string;
  canLink: boolean;
}) {
  const client = useQueryClient();
  const query = useQuery(identitiesOptions(userId));
  const issuers = useIssuers();
  const [busy, setBusy] = useState<string>();
  const [unlinking, setUnlinking] = useState<LinkedIdentity>();
  const [failed, setFailed] = useState<string>();
  const [asking, setAsking] = useState<Action>();
  const { data, error } = query;
  if (!data && error) return <QueryError message={error.message} query={query} />;
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">Carregando suas contas vinculadas…</span>
        <Skeleton className="h-24" />
      </div>
    );
  }

  async function run(what: string, action: Action) {
    setBusy(what);
    setFailed(undefined);
    try {
      await action(null);
      return;
    } catch (failure) {
      if (isPasswordWanted(failure)) {
        setUnlinking(undefined);
        setAsking(() => action);
      } else setFailed(toastFailure(FAILED, failure, "Nada mudou. Tente de novo."));
    } finally {
      setBusy(undefined);
    }
  }
  const unlink = ({ id, name }: LinkedIdentity) =>
    run(id, async (password) => {
      await fetchApi(`${IDENTITIES_PATH}/${id}`, { method: "DELETE", body: { password } });
      setUnlinking(undefined);
      toast({
        title: "Conta desvinculada",
        description: `Você não entra mais com ${isolated(name)}.`,
        variant: "success",
      });
      await client.invalidateQueries({ queryKey: [IDENTITIES_PATH] });
    });
  const free = issuers.filter(
    ({ provider }) => canLink && !data.identities.some((one) => one.provider === provider),
  );

  return (
    <>
      {data.identities.length > 0 && (
        <ul
          aria-label="Suas contas vinculadas"
          className="mb-5 divide-y divide-line rounded-tile rounded-tr-corner border border-line bg-card"
        >
          {data.identities.map((one) => (
            <Linked
              key={one.id}
              shown={one}
              onUnlink={() => {
                setFailed(undefined);
                setUnlinking(one);
              }}
            />
          ))}
        </ul>
      )}
      {failed && !unlinking && (
        <div className="mb-5">
          <FormAlert>{failed}</FormAlert>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {free.map((issuer) => (
          <Button
            key={issuer.provider}
            variant="secondary"
            loading={busy === issuer.provider}
            onClick={() => void run(issuer.provider, (password) => goToLink(issuer, password))}
          >
            <IssuerMark provider={issuer.provider} />
            <span>
              Vincular <bdi>{issuer.name}</bdi>
            </span>
          </Button>
        ))}
      </div>
      <Dialog
        open={unlinking !== undefined}
        onOpenChange={(next) => !next && !busy && setUnlinking(undefined)}
        title="Desvincular conta?"
      >
        {unlinking && (
          <>
            <p className="wrap-anywhere">
              <span>
                {canLink && unlinking.provider
                  ? "Você deixa de entrar com "
                  : "O site esquece a sua conta de "}
              </span>
              <strong>{unlinking.name}</strong> (<bdi>{unlinking.email}</bdi>). Seus prompts e o resto da sua
              conta ficam como estão.
            </p>
            <p className="mt-3 text-sm text-muted">
              As sessões abertas continuam; para encerrá-las, use “Sessões abertas”.
            </p>
            <ConfirmActions
              label="Desvincular"
              running={busy === unlinking.id}
              failed={failed}
              onCancel={() => setUnlinking(undefined)}
              onConfirm={() => void unlink(unlinking)}
            />
          </>
        )}
      </Dialog>
      <PasswordDialog
        open={asking !== undefined}
        purpose="mudar as contas vinculadas"
        label="Continuar"
        failure={FAILED}
        email={email}
        onCancel={() => setAsking(undefined)}
        onPassword={async (password) => {
          await asking?.(password);
          setAsking(undefined);
        }}
      />
    </>
  );
}

function Linked({ shown, onUnlink }: { shown: LinkedIdentity; onUnlink: () => void }) {
  const { provider, name, email, created_at, last_used_at } = shown;
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 p-4 sm:grid-cols-[auto_1fr_auto] sm:px-5">
      <span className="grid size-6 place-items-center self-start sm:mt-0.5">
        <IssuerMark provider={provider} />
      </span>
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="mt-1 text-sm text-muted wrap-anywhere">{email}</p>
        <p className="text-sm text-muted">
          Desde <time dateTime={created_at}>{formatDate(created_at)}</time> ·{" "}
          {provider ? (
            <>
              Último uso <RelativeTime date={last_used_at} />
            </>
          ) : (
            "O site não oferece mais este acesso"
          )}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        className="col-start-2 justify-self-start sm:col-start-3"
        onClick={onUnlink}
        aria-label={`Desvincular ${isolated(name)}`}
      >
        Desvincular
      </Button>
    </li>
  );
}
