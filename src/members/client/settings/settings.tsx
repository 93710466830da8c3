/** Account settings: password, sessions, API keys, export, deletion. */
import type { ReactNode } from "react";
import { OwnKeys } from "#accounts/client/api-keys/own-keys.tsx";
import { ChangePasswordForm } from "#accounts/client/change-password-form.tsx";
import { OpenSessions } from "#accounts/client/open-sessions.tsx";
import type { SessionUser } from "#accounts/client/session.ts";
import { TextLink } from "#ui/button-link.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { ExportData } from "./export-data.tsx";

export function Settings({ user }: { user: SessionUser }) {
  return (
    <div className="divide-y divide-line [&>section]:py-10 [&>section]:first:pt-2">
      <Section
        id="senha"
        title="Senha"
        text="Ao alterar a senha, as sessões abertas em outros aparelhos são encerradas e as chaves de API, revogadas. Esta sessão continua aberta."
      >
        <div className="max-w-lg">
          <ChangePasswordForm email={user.email} />
        </div>
      </Section>
      <Section
        id="sessoes"
        title="Sessões abertas"
        text="Onde sua conta está aberta. O último uso é registrado aproximadamente a cada hora. Não reconhece alguma? Encerre-a e altere a senha."
      >
        <OpenSessions userId={user.id} email={user.email} />
      </Section>
      <Section
        id="chaves"
        title="Chaves de API"
        text={
          <>
            Para programas que agem em seu nome, sem a sua senha. O que dá para fazer com elas:{" "}
            <TextLink href="/programas#chaves">Para programas</TextLink>.
          </>
        }
      >
        <OwnKeys userId={user.id} email={user.email} />
      </Section>
      <Section
        id="dados"
        title="Seus dados"
        text="Uma cópia de tudo o que é seu: perfil, prompts, imagens, curtidas e favoritos, em um arquivo ZIP que abre em qualquer computador."
      >
        <ExportData />
      </Section>
      <Section
        id="excluir"
        title="Excluir conta"
        text="Apaga sua conta e tudo o que você publicou, na hora e para sempre."
      >
        <DeleteAccount user={user} />
      </Section>
    </div>
  );
}

function Section({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="grid gap-x-16 gap-y-6 lg:grid-cols-12">
      <div className="lg:col-span-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="mt-2 max-w-prose text-muted">{text}</p>
      </div>
      <div className="lg:col-span-8">{children}</div>
    </section>
  );
}
