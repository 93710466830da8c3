/** The content of `/registration-success`: what to do with the confirmation mail, how to get another, how to correct the address. */
import { useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { emailText } from "#accounts/contract.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { AccountPage } from "./account-page.tsx";
import { registrationSuccessPath } from "./account-paths.ts";
import { CorrectEmailForm } from "./correct-email-form.tsx";
import { type Interrupted, useInterrupted } from "./interrupted.ts";
import { ResendButton } from "./resend-button.tsx";

/** @param interrupted what the confirmation leads on to */
const stepsTo = (interrupted: Interrupted | null) => [
  "Abra sua caixa de entrada e procure o e-mail da Prompteca.",
  "Abra o link que está nele e confirme. Se for em outro navegador, pedimos a senha que você escolheu.",
  interrupted?.promise
    ? `Pronto: você já entra na sua conta, e ${interrupted.promise.replace(/^./u, (first) => first.toLowerCase())}.`
    : `Pronto: você já entra na sua conta e pode ${interrupted?.purpose ?? "compartilhar seu primeiro prompt"}.`,
];

export function RegistrationNotice() {
  const steps = stepsTo(useInterrupted());
  // Anybody can write a text into a link: it is shown only if it is an address.
  const email = emailText.safeParse(new URLSearchParams(useSearch()).get("email")).data;
  return (
    <AccountPage
      title="Confirme seu e-mail"
      intro={
        email ? <SentTo email={email} /> : "Enviamos um link de confirmação para o endereço do seu cadastro."
      }
      seed="carta"
    >
      <h2 className="font-heading text-xl">Próximos passos</h2>
      <ol className="mt-4 grid gap-3">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-4">
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-tile rounded-br-full bg-accent pr-1 pb-1 font-heading font-bold text-on-accent"
            >
              {index + 1}
            </span>
            <span className="pt-1.5">{step}</span>
          </li>
        ))}
      </ol>
      {email && <MailTrouble key={email} email={email} />}
      <div className="mt-8 flex flex-wrap gap-x-6 gap-y-3 border-t border-line pt-6">
        {/* Not before the address is confirmed. */}
        <ButtonLink href="/auth" variant="secondary">
          Ir para o login
        </ButtonLink>
        <ButtonLink href="/" variant="ghost">
          Voltar para o início
        </ButtonLink>
      </div>
    </AccountPage>
  );
}

/** Help when the mail does not come: have it sent again, or correct the address. */
function MailTrouble({ email }: { email: string }) {
  const [, navigate] = useLocation();
  const [correcting, setCorrecting] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className="mt-8 border-t border-line pt-6">
      <p className="mb-4 text-sm text-muted">
        Não chegou? Olhe também na pasta de spam. Se não estiver lá, enviamos outro.
      </p>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <ResendButton email={email} />
        <Button
          ref={opener}
          variant="ghost"
          aria-expanded={correcting}
          onClick={() => setCorrecting(!correcting)}
        >
          Endereço errado? Corrigir
        </Button>
      </div>
      {correcting && (
        <div className="mt-5 rounded-tile rounded-tr-corner border border-line bg-card p-5">
          <CorrectEmailForm
            email={email}
            onCorrected={(corrected) => {
              navigate(registrationSuccessPath(corrected), { replace: true });
              // The form with the focus is gone: the focus goes to the page's beginning, where the new address is.
              document.querySelector("main")?.focus();
            }}
            onCancel={() => {
              setCorrecting(false);
              opener.current?.focus();
            }}
          />
        </div>
      )}
    </div>
  );
}

function SentTo({ email }: { email: string }) {
  return (
    <>
      Enviamos um link de confirmação para <strong className="wrap-anywhere text-ink">{email}</strong>.
    </>
  );
}
