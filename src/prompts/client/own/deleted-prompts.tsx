/** What an author has deleted in the last minutes: a line for each in the profile, with the way back. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deletedOptions } from "#prompts/client/own/own.queries.ts";
import { Button } from "#ui/button.tsx";
import { formatTime } from "#ui/dates.ts";
import { undoDeletion } from "./undo-deletion.ts";

export function DeletedPrompts({ userId }: { userId: string }) {
  const client = useQueryClient();
  const { data = [] } = useQuery(deletedOptions(userId));
  const undo = useMutation({ mutationFn: (deleted: (typeof data)[number]) => undoDeletion(client, deleted) });
  if (data.length === 0) return null;
  return (
    <section
      aria-labelledby="excluidos"
      className="mb-8 rounded-tile rounded-tr-corner-lg border border-line p-5"
    >
      <h2 id="excluidos" className="text-lg">
        Excluídos há pouco
      </h2>
      <ul className="mt-3 grid gap-3">
        {data.map((deleted) => (
          <li key={deleted.id} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
            <p className="min-w-0 wrap-anywhere">
              {deleted.title}
              <span className="block text-sm text-muted">
                Será apagado para sempre às {formatTime(deleted.undo_until)}.
              </span>
            </p>
            <Button
              variant="secondary"
              size="sm"
              loading={undo.isPending && undo.variables.id === deleted.id}
              onClick={() => undo.mutate(deleted)}
            >
              Desfazer
              <span className="sr-only">
                {" "}
                a exclusão de <bdi>{deleted.title}</bdi>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
