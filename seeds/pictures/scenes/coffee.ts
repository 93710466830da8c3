/** A coffee table by a tiled wall: cup, moka pot, cheese rolls, a branch of coffee cherries. */
import { lift, mix } from "#seeds/pictures/colour.ts";
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

const table = 800;

function wall({ width, random, palette }: Stage): string {
  const { soft, paper, main } = palette;
  const size = 160;
  const line = mix(soft, paper, 0.4);
  const colours = [mix(soft, main, 0.14), mix(soft, main, 0.28), mix(soft, paper, 0.6)];
  return (
    rect(0, 0, width, table, soft) +
    repeat(50, (i) => {
      const [x, y] = [(i % 10) * size, Math.floor(i / 10) * size];
      const turn = random.whole(0, 3);
      const corner = [
        [x, y],
        [x + size, y],
        [x + size, y + size],
        [x, y + size],
      ][turn] as [number, number];
      const fill = random.pick(colours);
      return (
        path(sector(corner[0], corner[1], size, turn * 90, turn * 90 + 90), fill) +
        path(sector(corner[0], corner[1], size * 0.5, turn * 90, turn * 90 + 90), soft)
      );
    }) +
    repeat(11, (i) => rect(i * size - 2, 0, 4, table, line)) +
    repeat(6, (i) => rect(0, i * size - 2, width, 4, line))
  );
}

function moka({ palette }: Stage): string {
  const { ink, paper, soft, deep, hot } = palette;
  const metal = mix(soft, paper, 0.3);
  const [dim, dark] = [mix(metal, deep, 0.28), mix(metal, deep, 0.5)];
  const facets = (top: number, topY: number, low: number, lowY: number) =>
    [
      [-1, -0.42, metal],
      [-0.42, 0.3, lift(metal, 0.03)],
      [0.3, 0.72, dim],
      [0.72, 1, dark],
    ]
      .map(([from, to, fill]) =>
        polygon(
          [
            [top * (from as number), topY],
            [top * (to as number), topY],
            [low * (to as number), lowY],
            [low * (from as number), lowY],
          ],
          fill as string,
        ),
      )
      .join("");
  return (
    path("M96 -352C190 -356 214 -330 206 -250L188 -170L156 -172L168 -250C172 -296 168 -306 98 -304z", ink) +
    path("M-112 -372L-160 -346L-100 -300z", dim) +
    facets(118, -372, 78, -196) +
    facets(84, -182, 128, 0) +
    rect(-88, -200, 176, 22, dark, 'rx="6"') +
    path("M-118 -372L118 -372L40 -416L-40 -416z", dim) +
    path("M20 -372L118 -372L40 -416L14 -416z", dark) +
    path("M-18 -416V-432A18 18 0 0 1 18 -432V-416z", hot) +
    circle(-40, -84, 9, dark)
  );
}

function cup({ palette }: Stage): string {
  const { hot, paper, ink, deep, glow, earth } = palette;
  const body = "M-190 -230C-190 -90 -150 0 -60 0H60C150 0 190 -90 190 -230z";
  return (
    ellipse(30, 34, 400, 46, mix(earth, ink, 0.4)) +
    ellipse(0, 6, 340, 50, paper) +
    ellipse(0, 0, 340, 46, lift(paper, 0.02)) +
    ellipse(0, -4, 250, 30, mix(paper, deep, 0.16)) +
    path("M176 -200C300 -236 330 -80 150 -70L160 -104C270 -108 250 -186 172 -166z", hot) +
    path("M176 -200C300 -236 330 -80 150 -70L156 -92C290 -96 280 -206 174 -184z", lift(hot, -0.08)) +
    path(body, hot) +
    path("M60 0C150 0 190 -90 190 -230H80C84 -110 80 -40 20 0z", lift(hot, -0.08)) +
    clipped(
      "cup",
      path(body, hot),
      repeat(5, (i) => path(sector(-164 + i * 82, -96, 36, i % 2 ? 180 : 0, i % 2 ? 360 : 180), glow)) +
        rect(-190, -150, 380, 8, glow),
    ) +
    ellipse(0, -230, 190, 40, lift(hot, -0.1)) +
    ellipse(0, -226, 172, 32, mix(ink, earth, 0.2)) +
    path("M-172 -226A172 32 0 0 1 90 -253A190 50 0 0 0 -172 -226z", mix(ink, earth, 0.45)) +
    ellipse(-24, -220, 76, 12, mix(earth, paper, 0.25)) +
    ellipse(-14, -218, 40, 6, mix(ink, earth, 0.45))
  );
}

