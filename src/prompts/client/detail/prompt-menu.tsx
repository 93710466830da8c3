/** All that one can do with a prompt and seldom does. */
import Ellipsis from "lucide-react/icons/ellipsis";
import Flag from "lucide-react/icons/flag";
import { Suspense, useState } from "react";
import { reportPath } from "#prompts/client/report-link.tsx";
import { DropdownMenu, MenuLink } from "#ui/dropdown-menu.tsx";
import { lazyPart } from "#ui/lazy-part.ts";
import { PROMPT_MENU } from "./prompt-menu-id.ts";
import type { PromptMenuProps } from "./prompt-menu-items.tsx";
import { triggerStyle } from "./trigger-style.ts";

const Items = lazyPart(async () => (await import("./prompt-menu-items.tsx")).PromptMenuItems);

/** Without scripts it holds what needs none. */
export function PromptMenu(props: PromptMenuProps) {
  const { prompt, isOwn } = props;
  // Its dialogs stay when it closes.
  const [wasOpened, setOpened] = useState(false);
  return (
    <DropdownMenu
      id={PROMPT_MENU}
      label="Mais opções"
      trigger={<Ellipsis aria-hidden="true" className="size-5" />}
      triggerClassName={triggerStyle}
      onOpenChange={() => setOpened(true)}
    >
      {wasOpened && (
        <Suspense>
          <Items {...props} />
        </Suspense>
      )}
      {!isOwn && (
        <MenuLink href={reportPath("prompt", prompt.id)} rel="nofollow">
          <Flag aria-hidden="true" /> Denunciar
        </MenuLink>
      )}
    </DropdownMenu>
  );
}
