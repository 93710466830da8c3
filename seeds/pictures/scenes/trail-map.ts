/** A folded relief map: contour lines, a river, a lake and a trail with its stops. */
import { mix, oklch } from "#seeds/pictures/colour.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  curve,
  ellipse,
  group,
  type Point,
  path,
  place,
  polar,
  polygon,
  rect,
  repeat,
  ring,
  scatter,
  stroke,
} from "#seeds/pictures/shapes.ts";

interface Hill {
  x: number;
  y: number;
  size: number;
  phases: number[];
  levels: number;
}

/** The outline of a hill at one height, wobbling less the higher it is. */
function contour({ x, y, size, phases, levels }: Hill, level: number): Point[] {
  const radius = size * (1 - level / levels) ** 0.92;
  return Array.from({ length: 40 }, (_, i) => {
    const angle = (i / 40) * Math.PI * 2;
    const wobble = phases.reduce(
      (sum, phase, k) => sum + Math.sin(angle * (k + 2) + phase + level * 0.16) * (0.13 / (k + 1)),
      0,
    );
    return [
      x + level * size * 0.018 + Math.cos(angle) * radius * (1 + wobble) * 1.12,
      y - level * size * 0.014 + Math.sin(angle) * radius * (1 + wobble),
    ] as const;
  });
}

export const trailMap: Scene = {
  width: 1600,
  height: 1200,
  draw(stage: Stage) {
    const { width, height, random, palette } = stage;
    const { paper, soft, main, hot, glow, ink, deep, cool } = palette;
    const lowland = mix(soft, paper, 0.35);
    const peak = mix(main, deep, 0.25);
    const sites: [number, number, number][] = [
      [340, 330, 400],
      [1180, 860, 470],
      [1240, 200, 330],
      [300, 1060, 330],
      [760, 620, 240],
      [1620, 460, 280],
    ];
    const hills = sites.map(
      ([x, y, size]): Hill => ({
        x,
        y,
        size,
        phases: Array.from({ length: 4 }, () => random.between(0, 6.28)),
        levels: Math.round(size / 42),
      }),
    );
    const relief = repeat(11, (level) => {
      const fill = mix(lowland, peak, Math.min(1, (level + 1) / 10));
      const high = hills.filter((hill) => level < hill.levels);
      const line = mix(fill, ink, level % 4 === 3 ? 0.5 : 0.24);
      return (
        high
          .map((hill) =>
            path(
              curve(contour(hill, level), true),
              line,
              `stroke="${line}" stroke-width="${level % 4 === 3 ? 9 : 6}"`,
            ),
          )
          .join("") + high.map((hill) => path(curve(contour(hill, level), true), fill)).join("")
      );
    });
    const river: Point[] = [
      [-40, 700],
      [120, 690],
      [260, 740],
      [420, 730],
      [520, 800],
      [640, 880],
      [720, 990],
      [700, 1090],
      [780, 1240],
    ];
    const water = mix(oklch(0.66, 0.11, 225), cool, 0.2);
    const trail: Point[] = [
      [220, 190],
      [330, 280],
      [450, 300],
      [560, 400],
      [640, 520],
      [770, 600],
      [900, 640],
      [990, 740],
      [1120, 790],
      [1240, 880],
      [1330, 830],
    ];
    const pin = (x: number, y: number, size: number, colour: string) =>
      group(
        ellipse(0, 4, 26, 9, ink, 'opacity=".3"') +
          path("M0 0C-20 -40 -54 -62 -54 -104A54 54 0 0 1 54 -104C54 -62 20 -40 0 0z", colour) +
          path("M0 0C20 -40 54 -62 54 -104A54 54 0 0 0 0 -158z", mix(colour, ink, 0.16)) +
          circle(0, -104, 22, paper),
        place(x, y, 0, size),
      );
    const tree = (x: number, y: number) =>
      polygon(
        [
          [x - 15, y],
          [x + 15, y],
          [x, y - 44],
        ],
        mix(deep, ink, 0.2),
      ) +
      polygon(
        [
          [x, y],
          [x + 15, y],
          [x, y - 44],
        ],
        mix(deep, ink, 0.45),
      );
    const rose =
      circle(0, 0, 112, paper, 'opacity=".92"') +
      ring(0, 0, 104, ink, 4) +
      ring(0, 0, 92, ink, 2) +
      repeat(
        4,
        (i) =>
          polygon(
            [[0, 0], polar(0, 0, 26, i * 90 + 45 - 90), polar(0, 0, i ? 78 : 88, i * 90 - 90)],
            i ? mix(ink, paper, 0.25) : hot,
          ) +
          polygon(
            [[0, 0], polar(0, 0, 26, i * 90 - 45 - 90), polar(0, 0, i ? 78 : 88, i * 90 - 90)],
            i ? ink : mix(hot, ink, 0.25),
          ),
      ) +
      circle(0, 0, 9, glow);
    const tent =
      path("M-74 0L0 -104L74 0z", hot) +
      path("M0 -104L74 0L24 0z", mix(hot, ink, 0.22)) +
      path("M-24 0L0 -78L24 0z", ink) +
      stroke("M0 -104l-10 -18M0 -104l10 -18", ink, 5);
    const creases =
      [0.25, 0.5, 0.75]
        .map(
          (t, i) =>
            rect(width * t - (i % 2 ? 0 : 90), 0, 90, height, i % 2 ? paper : ink, 'opacity=".07"') +
            rect(width * t - 1, 0, 3, height, ink, 'opacity=".14"'),
        )
        .join("") +
      rect(0, height / 2, width, 70, paper, 'opacity=".07"') +
      rect(0, height / 2 - 1, width, 3, ink, 'opacity=".14"');
    return (
      rect(0, 0, width, height, lowland) +
      relief +
      stroke(curve(river), mix(water, ink, 0.3), 34) +
      stroke(curve(river), water, 26) +
      stroke(
        curve(river.map(([x, y]) => [x + 4, y - 4])),
        mix(water, paper, 0.5),
        4,
        'stroke-dasharray="60 44"',
      ) +
      path(
        "M820 240C880 180 1000 200 1010 270C1030 330 940 360 900 400C840 440 780 400 790 340C780 300 790 270 820 240z",
        water,
        `stroke="${mix(water, ink, 0.3)}" stroke-width="6"`,
      ) +
      stroke("M850 290h70M880 330h60M840 350h40", mix(water, paper, 0.5), 5) +
      repeat(26, () => tree(random.between(60, 250), random.between(840, 960))) +
      repeat(18, () => tree(random.between(1360, 1540), random.between(620, 740))) +
      repeat(12, () => tree(random.between(560, 760), random.between(120, 220))) +
      stroke(curve(trail), paper, 20) +
      stroke(curve(trail), hot, 11, 'stroke-dasharray="4 26"') +
      scatter(
        trail.filter((_, i) => i % 3 === 2 && i < 9),
        ([x, y]) => circle(x, y, 20, paper) + circle(x, y, 12, ink),
      ) +
      creases +
      pin(220, 190, 1, deep) +
      pin(1330, 830, 1.35, hot) +
      group(tent, place(950, 610, 0, 0.95)) +
      group(rose, place(1430, 1040)) +
      repeat(8, (i) => rect(90 + i * 52, 1130, 52, 18, i % 2 ? paper : ink)) +
      rect(90, 1130, 416, 18, "none", `stroke="${ink}" stroke-width="3"`)
    );
  },
};
