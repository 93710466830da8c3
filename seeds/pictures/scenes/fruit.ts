/** A still life of Brazilian fruit on a tiled table. */
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
  rect,
  repeat,
  sector,
  stroke,
} from "#seeds/pictures/shapes.ts";

const table = 770;
const green = oklch(0.55, 0.12, 148);
const seed = oklch(0.27, 0.03, 60);

function pineapple(id: string, { palette }: Stage): string {
  const { glow, hot, ink } = palette;
  const skin = mix(glow, hot, 0.25);
  const body =
    "M0 0C-150 0 -176 -110 -170 -200C-164 -330 -110 -400 0 -400C110 -400 164 -330 170 -200C176 -110 150 0 0 0z";
  const crown = [-78, 78, -56, 56, -34, 34, -14, 14, 0].map((angle, i) =>
    group(leaf(170 + i * 17, 34, i % 2 ? green : lift(green, -0.07)), place(angle * 0.5, -382, angle)),
  );
  const net = repeat(15, (i) =>
    stroke(
      d`M${-420 + i * 56} 0L${-120 + i * 56} -400M${420 - i * 56} 0L${120 - i * 56} -400`,
      mix(skin, ink, 0.3),
      7,
    ),
  );
  const eyes = repeat(60, (i) =>
    circle(
      -170 + (i % 7) * 56 + (Math.floor(i / 7) % 2) * 28,
      -20 - Math.floor(i / 7) * 47,
      7,
      mix(skin, ink, 0.45),
    ),
  );
  return (
    crown.join("") +
    path(body, skin) +
    clipped(
      id,
      path(body, skin),
      path("M50 10C190 -60 190 -340 60 -410H220V10z", lift(skin, -0.08)) + net + eyes,
    )
  );
}

function mango({ palette }: Stage, ripe: string): string {
  const { hot, glow, paper } = palette;
  return (
    path(
      "M-10 -150C90 -170 170 -90 150 20C132 120 40 160 -50 140C-150 116 -176 30 -150 -50C-130 -112 -80 -140 -10 -150z",
      glow,
    ) +
    path(
      "M-10 -150C90 -170 170 -90 150 20C140 80 100 120 50 136C110 40 90 -90 -60 -132C-44 -142 -28 -148 -10 -150z",
      ripe,
    ) +
    path(
      "M40 -148C130 -130 166 -66 150 20C144 56 126 86 102 108C140 10 120 -90 40 -148z",
      mix(ripe, hot, 0.6),
    ) +
    ellipse(-70, -40, 20, 42, mix(glow, paper, 0.5), 'transform="rotate(24 -70 -40)"') +
    stroke("M-6 -150q-2 -26 12 -40", seed, 10)
  );
}

function cashew({ palette }: Stage): string {
  const { glow, ink, paper } = palette;
  const red = oklch(0.62, 0.2, 29);
  const body =
    "M0 -156C60 -166 116 -140 114 -84C112 -20 84 60 66 118C58 146 -58 146 -66 118C-84 60 -112 -20 -114 -84C-116 -140 -60 -166 0 -156z";
  return (
    group(
      path(
        "M-34 0C-60 40 -30 92 30 84C70 78 74 44 48 42C28 42 20 56 2 46C-10 38 0 14 24 2z",
        mix(ink, seed, 0.4),
      ) +
        path(
          "M-20 28C-24 56 0 72 30 68",
          "none",
          `stroke="${mix(seed, paper, 0.35)}" stroke-width="6" stroke-linecap="round"`,
        ),
      place(0, 124),
    ) +
    path(body, red) +
    path(
      "M30 -158C80 -162 116 -136 114 -84C112 -20 84 60 66 118C61 134 34 140 8 140C56 40 74 -60 30 -158z",
      lift(red, -0.07),
    ) +
    path("M-66 118C-58 146 58 146 66 118L82 66C44 98 -40 96 -82 66z", mix(glow, red, 0.12)) +
    ellipse(-62, -82, 17, 38, mix(red, paper, 0.55)) +
    stroke("M0 -156v-40", green, 14)
  );
}

function papaya({ palette }: Stage): string {
  const { hot, glow, paper } = palette;
  const flesh = mix(hot, glow, 0.4);
  return (
    path(
      "M-250 20C-240 -90 -120 -132 10 -122C150 -112 262 -60 258 10C252 80 140 128 0 124C-130 120 -244 100 -250 20z",
      mix(green, glow, 0.4),
    ) +
    path(
      "M-236 8C-220 -84 -116 -120 8 -110C140 -100 246 -54 242 4C234 66 132 108 0 106C-124 104 -236 86 -236 8z",
      mix(glow, paper, 0.2),
    ) +
    path(
      "M-216 6C-200 -72 -108 -104 8 -96C130 -86 226 -46 222 4C214 56 124 92 0 90C-116 88 -216 74 -216 6z",
      flesh,
    ) +
    path("M-140 4C-110 -52 60 -56 130 2C70 44 -90 50 -140 4z", lift(flesh, -0.1)) +
    repeat(
      19,
      (i) =>
        circle(-108 + (i % 10) * 24, -12 + Math.floor(i / 10) * 24 + (i % 2) * 9, 11, seed) +
        circle(-111 + (i % 10) * 24, -16 + Math.floor(i / 10) * 24 + (i % 2) * 9, 3, paper),
    )
  );
}

