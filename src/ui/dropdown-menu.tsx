/** A dropdown menu built on the browser's popover, so it opens before any script has run. */
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useEffect, useId, useState } from "react";
import { Anchor, type LinkProps } from "./button-link.tsx";
import { cx } from "./cx.ts";

interface Props {
  /** The menu's id, where another button opens it too. */
  id?: string;
  /** Accessible name of the button and the menu. */
  label: string;
  /** Content of the button. */
  trigger: ReactNode;
  triggerClassName?: string;
  onOpenChange?: (open: boolean) => void;
  /** `MenuLink`, `MenuButton`, and separators. */
  children: ReactNode;
}

export function DropdownMenu({ id: name, label, trigger, triggerClassName, onOpenChange, children }: Props) {
  const own = useId();
  const id = name ?? own;
  const [open, setOpen] = useState(false);

  const change = (opened: boolean) => {
    setOpen(opened);
    onOpenChange?.(opened);
    if (opened) focusMenu(id);
  };
  // Opened before this script was there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is
  useEffect(() => {
    if (document.getElementById(id)?.matches(":popover-open")) change(true);
  }, []);

  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        className={triggerClassName}
      >
        {trigger}
      </button>
      <div
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onToggle={(event: ToggleEvent<HTMLDivElement>) => change(event.newState === "open")}
        onKeyDown={move}
        onClick={(event) => {
          if ((event.target as Element).closest("[role^=menuitem]")) event.currentTarget.hidePopover();
        }}
        className="menu-panel w-60 rounded-tile rounded-tr-corner border border-line bg-card p-1.5 text-ink shadow-float"
      >
        {children}
      </div>
    </>
  );
}

/** Moves the focus to the first item of a menu, if that is open. */
export function focusMenu(id: string): void {
  const menu = document.getElementById(id);
  if (menu?.matches(":popover-open")) items(menu)[0]?.focus({ preventScroll: true });
}

const itemStyle = cx(
  "flex min-h-11 w-full items-center gap-3 rounded-tile px-3 text-left text-sm font-medium transition-colors",
  "hover:bg-primary-soft focus-visible:bg-primary-soft focus-visible:outline-offset-0 [&>svg]:size-4.5 [&>svg]:shrink-0",
);

export function MenuLink(props: LinkProps) {
  return <Anchor role="menuitem" tabIndex={-1} className={itemStyle} {...props} />;
}

/** @param checked whether it is the chosen one, of exclusive choices */
export function MenuButton({
  checked,
  onSelect,
  children,
}: {
  checked?: boolean;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: without the role that supports it, the property is undefined
    <button
      type="button"
      role={checked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={checked}
      tabIndex={-1}
      onClick={onSelect}
      className={itemStyle}
    >
      {children}
      {checked && (
        <span
          aria-hidden="true"
          className="ml-auto size-2 rounded-full bg-accent forced-colors:bg-[Highlight]"
        />
      )}
    </button>
  );
}

function items(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role^=menuitem]")];
}

/** Arrow keys wrap around, Home and End go to the ends, Tab leaves and closes. */
function move(event: KeyboardEvent<HTMLDivElement>) {
  const menu = event.currentTarget;
  const all = items(menu);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = {
    ArrowDown: (at + 1) % all.length,
    ArrowUp: (at <= 0 ? all.length : at) - 1,
    Home: 0,
    End: all.length - 1,
  }[event.key];
  if (event.key === "Tab") menu.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  all[next]?.focus();
}
