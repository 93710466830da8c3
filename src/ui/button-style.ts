/** Classes of buttons and of links that look like buttons. */
import { cx } from "./cx.ts";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "accent";
export type ButtonSize = "sm" | "md" | "lg";

export interface ButtonStyle {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  className?: string | undefined;
}

const variants: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-primary text-on-primary hover:bg-primary-strong",
  secondary: "border-edge bg-card text-ink hover:border-ink hover:bg-ground",
  ghost: "border-transparent text-ink hover:bg-primary-soft",
  danger: "border-transparent bg-danger text-on-danger hover:bg-danger-strong",
  accent: "border-transparent bg-accent text-on-accent hover:bg-accent-strong",
};

/** On hover the corner's radius grows to half the height. */
const sizes: Record<ButtonSize, string> = {
  sm: "min-h-9 pointer-coarse:min-h-11 gap-1.5 py-1.5 text-sm rounded-tr-[0.625rem] hover:rounded-tr-[1.125rem]",
  md: "min-h-11 gap-2 py-2 text-base rounded-tr-corner-sm hover:rounded-tr-[1.375rem]",
  lg: "min-h-13 gap-2.5 py-3 text-lg rounded-tr-[0.875rem] hover:rounded-tr-[1.625rem]",
};

/** Room beside the label. */
const sides: Record<ButtonSize, string> = { sm: "px-3.5", md: "px-5", lg: "px-7" };

/** Without an edge the label aligns with the column: the padding beside it and the border take no space. */
const flush = "px-3 -mx-[calc(0.75rem+1px)]";

/** @returns the class names; variant `primary` and size `md` by default */
export function buttonStyle({ variant = "primary", size = "md", className }: ButtonStyle): string {
  return cx(
    "inline-flex items-center justify-center rounded-tile border text-center font-semibold",
    "select-none transition-[border-radius,background-color,border-color,color]",
    "active:translate-y-px disabled:pointer-events-none disabled:opacity-55 print:hidden [&>svg]:shrink-0",
    variants[variant],
    sizes[size],
    variant === "ghost" ? flush : sides[size],
    className,
  );
}
