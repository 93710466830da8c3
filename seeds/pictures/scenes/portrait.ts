/** A woman with closed eyes, her hair a garden: one half of the face in light, one in shade. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
import { leaf, monstera } from "#seeds/pictures/plants.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  clipped,
  d,
  ellipse,
  group,
  mirrored,
  path,
  place,
  polar,
  rect,
  repeat,
  ring,
  sector,
  stroke,
} from "#seeds/pictures/shapes.ts";

function hibiscus(petal: string, { palette }: Stage): string {
  const { glow, hot, paper } = palette;
  return (
    repeat(5, (i) =>
      group(
        path(
          "M0 0C-70 -30 -86 -110 -40 -138C-20 -150 -8 -138 0 -130C8 -138 20 -150 40 -138C86 -110 70 -30 0 0z",
          petal,
        ) +
          path("M0 0C70 -30 86 -110 40 -138C20 -150 8 -138 0 -130z", lift(petal, -0.05)) +
          stroke("M0 -20L-18 -90M0 -20L18 -90M0 -20V-100", mix(petal, paper, 0.4), 4),
        place(0, 0, i * 72),
      ),
    ) +
    circle(0, 0, 26, mix(petal, hot, 0.6)) +
    stroke("M0 0C16 -20 40 -40 70 -52", glow, 9) +
    repeat(5, (i) => circle(58 + (i % 2) * 14, -62 + i * 7, 7, glow))
  );
}

function head({ palette }: Stage): string {
  const { ink, hot, glow, paper, earth, deep } = palette;
  const skin = mix(earth, oklch(0.5, 0.09, 45), 0.55);
  const shade = mix(skin, ink, 0.22);
  const face =
    "M-170 -150C-176 20 -150 120 -90 186C-50 230 50 230 90 186C150 120 176 20 170 -150C150 -280 -150 -280 -170 -150z";
  const neck = "M-78 140V290C-78 330 -130 360 -200 380H200C130 360 78 330 78 290V140z";
  const brow = stroke("M42 -84C76 -112 122 -110 146 -86", ink, 13);
  const lid =
    path("M44 -30C70 -6 120 -6 146 -32C120 8 70 12 44 -30z", ink) +
    path("M44 -30C70 -64 124 -62 146 -32C120 -8 70 -6 44 -30z", mix(deep, skin, 0.35)) +
    repeat(5, (i) => stroke(d`M${62 + i * 18} ${-9 + Math.abs(i - 2) * -3}l${(i - 2) * 5 + 2} 20`, ink, 6));
  return (
    path(neck, skin) +
    clipped(
      "neck",
      path(neck, skin),
      rect(0, 100, 240, 300, shade) + path("M-100 130Q0 330 110 140z", mix(skin, ink, 0.34)),
    ) +
    path(face, skin) +
    clipped("face", path(face, skin), rect(0, -300, 240, 560, shade)) +
    mirrored(brow + lid) +
    path("M0 -60C8 -10 34 30 34 54C30 74 10 74 0 70z", mix(shade, ink, 0.12)) +
    stroke("M-30 56Q-16 70 0 66Q16 72 30 56", mix(skin, ink, 0.5), 7) +
    path("M-62 122C-40 104 -14 98 0 106C14 98 40 104 62 122C40 128 -40 128 -62 122z", lift(hot, -0.06)) +
    path("M-62 122C-34 170 34 170 62 122C30 130 -30 130 -62 122z", hot) +
    stroke("M-22 146Q0 152 18 144", mix(hot, paper, 0.4), 6) +
    ellipse(-100, 66, 34, 24, hot, 'opacity=".4"') +
    ellipse(100, 66, 34, 24, hot, 'opacity=".4"') +
    circle(0, -128, 9, glow) +
    mirrored(
      circle(186, 40, 16, glow) +
        ring(186, 110, 52, glow, 16) +
        path(sector(186, 110, 30, 0, 180), hot) +
        repeat(
          5,
          (i) =>
            stroke(d`M${158 + i * 14} ${166 - Math.abs(i - 2) * 5}v34`, glow, 6) +
            circle(158 + i * 14, 208 - Math.abs(i - 2) * 5, 8, hot),
        ),
    )
  );
}

export const portrait: Scene = {
  width: 1200,
  height: 1600,
  draw(stage) {
    const { width, height, random, palette } = stage;
    const { deep, main, soft, hot, glow, ink, paper, cool } = palette;
    const green = mix(oklch(0.52, 0.11, 155), cool, 0.3);
    const [x, y] = [600, 760];
    const at = (drawing: string, px: number, py: number, angle: number, scale = 1) =>
      group(drawing, place(px, py, angle, scale));
    const black = mix(ink, deep, 0.12);
    const curls = repeat(46, (i) => {
      const [cx, cy] = polar(x, y - 120, 372 + (i % 2) * 26, (i / 46) * 360);
      return circle(cx, cy, 62, black);
    });
    const locks = repeat(90, () => {
      const [cx, cy] = polar(x, y - 120, random.between(230, 410), random.between(150, 390));
      return ring(cx, cy, random.between(14, 26), lift(black, 0.09), 6);
    });
    const outer = repeat(26, (i) => {
      const angle = 152 + (i / 25) * 236;
      const [px, py] = polar(x, y - 120, 378, angle);
      return at(
        leaf(i % 2 ? 190 : 240, 50, [green, mix(green, deep, 0.4), mix(green, soft, 0.35)][i % 3] as string),
        px,
        py,
        angle + 90 + random.between(-14, 14),
      );
    });
    const dress =
      "M-40 1700C0 1440 140 1250 420 1180C480 1260 720 1260 780 1180C1060 1250 1200 1440 1240 1700z";
    const pattern = repeat(54, (i) => {
      const [px, py] = [40 + (i % 9) * 128, 1170 + Math.floor(i / 9) * 100];
      const odd = (i + Math.floor(i / 9)) % 2;
      return path(
        sector(odd ? px : px + 100, py, 100, odd ? 0 : 90, odd ? 90 : 180),
        odd ? glow : mix(hot, glow, 0.35),
      );
    });
    return (
      rect(0, 0, width, height, mix(soft, paper, 0.1)) +
      circle(x, y - 90, 560, mix(soft, main, 0.3)) +
      circle(x, y - 90, 520, mix(glow, soft, 0.35)) +
      repeat(36, (i) =>
        circle(polar(x, y - 90, 540, i * 10)[0], polar(x, y - 90, 540, i * 10)[1], 7, paper),
      ) +
      outer +
      at(monstera(340, green, soft), 260, 560, -64) +
      at(monstera(340, mix(green, deep, 0.35), green), 930, 540, 62) +
      at(monstera(300, mix(green, soft, 0.25), deep), 620, 330, 4) +
      curls +
      circle(x, y - 120, 392, black) +
      locks +
      clipped("dress", path(dress, hot), rect(0, 1100, width, 600, hot) + pattern) +
      path("M420 1180C480 1260 720 1260 780 1180L800 1192C730 1290 470 1290 400 1192z", paper) +
      at(head(stage), x, y + 50, 0, 1.18) +
      path(
        d`M${x - 206} ${y - 110}C${x - 190} ${y - 320} ${x + 190} ${y - 320} ${x + 206} ${y - 110}C${x + 130} ${y - 200} ${x + 60} ${y - 226} ${x} ${y - 226}C${x - 60} ${y - 226} ${x - 130} ${y - 200} ${x - 206} ${y - 110}z`,
        black,
      ) +
      at(leaf(210, 54, green), 420, 460, -62) +
      at(leaf(200, 50, mix(green, soft, 0.3)), 780, 480, 70) +
      at(leaf(180, 48, green), 690, 400, 32) +
      at(leaf(170, 46, mix(green, deep, 0.3)), 500, 400, -20) +
      at(leaf(150, 44, green), 300, 640, -110) +
      at(hibiscus(hot, stage), 480, 500, -14, 1.12) +
      at(hibiscus(mix(main, paper, 0.25), stage), 730, 520, 20, 0.96) +
      at(hibiscus(glow, stage), 606, 420, 0, 0.66) +
      at(hibiscus(mix(hot, paper, 0.45), stage), 300, 590, -40, 0.7) +
      at(hibiscus(hot, stage), 900, 640, 40, 0.66) +
      repeat(12, (i) =>
        circle(
          polar(x, y - 120, 420, 190 + i * 14)[0],
          polar(x, y - 120, 420, 190 + i * 14)[1],
          9,
          i % 2 ? glow : paper,
        ),
      )
    );
  },
};
