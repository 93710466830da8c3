/** Buttons with a label, or with only an icon. */
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { type ButtonStyle, buttonStyle } from "./button-style.ts";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";

interface Loading {
  /** Shows a spinner and ignores clicks; the button keeps its size and its focus. */
  loading?: boolean | undefined;
}

/** Not `disabled` while busy: a disabled button loses the keyboard's focus. */
function busy(loading: boolean | undefined, onClick: ComponentProps<"button">["onClick"]) {
  if (!loading) return { onClick };
  return {
    "aria-disabled": true,
    "aria-busy": true,
    onClick: (event: MouseEvent) => event.preventDefault(),
  };
}

export function Button({
  variant,
  size,
  className,
  loading,
  onClick,
  type = "button",
  children,
  ...rest
}: ComponentProps<"button"> & ButtonStyle & Loading) {
  return (
    <button
      type={type}
      className={cx(buttonStyle({ variant, size, className }), "relative")}
      {...rest}
      {...busy(loading, onClick)}
    >
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner className="size-5" />
        </span>
      )}
      <span className={cx("inline-flex items-center justify-center gap-[inherit]", loading && "opacity-0")}>
        {children}
      </span>
    </button>
  );
}

/** @param label the accessible name, also shown by a surrounding tooltip */
export function IconButton({
  label,
  className,
  loading,
  onClick,
  type = "button",
  children,
  ...rest
}: Omit<ComponentProps<"button">, "aria-label"> & Loading & { label: string; children: ReactNode }) {
  return (
    <button
      type={type}
      aria-label={label}
      className={cx(
        "grid size-11 shrink-0 place-items-center rounded-tile rounded-tr-corner-sm text-ink transition-colors",
        "hover:bg-primary-soft aria-expanded:bg-primary-soft disabled:pointer-events-none disabled:opacity-55",
        "aria-disabled:opacity-70 active:translate-y-px [&>svg]:size-5",
        className,
      )}
      {...rest}
      {...busy(loading, onClick)}
    >
      {loading ? <Spinner className="size-5" /> : children}
    </button>
  );
}
