/** A toucan among broad leaves, layer upon layer, as if cut from paper. */
import { lift, mix } from "#seeds/pictures/colour.ts";
import { bananaLeaf, leaf, monstera } from "#seeds/pictures/plants.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import { circle, d, ellipse, group, path, place, rect, repeat, stroke } from "#seeds/pictures/shapes.ts";

function bird({ palette }: Stage): string {
  const { ink, paper, hot, glow, cool, main } = palette;
  const body =
    "M-60 -150C40 -170 120 -90 128 20C136 150 90 290 10 330C-70 300 -150 200 -150 60C-150 -60 -130 -140 -60 -150z";
  const wing = "M118 -20C150 110 110 250 20 330C0 240 0 90 40 20C60 -12 96 -32 118 -20z";
  const tail = "M-20 290L52 300L96 520L40 536L-6 520z";
  const bill =
    "M-112 -118C-210 -190 -330 -176 -392 -92C-420 -50 -424 -10 -408 24C-372 -30 -300 -46 -232 -40C-180 -34 -136 -24 -104 -16z";
  const under = "M-104 -16C-136 -24 -180 -34 -232 -40C-300 -46 -372 -30 -408 24C-350 20 -230 22 -96 26z";
  return (
    path(tail, ink) +
    path("M40 536L96 520L74 414L34 418z", lift(ink, 0.1)) +
    path(body, ink) +
    path(wing, lift(ink, 0.09)) +
    repeat(4, (i) => stroke(d`M${44 + i * 16} ${60 + i * 44}q34 12 62 -6`, ink, 7)) +
    path(
      "M-132 -40C-150 40 -140 130 -84 158C-20 150 10 60 4 -10C-2 -70 -40 -96 -84 -92C-112 -88 -126 -64 -132 -40z",
      paper,
    ) +
    path("M-84 158C-130 140 -146 90 -146 84C-140 190 -60 250 -20 232C-40 214 -66 186 -84 158z", hot) +
    path(bill, glow) +
    path(under, mix(glow, hot, 0.45)) +
    path(
      "M-392 -92C-420 -50 -424 -10 -408 24C-386 4 -360 -8 -352 -12C-366 -50 -360 -100 -346 -130C-366 -120 -380 -108 -392 -92z",
      ink,
    ) +
    path("M-112 -118C-122 -80 -118 -20 -96 26L-116 26C-146 -20 -146 -90 -132 -130z", ink) +
    circle(-62, -82, 42, mix(cool, paper, 0.15)) +
    circle(-62, -82, 25, ink) +
    circle(-70, -90, 8, paper) +
    stroke("M-30 330v30M14 334v28", main, 14)
  );
}

export const toucan: Scene = {
  width: 1200,
  height: 1600,
  draw(stage) {
    const { width, height, random, palette } = stage;
    const { deep, main, ink, soft, hot, glow, paper, cool, earth } = palette;
    const back = mix(deep, ink, 0.45);
    const middle = mix(deep, main, 0.35);
    const bright = mix(main, soft, 0.3);
    const at = (drawing: string, x: number, y: number, angle: number, scale = 1) =>
      group(drawing, place(x, y, angle, scale));
    const distant = repeat(22, (i) => {
      const angle = (i / 22) * 360 + random.between(-8, 8);
      const radians = (angle * Math.PI) / 180;
      return at(
        leaf(random.between(330, 470), 90, mix(back, deep, random.between(0, 0.6))),
        600 + Math.sin(radians) * 560,
        740 - Math.cos(radians) * 660,
        angle + 180 + random.between(-22, 22),
      );
    });
    const blossom =
      repeat(5, (i) => at(leaf(150, 44, i % 2 ? hot : mix(hot, glow, 0.35)), 0, 0, -64 + i * 30)) +
      at(leaf(120, 24, cool), 4, -6, -22);
    return (
      rect(0, 0, width, height, mix(soft, glow, 0.18)) +
      circle(600, 700, 450, mix(hot, soft, 0.5)) +
      circle(600, 700, 360, hot) +
      distant +
      at(bananaLeaf(860, 150, middle, back), 60, 1420, 14) +
      at(bananaLeaf(900, 160, middle, back), 1170, 1330, -16) +
      at(bananaLeaf(700, 130, deep, middle), 1090, 40, 206) +
      at(bananaLeaf(640, 130, deep, middle), 130, 20, 152) +
      stroke("M-40 1096C240 1040 560 1090 760 1064C940 1040 1100 1090 1260 1060", mix(earth, ink, 0.62), 44) +
      stroke("M-40 1088C240 1030 560 1078 760 1052C940 1028 1100 1078 1260 1050", mix(earth, ink, 0.35), 14) +
      at(bird(stage), 650, 708, 6, 1) +
      at(monstera(470, main, soft), 210, 1330, -30) +
      at(monstera(430, mix(main, deep, 0.4), main), 1010, 1380, 34) +
      at(monstera(520, bright, deep), 420, 1640, -8) +
      at(bananaLeaf(560, 120, mix(main, cool, 0.3), deep), 800, 1680, 20) +
      at(monstera(400, mix(main, deep, 0.2), soft), 1150, 330, -128) +
      at(monstera(360, bright, deep), 60, 300, 130) +
      at(blossom, 815, 1300, 12, 1.15) +
      at(blossom, 150, 1180, -28, 0.8) +
      repeat(8, (i) => ellipse(930 + (i % 3) * 34, 560 + i * 22, 15, 15, i % 2 ? hot : mix(hot, paper, 0.25)))
    );
  },
};
