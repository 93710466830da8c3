/** The list of the user's sessions, each with a button to end it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import Laptop from "lucide-react/icons/laptop";
import Smartphone from "lucide-react/icons/smartphone";
import { useRef, useState } from "react";
import type { SessionView } from "#accounts/contract.ts";
import { messages } from "#accounts/messages.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { formatDate } from "#ui/dates.ts";
import { QueryError } from "#ui/error-state.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { RelativeTime } from "#ui/relative-time.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { toastFailure } from "./form-failure.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { signOut } from "./session.ts";
import { endOtherSessions, endOwnSession, isPasswordWanted, sessionsOptions } from "./sessions.queries.ts";

function endedText(count: number): string {
  if (count === 0) return "Não havia outra sessão aberta.";
  return count === 1 ? "1 outra sessão foi encerrada." : `${count} outras sessões foram encerradas.`;
}

/** Ends sessions. @param password null until required @returns the message of success */
type Ending = (password: string | null) => Promise<string>;

/** @param email for password managers */
export function OpenSessions({ userId, email }: { userId: string; email: string }) {
  const client = useQueryClient();
  const query = useQuery(sessionsOptions(userId));
  const { data, error } = query;
  /** The session being ended, or all others. */
  const [ending, setEnding] = useState<string | "others">();
  /** The action that waits for the password. */
  const [asking, setAsking] = useState<Ending>();
  const [failed, setFailed] = useState<string>();
  const list = useRef<HTMLUListElement>(null);

  if (!data && error) {
    return <QueryError message={error.message} query={query} />;
  }
  if (!data) return <ListSkeleton />;

  async function tell(work: Promise<string>) {
    toast({ title: "Sessão encerrada", description: await work, variant: "success" });
    // The pressed button has disappeared.
    list.current?.focus();
  }
  async function end(what: string, work: Ending) {
    setEnding(what);
    setFailed(undefined);
    try {
      await tell(work(null));
    } catch (failure) {
      if (isPasswordWanted(failure)) return setAsking(() => work);
      setFailed(toastFailure(messages.endSessionFailed, failure, "Ocorreu um erro ao encerrar a sessão"));
    } finally {
      setEnding(undefined);
    }
  }

  const { sessions } = data;
  const endOne = ({ id, device }: SessionView) =>
    end(id, async (password) => {
      await endOwnSession(client, id, password);
      return `${device} não tem mais acesso à sua conta.`;
    });
  const endOthers = () =>
    end("others", async (password) => endedText(await endOtherSessions(client, password)));
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Sessões abertas"
        className="divide-y divide-line rounded-tile rounded-tr-corner border border-line bg-card"
      >
        {sessions.map((session) => (
          <Session
            key={session.id}
            session={session}
            ending={ending === session.id}
            onEnd={() => (session.current ? void signOut() : void endOne(session))}
          />
        ))}
      </ul>
      {failed && (
        <div className="mt-5">
          <FormAlert>{failed}</FormAlert>
        </div>
      )}
      {sessions.length > 1 && (
        <Button
          variant="secondary"
          className="mt-5"
          loading={ending === "others"}
          onClick={() => void endOthers()}
        >
          Encerrar todas as outras
        </Button>
      )}
      <PasswordDialog
        open={asking !== undefined}
        purpose="encerrar outra sessão"
        label="Encerrar"
        failure={messages.endSessionFailed}
        email={email}
        onCancel={() => setAsking(undefined)}
        onPassword={async (password) => {
          if (asking) await tell(asking(password));
          setAsking(undefined);
        }}
      />
    </>
  );
}

const OPENED_BY: Record<SessionView["method"], string> = {
  password: "com a senha",
  otp: "pelo link de um e-mail",
  passkey: "com chave de acesso",
  oauth: "com uma conta vinculada",
};

function Session({ session, ending, onEnd }: { session: SessionView; ending: boolean; onEnd: () => void }) {
  const { device, ip, current, method, created_at, last_used_at } = session;
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Laptop;
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 p-4 sm:grid-cols-[auto_1fr_auto] sm:px-5">
      <Icon aria-hidden="true" className="size-6 self-start text-muted sm:self-center" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {device}
          {current && <Badge hue={5}>Esta sessão</Badge>}
        </p>
        <p className="mt-1 text-sm text-muted">
          {current ? (
            "Em uso agora"
          ) : (
            <>
              Último uso <RelativeTime date={last_used_at} />
            </>
          )}
          {ip && (
            <>
              {" "}
              · IP <span className="wrap-anywhere">{ip}</span>
            </>
          )}
        </p>
        <p className="text-sm text-muted">
          Desde <time dateTime={created_at}>{formatDate(created_at)}</time>, {OPENED_BY[method]}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        className="col-start-2 justify-self-start sm:col-start-3"
        loading={ending}
        onClick={onEnd}
        aria-label={current ? "Encerrar esta sessão e sair" : `Encerrar sessão: ${device}`}
      >
        {current ? "Sair" : "Encerrar"}
      </Button>
    </li>
  );
}

function ListSkeleton() {
  return (
    <div role="status" className="grid gap-px">
      <span className="sr-only">Carregando suas sessões…</span>
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  );
}
