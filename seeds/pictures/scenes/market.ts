/** A market stall: striped awning, crates of fruit, hanging scales, the seller behind. */
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
  polygon,
  rect,
  repeat,
  sector,
  stroke,
} from "#seeds/pictures/shapes.ts";

const green = oklch(0.58, 0.13, 145);

type Good = (stage: Stage) => string;

/** Goods by kind, each drawn around its own middle with a radius of about 30. */
const goods: Record<string, Good> = {
  orange: ({ palette: { hot, glow, paper } }) => {
    const skin = mix(hot, glow, 0.5);
    return (
      circle(0, 0, 31, skin) +
      path(sector(0, 0, 31, -50, 110), lift(skin, -0.06)) +
      circle(-9, -10, 6, mix(skin, paper, 0.55)) +
      circle(6, -18, 4, green)
    );
  },
  tomato: ({ palette: { paper } }) => {
    const red = oklch(0.6, 0.2, 28);
    return (
      ellipse(0, 0, 32, 28, red) +
      path("M6 -27C30 -24 34 10 14 26C22 6 20 -14 6 -27z", lift(red, -0.08)) +
      circle(-12, -8, 6, mix(red, paper, 0.5)) +
      repeat(5, (i) => group(leaf(18, 4, green), place(2, -18, i * 72)))
    );
  },
  lime: ({ palette: { glow, paper } }) => {
    const skin = mix(green, glow, 0.35);
    return (
      ellipse(0, 0, 30, 26, skin) +
      path("M4 -26C28 -22 34 10 8 25C20 6 18 -12 4 -26z", lift(skin, -0.07)) +
      circle(-10, -8, 5, mix(skin, paper, 0.5))
    );
  },
  mango: ({ palette: { hot, glow, paper } }) =>
    ellipse(0, 0, 36, 27, glow, 'transform="rotate(-24)"') +
    path("M6 -30C34 -30 38 4 14 24C28 4 20 -16 -4 -24z", mix(hot, glow, 0.3)) +
    ellipse(-14, -4, 5, 9, mix(glow, paper, 0.6), 'transform="rotate(24 -14 -4)"'),
  grape: ({ palette: { main, deep, paper } }) =>
    repeat(6, (i) => {
      const [x, y] = [
        [-16, -14],
        [4, -18],
        [20, -10],
        [-8, 4],
        [12, 6],
        [2, 20],
      ][i] as [number, number];
      return (
        circle(x, y, 14, i % 2 ? oklch(0.42, 0.13, 320) : mix(oklch(0.42, 0.13, 320), deep, 0.3)) +
        circle(x - 4, y - 5, 3, mix(main, paper, 0.7))
      );
    }),
  lettuce: ({ palette: { glow } }) =>
    repeat(6, (i) =>
      group(
        path("M0 6C-28 -4 -26 -38 0 -42C26 -38 28 -4 0 6z", mix(green, glow, 0.12 + (i % 3) * 0.16)),
        place(0, 4, i * 60),
      ),
    ) + circle(0, 0, 12, mix(green, glow, 0.55)),
};

function crate(stage: Stage, kind: string, x: number, y: number, wide: number): string {
  const { random, palette } = stage;
  const { earth, ink, paper } = palette;
  const wood = mix(earth, paper, 0.16);
  const item = goods[kind] as Good;
  const count = Math.floor(wide / 52);
  const heap = [0, 1, 2]
    .map((row) =>
      repeat(count - row, (i) =>
        group(
          item(stage),
          place(
            x + wide / 2 + (i - (count - row - 1) / 2) * 51 + random.between(-4, 4),
            y - 6 - row * 34 + random.between(-4, 4),
            random.between(-20, 20),
          ),
        ),
      ),
    )
    .reverse()
    .join("");
  return (
    rect(x, y - 20, wide, 60, mix(wood, ink, 0.5)) +
    heap +
    rect(x - 6, y + 6, wide + 12, 34, wood) +
    rect(x - 6, y + 46, wide + 12, 34, mix(wood, ink, 0.08)) +
    rect(x - 6, y + 6, wide + 12, 5, lift(wood, 0.04)) +
    rect(x - 2, y - 4, 26, 90, mix(wood, ink, 0.2)) +
    rect(x + wide - 24, y - 4, 26, 90, mix(wood, ink, 0.2)) +
    group(
      rect(-38, -26, 76, 52, paper, 'rx="5"') +
        rect(-38, -26, 76, 13, mix(ink, paper, 0.25), 'rx="5"') +
        stroke("M-20 4h40M-14 15h28", mix(ink, paper, 0.4), 6),
      place(x + wide / 2, y + 42, random.between(-4, 4)),
    )
  );
}

