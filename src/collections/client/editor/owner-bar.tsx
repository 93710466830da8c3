/** The owner's buttons for a collection as a whole. */
import Ellipsis from "lucide-react/icons/ellipsis";
import Pencil from "lucide-react/icons/pencil";
import Rss from "lucide-react/icons/rss";
import Trash2 from "lucide-react/icons/trash-2";
import type { CollectionView } from "#collections/contract.ts";
import { messages } from "#collections/messages.ts";
import { feedPagePath } from "#library/feeds.ts";
import { Button } from "#ui/button.tsx";
import { DropdownMenu, MenuButton, MenuLink } from "#ui/dropdown-menu.tsx";
import { toast } from "#ui/toast.ts";
import { useLazyDialog } from "#ui/use-lazy-dialog.tsx";

const failed = () =>
  toast({ title: messages.failed, description: messages.failedText, variant: "destructive" });
const nothing = () => {};

export function OwnerBar({ collection }: { collection: CollectionView }) {
  const [edit, editDialog] = useLazyDialog(
    async () => (await import("./collection-dialog.tsx")).CollectionDialog,
    failed,
    { collection, onSaved: nothing },
  );
  const [askToDelete, deleteDialog] = useLazyDialog(
    async () => (await import("./delete-dialog.tsx")).DeleteDialog,
    failed,
    { collection },
  );
  return (
    <section aria-label="Sua coleção" className="flex items-center gap-2 sm:ml-auto">
      <Button variant="secondary" onClick={edit}>
        <Pencil aria-hidden="true" className="size-4 max-sm:hidden" /> Editar
      </Button>
      <DropdownMenu
        label="Mais opções"
        trigger={<Ellipsis aria-hidden="true" className="size-5" />}
        triggerClassName="grid size-11 place-items-center rounded-tile rounded-tr-corner-sm border border-edge bg-card transition-colors hover:border-ink hover:bg-ground aria-expanded:border-ink"
      >
        {collection.is_public && (
          <MenuLink href={feedPagePath("collections", collection.id)}>
            <Rss aria-hidden="true" /> Acompanhar por RSS
          </MenuLink>
        )}
        <MenuButton onSelect={askToDelete}>
          <Trash2 aria-hidden="true" /> Excluir
        </MenuButton>
      </DropdownMenu>
      {editDialog}
      {deleteDialog}
    </section>
  );
}
