/** What an owner can do with a collection as a whole. */
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import type { CollectionView } from "#collections/contract.ts";
import { messages } from "#collections/messages.ts";
import { Button } from "#ui/button.tsx";
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
    <section aria-label="Sua coleção" className="flex flex-wrap items-center gap-6 sm:ml-auto">
      <Button variant="secondary" onClick={edit}>
        <Pencil aria-hidden="true" className="size-4" /> Editar
      </Button>
      <Button variant="ghost" onClick={askToDelete}>
        <Trash2 aria-hidden="true" className="size-4" /> Excluir
      </Button>
      {editDialog}
      {deleteDialog}
    </section>
  );
}
