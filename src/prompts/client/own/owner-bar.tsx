/** Actions of authors on their prompt's page. */
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { useLocation } from "wouter";
import type { PromptView } from "#prompts/contract.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { useDeleteDialog } from "./use-delete-dialog.tsx";

/** Deletes the prompt of the page. */
export function DeleteButton({ prompt }: { prompt: PromptView }) {
  const [, navigate] = useLocation();
  const [askToDelete, dialog] = useDeleteDialog(prompt, () => navigate("/profile", { replace: true }));
  return (
    <>
      <Button variant="ghost" size="sm" onClick={askToDelete}>
        <Trash2 aria-hidden="true" className="size-4 max-sm:hidden" /> Excluir
      </Button>
      {dialog}
    </>
  );
}

export function OwnerBar({ prompt }: { prompt: PromptView }) {
  return (
    <section aria-label="Seu prompt" className="flex shrink-0 gap-5 sm:gap-6">
      <ButtonLink variant="secondary" size="sm" className="max-sm:px-2.5" href={`/prompts/${prompt.id}/edit`}>
        <Pencil aria-hidden="true" className="size-4 max-sm:hidden" /> Editar
      </ButtonLink>
      <DeleteButton prompt={prompt} />
    </section>
  );
}
