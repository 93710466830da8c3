/** The page of a prompt that waits for a moderator. Its picture is not served meanwhile. */
import Trash2 from "lucide-react/icons/trash-2";
import { useLocation } from "wouter";
import type { PromptView } from "#prompts/contract.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { WHY_IN_REVIEW } from "./in-review.tsx";
import { useDeleteDialog } from "./use-delete-dialog.tsx";

export function InReviewPrompt({ prompt }: { prompt: PromptView }) {
  const { title, content, description } = prompt;
  const [, navigate] = useLocation();
  const [askToDelete, deleteDialog] = useDeleteDialog(prompt, () => navigate("/profile", { replace: true }));
  return (
    <article className="max-w-3xl">
      <Badge>Em análise</Badge>
      <h1 className="mt-3 text-3xl wrap-anywhere">{title}</h1>
      <p role="status" className="mt-3 text-pretty text-muted">
        {WHY_IN_REVIEW}
      </p>
      {description && <p className="mt-6 whitespace-pre-wrap wrap-anywhere">{description}</p>}
      <p className="text-prompt mt-6 rounded-tile border border-line bg-card p-5 whitespace-pre-wrap wrap-anywhere">
        {content}
      </p>
      <div className="mt-6">
        <Button variant="ghost" size="sm" onClick={askToDelete}>
          <Trash2 aria-hidden="true" className="size-4 max-sm:hidden" /> Excluir
        </Button>
        {deleteDialog}
      </div>
    </article>
  );
}
