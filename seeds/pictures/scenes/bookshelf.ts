/** Shelves of books with keepsakes, a trailing plant and a sleeping cat. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
import { leaf, pot } from "#seeds/pictures/plants.ts";
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
  ring,
  sector,
  stroke,
} from "#seeds/pictures/shapes.ts";

const shelves = [392, 772, 1152] as const;

function spine(
  { random, palette }: Stage,
  x: number,
  base: number,
  across: number,
  tall: number,
  cover: string,
): string {
  const { paper, glow, ink } = palette;
  const y = base - tall;
  const print = random.chance(0.5)
    ? mix(cover, paper, 0.78)
    : random.chance(0.5)
      ? glow
      : mix(cover, ink, 0.5);
  const mid = x + across / 2;
  const marks = [
    () =>
      rect(x, y + 26, across, 8, print) +
      rect(x, y + 42, across, 4, print) +
      rect(x, y + tall - 50, across, 8, print),
    () =>
      rect(x + across * 0.28, y + 40, across * 0.44, tall * 0.42, print, 'rx="3"') +
      circle(mid, y + tall - 40, across * 0.18, print),
    () =>
      repeat(3, (i) => rect(mid - across * 0.2, y + 34 + i * 22, across * 0.4, 9, print)) +
      rect(x, y + tall - 34, across, 12, print),
    () =>
      repeat(4, (i) =>
        path(sector(mid, y + 50 + i * (tall / 5.4), across * 0.3, i % 2 ? 0 : 180, i % 2 ? 180 : 360), print),
      ),
    () =>
      rect(x, y, across, 34, print) +
      rect(x, y + tall - 34, across, 34, print) +
      rect(mid - 3, y + 58, 6, tall - 116, print),
    () =>
      circle(mid, y + tall * 0.3, across * 0.26, print) +
      rect(mid - across * 0.16, y + tall * 0.5, across * 0.32, tall * 0.26, print),
  ];
  return (
    rect(x, y, across, tall, cover) +
    random.pick(marks)() +
    rect(x + across * 0.84, y, across * 0.16, tall, ink, 'opacity=".14"') +
    rect(x, y, 3, tall, paper, 'opacity=".25"')
  );
}

function row(stage: Stage, from: number, to: number, base: number, covers: readonly string[]): string {
  const { random } = stage;
  let drawing = "";
  let last = "";
  for (let x = from; x < to - 34; ) {
    const across = Math.min(random.between(30, 66), to - x);
    let cover = random.pick(covers);
    if (cover === last) cover = random.pick(covers);
    last = cover;
    drawing += spine(stage, x, base, across, random.between(206, 306), cover);
    x += across + 2;
  }
  return drawing;
}

function cat({ palette }: Stage): string {
  const { ink, hot, earth, paper } = palette;
  const fur = mix(earth, hot, 0.45);
  const dark = lift(fur, -0.09);
  return (
    path("M-190 0C-214 -96 -110 -166 20 -160C150 -154 212 -84 200 0z", fur) +
    path("M120 -132C190 -104 208 -50 200 0H100C150 -30 150 -90 120 -132z", dark) +
    repeat(4, (i) => stroke(d`M${-20 + i * 46} -156q16 34 8 70`, dark, 13)) +
    path(
      "M-150 -16C-236 -20 -250 -84 -222 -122L-214 -172L-172 -138C-150 -142 -134 -140 -116 -132L-80 -158L-76 -106C-58 -60 -84 -12 -150 -16z",
      fur,
    ) +
    path("M-206 -156L-198 -136L-184 -142z", dark) +
    path("M-88 -146L-102 -132L-90 -122z", dark) +
    stroke("M-196 -84q14 13 28 0M-134 -80q14 13 28 0", ink, 6) +
    path("M-160 -62L-142 -62L-151 -52z", dark) +
    stroke("M-151 -52q-9 12 -18 5M-151 -52q9 12 18 5", ink, 4) +
    stroke("M200 -14C236 10 120 20 -20 4", dark, 28) +
    ellipse(-96, -6, 46, 15, mix(fur, paper, 0.35)) +
    stroke("M-172 -140q2 16 -2 26M-152 -142v26M-132 -138q-2 14 2 24", dark, 7)
  );
}

function trailing(deep: string, green: string): string {
  const vine = (data: string, leaves: readonly [number, number, number][]) =>
    stroke(data, deep, 5) +
    leaves
      .map(([x, y, a]) =>
        group(
          path("M0 0C-40 -4 -46 -48 0 -74C46 -48 40 -4 0 0z", green) +
            path("M0 0C40 -4 46 -48 0 -74z", lift(green, -0.06)),
          place(x, y, a),
        ),
      )
      .join("");
  return (
    vine("M-30 -14C-90 0 -104 60 -96 150C-92 200 -110 240 -100 300", [
      [-72, 4, -130],
      [-102, 60, 110],
      [-96, 110, -100],
      [-96, 160, 120],
      [-102, 214, -110],
      [-104, 260, 130],
      [-100, 300, 180],
    ]) +
    vine("M34 -14C86 6 92 70 82 130C78 160 92 180 88 210", [
      [66, 4, 120],
      [90, 56, -100],
      [86, 100, 110],
      [82, 146, -120],
      [88, 208, 176],
    ]) +
    repeat(5, (i) => group(leaf(110, 34, i % 2 ? green : lift(green, -0.05)), place(0, -10, -64 + i * 32)))
  );
}

export const bookshelf: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, palette } = stage;
    const { hot, glow, paper, deep, main, soft, cool, ink, earth } = palette;
    const green = mix(oklch(0.57, 0.12, 150), cool, 0.2);
    const wall = mix(deep, ink, 0.25);
    const wood = mix(earth, paper, 0.1);
    const covers = [
      hot,
      glow,
      paper,
      main,
      mix(main, soft, 0.6),
      cool,
      mix(hot, glow, 0.5),
      mix(earth, ink, 0.45),
      soft,
      lift(hot, -0.12),
      mix(cool, paper, 0.4),
    ];
    const globe =
      circle(0, -130, 96, mix(main, soft, 0.35)) +
      path("M-60 -190C-20 -216 20 -204 14 -170C6 -140 -40 -146 -50 -110C-58 -84 -84 -110 -90 -138z", green) +
      path("M30 -112C60 -124 84 -100 72 -74C58 -50 24 -60 20 -84z", green) +
      path(sector(0, -130, 96, -50, 130), ink, 'opacity=".14"') +
      path(
        "M-104 -190A120 120 0 0 0 60 -27",
        "none",
        `stroke="${glow}" stroke-width="9" stroke-linecap="round"`,
      ) +
      rect(-7, -34, 14, 26, glow) +
      path("M-60 0Q0 -26 60 0z", glow);
    const frame =
      rect(-92, -226, 184, 226, mix(earth, ink, 0.5)) +
      rect(-78, -212, 156, 198, paper) +
      rect(-62, -196, 124, 166, soft) +
      circle(14, -130, 34, hot) +
      path("M-62 -84Q-20 -130 20 -90T62 -94V-30H-62z", deep) +
      path("M-62 -60Q0 -90 62 -58V-30H-62z", main);
    const vase =
      path(
        "M-34 -170C-22 -140 -66 -110 -66 -60C-66 -20 -40 0 0 0C40 0 66 -20 66 -60C66 -110 22 -140 34 -170z",
        hot,
      ) +
      path(
        "M12 0C44 -4 66 -22 66 -60C66 -110 22 -140 34 -170H14C8 -130 40 -110 36 -60C34 -30 28 -12 12 0z",
        lift(hot, -0.08),
      ) +
      repeat(3, (i) => rect(-58 + Math.abs(i - 1) * 6, -86 + i * 24, 116 - Math.abs(i - 1) * 12, 7, glow)) +
      [
        [-60, -30],
        [-20, -8],
        [24, 12],
        [64, 32],
      ]
        .map(
          ([x, a]) =>
            stroke(
              d`M0 -170Q${(x as number) * 0.3} -240 ${x as number} ${-290 + Math.abs(a as number)}`,
              cool,
              5,
            ) +
            circle(x as number, -296 + Math.abs(a as number), 22, glow) +
            circle(x as number, -296 + Math.abs(a as number), 9, hot),
        )
        .join("");
    const radio =
      rect(-130, -150, 260, 150, mix(hot, glow, 0.45), 'rx="22"') +
      rect(-130, -30, 260, 30, ink, 'rx="14" opacity=".16"') +
      circle(-56, -78, 52, paper) +
      repeat(4, (i) => ring(-56, -78, 10 + i * 11, mix(earth, ink, 0.4), 4)) +
      rect(16, -126, 94, 36, paper, 'rx="5"') +
      stroke("M46 -120v24", hot, 5) +
      circle(38, -52, 17, deep) +
      circle(88, -52, 17, deep) +
      stroke("M80 -150L170 -250", ink, 6);
    const lying = (x: number, base: number) =>
      [
        [190, 40, deep],
        [164, 34, glow],
        [176, 44, hot],
      ].reduce(
        (all, [w, h, fill], i) =>
          all +
          rect(
            x - (w as number) / 2 + i * 6,
            base - ([40, 74, 118][i] as number),
            w as number,
            h as number,
            fill === deep ? mix(main, soft, 0.4) : (fill as string),
            'rx="5"',
          ) +
          rect(
            x + (w as number) / 2 - 40 + i * 6,
            base - ([40, 74, 118][i] as number),
            10,
            h as number,
            paper,
          ),
        "",
      );
    const board = shelves
      .map(
        (y) =>
          rect(0, y, width, 30, wood) +
          rect(0, y + 30, width, 12, mix(wood, ink, 0.5)) +
          rect(0, y + 42, width, 26, ink, 'opacity=".22"'),
      )
      .join("");
    return (
      rect(0, 0, width, height, wall) +
      rect(786, 0, 24, height, mix(wood, ink, 0.35)) +
      row(stage, 0, 470, shelves[0], covers) +
      group(pot(150, 110, hot), place(650, shelves[0] - 108)) +
      row(stage, 820, 1130, shelves[0], covers) +
      group(globe, place(1260, shelves[0])) +
      row(stage, 1390, 1600, shelves[0], covers) +
      group(vase, place(120, shelves[1], 0, 1.02)) +
      row(stage, 230, 470, shelves[1], covers) +
      lying(660, shelves[1]) +
      group(cat(stage), place(1070, shelves[1], 0, 1.12)) +
      row(stage, 1320, 1600, shelves[1], covers) +
      row(stage, 0, 300, shelves[2], covers) +
      group(radio, place(470, shelves[2], 0, 1.1)) +
      row(stage, 640, 786, shelves[2], covers) +
      row(stage, 830, 1180, shelves[2], covers) +
      group(frame, place(1310, shelves[2], 0, 1.1)) +
      row(stage, 1430, 1600, shelves[2], covers) +
      board +
      group(trailing(mix(green, ink, 0.3), green), place(650, shelves[0] - 112))
    );
  },
};
