/** A striped lighthouse on a rock, its beam over a rough sea and a small boat. */
import { lift, mix } from "#seeds/pictures/colour.ts";
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
  stroke,
} from "#seeds/pictures/shapes.ts";

const sea = 1060;

/** A crest that curls over to the right. */
const crest = (size: number, fill: string, foam: string) =>
  path(
    d`M${-size * 2} ${size}C${-size * 1.3} ${size * 0.9} ${-size} ${-size * 0.6} 0 ${-size * 0.8}C${size * 0.8} ${-size * 0.9} ${size * 1.1} ${-size * 0.1} ${size * 0.6} ${size * 0.1}C${size * 0.3} ${size * 0.2} ${size * 0.1} ${-size * 0.1} ${size * 0.3} ${-size * 0.24}C${-size * 0.2} ${-size * 0.2} ${-size * 0.1} ${size * 0.7} ${size * 1.6} ${size}z`,
    fill,
  ) +
  stroke(
    d`M${-size * 1.4} ${size * 0.64}C${-size * 1.0} ${size * 0.1} ${-size * 0.8} ${-size * 0.56} 0 ${-size * 0.7}C${size * 0.7} ${-size * 0.76} ${size * 0.9} ${-size * 0.16} ${size * 0.58} ${size * 0.02}`,
    foam,
    size * 0.09,
  ) +
  repeat(3, (i) =>
    stroke(
      d`M${-size * (1.1 - i * 0.26)} ${size * (0.76 - i * 0.02)}C${-size * (0.84 - i * 0.24)} ${size * 0.3} ${-size * (0.66 - i * 0.2)} ${-size * 0.2} ${-size * (0.14 - i * 0.06)} ${-size * (0.42 - i * 0.12)}`,
      foam,
      size * 0.045,
    ),
  );

function tower({ palette }: Stage): string {
  const { paper, hot, ink, glow, deep } = palette;
  const outline = "M-78 -560H78L128 0H-128z";
  const bands = repeat(7, (i) => rect(-140, -560 + i * 84, 280, 84, i % 2 ? paper : hot));
  return (
    path(outline, paper) +
    clipped("tower", path(outline, paper), bands + path("M20 -570H140V10H40z", ink, 'opacity=".2"')) +
    rect(-112, -590, 224, 34, ink, 'rx="6"') +
    repeat(9, (i) => rect(-106 + i * 26, -640, 6, 54, ink)) +
    rect(-110, -644, 220, 8, ink) +
    rect(-58, -720, 116, 132, glow) +
    rect(-58, -720, 116, 132, "none", `stroke="${ink}" stroke-width="8"`) +
    stroke("M-20 -720v132M20 -720v132", ink, 5) +
    circle(0, -654, 30, mix(glow, paper, 0.7)) +
    path("M-76 -716C-70 -790 -30 -812 0 -826C30 -812 70 -790 76 -716z", hot) +
    path("M0 -826C30 -812 70 -790 76 -716H24C24 -780 14 -806 0 -826z", lift(hot, -0.1)) +
    stroke("M0 -826V-862", ink, 7) +
    circle(0, -868, 10, ink) +
    path("M-30 0V-70a30 30 0 0 1 60 0V0z", mix(deep, ink, 0.5)) +
    path("M-16 -290V-320a16 16 0 0 1 32 0V-290z", glow) +
    path("M-14 -450V-476a14 14 0 0 1 28 0V-450z", glow)
  );
}