function rolls({ palette }: Stage): string {
  const { paper, deep, glow, earth, hot, ink } = palette;
  const crust = mix(glow, earth, 0.45);
  const roll = (x: number, y: number, r: number) =>
    circle(x, y, r, crust) +
    path(sector(x, y, r, -60, 110), lift(crust, -0.07)) +
    circle(x - r * 0.2, y - r * 0.22, r * 0.62, mix(crust, paper, 0.25)) +
    repeat(5, (i) =>
      ellipse(
        x - r * 0.42 + (i % 3) * r * 0.34,
        y - r * 0.36 + Math.floor(i / 2) * r * 0.28,
        r * 0.07,
        r * 0.05,
        mix(crust, hot, 0.35),
      ),
    );
  return (
    ellipse(14, 26, 236, 26, mix(earth, ink, 0.4)) +
    roll(-88, -54, 66) +
    roll(84, -52, 64) +
    roll(0, -66, 70) +
    roll(-30, -150, 62) +
    roll(62, -136, 54) +
    path("M-220 -18C-200 34 -120 34 0 34C120 34 200 34 220 -18z", paper) +
    path("M60 34C150 34 200 24 220 -18H120C116 10 96 26 60 34z", mix(paper, deep, 0.16)) +
    repeat(9, (i) => circle(-160 + i * 40, 4 + Math.abs(i - 4) * -1.6, 7, deep))
  );
}

export const coffee: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, palette } = stage;
    const { soft, paper, deep, earth, ink, hot, cool, main } = palette;
    const wood = mix(earth, ink, 0.14);
    const leafy = mix(cool, deep, 0.2);
    const steam = (x: number, y: number, size: number) =>
      stroke(
        d`M${x} ${y}c${-size} ${-size} ${size} ${-size * 1.6} 0 ${-size * 2.6}c${-size} ${-size} ${size * 0.8} ${-size * 1.5} 0 ${-size * 2.4}`,
        paper,
        15,
        'opacity=".85"',
      );
    const branch =
      stroke("M0 0C90 -30 190 -20 300 -70", mix(earth, ink, 0.6), 12) +
      [
        [60, -22, -60],
        [80, -18, 110],
        [160, -26, -40],
        [180, -24, 130],
        [280, -62, 70],
        [290, -66, 20],
      ]
        .map(([x, y, a]) => group(leaf(128, 34, leafy), place(x as number, y as number, a as number)))
        .join("") +
      [
        [110, 0],
        [140, -6],
        [122, 22],
        [214, -18],
        [238, -4],
        [226, 16],
        [30, 6],
      ]
        .map(
          ([x, y], i) =>
            circle(x as number, y as number, 21, i % 3 === 1 ? mix(hot, ink, 0.25) : hot) +
            circle((x as number) - 6, (y as number) - 7, 5, paper, 'opacity=".7"'),
        )
        .join("");
    return (
      wall(stage) +
      polygon(
        [
          [1010, 0],
          [1330, 0],
          [900, table],
          [500, table],
        ],
        paper,
        'opacity=".2"',
      ) +
      polygon(
        [
          [1390, 0],
          [1480, 0],
          [1090, table],
          [974, table],
        ],
        paper,
        'opacity=".2"',
      ) +
      rect(0, table, width, height, wood) +
      rect(0, table, width, 16, lift(wood, 0.06)) +
      repeat(5, (i) => stroke(d`M0 ${880 + i * 74}H${width}`, mix(wood, ink, 0.16), 4)) +
      polygon(
        [
          [360, table + 70],
          [1210, table + 70],
          [1330, height],
          [240, height],
        ],
        paper,
      ) +
      repeat(6, (i) =>
        polygon(
          [
            [402 + i * 142, table + 70],
            [460 + i * 142, table + 70],
            [450 + i * 182, height],
            [376 + i * 182, height],
          ],
          main,
          'opacity=".85"',
        ),
      ) +
      polygon(
        [
          [352, table + 108],
          [1220, table + 108],
          [1232, table + 146],
          [338, table + 146],
        ],
        mix(main, soft, 0.5),
        'opacity=".55"',
      ) +
      polygon(
        [
          [316, table + 214],
          [1256, table + 214],
          [1272, table + 262],
          [300, table + 262],
        ],
        mix(main, soft, 0.5),
        'opacity=".55"',
      ) +
      polygon(
        [
          [276, table + 340],
          [1296, table + 340],
          [1312, height],
          [260, height],
        ],
        mix(main, soft, 0.5),
        'opacity=".55"',
      ) +
      ellipse(316, table + 112, 190, 24, mix(wood, ink, 0.4)) +
      group(moka(stage), place(290, table + 110, 0, 1.28)) +
      group(rolls(stage), place(1310, table + 130, 0, 1.08)) +
      group(cup(stage), place(770, table + 240)) +
      steam(690, 720, 54) +
      steam(790, 700, 66) +
      steam(880, 724, 50) +
      group(branch, place(1130, table + 340, 8, 1.05)) +
      repeat(6, (i) =>
        group(
          ellipse(0, 0, 24, 16, mix(ink, earth, 0.18)) + stroke("M-22 0Q0 8 22 0", mix(ink, earth, 0.55), 3),
          place(150 + (i % 3) * 92 + (i > 2 ? 40 : 0), table + 258 + Math.floor(i / 3) * 60, i * 53),
        ),
      )
    );
  },
};
