/** Draws azulejo panels from a seed: quarter arcs on a square grid, the same picture for the same seed everywhere. */

/** Tones of a tile's parts: pages map them to design tokens, generated pictures to colours. */
type Tone = "ground" | "main" | "soft" | "accent";

/**
 * A cell's figure, each built from quarter circles:
 * `leaf` a quarter disc, `arc` a quarter ring, `petal` two arcs meeting, `bow` a ring around a quarter disc,
 * `pair` two small quarter discs in opposite corners, `bloom` a full circle.
 */
export type TileFigure = "leaf" | "arc" | "petal" | "bow" | "pair" | "bloom";

export interface TileCell {
  column: number;
  row: number;
  figure: TileFigure;
  /** Quarter turns clockwise, 0 to 3. */
  turn: number;
  paper: Tone;
  ink: Tone;
}

export interface TileSize {
  columns: number;
  rows: number;
}

interface TileData extends TileSize {
  cells: TileCell[];
}

/** Colours of generated pictures, as any SVG renderer understands them: anil and mango on white glaze. */
export const azulejo: Record<Tone, string> = {
  ground: "#f4f7fb",
  main: "#24499c",
  soft: "#c3d2ee",
  accent: "#f2a83b",
};

/** A cell's side in drawing units; every coordinate is then a whole number. */
export const tileUnit = 8;

const figures: readonly TileFigure[] = ["leaf", "arc", "petal", "bow", "pair"];

/**
 * How a panel rotates its tiles. `free` is random, as in Athos Bulcão's walls; `mirror` reflects a quarter of
 * the panel to a symmetrical whole; `wave` rotates steadily along the diagonal; `rosette` closes each 2×2 block.
 */
const orders = ["free", "free", "mirror", "wave", "rosette"] as const;

/**
 * Composes a panel: one figure dominates, a second complements it, mango cells are rare.
 * @param seed an id or a name; the same seed gives the same panel on server and browser
 */
export function tile(seed: string | number, { columns, rows }: TileSize): TileData {
  const random = generator(String(seed));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

  const lead = pick(figures);
  const answer = pick(figures);
  const order = pick(orders);
  const inverted = random() < 0.3;
  const start = Math.floor(random() * 4);
  const width = order === "mirror" ? Math.ceil(columns / 2) : columns;
  const height = order === "mirror" ? Math.ceil(rows / 2) : rows;

  const motif = Array.from({ length: width * height }, (_, index) => {
    const column = index % width;
    const row = Math.floor(index / width);
    const turn = {
      free: () => Math.floor(random() * 4),
      mirror: () => Math.floor(random() * 4),
      wave: () => (start + column + row) % 4,
      rosette: () => [2, 3, 1, 0][(row % 2) * 2 + (column % 2)] as number,
    }[order]();
    const figure = random() < 0.78 ? lead : answer;
    const { paper, ink } = tones(random(), inverted);
    return { figure: ink === "accent" && random() < 0.5 ? "bloom" : figure, turn, paper, ink };
  });

  const cells: TileCell[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const flipX = column >= width;
      const flipY = row >= height;
      const cell = motif[(flipY ? rows - 1 - row : row) * width + (flipX ? columns - 1 - column : column)];
      if (cell) cells.push({ ...cell, column, row, turn: mirrored(cell.turn, flipX, flipY) });
    }
  }
  return { columns, rows, cells };
}

/**
 * One path per tone, to be painted in this order with `fill-rule="evenodd"`, in units of {@link tileUnit}. The background
 * shows through: glaze on ink is a hole, so neighbours of the same tone meet without a seam.
 */