export const lighthouse: Scene = {
  width: 1200,
  height: 1600,
  draw(stage) {
    const { width, height, random, palette } = stage;
    const { deep, ink, main, soft, hot, glow, paper, earth } = palette;
    const air = mix(deep, ink, 0.25);
    const rock = mix(earth, ink, 0.4);
    const cloud = (x: number, y: number, s: number, colour: string) =>
      path(
        d`M${x} ${y}h${s * 6}a${s * 0.8} ${s * 0.8} 0 0 0 0 ${-s * 1.5}a${s * 1.3} ${s * 1.3} 0 0 0 ${-s * 2.4} ${-s * 0.7}a${s * 1.1} ${s * 1.1} 0 0 0 ${-s * 2.2} ${s * 0.6}a${s * 0.8} ${s * 0.8} 0 0 0 ${-s * 1.4} ${s * 1.6}z`,
        colour,
      );
    const foam = mix(soft, paper, 0.6);
    const wave = (y: number, size: number, shift: number, fill: string) =>
      rect(0, y + size * 0.86, width, height, fill) +
      repeat(Math.ceil(width / (size * 1.9)) + 2, (i) =>
        group(crest(size, fill, foam), place(i * size * 1.9 - size + shift, y)),
      );
    const boat =
      path("M-120 -20H130C120 30 90 50 50 52H-60C-100 50 -116 20 -120 -20z", hot) +
      path("M40 -20H130C120 30 90 50 50 52H10C40 30 46 0 40 -20z", lift(hot, -0.1)) +
      rect(-124, -30, 258, 14, paper, 'rx="7"') +
      rect(-60, -96, 96, 66, paper) +
      rect(-70, -108, 116, 14, ink) +
      rect(-44, -80, 26, 28, glow) +
      rect(-6, -80, 26, 28, glow) +
      stroke("M70 -30V-170L-20 -108", ink, 5) +
      circle(70, -172, 9, glow);
    const [lx, ly] = [770, 486];
    return (
      rect(0, 0, width, height, air) +
      repeat(70, () =>
        circle(
          random.between(0, width),
          random.between(0, 700),
          random.between(1.5, 4),
          mix(soft, paper, 0.5),
        ),
      ) +
      circle(250, 300, 130, mix(air, soft, 0.25)) +
      circle(250, 300, 96, mix(glow, paper, 0.35)) +
      circle(220, 276, 18, mix(glow, soft, 0.4)) +
      circle(280, 330, 26, mix(glow, soft, 0.4)) +
      polygon(
        [
          [lx, ly - 26],
          [-400, 420],
          [-400, 1010],
          [lx, ly + 26],
        ],
        glow,
        'opacity=".26"',
      ) +
      polygon(
        [
          [lx, ly - 18],
          [-400, 540],
          [-400, 850],
          [lx, ly + 18],
        ],
        glow,
        'opacity=".3"',
      ) +
      polygon(
        [
          [lx, ly - 26],
          [1600, 300],
          [1600, 640],
          [lx, ly + 26],
        ],
        glow,
        'opacity=".26"',
      ) +
      cloud(-120, 620, 62, mix(air, main, 0.55)) +
      cloud(360, 250, 46, mix(air, main, 0.4)) +
      cloud(920, 380, 70, mix(air, main, 0.5)) +
      cloud(60, 800, 40, mix(air, main, 0.4)) +
      repeat(6, (i) =>
        stroke(
          d`M${470 + (i % 3) * 70} ${370 + Math.floor(i / 3) * 50 - (i % 3) * 16}q15 -16 28 0q13 -16 28 0`,
          paper,
          5,
        ),
      ) +
      rect(0, sea - 20, width, height, mix(main, deep, 0.25)) +
      wave(sea - 10, 62, 20, mix(main, deep, 0.3)) +
      path(
        "M430 1260C470 1180 520 1150 590 1130C640 1090 700 1100 770 1100C850 1090 900 1110 950 1150C1030 1170 1110 1230 1200 1260V1400H400z",
        rock,
      ) +
      path(
        "M770 1100C850 1090 900 1110 950 1150C1030 1170 1110 1230 1200 1260V1400H840C900 1300 860 1180 770 1100z",
        mix(rock, ink, 0.4),
      ) +
      path("M520 1220l60 -60l40 50zM660 1180l40 -40l50 60z", mix(rock, paper, 0.2)) +
      group(
        rect(-70, -90, 150, 90, paper) +
          path("M-92 -86L5 -160L102 -86z", hot) +
          rect(-40, -60, 34, 36, glow) +
          rect(26, -56, 34, 56, deep),
        place(950, 1150),
      ) +
      group(tower(stage), place(lx, 1126, 0, 0.98)) +
      wave(sea + 190, 92, -60, mix(main, deep, 0.5)) +
      group(boat, place(270, 1216, -9, 1.1)) +
      wave(sea + 300, 112, 40, mix(deep, main, 0.25)) +
      wave(sea + 430, 136, -110, mix(deep, ink, 0.25)) +
      ellipse(600, 1590, 700, 20, ink, 'opacity=".3"')
    );
  },
};
