/** "Desfazer" after a deletion of one's own: it says what came of it. */
import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "#platform/client/api.ts";
import { restorePrompt } from "#prompts/client/own/own.queries.ts";
import type { DeletedPrompt } from "#prompts/contract.ts";
import { deletionMessages } from "#prompts/deletion-messages.ts";
import { toast } from "#ui/toast.ts";

export async function undoDeletion(
  client: QueryClient,
  { id, title }: Pick<DeletedPrompt, "id" | "title">,
): Promise<void> {
  try {
    await restorePrompt(client, id);
    const action = { label: "Ver o prompt", href: `/prompts/${id}` };
    toast({ title: deletionMessages.restored, description: title, variant: "success", action });
  } catch (error) {
    const late = error instanceof ApiError && error.status === 404;
    const description = late ? deletionMessages.restoreTooLate : (error as Error).message;
    toast({ title: deletionMessages.restoreFailed, description, variant: "destructive" });
  }
}
