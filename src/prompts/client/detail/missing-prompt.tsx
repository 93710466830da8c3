/** The state of a prompt that does not exist. */
import { DeadEnd } from "#prompts/client/dead-end.tsx";
import { messages } from "#prompts/messages.ts";
import { ButtonLink } from "#ui/button-link.tsx";

/** @param level heading level: below the page's own heading, if any */
export function MissingPrompt({ level = "h2" }: { level?: "h1" | "h2" }) {
  return (
    <DeadEnd
      seed="sem prompt"
      title={messages.notFound}
      text="O endereço pode ter mudado, ou o prompt foi removido."
      level={level}
    >
      <ButtonLink href="/prompts">Explorar Prompts</ButtonLink>
    </DeadEnd>
  );
}
