/** Style of mails: light and dark colours, brand mark and a frieze of tiles, without external images. */
import { type TileCell, type TileFigure, tile } from "#ui/tile.ts";

/** The tokens of src/ui/tokens.css as hexadecimal, light and dark: mail programs support neither OKLCH nor variables. */
export const colours = {
  ground: ["#f7f9fc", "#090f1c"],
  card: ["#ffffff", "#121929"],
  ink: ["#101a2f", "#edf0f6"],
  muted: ["#4d586c", "#a4afbe"],
  line: ["#d9dfe6", "#2a3345"],
  primary: ["#1649ae", "#84b7f9"],
  "on-primary": ["#ffffff", "#09122a"],
  "tile-ground": ["#eff4fa", "#151e35"],
  "tile-main": ["#204ca4", "#4073c2"],
  "tile-soft": ["#c0d2ef", "#273c64"],
  "tile-accent": ["#f3aa40", "#f3aa40"],
} as const;

type Colour = keyof typeof colours;

const light = (colour: Colour) => colours[colour][0];

const dark = (Object.keys(colours) as Colour[]).map((name) => {
  const [, value] = colours[name];
  return `.b-${name}{background:${value}!important}.c-${name}{color:${value}!important}.l-${name}{border-color:${value}!important}`;
});

/**
 * For mail programs that support it and follow the device's theme. The others ignore it and use the inline styles:
 * light, or darkened in their own way.
 */
export const MAIL_STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${dark.join("")}}`;

/** Attributes of an element: its colours in both themes, `rule` for a line above it, and further inline styles. */
export function mailStyle(
  { text, ground, line, rule }: { text?: Colour; ground?: Colour; line?: Colour; rule?: Colour },
  style: string,
): string {
  const classes: string[] = [];
  let own = style;
  const paint = (kind: "b" | "c" | "l", property: string, colour: Colour | undefined) => {
    if (!colour) return;
    classes.push(`${kind}-${colour}`);
    own += `;${property}${light(colour)}`;
  };
  paint("b", "background:", ground);
  paint("c", "color:", text);
  paint("l", "border:1px solid ", line);
  paint("l", "border-top:1px solid ", rule);
  return `class="${classes.join(" ")}" style="${own}"`;
}

const CELL = 11;
const box = "display:inline-block;vertical-align:top";

const cell = (ground: Colour, style: string, content = "") =>
  `<span ${mailStyle({ ground }, style)}>${content}</span>`;

const side = `${box};width:${CELL}px;height:${CELL}px`;
const hole = `width:${CELL / 2}px;height:${CELL / 2}px;margin:${CELL / 2}px 0 0 ${CELL / 2}px;border-radius:${CELL / 2}px 0 0 0`;
/** The mark's four cells: the letter's three arcs, then the dot. */
const marks = [
  cell("primary", side, cell("ground", `${box};${hole}`)),
  cell("primary", `${side};border-radius:0 ${CELL}px 0 0`),
  cell("primary", `${side};border-radius:0 0 ${CELL}px 0`),
  cell("tile-accent", `${box};width:8px;height:8px;margin:1.5px;border-radius:4px`),
];
export const MARK = `<div aria-hidden="true" style="width:${2 * CELL}px;font-size:0;line-height:0">${marks.join("")}</div>`;

const TILE = 26;
/** Enough for the widest mail; narrower ones crop the rest. */
const TILES = 20;

/** The figures that rounded corners can draw: a quarter disc, two arcs, a disc. */
const corners: Record<TileFigure, readonly string[]> = {
  leaf: ["100%", "0", "0", "0"],
  arc: ["100%", "0", "0", "0"],
  petal: ["100%", "0", "100%", "0"],
  bow: ["100%", "0", "100%", "0"],
  pair: ["100%", "0", "100%", "0"],
  bloom: ["50%", "50%", "50%", "50%"],
};

function drawCell({ figure, turn, paper, ink }: TileCell): string {
  const radii = corners[figure].map((_, corner, all) => all[(corner + 4 - turn) % 4]);
  const side = `${box};width:${TILE}px;height:${TILE}px`;
  const drawn = mailStyle({ ground: `tile-${ink}` }, `${side};border-radius:${radii.join(" ")}`);
  return `<span ${mailStyle({ ground: `tile-${paper}` }, side)}><span ${drawn}></span></span>`;
}

/** A row of tiles over the full width; deterministic for a seed. */
export function drawFrieze(seed: string): string {
  const { cells } = tile(seed, { columns: TILES, rows: 1 });
  return `<div aria-hidden="true" ${mailStyle({ ground: "tile-ground" }, `height:${TILE}px;overflow:hidden;font-size:0;line-height:0`)}><div style="width:${TILES * TILE}px">${cells.map(drawCell).join("")}</div></div>`;
}
