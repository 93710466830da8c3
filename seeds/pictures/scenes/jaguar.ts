/** The face of a jaguar among leaves, symmetrical as a mask. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
import { bananaLeaf, leaf, monstera } from "#seeds/pictures/plants.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  clipped,
  ellipse,
  group,
  mirrored,
  path,
  place,
  rect,
  repeat,
  ring,
  stroke,
} from "#seeds/pictures/shapes.ts";

/** A rosette: a broken ring around a warm heart. */
const rosette = (x: number, y: number, size: number, turn: number, dark: string, warm: string) =>
  group(
    ellipse(0, 0, size * 0.8, size * 0.66, warm) +
      `<ellipse rx="${size}" ry="${size * 0.84}" fill="none" stroke="${dark}" stroke-width="${size * 0.52}" stroke-dasharray="${size * 1.7} ${size * 0.34} ${size * 0.9} ${size * 0.5} ${size * 1.3} ${size * 0.4}"/>`,
    place(x, y, turn),
  );

function face({ palette }: Stage): string {
  const { ink, glow, hot, paper, cool, earth } = palette;
  const gold = mix(oklch(0.78, 0.14, 74), glow, 0.35);
  const tan = mix(gold, earth, 0.55);
  const cream = mix(paper, gold, 0.14);
  const warm = mix(gold, hot, 0.45);
  const head =
    "M0 -392C110 -400 190 -372 250 -318C330 -262 372 -150 366 -30C362 70 330 170 268 250C216 330 120 404 0 410z";
  const spots: [number, number, number][] = [
    [44, -330, 15],
    [98, -344, 18],
    [44, -268, 17],
    [110, -282, 21],
    [172, -304, 20],
    [50, -204, 16],
    [116, -216, 18],
    [186, -236, 22],
    [246, -254, 19],
  ];
  const cheeks: [number, number, number, number][] = [
    [300, -176, 26, 20],
    [330, -92, 25, 80],
    [276, -10, 22, 60],
    [334, 4, 24, 130],
    [270, 78, 25, 40],
    [312, 112, 20, 200],
    [238, 156, 22, 90],
    [268, 206, 18, 20],
  ];
  const half =
    circle(262, -332, 108, ink) +
    circle(262, -332, 84, gold) +
    path("M204 -300C196 -360 232 -398 280 -396C310 -350 296 -300 262 -270z", mix(ink, hot, 0.35)) +
    circle(300, -384, 30, cream) +
    path(head, gold) +
    path(
      "M250 -318C330 -262 372 -150 366 -30C362 70 330 170 268 250C216 330 120 404 0 410V330C140 320 240 220 276 90C310 -40 300 -200 250 -318z",
      tan,
    ) +
    spots
      .map(([x, y, r]) => ellipse(x, y, r * 1.1, r * 0.8, ink, `transform="rotate(${-x / 4} ${x} ${y})"`))
      .join("") +
    cheeks.map(([x, y, r, t]) => rosette(x, y, r * 0.82, t, ink, warm)).join("") +
    path("M70 -92C110 -150 196 -158 252 -104C226 -62 142 -48 70 -92z", cream) +
    path("M58 -80C92 -156 206 -172 266 -104C232 -42 120 -26 58 -80z", ink) +
    path("M84 -86C118 -134 200 -142 238 -102C208 -64 130 -54 84 -86z", mix(glow, paper, 0.35)) +
    circle(160, -98, 39, mix(oklch(0.7, 0.15, 125), cool, 0.2)) +
    circle(160, -98, 26, mix(oklch(0.82, 0.15, 115), glow, 0.4)) +
    ellipse(160, -98, 14, 34, ink) +
    circle(172, -114, 9, paper) +
    path("M58 -80C40 -40 44 0 60 50L38 60C20 10 20 -50 40 -94z", ink) +
    path("M0 -232C26 -200 40 -140 44 -70C50 0 66 40 84 84L0 104z", lift(gold, 0.03)) +
    path("M0 130C60 116 150 130 186 196C204 262 150 320 80 316C40 314 10 292 0 270z", cream) +
    path(
      "M186 196C204 262 150 320 80 316C110 300 150 270 150 176C164 180 176 186 186 196z",
      mix(cream, tan, 0.5),
    ) +
    path("M0 296C30 318 70 322 104 316C96 366 50 396 0 396z", cream) +
    path("M0 300C26 318 60 322 92 320C80 348 40 356 0 354z", mix(ink, hot, 0.55)) +
    path("M0 88C60 80 104 92 98 124C88 166 40 186 0 200z", mix(hot, ink, 0.25)) +
    path("M0 88C60 80 104 92 98 124C96 132 92 139 87 146C70 120 30 112 0 112z", mix(hot, paper, 0.25)) +
    ellipse(52, 148, 19, 12, ink) +
    stroke("M0 198V272C26 312 76 316 116 292", ink, 11) +
    repeat(9, (i) =>
      circle(58 + (i % 3) * 36 + Math.floor(i / 3) * 8, 206 + Math.floor(i / 3) * 28, 6, ink),
    ) +
    repeat(4, (i) =>
      stroke(
        `M${96 + i * 14} ${200 + i * 28}Q${280} ${160 + i * 44} ${430 - i * 6} ${150 + i * 66}`,
        paper,
        5,
      ),
    );
  return mirrored(half);
}

