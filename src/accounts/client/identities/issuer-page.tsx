/** The content of `/entrar-com`, where the way from an issuer ends: enters, or asks for what is missing. */
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { AccountPage } from "#accounts/client/account-page.tsx";
import { forgetInterrupted, readInterrupted } from "#accounts/client/interrupted.ts";
import { getSession } from "#accounts/client/session.ts";
import type { IssuerAnswer } from "#accounts/identity-contract.ts";
import { endingMessage } from "#accounts/identity-messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { toast } from "#ui/toast.ts";
import { finishWay, forgetWay, readArrival, type Way } from "./issuer-flow.ts";
import { ExistingAccount, MailedLink, NewAccount } from "./issuer-questions.tsx";

type State =
  | { step: "loading" }
  | { step: "stranger"; way: Way; answer: IssuerAnswer }
  | { step: "mailed"; way: Way; ticket: string }
  | { step: "ended"; code: string; retry?: () => void };

const NOT_ITS_CODE = new Set(["flow_state_not_found", "bad_code_verifier"]);

/** @param arriving what is shown until the way has ended */
export function IssuerPage({ arriving }: { arriving: ReactNode }) {
  const [state, setState] = useState<State>({ step: "loading" });
  const [, navigate] = useLocation();

  /** Goes on with what the person wanted. */
  const goOn = ({ next, linking }: Way) => {
    toast(
      linking
        ? {
            title: "Conta vinculada",
            description: `Agora você também entra com ${linking}.`,
            variant: "success",
          }
        : {
            title: "Login bem-sucedido",
            description: `Olá, ${getSession().user?.username}!`,
            variant: "success",
          },
    );
    const begun = readInterrupted();
    navigate(next === "/" ? (begun?.path ?? "/") : next, { replace: true });
    // A task is forgotten once it is done.
    if (begun && !begun.task) forgetInterrupted();
  };
  const finish = (way: Way) => {
    setState({ step: "loading" });
    finishWay(way).then(
      (answer) => (answer ? setState({ step: "stranger", way, answer }) : goOn(way)),
      (error) => {
        const failure = error instanceof ApiError ? error : undefined;
        // Without an answer the way is still open.
        if (!failure || failure.status === 0 || failure.status >= 500)
          return setState({ step: "ended", code: "unanswered", retry: () => finish(way) });
        // A code that is none of this way's is perhaps a stranger's: the way goes on.
        if (!NOT_ITS_CODE.has(failure.code)) forgetWay();
        setState({ step: "ended", code: failure.code });
      },
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address is read once
  useEffect(() => {
    const arrival = readArrival();
    if (arrival.step === "answered") finish(arrival.way);
    else setState(arrival);
  }, []);

  switch (state.step) {
    case "loading":
      return arriving;
    case "ended":
      return <Ended {...state} />;
    case "mailed":
      return <MailedLink {...state} onEntered={goOn} />;
    case "stranger":
      return state.answer.kind === "new" ? (
        <NewAccount {...state} onEntered={goOn} />
      ) : (
        <ExistingAccount {...state} onEntered={goOn} />
      );
  }
}

function Ended({ code, retry }: { code: string; retry?: (() => void) | undefined }) {
  return (
    <AccountPage
      title={code === "over_request_rate_limit" ? "Muitas tentativas" : "Não foi possível entrar"}
      intro={<span role="alert">{endingMessage(code)}</span>}
      seed="entrar"
    >
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        {retry ? (
          <Button onClick={retry}>Tentar novamente</Button>
        ) : (
          <ButtonLink href="/auth">Ir para o login</ButtonLink>
        )}
        {code === "user_banned" && (
          <ButtonLink href="/blocked-account" variant="ghost">
            Ler o motivo e contestar
          </ButtonLink>
        )}
      </div>
    </AccountPage>
  );
}
