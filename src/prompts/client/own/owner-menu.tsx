/** Actions of authors on their prompt's card. */

import Ellipsis from "lucide-react/icons/ellipsis";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { isolated } from "#language/isolated.ts";
import type { PromptView } from "#prompts/contract.ts";
import { DropdownMenu, MenuButton, MenuLink } from "#ui/dropdown-menu.tsx";
import { useDeleteDialog } from "./use-delete-dialog.tsx";

export function OwnerMenu({ prompt }: { prompt: PromptView }) {
  const [askToDelete, dialog] = useDeleteDialog(prompt);
  return (
    <>
      <DropdownMenu
        label={`Opções de ${isolated(prompt.title)}`}
        trigger={<Ellipsis aria-hidden="true" className="size-5" />}
        triggerClassName="grid size-10 place-items-center rounded-tile rounded-tr-corner-sm border border-line bg-card text-ink transition-colors hover:border-edge aria-expanded:border-ink"
      >
        <MenuLink href={`/prompts/${prompt.id}/edit`}>
          <Pencil aria-hidden="true" /> Editar
        </MenuLink>
        <MenuButton onSelect={askToDelete}>
          <Trash2 aria-hidden="true" /> Excluir
        </MenuButton>
      </DropdownMenu>
      {dialog}
    </>
  );
}
