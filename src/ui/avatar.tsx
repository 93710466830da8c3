/** A user's avatar: initials on a tile whose rounded corner and colour derive from the name. */
import { cx } from "./cx.ts";
import { initials } from "./initials.ts";
import { tile } from "./tile.ts";

/** Shifts the letters towards the square corner, where the tile is widest. */
const corners = [
  "rounded-br-full pr-[0.3em] pb-[0.3em]",
  "rounded-bl-full pl-[0.3em] pb-[0.3em]",
  "rounded-tl-full pl-[0.3em] pt-[0.3em]",
  "rounded-tr-full pr-[0.3em] pt-[0.3em]",
];
const colours = [
  "bg-primary text-on-primary",
  "bg-accent text-on-accent",
  "bg-tile-soft text-ink",
  "bg-primary-soft text-primary",
];

/** Decorative: the name is beside it or labels the surrounding control. */
export function Avatar({ name, size = "md" }: { name: string; size?: "md" | "lg" }) {
  const piece = tile(name, { columns: 2, rows: 1 }).cells;
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid shrink-0 place-items-center rounded-tile font-heading font-bold select-none",
        size === "md" ? "size-10 text-sm" : "size-16 text-xl",
        corners[piece[0]?.turn ?? 0],
        colours[piece[1]?.turn ?? 0],
      )}
    >
      {initials(name)}
    </span>
  );
}
