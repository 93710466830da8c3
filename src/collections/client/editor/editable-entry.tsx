/** An entry of one's own collection with what can be done with it. Drawn anew only when it changes: there may be 200. */

import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import NotebookPen from "lucide-react/icons/notebook-pen";
import X from "lucide-react/icons/x";
import { memo, type PointerEvent, type RefObject } from "react";
import { Entry } from "#collections/client/entries.tsx";
import type { CollectionItem } from "#collections/contract.ts";
import { isolated } from "#language/isolated.ts";
import { IconButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Tooltip } from "#ui/tooltip.tsx";

export type Direction = "up" | "down";

/** Callbacks of an entry's handle and buttons. */
export interface EntryActions {
  grab(index: number, event: PointerEvent): void;
  shift(promptId: number, direction: Direction): void;
  note(item: CollectionItem): void;
  takeOut(item: CollectionItem, index: number): void;
}

interface Props {
  item: CollectionItem;
  index: number;
  isLast: boolean;
  isDragged: boolean;
  /** Where the dragged entry would go. */
  edge: "above" | "below" | undefined;
  /** The same object always. */
  actions: RefObject<EntryActions>;
}

const edges = {
  above: "before:absolute before:inset-x-0 before:-top-0.5 before:h-1 before:bg-accent",
  below: "after:absolute after:inset-x-0 after:-bottom-0.5 after:h-1 after:bg-accent",
};

export const EditableEntry = memo(function EditableEntry(props: Props) {
  const { item, index, isLast, isDragged, edge, actions } = props;
  const { id, title } = item.prompt;
  const arrow = (direction: Direction) => {
    const isEnd = direction === "up" ? index === 0 : isLast;
    const Icon = direction === "up" ? ArrowUp : ArrowDown;
    const label = direction === "up" ? "Mover para cima" : "Mover para baixo";
    return (
      <Tooltip text={label}>
        <IconButton
          label={`${label}: ${isolated(title)}`}
          data-move={`${id} ${direction}`}
          aria-disabled={isEnd || undefined}
          onClick={() => actions.current.shift(id, direction)}
          className={isEnd ? "opacity-40" : undefined}
        >
          <Icon aria-hidden="true" />
        </IconButton>
      </Tooltip>
    );
  };
  const noteLabel = item.note ? "Editar anotação" : "Anotar";
  return (
    <li
      className={cx(
        "relative border-b border-line last:border-0",
        isDragged && "opacity-50",
        edge && edges[edge],
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
              onPointerDown={(event) => actions.current.grab(index, event)}
              className="grid size-11 cursor-grab touch-none place-items-center text-muted select-none active:cursor-grabbing"
            >
              <GripVertical className="size-5" />
            </span>
            {arrow("up")}
            {arrow("down")}
            <Tooltip text={noteLabel}>
              <IconButton
                label={`${noteLabel}: ${isolated(title)}`}
                onClick={() => actions.current.note(item)}
              >
                <NotebookPen aria-hidden="true" />
              </IconButton>
            </Tooltip>
            <Tooltip text="Remover da coleção">
              <IconButton
                label={`Remover da coleção: ${isolated(title)}`}
                data-take-out
                onClick={() => actions.current.takeOut(item, index)}
              >
                <X aria-hidden="true" />
              </IconButton>
            </Tooltip>
          </div>
        }
      />
    </li>
  );
});
