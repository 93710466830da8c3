/** An azulejo panel on the page, in the theme's colours; pure decoration, hidden from assistive technology. */
import { useId } from "react";
import { cx } from "./cx.ts";
import { type TileSize, tile, tilePaths, tileUnit } from "./tile.ts";

const fills = { main: "fill-tile-main", soft: "fill-tile-soft", accent: "fill-tile-accent" };

function paths(seed: string | number, size: TileSize) {
  return tilePaths(tile(seed, size)).map(({ tone, d }) => (
    <path key={tone} className={fills[tone]} fillRule="evenodd" d={d} />
  ));
}

/**
 * A panel that covers its box, cut at the left and upper edges like a wall: the accents of a lower right corner stay
 * whole. Its size comes from `className`.
 */
export function Tile({
  seed,
  columns,
  rows,
  className,
}: TileSize & { seed: string | number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={cx("tile block bg-tile-ground", className)}
      viewBox={`0 0 ${columns * tileUnit} ${rows * tileUnit}`}
      preserveAspectRatio="xMaxYMax slice"
    >
      {paths(seed, { columns, rows })}
    </svg>
  );
}

/** A frieze as wide as its box: one short panel laid again and again. `className` gives its height. */
export function TileFrieze({
  seed,
  columns,
  rows,
  className,
}: TileSize & { seed: string | number; className?: string }) {
  const id = useId();
  const height = rows * tileUnit;
  return (
    <svg aria-hidden="true" className={cx("tile block w-full bg-tile-ground", className)}>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${height} ${height}`}
        preserveAspectRatio="xMinYMid meet"
        overflow="visible"
      >
        <pattern id={id} width={columns * tileUnit} height={height} patternUnits="userSpaceOnUse">
          {paths(seed, { columns, rows })}
        </pattern>
        <rect width="6000" height={height} fill={`url(#${id})`} />
      </svg>
    </svg>
  );
}