function seller({ palette }: Stage): string {
  const { earth, ink, paper, main, hot, glow } = palette;
  const skin = mix(earth, oklch(0.5, 0.09, 45), 0.5);
  return (
    path("M-150 240C-160 60 -110 0 -50 -16H50C110 0 160 60 150 240z", paper) +
    repeat(7, (i) => rect(-140 + i * 44, -20, 16, 270, mix(main, paper, 0.35), 'opacity=".7"')) +
    path("M-84 240V60C-84 50 -70 44 -50 44H50C70 44 84 50 84 60V240z", hot) +
    stroke("M-60 50L-44 -14M60 50L44 -14", hot, 16) +
    rect(-40, 130, 80, 60, lift(hot, -0.08), 'rx="8"') +
    path("M-30 -60H30V-10Q0 20 -30 -10z", mix(skin, ink, 0.18)) +
    ellipse(0, -108, 62, 70, skin) +
    path("M8 -178C60 -174 74 -110 54 -70C40 -44 20 -38 6 -38C36 -80 36 -140 8 -178z", mix(skin, ink, 0.14)) +
    path(
      "M-66 -110C-76 -190 -30 -204 0 -202C40 -204 76 -190 66 -110C56 -150 30 -160 0 -160C-30 -160 -56 -150 -66 -110z",
      ink,
    ) +
    path("M-74 -148C-60 -216 60 -216 74 -148C40 -166 -40 -166 -74 -148z", glow) +
    path("M50 -176L104 -196L92 -150z", glow) +
    circle(-24, -104, 6, ink) +
    circle(24, -104, 6, ink) +
    stroke("M-22 -74Q0 -54 22 -74", ink, 6) +
    circle(-40, -84, 11, hot, 'opacity=".4"') +
    circle(40, -84, 11, hot, 'opacity=".4"') +
    stroke("M-128 70C-200 110 -230 60 -236 -10", skin, 34) +
    stroke("M-110 30C-150 60 -176 80 -190 88", paper, 50) +
    circle(-236, -20, 24, skin)
  );
}

