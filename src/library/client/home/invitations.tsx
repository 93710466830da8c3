/** Invitations to the chat community and the social profile; hidden without a configured URL. */
import { ButtonLink } from "#ui/button-link.tsx";
import { TileFrieze } from "#ui/tile.tsx";

interface Props {
  communityUrl?: string | undefined;
  socialUrl?: string | undefined;
}

export function Invitations({ communityUrl, socialUrl }: Props) {
  if (!communityUrl && !socialUrl) return null;
  return (
    <div className="measure mt-20 grid gap-5 sm:mt-28 md:auto-cols-fr md:grid-flow-col">
      {communityUrl && (
        <Invitation
          id="comunidade"
          title="Converse com a comunidade"
          text="Tire dúvidas, mostre o que criou e descubra truques com quem usa IA em português todos os dias."
          href={communityUrl}
          action="Entrar na comunidade"
        />
      )}
      {socialUrl && (
        <Invitation
          id="redes"
          title="Siga a Prompteca"
          text="Os prompts que mais renderam na semana, novidades e bastidores, direto no seu feed."
          href={socialUrl}
          action="Seguir nas redes"
        />
      )}
    </div>
  );
}

interface InvitationProps {
  id: string;
  title: string;
  text: string;
  href: string;
  action: string;
}

function Invitation({ id, title, text, href, action }: InvitationProps) {
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col overflow-clip rounded-tile rounded-tr-corner-xl border border-line bg-card"
    >
      <TileFrieze seed={id} columns={12} rows={2} className="h-16" />
      <div className="flex flex-1 flex-col items-start p-6 sm:p-8">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <p className="mt-2 mb-6 max-w-md text-muted">{text}</p>
        <ButtonLink href={href} variant="secondary" className="mt-auto">
          {action}
        </ButtonLink>
      </div>
    </section>
  );
}
