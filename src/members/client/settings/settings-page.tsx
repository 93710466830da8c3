/** Account settings: password, linked accounts, passkeys, sessions, API keys, export, deletion. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { OwnKeys } from "#accounts/client/api-keys/own-keys.tsx";
import { ChangePasswordForm } from "#accounts/client/change-password-form.tsx";
import { MembersPage } from "#accounts/client/for-members.tsx";
import { identitiesOptions } from "#accounts/client/identities/identities.queries.ts";
import { useIssuers } from "#accounts/client/identities/issuers.ts";
import { OpenSessions } from "#accounts/client/open-sessions.tsx";
import { OwnPasskeys } from "#accounts/client/passkeys/own-passkeys.tsx";
import type { SessionUser } from "#accounts/client/session.ts";
import { TextLink } from "#ui/button-link.tsx";
import { lazyPart } from "#ui/lazy-part.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { ExportData } from "./export-data.tsx";

const LinkedAccounts = lazyPart(
  async () => (await import("#accounts/client/identities/linked-accounts.tsx")).LinkedAccounts,
);

export function SettingsPage() {
  return <MembersPage title="Configurações">{(user) => <Settings user={user} />}</MembersPage>;
}

function Settings({ user }: { user: SessionUser }) {
  const issuers = useIssuers();
  // What the site offers no longer, or not to the admin, is still kept, and theirs to see and remove.
  const { data: linked } = useQuery(identitiesOptions(user.id));
  const hasLinked = linked !== undefined && linked.identities.length > 0;
  const canLink = issuers.length > 0 && !user.isAdmin;
  return (
    <div className="divide-y divide-line [&>section]:py-10 [&>section]:first:pt-2">
      <Section
        id="e-mail"
        title="E-mail"
        text="O endereço com que você entra, e para onde vão as mensagens do site."
      >
        <p className="wrap-anywhere">
          <strong>{user.email}</strong>
        </p>
        <p className="mt-1 text-muted">
          Para trocá-lo, peça à administração.{" "}
          <TextLink href="/privacy-policy#seus-direitos">Como pedir</TextLink>
        </p>
      </Section>
      <Section
        id="senha"
        title="Senha"
        text={`Ao alterar a senha, as outras sessões são encerradas e as chaves de API, revogadas${issuers.length > 0 || hasLinked ? "; as contas vinculadas são desvinculadas (só não ao criar a primeira senha depois de entrar por uma delas)" : ""}. Esta sessão continua aberta.`}
      >
        <div className="max-w-lg">
          <ChangePasswordForm userId={user.id} email={user.email} />
        </div>
      </Section>
      {(canLink || hasLinked) && (
        <Section
          id="contas-vinculadas"
          title="Contas vinculadas"
          text={
            canLink
              ? "Contas de outros serviços com que você também entra, sem a senha. Avisamos por e-mail a cada mudança."
              : "Contas de outros serviços que continuam vinculadas à sua, mas não servem mais para entrar."
          }
        >
          <Suspense fallback={<Skeleton className="h-24" />}>
            <LinkedAccounts userId={user.id} email={user.email} canLink={canLink} />
          </Suspense>
        </Section>
      )}
      <Section
        id="chaves-de-acesso"
        title="Chaves de acesso"
        text="Entre com a digital, o rosto ou o PIN do aparelho, em vez da senha. A chave fica no aparelho ou no gerenciador de senhas, e só funciona neste site."
      >
        <OwnPasskeys userId={user.id} email={user.email} />
      </Section>
      <Section
        id="sessoes"
        title="Sessões abertas"
        text="Onde sua conta está aberta. O último uso é registrado aproximadamente a cada hora. Não reconhece uma sessão? Encerre-a e altere a senha."
      >
        <OpenSessions userId={user.id} email={user.email} />
      </Section>
      <Section
        id="chaves"
        title="Chaves de API"
        text={
          <>
            Uma chave deixa outro programa usar sua conta sem a sua senha. Se você não programa, não precisa
            dela. <TextLink href="/programas#chaves">Saiba mais</TextLink>
          </>
        }
      >
        <OwnKeys userId={user.id} email={user.email} />
      </Section>
      <Section
        id="dados"
        title="Seus dados"
        text="Uma cópia de tudo o que é seu, como perfil, prompts, imagens, curtidas, favoritos, respostas e coleções, em um arquivo ZIP que abre em qualquer computador."
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
