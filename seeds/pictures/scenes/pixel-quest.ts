/** A pixel-art night: a castle above a lake, a moon with its reflection, a traveller by a fire. */
import { mix } from "#seeds/pictures/colour.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import { group, rect } from "#seeds/pictures/shapes.ts";

const [columns, rows, size] = [160, 120, 10];
const shore = 82;
/** Ordered dithering, 4×4: thresholds between two neighbouring colours. */
const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

interface Canvas {
  set(x: number, y: number, colour: string): void;
  get(x: number, y: number): string;
  fill(x: number, y: number, across: number, tall: number, colour: string): void;
  /** Rows of a small picture; each character names a colour, a space is transparent. */
  stamp(x: number, y: number, picture: readonly string[], key: Record<string, string>): void;
}

function createCanvas(): Canvas & { svg(): string } {
  const cells: string[] = Array.from({ length: columns * rows }, () => "#000000");
  const set = (x: number, y: number, colour: string) => {
    if (x >= 0 && y >= 0 && x < columns && y < rows) cells[Math.floor(y) * columns + Math.floor(x)] = colour;
  };
  return {
    set,
    get: (x, y) => cells[y * columns + x] ?? "#000000",
    fill: (x, y, across, tall, colour) => {
      for (let j = 0; j < tall; j++) for (let i = 0; i < across; i++) set(x + i, y + j, colour);
    },
    stamp: (x, y, picture, key) => {
      for (const [j, line] of picture.entries())
        for (const [i, name] of [...line].entries()) if (key[name]) set(x + i, y + j, key[name]);
    },
    svg: () => {
      let drawing = "";
      for (let y = 0; y < rows; y++)
        for (let x = 0; x < columns; ) {
          const colour = cells[y * columns + x] as string;
          let end = x + 1;
          while (end < columns && cells[y * columns + end] === colour) end++;
          drawing += rect(x * size, y * size, (end - x) * size, size, colour);
          x = end;
        }
      return group(drawing, "", 'shape-rendering="crispEdges"');
    },
  };
}

function sky(canvas: Canvas, { random, palette }: Stage): void {
  const { ink, deep, main, soft, hot, glow, paper } = palette;
  const bands = [
    mix(ink, deep, 0.3),
    deep,
    mix(deep, main, 0.6),
    main,
    mix(main, hot, 0.4),
    mix(hot, soft, 0.35),
    mix(hot, glow, 0.5),
  ];
  for (let y = 0; y < shore; y++)
    for (let x = 0; x < columns; x++) {
      const level = (y / shore) ** 1.25 * (bands.length - 1);
      const share = level - Math.floor(level);
      const step = (bayer[(y % 4) * 4 + (x % 4)] as number) / 16 < share ? 1 : 0;
      canvas.set(x, y, bands[Math.min(bands.length - 1, Math.floor(level) + step)] as string);
    }
  for (let i = 0; i < 80; i++) {
    const [x, y] = [random.whole(0, columns - 1), random.whole(0, 44)];
    canvas.set(x, y, random.chance(0.3) ? glow : mix(soft, paper, 0.5));
  }
  for (let y = -15; y <= 15; y++)
    for (let x = -15; x <= 15; x++)
      if (x * x + y * y <= 225)
        canvas.set(
          112 + x,
          28 + y,
          x * x + y * y > 190
            ? mix(glow, hot, 0.3)
            : (x + 6) ** 2 + (y - 4) ** 2 < 14 ||
                (x - 6) ** 2 + (y + 5) ** 2 < 9 ||
                (x - 3) ** 2 + (y - 8) ** 2 < 5
              ? mix(glow, soft, 0.5)
              : mix(glow, paper, 0.45),
        );
  for (const [x, y, length] of [
    [10, 24, 30],
    [16, 26, 36],
    [60, 14, 22],
    [120, 44, 34],
    [126, 46, 20],
    [78, 36, 18],
  ] as const)
    canvas.fill(x, y, length, 2, mix(main, paper, 0.35));
}

function land(canvas: Canvas, { random, palette }: Stage): void {
  const { ink, deep, main, hot, glow } = palette;
  const range = (base: number, swing: number, wave: number, colour: string, snow?: string) => {
    let height = base;
    for (let x = 0; x < columns; x++) {
      height =
        base -
        Math.abs(Math.sin(x / wave)) * swing -
        Math.abs(Math.sin(x / (wave * 0.37) + 2)) * swing * 0.4 +
        random.between(-0.8, 0.8);
      canvas.fill(x, Math.round(height), 1, shore - Math.round(height), colour);
      if (snow && height < base - swing * 0.92) canvas.fill(x, Math.round(height), 1, 3, snow);
    }
  };
  range(74, 30, 26, mix(deep, hot, 0.25), mix(hot, glow, 0.55));
  range(80, 20, 17, mix(deep, main, 0.25));
  const castle = mix(ink, deep, 0.5);
  for (let x = 0; x < 56; x++)
    canvas.fill(26 + x, Math.round(shore - 4 - 22 * Math.sin((x / 56) * Math.PI) ** 0.7), 1, 30, castle);
  const tower = (x: number, top: number, across: number) => {
    canvas.fill(x, top, across, 62 - top, castle);
    for (let i = 0; i < across; i += 2) canvas.fill(x + i, top - 2, 1, 2, castle);
    for (let i = 0; i <= across / 2 + 1; i++)
      canvas.fill(x - 1 + i, top - 3 - i * 2, across + 2 - i * 2, 2, mix(hot, ink, 0.35));
    canvas.fill(x + Math.floor(across / 2) - 1, top + 5, 2, 3, glow);
    canvas.fill(x + Math.floor(across / 2) - 1, top + 13, 2, 3, glow);
  };
  tower(36, 40, 7);
  tower(64, 38, 7);
  tower(48, 26, 9);
  canvas.fill(42, 48, 24, 14, castle);
  for (let x = 42; x < 66; x += 3) canvas.fill(x, 46, 2, 2, castle);
  canvas.fill(51, 52, 5, 8, mix(hot, ink, 0.3));
  canvas.fill(52, 54, 3, 6, glow);
  for (const x of [45, 60]) canvas.fill(x, 52, 2, 3, glow);
}

