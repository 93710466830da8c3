/** An azulejo panel in the theme's colours; decorative, hidden from assistive technology. */
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
 * A panel that covers its box, cropped at the left and upper edges, so that accents in the lower right corner stay
 * whole. `className` sets its size.
 * @param fit `contain` shows all of it instead, on its ground
 */
export function Tile({
  seed,
  columns,
  rows,
  fit,
  className,
}: TileSize & { seed: string | number; fit?: "contain" | undefined; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={cx("tile block bg-tile-ground", className)}
      viewBox={`0 0 ${columns * tileUnit} ${rows * tileUnit}`}
      preserveAspectRatio={fit ? undefined : "xMaxYMax slice"}
    >
      {paths(seed, { columns, rows })}
    </svg>
  );
}

/** A frieze as wide as its box: one short panel, repeated. `className` sets its height. */
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