export const jaguar: Scene = {
  width: 1200,
  height: 1600,
  draw(stage) {
    const { width, height, palette } = stage;
    const { deep, main, soft, hot, glow, ink, paper, cool } = palette;
    const green = mix(oklch(0.5, 0.11, 155), main, 0.3);
    const at = (drawing: string, x: number, y: number, angle: number, scale = 1) =>
      group(drawing, place(x, y, angle, scale));
    const both = (drawing: string) => group(mirrored(drawing), place(600, 800));
    const flower =
      repeat(6, (i) => at(leaf(112, 40, i % 2 ? hot : mix(hot, paper, 0.25)), 0, 0, i * 60)) +
      circle(0, 0, 24, glow) +
      repeat(6, (i) => circle(Math.cos(i * 1.047) * 12, Math.sin(i * 1.047) * 12, 4, hot));
    const body = "M-330 1700C-350 1500 -290 1290 -180 1190H180C290 1290 350 1500 330 1700z";
    return (
      rect(0, 0, width, height, mix(deep, ink, 0.3)) +
      [0, 1, 2]
        .map((i) =>
          ring(600, 700, 540 - i * 34, [mix(deep, main, 0.4), mix(hot, glow, 0.3), glow][i] as string, 18),
        )
        .join("") +
      circle(600, 700, 454, mix(hot, deep, 0.12)) +
      repeat(24, (i) =>
        stroke(
          `M${600 + Math.cos(i * 0.2618) * 300} ${700 + Math.sin(i * 0.2618) * 300}L${600 + Math.cos(i * 0.2618) * 430} ${700 + Math.sin(i * 0.2618) * 430}`,
          mix(hot, glow, 0.35),
          9,
        ),
      ) +
      both(
        at(bananaLeaf(560, 110, mix(green, deep, 0.3), deep), 420, 200, 78) +
          at(bananaLeaf(560, 110, mix(green, ink, 0.35), deep), 330, 440, 112) +
          at(bananaLeaf(520, 110, mix(green, deep, 0.45), deep), 470, 40, 40),
      ) +
      clipped(
        "body",
        path(body, ink, 'transform="translate(600 0)"'),
        rect(200, 1100, 800, 600, mix(oklch(0.74, 0.13, 70), glow, 0.25)) +
          repeat(30, (i) =>
            rosette(
              280 + (i % 6) * 128 + (Math.floor(i / 6) % 2) * 60,
              1200 + Math.floor(i / 6) * 92,
              30,
              i * 47,
              ink,
              mix(hot, glow, 0.4),
            ),
          ) +
          rect(490, 1160, 220, 500, mix(paper, glow, 0.2), 'rx="110"'),
      ) +
      at(face(stage), 600, 760, 0, 1.12) +
      both(
        at(monstera(440, green, soft), 330, 620, 26) +
          at(bananaLeaf(640, 130, mix(green, cool, 0.25), deep), 190, 930, 38) +
          at(monstera(400, mix(green, deep, 0.35), green), 480, 760, 58) +
          at(monstera(360, lift(green, 0.08), deep), 130, 830, 8) +
          at(leaf(360, 80, lift(green, 0.03)), 40, 860, 22),
      ) +
      both(
        at(monstera(340, green, soft), 640, -560, -112) +
          at(monstera(300, mix(green, deep, 0.4), green), 470, -800, -158),
      ) +
      at(flower, 250, 1290, 10, 1.2) +
      at(flower, 950, 1290, -10, 1.2) +
      at(flower, 600, 1440, 0, 1.35) +
      at(flower, 90, 420, 0, 0.9) +
      at(flower, 1110, 420, 0, 0.9)
    );
  },
};