function lake(canvas: Canvas, { random, palette }: Stage): void {
  const { deep, ink, glow, paper } = palette;
  for (let y = shore; y < 112; y++) {
    const shift = Math.round(Math.sin(y * 1.7) * (1 + (y - shore) / 9));
    for (let x = 0; x < columns; x++)
      canvas.set(
        x,
        y,
        mix(
          canvas.get(Math.min(columns - 1, Math.max(0, x + shift)), Math.max(0, 2 * shore - y - 1)),
          mix(deep, ink, 0.1),
          0.5,
        ),
      );
  }
  canvas.fill(0, shore, columns, 1, mix(deep, paper, 0.3));
  for (let i = 0; i < 26; i++) {
    const [x, y] = [random.whole(0, columns), random.whole(shore, 102)];
    canvas.fill(
      x,
      y,
      random.whole(3, 9),
      1,
      Math.abs(x - 110) < 20 ? mix(glow, paper, 0.4) : mix(deep, paper, 0.35),
    );
  }
  for (let i = 0; i < 9; i++)
    canvas.fill(112 - random.whole(2, 9), shore + 1 + i * 2, random.whole(5, 16), 1, mix(glow, paper, 0.3));
}

function foreground(canvas: Canvas, { random, palette }: Stage): void {
  const { ink, deep, hot, glow, paper, earth, cool } = palette;
  const ground = mix(ink, deep, 0.18);
  for (let x = 0; x < columns; x++) {
    const top = Math.round(
      103 + Math.sin(x / 19) * 3 + (x > 110 || x < 24 ? -3 : 0) + random.between(0, 1.2),
    );
    canvas.fill(x, top, 1, rows - top, ground);
    if (random.chance(0.4)) canvas.fill(x, top - random.whole(1, 2), 1, 2, mix(cool, ink, 0.45));
  }
  const pine = (x: number, base: number, tiers: number) => {
    for (let tier = 0; tier < tiers; tier++)
      for (let i = 0; i < 6; i++)
        canvas.fill(
          x - 1 - i - Math.floor(tier / 2),
          base - (tiers - tier) * 5 + i,
          3 + (i + Math.floor(tier / 2)) * 2,
          1,
          i === 5 ? mix(cool, ink, 0.75) : ground,
        );
    canvas.fill(x, base, 1, 8, ground);
  };
  for (const [x, base, tiers] of [
    [8, 98, 11],
    [20, 102, 7],
    [146, 98, 12],
    [132, 102, 8],
    [156, 104, 9],
  ] as const)
    pine(x, base, tiers);
  const key = {
    i: ink,
    h: hot,
    g: glow,
    p: paper,
    e: mix(earth, paper, 0.25),
    c: cool,
    d: mix(hot, ink, 0.35),
    s: mix(paper, ink, 0.2),
    w: mix(earth, ink, 0.5),
  };
  canvas.stamp(
    66,
    84,
    [
      "     wwww        ",
      "    wwwwww       ",
      "    weeeew       ",
      "    eieiee     s ",
      "    eeeeee     s ",
      "   hhheehh     s ",
      "  hhhccccch    s ",
      " hhhhcccccch   s ",
      " hhhhccgccce   s ",
      " dhhhccgcccee  s ",
      " dhhhccgccc eegggg",
      " ddhhwwwwww  eegw ",
      " ddhhccccc     w ",
      "  ddhcc cc     w ",
      "  dd ww ww       ",
      "     ww ww       ",
      "    www www      ",
    ],
    key,
  );
  const flame = [
    "      g       ",
    "     gg  g    ",
    "  g  ghg      ",
    "    ghhg g    ",
    "   ghhhgg     ",
    "   ghphhg     ",
    "  ghhpphg     ",
    "  ghpppphg    ",
    "   hpppph     ",
    "  wwwwwwww    ",
    " wwdwwdwwww   ",
  ];
  for (let y = -10; y <= 6; y++)
    for (let x = -20; x <= 20; x++)
      if (
        x * x + y * y * 3 < 330 &&
        (bayer[((y + 16) % 4) * 4 + ((x + 20) % 4)] as number) < 5 &&
        canvas.get(98 + x, 103 + y) === ground
      )
        canvas.set(98 + x, 103 + y, mix(hot, ink, 0.45));
  canvas.stamp(92, 93, flame, key);
}

export const pixelQuest: Scene = {
  width: columns * size,
  height: rows * size,
  draw(stage) {
    const canvas = createCanvas();
    sky(canvas, stage);
    land(canvas, stage);
    lake(canvas, stage);
    foreground(canvas, stage);
    return canvas.svg();
  },
};
