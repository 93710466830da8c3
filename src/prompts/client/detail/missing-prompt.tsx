/** The state of a prompt that does not exist. */
import { messages } from "#prompts/messages.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { Tile } from "#ui/tile.tsx";

/** @param level heading level: below the page's own heading, if any */
export function MissingPrompt({ level: Heading = "h2" }: { level?: "h1" | "h2" }) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center py-10 text-center">
      <Tile
        seed="sem prompt"
        columns={8}
        rows={4}
        className="w-full max-w-sm rounded-tile rounded-tr-corner-lg"
      />
      <Heading className="mt-10 text-3xl">{messages.notFound}</Heading>
      <p className="mt-4 text-lg text-muted">O endereço pode ter mudado, ou o prompt foi removido.</p>
      <ButtonLink href="/prompts" className="mt-8">
        Explorar Prompts
      </ButtonLink>
    </div>
  );
}
