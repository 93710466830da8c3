/** Moves entries: shown at once, sent one after the other, and read anew when the last has arrived. */

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { collectionOptions, moveItem, refreshCollection } from "#collections/client/collections.queries.ts";
import type { CollectionView } from "#collections/contract.ts";
import { messages } from "#collections/messages.ts";
import { isolated } from "#language/isolated.ts";
import { ApiError } from "#platform/client/api.ts";
import { toast } from "#ui/toast.ts";

/** @returns the items with one at another index */
function reordered<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moving = items[from];
  return moving === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, moving);
}

export function useMoves({ id }: CollectionView) {
  const client = useQueryClient();
  /** Text of the live region. */
  const [said, setSaid] = useState("");
  const sending = useRef({ last: Promise.resolve(), waiting: 0 });

  /**
   * @param place how the new index among the entries follows from the present one
   * @returns whether there is such a place, and the entry was elsewhere
   */
  function move(promptId: number, place: (from: number) => number): boolean {
    const { queryKey } = collectionOptions(id);
    // From the cache: what the press before changed may not be rendered yet.
    const shown = client.getQueryData(queryKey);
    const from = shown?.items.findIndex(({ prompt }) => prompt.id === promptId) ?? -1;
    const item = shown?.items[from];
    const to = place(from);
    if (!shown?.items[to] || !item || from === to) return false;
    // A response that is on its way may have the old order.
    void client.cancelQueries({ queryKey });
    const items = reordered(shown.items, from, to);
    client.setQueryData(queryKey, (view) => view && { ...view, items });
    setSaid(`“${isolated(item.prompt.title)}” agora está na posição ${to + 1} de ${shown.items.length}.`);
    const row = sending.current;
    row.waiting++;
    row.last = row.last
      .then(async () => void (await moveItem(id, promptId, to + 1)))
      .catch((error: unknown) => {
        setSaid("");
        const description = error instanceof ApiError ? error.message : messages.failedText;
        toast({ title: messages.failed, description, variant: "destructive" });
      })
      .finally(() => {
        row.waiting--;
        if (row.waiting === 0) void refreshCollection(client, id);
      });
    return true;
  }
  return { move, said };
}
