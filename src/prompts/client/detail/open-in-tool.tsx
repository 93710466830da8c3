/** Opens the prompt in an AI tool: passed in the URL if the tool supports it, and always copied. */
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import ChevronDown from "lucide-react/icons/chevron-down";
import { messages } from "#prompts/messages.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { DropdownMenu, MenuLink } from "#ui/dropdown-menu.tsx";
import { type AiSite, addressAt, otherSites, siteOf } from "./ai-sites.ts";
import { copy } from "./copy.ts";
import { fieldsLeft } from "./fields-left.ts";
import { triggerStyle } from "./trigger-style.ts";
import type { FilledIn } from "./use-filled-in.ts";

const menuLabel = "Abrir em outra ferramenta de IA";

interface Props {
  toolId: number;
  filledIn: FilledIn;
  onOpened: () => void;
}

/** Links, so that they work without scripts and are not blocked as pop-ups. Nothing is sent before the click. */
export function OpenInTool({ toolId, filledIn: { text, left }, onOpened }: Props) {
  const site = siteOf(toolId);
  const linkTo = (site: AiSite) => {
    const href = addressAt(site, text);
    const opening = { title: `Abrindo no ${site.name}`, description: fieldsLeft(left) };
    const copied = { ...opening, title: `${messages.promptCopied}. Cole no ${site.name}.` };
    const both = [opening.description, "O prompt também foi copiado, caso não apareça lá."]
      .filter(Boolean)
      .join(" ");
    return {
      href,
      rel: "noopener noreferrer",
      // Before the page is alive public/start.js does it.
      "data-copies": true,
      onClick: () => {
        onOpened();
        // A prompt in the URL does not need the copy.
        void (href === site.url
          ? copy(text, copied)
          : copy(text, { ...opening, description: both }, opening));
      },
    };
  };
  return (
    <div className="flex min-w-0 grow gap-2">
      {site && (
        <ButtonLink variant="secondary" className="min-w-0 flex-1 max-xl:px-3" {...linkTo(site)}>
          Abrir no {site.name} <ArrowUpRight aria-hidden="true" className="size-4.5" />
        </ButtonLink>
      )}
      <DropdownMenu
        label={menuLabel}
        trigger={
          <>
            {!site && menuLabel}
            <ChevronDown aria-hidden="true" className="size-5" />
          </>
        }
        triggerClassName={cx(triggerStyle, !site && "flex-1")}
      >
        {otherSites(site).map((other) => (
          <MenuLink key={other.name} {...linkTo(other)}>
            <ArrowUpRight aria-hidden="true" /> {other.name}
          </MenuLink>
        ))}
      </DropdownMenu>
    </div>
  );
}
