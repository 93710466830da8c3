/** Links that choose which state of things a list shows. */
import { Link } from "wouter";
import { cx } from "#ui/cx.ts";

interface Props {
  label: string;
  states: readonly { href: string; label: string; current: boolean }[];
}

export function StateFilter({ label, states }: Props) {
  return (
    <nav aria-label={label} className="mt-6 flex gap-2">
      {states.map(({ href, label, current }) => (
        <Link
          key={href}
          href={href}
          aria-current={current ? "page" : undefined}
          className={cx(
            "inline-flex min-h-11 items-center rounded-tile rounded-tr-corner-sm border border-edge px-4 text-sm font-semibold transition-colors hover:border-ink",
            "aria-[current=page]:border-primary aria-[current=page]:bg-primary aria-[current=page]:text-on-primary",
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
