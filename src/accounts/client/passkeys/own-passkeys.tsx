/** The list of the user's passkeys: making, naming and removing them. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import Fingerprint from "lucide-react/icons/fingerprint-pattern";
import Plus from "lucide-react/icons/plus";
import { useEffect, useState } from "react";
import { takeAddress } from "#accounts/client/mailed-link.ts";
import type { PasskeyView } from "#accounts/passkey-contract.ts";
import { passkeyMessages } from "#accounts/passkey-messages.ts";
import { isolated } from "#language/isolated.ts";
import { Button } from "#ui/button.tsx";
import { formatDate, formatDateTime } from "#ui/dates.ts";
import { QueryError } from "#ui/error-state.tsx";
import { RelativeTime } from "#ui/relative-time.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { sayNotOpened, useLazyDialog } from "#ui/use-lazy-dialog.tsx";
import { stopReset } from "./passkey-changes.ts";
import { PasskeyStep } from "./passkey-step.tsx";
import { passkeysOptions } from "./passkeys.queries.ts";
import { useSupportsPasskeys } from "./support.ts";

/** What the link of a mail has, with which staff make their first passkey. */
const takeLink = () =>
  location.search.includes("token_hash=") ? takeAddress().searchParams.get("token_hash") : null;

/** @param email for password managers */
export function OwnPasskeys({ userId, email }: { userId: string; email: string }) {
  const query = useQuery(passkeysOptions(userId));
  const { data, error } = query;
  const supported = useSupportsPasskeys();
  const [mailed, setMailed] = useState<string | null>(null);
  const [make, dialog] = useLazyDialog(
    async () => (await import("./passkey-dialogs.tsx")).MakeDialog,
    sayNotOpened,
    { email, mailed },
  );
  // Not while rendering: a rendering that React gives up would take the link with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link opens it, once
  useEffect(() => {
    const link = takeLink();
    setMailed(link);
    if (link) make();
  }, []);

  if (!data && error) return <QueryError message={error.message} query={query} />;
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">Carregando suas chaves de acesso…</span>
        <Skeleton className="h-24" />
      </div>
    );
  }
  const { passkeys, staff, reset_at } = data;
  return (
    <div className="grid justify-items-start gap-5">
      {reset_at && <Reset at={reset_at} />}
      {staff === "use" && (
        <div className="w-full rounded-tile rounded-tr-corner border border-line bg-primary-soft p-5">
          <PasskeyStep />
        </div>
      )}
      {passkeys.length > 0 && (
        <ul
          aria-label="Suas chaves de acesso"
          className="w-full divide-y divide-line rounded-tile rounded-tr-corner border border-line bg-card"
        >
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} email={email} />
          ))}
        </ul>
      )}
      {supported ? (
        staff !== "use" && (
          <Button variant="secondary" onClick={make}>
            <Plus aria-hidden="true" className="size-4" /> Criar chave de acesso
          </Button>
        )
      ) : (
        <p className="text-muted">Este navegador não oferece chaves de acesso.</p>
      )}
      {dialog}
    </div>
  );
}

function Passkey({ passkey, email }: { passkey: PasskeyView; email: string }) {
  const { name, synced, created_at, last_used_at } = passkey;
  const load = () => import("./passkey-dialogs.tsx");
  const [rename, naming] = useLazyDialog(async () => (await load()).NameDialog, sayNotOpened, { passkey });
  const [remove, removal] = useLazyDialog(async () => (await load()).RemoveDialog, sayNotOpened, {
    passkey,
    email,
  });
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 p-4 sm:grid-cols-[auto_1fr_auto] sm:px-5">
      <Fingerprint aria-hidden="true" className="size-6 self-start text-muted sm:mt-0.5" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="mt-1 text-sm text-muted">
          {synced ? "Em todos os seus aparelhos" : "Só em um aparelho"}
          {" · "}
          {last_used_at ? (
            <>
              Último uso <RelativeTime date={last_used_at} />
            </>
          ) : (
            "Nunca usada"
          )}
        </p>
        <p className="text-sm text-muted">
          Criada em <time dateTime={created_at}>{formatDate(created_at)}</time>
        </p>
      </div>
      <div className="col-start-2 flex flex-wrap gap-2 sm:col-start-3">
        <Button
          variant="secondary"
          size="sm"
          onClick={rename}
          aria-label={`Renomear chave de acesso: ${isolated(name)}`}
        >
          Renomear
        </Button>
        <Button
          variant="secondary"
          size="sm"
          onClick={remove}
          aria-label={`Remover chave de acesso: ${isolated(name)}`}
        >
          Remover
        </Button>
      </div>
      {naming}
      {removal}
    </li>
  );
}

/** The admin has asked for the removal of all of them. */
function Reset({ at }: { at: string }) {
  const client = useQueryClient();
  const [running, setRunning] = useState(false);
  async function stop() {
    setRunning(true);
    await stopReset(client).then(
      () => toast({ title: "Suas chaves de acesso ficam", variant: "success" }),
      (error: Error) =>
        toast({ title: passkeyMessages.failed, description: error.message, variant: "destructive" }),
    );
    setRunning(false);
  }
  return (
    <div
      role="alert"
      className="grid w-full justify-items-start gap-3 rounded-tile border border-danger bg-danger-soft p-5"
    >
      <p>
        A administração pediu a remoção de todas as suas chaves de acesso, como se faz quando alguém as perde.
        Elas são removidas em <strong>{formatDateTime(at)}</strong>.
      </p>
      <Button variant="secondary" loading={running} onClick={() => void stop()}>
        Impedir a remoção
      </Button>
    </div>
  );
}
