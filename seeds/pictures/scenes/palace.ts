/** A modernist palace on slender curved columns, mirrored in a pool with water lilies. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  d,
  ellipse,
  group,
  path,
  place,
  rect,
  repeat,
  sector,
  stroke,
} from "#seeds/pictures/shapes.ts";

const roof = 640;
const floor = 1010;
const bays = 6;
const [left, right] = [90, 1110];
const bay = (right - left) / bays;

/** One column: a point at the roof, widest low down, a point again at the ground. */
const column = (x: number, side: number) =>
  d`M${x} ${roof}C${x + side * 4} ${roof + 150} ${x + side * 16} ${roof + 210} ${x + side * bay * 0.5} ${floor - 100}` +
  d`C${x + side * 30} ${floor - 70} ${x + side * 8} ${floor - 40} ${x} ${floor}z`;

function building({ random, palette }: Stage): string {
  const { paper, ink, deep, glow, soft, main } = palette;
  const glass = mix(deep, ink, 0.35);
  const panes = repeat(26, (i) =>
    rect(
      left + 14 + i * 38.4,
      roof + 44,
      33,
      floor - roof - 44,
      random.chance(0.24) ? glow : mix(glass, main, random.between(0, 0.4)),
    ),
  );
  return (
    rect(left - 20, roof, right - left + 40, floor - roof, mix(deep, ink, 0.7)) +
    panes +
    rect(left, roof + 200, right - left, 7, mix(deep, ink, 0.7)) +
    repeat(
      bays + 1,
      (i) => path(column(left + i * bay, -1), paper) + path(column(left + i * bay, 1), mix(soft, paper, 0.3)),
    ) +
    rect(left - 60, roof - 46, right - left + 120, 54, paper) +
    rect(left - 60, roof - 6, right - left + 120, 14, mix(soft, main, 0.25)) +
    rect(left - 70, floor - 8, right - left + 140, 26, paper) +
    rect(left - 70, floor + 10, right - left + 140, 10, mix(soft, main, 0.35))
  );
}

/** Someone under a parasol, for the scale of it. */
function visitor({ palette }: Stage, x: number): string {
  const { ink, hot, earth, glow } = palette;
  return group(
    path("M-16 0L-10 -62Q0 -78 10 -62L18 0z", ink) +
      circle(0, -84, 13, earth) +
      path("M-13 -86a13 13 0 0 1 26 0z", ink) +
      stroke("M10 -54L30 -70M30 -40L30 -128", ink, 5) +
      path(sector(30, -118, 56, 180, 360), hot) +
      path(sector(30, -118, 56, 270, 360), lift(hot, -0.07)) +
      circle(30, -176, 5, glow),
    place(x, floor - 6),
  );
}

/** A water-lily pad with its notch. */
const pad = (x: number, y: number, size: number, turn: number, fill: string, vein: string) =>
  group(
    path(sector(0, 0, size, turn + 16, turn + 344), fill) +
      repeat(7, (i) =>
        stroke(
          d`M0 0L${Math.cos(((turn + 50 + i * 43) * Math.PI) / 180) * size * 0.78} ${Math.sin(((turn + 50 + i * 43) * Math.PI) / 180) * size * 0.78}`,
          vein,
          3,
        ),
      ),
    d`translate(${x} ${y}) scale(1 .42)`,
  );

function pool(stage: Stage): string {
  const { width, height, random, palette } = stage;
  const { main, soft, deep, hot, glow, paper } = palette;
  const leaf = mix(oklch(0.58, 0.12, 148), main, 0.2);
  const water = mix(main, deep, 0.25);
  const pads: [number, number, number, number][] = [
    [170, 1390, 130, 200],
    [360, 1490, 170, 300],
    [60, 1545, 120, 30],
    [1010, 1440, 160, 250],
    [1150, 1540, 150, 190],
    [840, 1550, 110, 330],
    [620, 1570, 80, 20],
    [880, 1350, 70, 280],
  ];
  const flower = (x: number, y: number, size: number) =>
    group(
      repeat(7, (i) =>
        group(
          path("M0 0C-18 -22 -12 -60 0 -76C12 -60 18 -22 0 0z", i % 2 ? hot : mix(hot, paper, 0.4)),
          d`rotate(${-72 + i * 24})`,
        ),
      ) + circle(0, -10, 10, glow),
      d`${place(x, y)} scale(${String(size)})`,
    );
  return (
    rect(0, floor + 20, width, height, water) +
    group(group(building(stage), d`translate(0 ${floor * 2 + 24}) scale(1 -1)`), "", 'opacity=".34"') +
    repeat(30, (i) => {
      const y = floor + 40 + i * 11 + random.between(-3, 3);
      const reach = random.between(90, 420);
      return stroke(
        d`M${random.between(-60, width - 60)} ${y}h${reach}`,
        i % 4 ? water : mix(water, soft, 0.5),
        5 + i / 7,
      );
    }) +
    stroke(
      d`M600 ${floor + 60}h260M640 ${floor + 110}h210M560 ${floor + 160}h300M690 ${floor + 214}h150`,
      mix(hot, water, 0.25),
      9,
    ) +
    pads
      .map(([x, y, size, turn], i) =>
        pad(x, y, size, turn, i % 2 ? leaf : mix(leaf, deep, 0.35), mix(leaf, paper, 0.35)),
      )
      .join("") +
    flower(240, 1385, 1) +
    flower(1020, 1425, 1.2) +
    flower(600, 1556, 0.7)
  );
}

export const palace: Scene = {
  width: 1200,
  height: 1600,
  draw(stage) {
    const { width, palette } = stage;
    const { soft, paper, hot, glow, main, ink } = palette;
    const air = mix(soft, paper, 0.2);
    const cloud = (x: number, y: number, length: number) =>
      rect(x, y, length, 34, paper, 'rx="17"') +
      rect(x + length * 0.2, y - 30, length * 0.5, 40, paper, 'rx="20"');
    return (
      rect(0, 0, width, floor + 20, air) +
      circle(730, 520, 330, mix(air, glow, 0.45)) +
      circle(730, 520, 240, hot) +
      cloud(110, 250, 330) +
      cloud(820, 180, 260) +
      cloud(-80, 440, 220) +
      cloud(930, 430, 240) +
      repeat(5, (i) => stroke(d`M${330 + i * 62} ${390 - (i % 3) * 34}q14 -15 27 0q13 -15 27 0`, ink, 5)) +
      path("M0 960L150 930L330 968L900 972L1080 926L1200 950L1200 1030L0 1030z", mix(main, soft, 0.35)) +
      building(stage) +
      visitor(stage, 372) +
      pool(stage) +
      ellipse(380, floor + 22, 40, 5, ink, 'opacity=".3"')
    );
  },
};
