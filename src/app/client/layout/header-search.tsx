/** The header's search: a field, or on phones a button that opens one, already with the focus. */
import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { useId, useRef } from "react";
import { usePageTurn } from "#accounts/client/left-behind.ts";
import { SearchField } from "#library/client/search/search-field.tsx";
import { IconButton } from "#ui/button.tsx";

export function HeaderSearch() {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const turn = usePageTurn();
  return (
    <>
      <SearchField
        key={`wide ${turn}`}
        slash
        className="mr-1 ml-auto min-w-0 flex-1 max-md:hidden lg:ml-2 lg:max-w-80 xl:ml-4"
      />
      <IconButton label="Abrir busca" popoverTarget={id} className="md:hidden">
        <Search aria-hidden="true" />
      </IconButton>
      <div ref={panel} id={id} popover="auto" className="search-panel">
        <SearchField key={turn} autoFocus onLeave={() => panel.current?.hidePopover()} className="flex-1" />
        <IconButton label="Fechar busca" popoverTarget={id} popoverTargetAction="hide">
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </>
  );
}