export const market: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, palette } = stage;
    const { soft, paper, main, deep, hot, glow, ink, earth, cool } = palette;
    const wall = mix(soft, main, 0.14);
    const stripes = 14;
    const awning = repeat(stripes, (i) => {
      const [x, step] = [150, 1300 / stripes];
      const fill = i % 2 ? paper : hot;
      return (
        polygon(
          [
            [x + 60 + i * ((1300 - 120) / stripes), 130],
            [x + 60 + (i + 1) * ((1300 - 120) / stripes), 130],
            [x + (i + 1) * step, 350],
            [x + i * step, 350],
          ],
          fill,
        ) +
        path(
          d`M${x + i * step} 350H${x + (i + 1) * step}V386A${step / 2} ${step / 2} 0 0 1 ${x + i * step} 386z`,
          lift(fill, -0.05),
        )
      );
    });
    const scale =
      stroke("M0 0V60", ink, 7) +
      circle(0, 100, 54, mix(cool, deep, 0.2)) +
      circle(0, 100, 43, paper) +
      repeat(8, (i) => group(rect(-2, -36, 4, 11, ink), place(0, 100, i * 45))) +
      stroke("M0 100L20 76", hot, 6) +
      stroke("M0 154L-66 216M0 154L66 216M0 154V216", ink, 4) +
      path("M-78 212H78C70 250 30 258 0 258C-30 258 -70 250 -78 212z", mix(soft, ink, 0.3));
    const hand = (x: number, y: number) =>
      group(
        repeat(7, (i) =>
          group(
            path(
              "M-8 0C-16 60 0 110 30 136C38 128 36 120 34 114C18 84 14 40 14 0z",
              i % 2 ? glow : lift(glow, -0.05),
            ),
            place(0, 0, 44 - i * 16),
          ),
        ) + rect(-12, -22, 24, 28, mix(green, earth, 0.4), 'rx="6"'),
        place(x, y),
      );
    const tiles = repeat(30, (i) => {
      const [x, y] = [(i % 10) * 160, 380 + Math.floor(i / 10) * 160];
      const turn = (i * 7 + Math.floor(i / 3)) % 4;
      const at = [
        [x, y],
        [x + 160, y],
        [x + 160, y + 160],
        [x, y + 160],
      ][turn] as [number, number];
      return path(sector(at[0], at[1], 160, turn * 90, turn * 90 + 90, 80), mix(wall, paper, 0.4));
    });
    const basket =
      path("M-120 -40H120L96 80Q92 90 80 90H-80Q-92 90 -96 80z", mix(earth, ink, 0.22)) +
      clipped(
        "basket",
        path("M-120 -40H120L96 80Q92 90 80 90H-80Q-92 90 -96 80z", ink),
        repeat(5, (r) =>
          repeat(12, (i) =>
            rect(-126 + i * 22 + (r % 2) * 11, -34 + r * 25, 15, 15, mix(earth, paper, 0.2), 'rx="5"'),
          ),
        ),
      ) +
      rect(-130, -54, 260, 26, mix(earth, ink, 0.35), 'rx="13"') +
      stroke("M-100 -50C-90 -220 90 -220 100 -50", mix(earth, ink, 0.35), 16);
    return (
      rect(0, 0, width, height, wall) +
      tiles +
      repeat(2, (i) =>
        stroke(
          d`M${-20} ${20 + i * 40}Q400 ${150 + i * 40} 800 ${40 + i * 30}T1620 ${20 + i * 40}`,
          paper,
          4,
        ),
      ) +
      rect(0, 1010, width, 190, mix(earth, ink, 0.34)) +
      rect(0, 1010, width, 16, mix(earth, ink, 0.2)) +
      repeat(9, (i) => stroke(d`M${i * 200 - 60} 1200L${i * 180 + 60} 1030`, mix(earth, ink, 0.46), 5)) +
      stroke("M0 1096H1600", mix(earth, ink, 0.46), 5) +
      rect(206, 300, 26, 800, mix(earth, ink, 0.5)) +
      rect(1368, 300, 26, 800, mix(earth, ink, 0.5)) +
      rect(232, 386, 1136, 330, mix(deep, ink, 0.4), 'opacity=".3"') +
      group(scale, place(1180, 380)) +
      [330, 450, 1010].map((x) => stroke(d`M${x} 370v60`, ink, 5) + hand(x, 448)).join("") +
      group(seller(stage), place(720, 590, 0, 1.02)) +
      awning +
      rect(200, 116, 1200, 24, mix(hot, ink, 0.3), 'rx="8"') +
      crate(stage, "orange", 250, 730, 330) +
      crate(stage, "lettuce", 620, 730, 330) +
      crate(stage, "grape", 990, 730, 340) +
      rect(226, 810, 1150, 34, mix(earth, ink, 0.42)) +
      crate(stage, "tomato", 240, 902, 350) +
      crate(stage, "lime", 620, 902, 340) +
      crate(stage, "mango", 990, 902, 350) +
      rect(216, 982, 1170, 130, mix(cool, deep, 0.3)) +
      repeat(14, (i) => path(sector(258 + i * 84, 1112, 40, 180, 360), i % 2 ? glow : paper)) +
      rect(216, 982, 1170, 14, mix(cool, deep, 0.05)) +
      ellipse(130, 1130, 130, 16, ink, 'opacity=".3"') +
      repeat(5, (i) => group((goods.mango as Good)(stage), place(66 + i * 32, 1000 - (i % 2) * 18, i * 40))) +
      group(basket, place(130, 1046)) +
      ellipse(1490, 1150, 100, 14, ink, 'opacity=".3"') +
      path(
        "M1410 1010C1400 1110 1420 1150 1490 1150C1560 1150 1580 1110 1570 1010z",
        mix(earth, paper, 0.35),
      ) +
      path("M1520 1010C1530 1110 1520 1140 1490 1150C1560 1150 1580 1110 1570 1010z", mix(earth, ink, 0.1)) +
      ellipse(1490, 1010, 80, 22, mix(earth, ink, 0.5)) +
      repeat(9, (i) =>
        ellipse(
          1436 + (i % 5) * 27,
          1004 - Math.floor(i / 5) * 12,
          17,
          11,
          mix(earth, ink, i % 2 ? 0.55 : 0.7),
        ),
      )
    );
  },
};
