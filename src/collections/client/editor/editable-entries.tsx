/** The entries of one's own collection: each can be moved, noted and taken out. */
import { useQueryClient } from "@tanstack/react-query";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import NotebookPen from "lucide-react/icons/notebook-pen";
import X from "lucide-react/icons/x";
import { useLayoutEffect, useRef, useState } from "react";
import { putItem, refreshCollection, removeItem } from "#collections/client/collections.queries.ts";
import { Entry } from "#collections/client/entries.tsx";
import type { CollectionItem, CollectionView } from "#collections/contract.ts";
import { messages } from "#collections/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { IconButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { toast } from "#ui/toast.ts";
import { Tooltip } from "#ui/tooltip.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import { useDrag } from "./use-drag.ts";
import { useMoves } from "./use-moves.ts";

type Direction = "up" | "down";

export function EditableEntries({ collection }: { collection: CollectionView }) {
  const { id, items } = collection;
  const client = useQueryClient();
  const { move, said } = useMoves(collection);
  const list = useRef<HTMLOListElement>(null);
  const { drag, start } = useDrag(list, (from, to) => {
    const item = items[from];
    if (item) move(item.prompt.id, to);
  });
  const [noted, setNoted] = useState<CollectionItem>();
  const pressed = useRef<{ promptId: number; direction: Direction }>(undefined);

  // Moving an entry in the document takes the focus from its button.
  useLayoutEffect(() => {
    if (!pressed.current) return;
    const { promptId, direction } = pressed.current;
    pressed.current = undefined;
    list.current?.querySelector<HTMLElement>(`[data-move="${promptId} ${direction}"]`)?.focus();
  });

  function shift(promptId: number, from: number, direction: Direction) {
    const to = from + (direction === "up" ? -1 : 1);
    if (to < 0 || to >= items.length) return;
    pressed.current = { promptId, direction };
    move(promptId, to);
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
      void refreshCollection(client, id);
      const putBack = async () => {
        await putItem(id, prompt.id, { note, position: index + 1 }).catch(fail);
        void refreshCollection(client, id);
      };
      toast({
        title: "Tirado da coleção",
        description: prompt.title,
        variant: "success",
        action: { label: messages.undo, onPress: () => void putBack() },
      });
    } catch (error) {
      fail(error);
    }
  }

  /** Where the dragged entry would go: the edge of the entry that is there now. */
  const edgeOf = (index: number): string | undefined => {
    if (!drag || drag.from === drag.to || index !== drag.to) return undefined;
    return drag.to < drag.from
      ? "before:absolute before:inset-x-0 before:-top-0.5 before:h-1 before:bg-accent"
      : "after:absolute after:inset-x-0 after:-bottom-0.5 after:h-1 after:bg-accent";
  };

  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={list} className="border-t border-line">
        {items.map((item, index) => {
          const { id: promptId, title } = item.prompt;
          const arrow = (direction: Direction) => {
            const isLast = direction === "up" ? index === 0 : index === items.length - 1;
            const Icon = direction === "up" ? ArrowUp : ArrowDown;
            const label = direction === "up" ? "Mover para cima" : "Mover para baixo";
            return (
              <Tooltip text={label}>
                <IconButton
                  label={`${label}: ${title}`}
                  data-move={`${promptId} ${direction}`}
                  aria-disabled={isLast || undefined}
                  onClick={() => shift(promptId, index, direction)}
                  className={isLast ? "opacity-40" : undefined}
                >
                  <Icon aria-hidden="true" />
                </IconButton>
              </Tooltip>
            );
          };
          return (
            <li
              key={promptId}
              className={cx(
                "relative border-b border-line last:border-0",
                drag?.from === index && "opacity-50",
                edgeOf(index),
              )}
            >
              <Entry
                item={item}
                place={index + 1}
                tools={
                  <div className="col-span-2 -mb-2 flex items-center pt-2 sm:col-span-1 sm:col-start-2 sm:-ml-2.5 print:hidden">
                    <span
                      aria-hidden="true"
                      title="Arrastar"
                      onPointerDown={start(index)}
                      className="grid size-11 cursor-grab touch-none place-items-center text-muted select-none active:cursor-grabbing"
                    >
                      <GripVertical className="size-5" />
                    </span>
                    {arrow("up")}
                    {arrow("down")}
                    <Tooltip text={item.note ? "Editar anotação" : "Anotar"}>
                      <IconButton
                        label={`${item.note ? "Editar anotação" : "Anotar"}: ${title}`}
                        onClick={() => setNoted(item)}
                      >
                        <NotebookPen aria-hidden="true" />
                      </IconButton>
                    </Tooltip>
                    <Tooltip text="Tirar da coleção">
                      <IconButton
                        label={`Tirar da coleção: ${title}`}
                        onClick={() => void takeOut(item, index)}
                      >
                        <X aria-hidden="true" />
                      </IconButton>
                    </Tooltip>
                  </div>
                }
              />
            </li>
          );
        })}
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
