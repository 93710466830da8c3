/** A quilt of small pictures from everyday life, one to a square. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
import { leaf } from "#seeds/pictures/plants.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  clipped,
  d,
  ellipse,
  group,
  path,
  place,
  polar,
  polygon,
  rect,
  repeat,
  ring,
  scatter,
  sector,
  stroke,
} from "#seeds/pictures/shapes.ts";

const green = oklch(0.58, 0.12, 148);

/** Each drawn within 140 by 140 around its middle; `a` leads, `b` answers, `c` is for details. */
const motifs: ((a: string, b: string, c: string) => string)[] = [
  (a, b) =>
    repeat(12, (i) => group(path("M-8 -46L8 -46L0 -70z", b), d`rotate(${i * 30})`)) + circle(0, 0, 40, a),
  (a, _b, c) =>
    path("M20 -60A62 62 0 1 0 20 60A62 62 0 0 1 20 -60z", a) + circle(34, -24, 6, c) + circle(50, 20, 5, c),
  (a, b, c) =>
    path("M-52 -30H36V20Q36 50 6 50H-22Q-52 50 -52 20z", a) +
    `<path d="M34 -18C72 -24 72 28 32 24" fill="none" stroke="${a}" stroke-width="12"/>` +
    ellipse(-8, -30, 44, 9, b) +
    stroke("M-22 -48q-8 -10 0 -20M6 -48q-8 -10 0 -20", c, 6),
  (a, b, c) =>
    path("M-62 -6L0 -62L62 -6z", a) +
    rect(-46, -8, 92, 64, b) +
    rect(-12, 14, 28, 42, a) +
    rect(-36, 8, 18, 20, c) +
    rect(24, 8, 14, 20, c),
  (a, b, c) =>
    path("M-66 0C-30 -48 20 -44 44 0C20 44 -30 48 -66 0z", a) +
    path("M36 0L68 -30L68 30z", b) +
    circle(-36, -8, 8, c) +
    repeat(3, (i) => path(d`M${-14 + i * 18} -24q16 24 0 48`, "none", `stroke="${b}" stroke-width="6"`)),
  (a, b) =>
    path("M0 56C-70 8 -66 -48 -28 -50C-10 -50 0 -36 0 -26C0 -36 10 -50 28 -50C66 -48 70 8 0 56z", a) +
    path("M-40 -16C-40 -32 -30 -38 -22 -38", "none", `stroke="${b}" stroke-width="8" stroke-linecap="round"`),
  (a, b, c) =>
    circle(0, 0, 58, a) +
    circle(0, 0, 46, b) +
    stroke("M0 0V-32M0 0L22 14", c, 8) +
    repeat(12, (i) => circle(polar(0, 0, 38, i * 30)[0], polar(0, 0, 38, i * 30)[1], 3, c)),
  (a, b, c) =>
    ring(-34, 24, 28, c, 7) +
    ring(36, 24, 28, c, 7) +
    stroke("M-34 24L-12 -16H24L2 24H-34M24 -16L36 24M24 -16L18 -34H32M-12 -16L-18 -30", a, 8) +
    stroke("M-30 -30H-8", b, 9),
  (a, b, c) =>
    rect(-52, -58, 88, 116, a, 'rx="6"') +
    rect(-52, -58, 18, 116, b) +
    rect(-20, -32, 40, 12, c) +
    rect(-20, -10, 28, 8, c) +
    rect(36, -50, 10, 104, c),
  (a, b) =>
    stroke("M0 60C-6 20 4 -20 0 -56", b, 7) +
    scatter(
      [
        [-4, 30, -58],
        [2, 14, 60],
        [0, -8, -56],
        [2, -24, 58],
        [0, -44, 0],
      ],
      ([x, y, t]) => group(leaf(44, 15, a), place(x, y, t)),
    ),
  (a, b, c) =>
    path("M-60 4A60 60 0 0 1 60 4z", a) +
    path("M-20 4A60 60 0 0 1 0 -56A60 60 0 0 1 20 4z", b) +
    stroke("M0 -60V44Q0 58 14 58T28 44", c, 7),
  (a, b, c) =>
    circle(0, 6, 46, a) +
    path(sector(0, 6, 46, -60, 110), lift(a, -0.06)) +
    stroke("M0 -40Q2 -54 12 -60", c, 7) +
    group(leaf(40, 14, b), place(6, -46, 62)),
  (a, b, c) =>
    repeat(6, (i) => group(ellipse(0, -34, 17, 26, i % 2 ? a : mix(a, c, 0.25)), d`rotate(${i * 60})`)) +
    circle(0, 0, 18, b),
  (a, b, c) =>
    rect(-60, -44, 120, 92, a, 'rx="10"') +
    rect(-60, -44, 120, 24, b, 'rx="10"') +
    repeat(12, (i) =>
      rect(-48 + (i % 4) * 26, -10 + Math.floor(i / 4) * 18, 17, 11, i === 6 ? b : c, 'rx="3"'),
    ) +
    stroke("M-32 -56v22M32 -56v22", c, 9),
  (a, b, c) =>
    path("M0 -64C36 -16 46 6 46 22A46 46 0 0 1 -46 22C-46 6 -36 -16 0 -64z", a) +
    path("M-24 22A24 24 0 0 0 0 46", "none", `stroke="${c}" stroke-width="8" stroke-linecap="round"`) +
    circle(30, -44, 9, b),
  (a, b, c) =>
    circle(-26, 36, 20, a) +
    circle(38, 22, 20, a) +
    stroke("M-10 36V-44L54 -56V22", a, 11) +
    stroke("M-10 -24L54 -36", a, 9) +
    circle(-48, -34, 8, b) +
    circle(-30, -54, 5, c),
  (a, b, c) =>
    rect(-64, -4, 128, 40, a, 'rx="8"') +
    rect(-64, -44, 10, 96, c, 'rx="5"') +
    rect(-50, -22, 40, 22, b, 'rx="8"') +
    rect(54, 0, 10, 52, c, 'rx="5"'),
  (a, b, c) =>
    ellipse(0, 10, 66, 46, c) +
    ellipse(0, 6, 66, 44, b) +
    ellipse(0, 4, 48, 30, c) +
    path("M-34 2C-24 -22 6 -28 20 -14C40 -12 44 14 24 20C4 30 -36 26 -34 2z", a) +
    ellipse(14, 6, 13, 10, green),
  (a, b, c) =>
    path("M-40 -50L40 -50L28 56L-28 56z", a) +
    rect(-46, -58, 92, 18, b, 'rx="5"') +
    circle(0, 2, 20, c) +
    path(sector(0, 2, 20, 0, 180), b),
  (a, b, c) =>
    circle(0, 0, 56, a) +
    path(sector(0, 0, 56, -30, 90), b) +
    path(sector(0, 0, 56, 90, 210), c) +
    circle(0, 0, 14, a),
  (a, b, c) =>
    rect(-34, -64, 68, 128, a, 'rx="14"') +
    rect(-26, -50, 52, 92, c, 'rx="5"') +
    circle(0, 53, 6, c) +
    stroke("M-12 -8l10 12l18 -22", b, 9),
  (a, b, c) =>
    polygon(
      Array.from({ length: 10 }, (_, i) => polar(0, 0, i % 2 ? 28 : 64, i * 36 - 90)),
      a,
    ) +
    circle(0, 0, 13, b) +
    circle(0, 0, 5, c),
  (a, b, c) =>
    rect(-58, -20, 116, 66, a, 'rx="12"') +
    `<path d="M-24 -22V-44H24V-22" fill="none" stroke="${b}" stroke-width="10"/>` +
    rect(-58, 4, 116, 10, b) +
    rect(-9, -2, 18, 22, c, 'rx="4"'),
  (a, b, c) =>
    path("M-60 40Q-60 -40 0 -40Q60 -40 60 40z", a) +
    repeat(4, (i) => stroke(d`M${-36 + i * 24} 32V${-10 - (i % 3 ? 14 : 0)}`, b, 8)) +
    rect(-66, 36, 132, 16, c, 'rx="8"'),
];

