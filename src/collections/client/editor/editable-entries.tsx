/** The entries of one's own collection: each can be moved, noted and taken out. */
import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { putItem, refreshCollection, removeItem } from "#collections/client/collections.queries.ts";
import type { CollectionItem, CollectionView } from "#collections/contract.ts";
import { messages } from "#collections/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { toast } from "#ui/toast.ts";
import { type Direction, EditableEntry, type EntryActions } from "./editable-entry.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import { useDrag } from "./use-drag.ts";
import { useMoves } from "./use-moves.ts";

/** Whether what had the focus is no longer on the page. */
const isLost = () => document.activeElement === document.body;

export function EditableEntries({ collection }: { collection: CollectionView }) {
  const { id, items } = collection;
  const client = useQueryClient();
  const { move, said } = useMoves(collection);
  const list = useRef<HTMLOListElement>(null);
  const { drag, start } = useDrag(list, (from, to) => {
    const item = items[from];
    if (item) move(item.prompt.id, () => to);
  });
  const [noted, setNoted] = useState<CollectionItem>();
  const pressed = useRef<{ promptId: number; direction: Direction }>(undefined);

  /** The entry that was taken out, until the list no longer has it. */
  const taken = useRef<{ promptId: number; index: number }>(undefined);

  // Moving an entry in the document takes the focus from its button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the entry is where it goes, not before
  useLayoutEffect(() => {
    if (!pressed.current) return;
    const { promptId, direction } = pressed.current;
    pressed.current = undefined;
    const button = list.current?.querySelector<HTMLElement>(`[data-move="${promptId} ${direction}"]`);
    button?.focus();
    // Where it kept the focus, the browser does not follow it.
    button?.scrollIntoView({ block: "nearest" });
  }, [items]);

  // The button goes with its entry: the next entry's has the focus then. After the last one kept-focus.ts takes it.
  useLayoutEffect(() => {
    if (!taken.current || items.some(({ prompt }) => prompt.id === taken.current?.promptId)) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>("[data-take-out]") ?? [];
    if (isLost()) buttons[Math.min(taken.current.index, buttons.length - 1)]?.focus();
    taken.current = undefined;
  }, [items]);
  function shift(promptId: number, direction: Direction) {
    const by = direction === "up" ? -1 : 1;
    if (move(promptId, (from) => from + by)) pressed.current = { promptId, direction };
  }

  const fail = (error: unknown) =>
    toast({
      title: messages.failed,
      description: error instanceof ApiError ? error.message : messages.failedText,
      variant: "destructive",
    });

  async function takeOut({ prompt, note }: CollectionItem, index: number) {
    try {
      await removeItem(id, prompt.id);
      taken.current = { promptId: prompt.id, index };
      void refreshCollection(client, id);
      const putBack = async () => {
        await putItem(id, prompt.id, { note, position: index + 1 }).catch(fail);
        void refreshCollection(client, id);
      };
      toast({
        title: "Removido da coleção",
        description: prompt.title,
        variant: "success",
        action: { label: messages.undo, onPress: () => void putBack() },
      });
    } catch (error) {
      fail(error);
    }
  }

  const now: EntryActions = {
    grab: (index, event) => start(index)(event),
    shift,
    note: setNoted,
    takeOut: (item, index) => void takeOut(item, index),
  };
  const actions = useRef(now);
  actions.current = now;
  /** The edge of the entry that is where the dragged one would go. */
  const edgeOf = (index: number) => {
    if (!drag || drag.from === drag.to || index !== drag.to) return undefined;
    return drag.to < drag.from ? "above" : "below";
  };

  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={list} className="border-t border-line">
        {items.map((item, index) => (
          <EditableEntry
            key={item.prompt.id}
            item={item}
            index={index}
            isLast={index === items.length - 1}
            isDragged={drag?.from === index}
            edge={edgeOf(index)}
            actions={actions}
          />
        ))}
      </ol>
      {noted && (
        <NoteDialog
          key={noted.prompt.id}
          collectionId={id}
          item={noted}
          onClose={() => setNoted(undefined)}
        />
      )}
    </>
  );
}
