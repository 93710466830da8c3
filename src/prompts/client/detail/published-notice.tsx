/** Tells on a new prompt's page that it is published, with what authors do next: show it to others. */
import CircleCheck from "lucide-react/icons/circle-check";
import Share2 from "lucide-react/icons/share-2";
import { messages } from "#prompts/messages.ts";
import { Announcement } from "#ui/announcement.tsx";
import { Button } from "#ui/button.tsx";
import { PROMPT_MENU } from "./prompt-menu-id.ts";

export function PublishedNotice() {
  return (
    <section
      aria-labelledby="publicado"
      className="mb-6 flex flex-col gap-4 rounded-tile rounded-tr-corner-lg border border-line bg-primary-soft p-5 sm:flex-row sm:items-center sm:justify-between print:hidden"
    >
      <div className="flex items-start gap-3">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-primary" />
        <div>
          <h2 id="publicado" className="text-lg">
            {messages.published}
          </h2>
          <p className="text-sm text-muted">{messages.submitted}</p>
          <Announcement>{`${messages.published}. ${messages.submitted}.`}</Announcement>
        </div>
      </div>
      <Button variant="secondary" className="shrink-0" popoverTarget={PROMPT_MENU} aria-haspopup="menu">
        <Share2 aria-hidden="true" className="size-4.5" /> Compartilhar
      </Button>
    </section>
  );
}