function passionFruit({ palette }: Stage): string {
  const { glow, main, deep, paper } = palette;
  const rind = mix(main, deep, 0.35);
  return (
    circle(0, 0, 118, rind) +
    circle(0, 0, 104, paper) +
    circle(0, 0, 88, glow) +
    repeat(20, (i) => group(ellipse(0, 0, 13, 8, seed), d`rotate(${i * 137.5}) translate(${14 + i * 3.4} 0)`))
  );
}

function bananas({ palette }: Stage): string {
  const { glow, ink } = palette;
  const one = (angle: number, fill: string) =>
    group(
      path("M0 0C-20 130 40 270 210 316C226 314 230 300 222 288C110 220 70 120 52 -6z", fill) +
        path("M26 -2C34 120 90 236 222 288C110 220 70 120 52 -6z", lift(fill, -0.07)) +
        path("M206 314l26 10l6 -26l-16 -12z", seed),
      place(0, 0, angle),
    );
  return (
    one(26, lift(glow, -0.03)) +
    one(6, glow) +
    one(-14, lift(glow, 0.02)) +
    path("M-6 10L4 -58H44L56 10z", mix(seed, ink, 0.3))
  );
}

export const fruit: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, palette } = stage;
    const { soft, paper, deep, main, hot, glow, ink, cool } = palette;
    const shadow = (x: number, y: number, rx: number) =>
      ellipse(x, y, rx, rx * 0.13, mix(deep, ink, 0.3), 'opacity=".55"');
    const cell = 100;
    const cloth = repeat(16 * 5, (i) => {
      const [x, y] = [(i % 16) * cell, table + 40 + Math.floor(i / 16) * cell];
      const odd = (i + Math.floor(i / 16)) % 2;
      return path(
        sector(odd ? x : x + cell, y, cell, odd ? 0 : 90, odd ? 90 : 180),
        odd ? main : mix(main, soft, 0.45),
      );
    });
    const bowl = (x: number, y: number) =>
      group(
        path("M-330 0C-320 150 -190 216 0 216C190 216 320 150 330 0z", deep) +
          path("M90 212C220 196 322 130 330 0H200C196 110 170 176 90 212z", mix(deep, ink, 0.35)) +
          repeat(9, (i) =>
            path(sector(-264 + i * 66, 66, 30, i % 2 ? 0 : 180, i % 2 ? 180 : 360), i % 2 ? glow : soft),
          ) +
          rect(-336, -12, 672, 24, mix(deep, soft, 0.25), 'rx="12"') +
          path("M-110 210L110 210L130 240L-130 240z", mix(deep, ink, 0.25)),
        place(x, y),
      );
    return (
      rect(0, 0, width, table + 40, mix(soft, paper, 0.15)) +
      circle(1080, 380, 320, mix(soft, glow, 0.5)) +
      path("M120 570V250A175 175 0 0 1 470 250V570z", mix(soft, main, 0.28)) +
      path("M150 545V250A145 145 0 0 1 440 250V545z", mix(main, soft, 0.45)) +
      circle(350, 300, 62, paper) +
      path("M150 545V430C220 396 330 440 440 400V545z", deep) +
      rect(288, 106, 14, 440, mix(soft, main, 0.28)) +
      rect(104, 545, 382, 26, mix(soft, main, 0.4)) +
      rect(0, table + 40, width, height, paper) +
      cloth +
      rect(0, table + 26, width, 22, mix(paper, deep, 0.2)) +
      shadow(640, 1050, 380) +
      group(pineapple("pineapple", stage), place(560, 800, -9, 1.12)) +
      group(bananas(stage), place(830, 540, -40, 1.05)) +
      group(mango(stage, mix(hot, glow, 0.35)), place(430, 760, -10, 1.05)) +
      group(mango(stage, mix(green, glow, 0.3)), place(840, 770, 24, 0.98)) +
      group(cashew(stage), place(640, 720, 158, 0.92)) +
      bowl(640, 820) +
      shadow(1180, 1010, 290) +
      group(papaya(stage), place(1180, 930, -7, 1.12)) +
      shadow(1010, 1140, 140) +
      group(passionFruit(stage), place(1000, 1060, 0, 0.94)) +
      shadow(1420, 1130, 130) +
      group(cashew(stage), place(1400, 1000, 74, 1)) +
      shadow(240, 1120, 150) +
      group(cashew(stage), place(250, 1010, -24, 1.02)) +
      group(leaf(190, 52, green), place(1270, 1130, 74)) +
      group(leaf(170, 46, lift(mix(green, cool, 0.3), -0.06)), place(1270, 1130, 116)) +
      group(leaf(150, 44, green), place(380, 1110, -96))
    );
  },
};
