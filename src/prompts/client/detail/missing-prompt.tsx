/** The state of a prompt that does not exist, or that moderation has removed. */
import { useSession } from "#accounts/client/session.ts";
import { DeadEnd } from "#prompts/client/dead-end.tsx";
import { messages } from "#prompts/messages.ts";
import { ButtonLink } from "#ui/button-link.tsx";

/**
 * @param level heading level: below the page's own heading, if any
 * @param removed whether moderation has removed it
 */
export function MissingPrompt({ level = "h2", removed = false }: { level?: "h1" | "h2"; removed?: boolean }) {
  const { user } = useSession();
  return (
    <DeadEnd
      seed="sem prompt"
      title={removed ? messages.removedTitle : messages.notFound}
      text={removed ? messages.removedByModeration : "O endereço pode ter mudado, ou o prompt foi removido."}
      level={level}
    >
      <ButtonLink href="/prompts">Explorar Prompts</ButtonLink>
      {removed && user && (
        <ButtonLink href="/avisos" variant="secondary">
          É seu? Veja o motivo
        </ButtonLink>
      )}
    </DeadEnd>
  );
}