export const quilt: Scene = {
  width: 1600,
  height: 1200,
  draw(stage: Stage) {
    const { width, height, random, palette } = stage;
    const { paper, soft, main, deep, hot, glow, cool, ink, earth } = palette;
    const grounds: [ground: string, a: string, b: string, c: string][] = [
      [paper, hot, glow, deep],
      [deep, glow, hot, paper],
      [hot, paper, glow, deep],
      [glow, deep, hot, paper],
      [soft, deep, hot, paper],
      [main, paper, glow, ink],
      [mix(cool, paper, 0.1), glow, paper, ink],
      [mix(earth, paper, 0.35), deep, hot, paper],
      [mix(hot, paper, 0.62), hot, deep, paper],
    ];
    const [columns, rows, size] = [8, 6, 200];
    const order = [...random.shuffled(motifs), ...random.shuffled(motifs)];
    let previous: number[] = [];
    const squares = Array.from({ length: columns * rows }, (_, i) => {
      const [x, y] = [(i % columns) * size, Math.floor(i / columns) * size];
      let choice = random.whole(0, grounds.length - 1);
      while (choice === previous[i - 1] || choice === previous[i - columns])
        choice = (choice + 1) % grounds.length;
      previous = [...previous, choice];
      const [ground, a, b, c] = grounds[choice] as (typeof grounds)[number];
      const cell = rect(x, y, size + 1, size + 1, ground);
      const inset = random.whole(0, 4);
      const frame =
        inset === 0
          ? circle(x + size / 2, y + size / 2, 92, mix(ground, a, 0.16))
          : inset === 1
            ? path(sector(x, y + size, size, -90, 0), mix(ground, a, 0.14))
            : inset === 2
              ? clipped(
                  `cell${i}`,
                  rect(x, y, size, size, ink),
                  repeat(8, (k) =>
                    stroke(d`M${x - 100 + k * 44} ${y + size}l110 -${size}`, mix(ground, a, 0.14), 12),
                  ),
                )
              : "";
      return (
        cell +
        frame +
        group(
          (order[i % order.length] as (typeof motifs)[number])(a, b, c),
          place(x + size / 2, y + size / 2, 0, 1.02),
        )
      );
    });
    return rect(0, 0, width, height, paper) + squares.join("");
  },
};
