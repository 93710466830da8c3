/** The list of the user's API keys, with a button to make one and one each to revoke it. */

import { useQuery } from "@tanstack/react-query";
import KeyRound from "lucide-react/icons/key-round";
import Plus from "lucide-react/icons/plus";
import { useEffect } from "react";
import type { KeyView } from "#accounts/key-contract.ts";
import { keyMessages, SCOPE_NAMES } from "#accounts/key-messages.ts";
import { isolated } from "#language/isolated.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { formatDate } from "#ui/dates.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { useNow } from "#ui/now.tsx";
import { RelativeTime } from "#ui/relative-time.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { useLazyDialog } from "#ui/use-lazy-dialog.tsx";
import { keysOptions } from "./keys.queries.ts";
import { uncopiedKey } from "./uncopied-key.ts";

const failed = () =>
  toast({ title: keyMessages.failed, description: keyMessages.failedText, variant: "destructive" });

/** @param email for password managers */
export function OwnKeys({ userId, email }: { userId: string; email: string }) {
  const { data, error, isFetching, refetch } = useQuery(keysOptions(userId));
  const [create, dialog] = useLazyDialog(
    async () => (await import("./create-key-dialog.tsx")).CreateKeyDialog,
    failed,
    { email },
  );
  // Back has closed the dialog over a key that was not copied.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is shown
  useEffect(() => {
    if (uncopiedKey.get()) create();
  }, []);
  if (!data && error) {
    return <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">Carregando suas chaves…</span>
        <Skeleton className="h-24" />
      </div>
    );
  }
  return (
    <>
      {data.keys.length > 0 && (
        <ul
          aria-label="Suas chaves de API"
          className="mb-5 divide-y divide-line rounded-tile rounded-tr-corner border border-line bg-card"
        >
          {data.keys.map((key) => (
            <Key key={key.id} shown={key} />
          ))}
        </ul>
      )}
      <Button variant="secondary" onClick={create}>
        <Plus aria-hidden="true" className="size-4" /> Criar chave
      </Button>
      {dialog}
    </>
  );
}

function Key({ shown }: { shown: KeyView }) {
  const { name, prefix, scopes, expires_at, last_used_at } = shown;
  const expired = new Date(expires_at).getTime() <= useNow();
  const [revoke, dialog] = useLazyDialog(
    async () => (await import("./revoke-key-dialog.tsx")).RevokeKeyDialog,
    failed,
    { shown },
  );
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 p-4 sm:grid-cols-[auto_1fr_auto] sm:px-5">
      <KeyRound aria-hidden="true" className="size-6 self-start text-muted sm:mt-0.5" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span className="wrap-anywhere">{name}</span>
          {expired && <Badge hue={1}>Expirada</Badge>}
        </p>
        <p className="mt-1 text-sm text-muted">
          <code>{prefix}…</code> · {scopes.map((scope) => SCOPE_NAMES[scope]).join(", ")}
        </p>
        <p className="text-sm text-muted">
          {expired ? "Valeu até" : "Vale até"} <time dateTime={expires_at}>{formatDate(expires_at)}</time>
          {" · "}
          {last_used_at ? (
            <>
              Último uso <RelativeTime date={last_used_at} />
            </>
          ) : (
            "Nunca usada"
          )}
        </p>
      </div>
      {!expired && (
        <Button
          variant="secondary"
          size="sm"
          className="col-start-2 justify-self-start sm:col-start-3"
          onClick={revoke}
          aria-label={`Revogar chave: ${isolated(name)}`}
        >
          Revogar
        </Button>
      )}
      {dialog}
    </li>
  );
}