export function tilePaths({ cells }: TileData): { tone: Exclude<Tone, "ground">; d: string }[] {
  const paths = { soft: "", main: "", accent: "" };
  for (const { column, row, figure, turn, paper, ink } of cells) {
    const [x, y] = [column * tileUnit, row * tileUnit];
    const square = `M${x} ${y}h8v8h-8z`;
    const shape = outline(figure, turn, x, y);
    const under = ink === "ground" || (paper === "main" && ink === "soft");
    if (paper !== "ground") paths[paper] += under ? square + shape : square;
    if (ink !== "ground") paths[ink] += under ? square : shape;
  }
  return (["soft", "main", "accent"] as const).flatMap((tone) =>
    paths[tone] ? [{ tone, d: paths[tone] }] : [],
  );
}

/** A complete SVG document in the site's colours, for generated pictures. */
export function tileSvg(seed: string | number, { columns, rows }: TileSize): string {
  const [width, height] = [columns * tileUnit, rows * tileUnit];
  const paths = tilePaths(tile(seed, { columns, rows })).map(
    ({ tone, d }) => `<path fill="${azulejo[tone]}" fill-rule="evenodd" d="${d}"/>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">` +
    `<path fill="${azulejo.ground}" d="M0 0h${width}v${height}H0z"/>${paths.join("")}</svg>`
  );
}

/** @param mood 0 to 1; most cells are ink on glaze, some the reverse, a few soft, one in fourteen mango */
function tones(mood: number, inverted: boolean): { paper: Tone; ink: Tone } {
  const [glaze, ink]: [Tone, Tone] = inverted ? ["main", "ground"] : ["ground", "main"];
  if (mood < 0.5) return { paper: glaze, ink };
  if (mood < 0.7) return { paper: ink, ink: glaze };
  if (mood < 0.83) return { paper: "soft", ink: "main" };
  if (mood < 0.93) return { paper: glaze, ink: "soft" };
  return { paper: glaze, ink: "accent" };
}

/** A figure's rotation after reflection: its corner, 0 (top left) to 3 (bottom left), changes sides. */
function mirrored(turn: number, flipX: boolean, flipY: boolean): number {
  let result = turn;
  if (flipX) result = [1, 0, 3, 2][result] as number;
  if (flipY) result = [3, 2, 1, 0][result] as number;
  return result;
}

/**
 * The figure's outline with its corner at top left, turned clockwise about the cell's centre. Only where it begins
 * depends on the cell, so that cells of one figure and turn have the same text, which compresses to little.
 */
function outline(figure: TileFigure, turn: number, x: number, y: number): string {
  const turned = (dx: number, dy: number): [number, number] => {
    let [rx, ry] = [dx, dy];
    for (let i = 0; i < turn; i++) [rx, ry] = [-ry || 0, rx];
    return [rx, ry];
  };
  const centre = tileUnit / 2;
  const from = (px: number, py: number): string => {
    const [rx, ry] = turned(px - centre, py - centre);
    return `M${x + centre + rx} ${y + centre + ry}`;
  };
  const by = (dx: number, dy: number) => turned(dx, dy).join(" ");
  const disc = (r: number) => `${from(0, 0)}l${by(r, 0)}a${r} ${r} 0 0 1 ${by(-r, r)}z`;
  const ring = (r: number, inner: number) =>
    `${from(inner, 0)}l${by(r - inner, 0)}a${r} ${r} 0 0 1 ${by(-r, r)}l${by(0, inner - r)}` +
    `a${inner} ${inner} 0 0 0 ${by(inner, -inner)}z`;
  switch (figure) {
    case "leaf":
      return disc(8);
    case "arc":
      return ring(8, 4);
    case "petal":
      return `${from(0, 0)}a8 8 0 0 1 ${by(8, 8)}a8 8 0 0 1 ${by(-8, -8)}z`;
    case "bow":
      return disc(3) + ring(8, 5);
    case "pair":
      return `${disc(4)}${from(8, 8)}l${by(-4, 0)}a4 4 0 0 1 ${by(4, -4)}z`;
    case "bloom":
      return `M${x + 1} ${y + 4}a3 3 0 0 1 6 0a3 3 0 0 1-6 0z`;
  }
}

/** Mulberry32 seeded by FNV-1a: small, and the same sequence in every JavaScript engine. */
function generator(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
