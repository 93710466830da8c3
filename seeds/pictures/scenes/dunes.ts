/** White dunes with turquoise lagoons, a flock of scarlet birds, someone walking a crest. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
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
  scatter,
  stroke,
} from "#seeds/pictures/shapes.ts";

export const dunes: Scene = {
  width: 1600,
  height: 1200,
  draw(stage: Stage) {
    const { width, random, palette } = stage;
    const { soft, paper, glow, hot, earth, ink, main, deep } = palette;
    const sand = mix(paper, earth, 0.3);
    const light = mix(paper, earth, 0.1);
    const shade = lift(mix(mix(earth, sand, 0.4), main, 0.34), -0.03);
    const dusk = mix(shade, deep, 0.28);
    const lagoon = mix(oklch(0.72, 0.1, 200), main, 0.3);
    const air = mix(soft, glow, 0.14);
    const water = (id: string, data: string, glints: string) =>
      path(
        data,
        mix(lagoon, paper, 0.55),
        `stroke="${mix(lagoon, paper, 0.55)}" stroke-width="26" stroke-linejoin="round"`,
      ) +
      clipped(
        id,
        path(data, lagoon),
        path(data, lagoon) + path(data, mix(lagoon, deep, 0.3), 'transform="translate(30 34)"') + glints,
      );
    const ibis = (x: number, y: number, size: number, flap: number) =>
      group(
        path(d`M-60 0C-30 -14 20 -14 44 -4C60 -12 74 -10 84 2C70 0 60 6 50 8C20 16 -30 12 -60 0z`, hot) +
          path(
            d`M0 -4C-20 ${-40 * flap} -40 ${-70 * flap} -24 ${-110 * flap}C6 ${-80 * flap} 30 ${-40 * flap} 26 -2z`,
            mix(hot, ink, 0.12),
          ) +
          path(
            d`M-4 -2C10 ${-36 * flap} 30 ${-60 * flap} 66 ${-84 * flap}C56 ${-40 * flap} 40 -20 22 2z`,
            hot,
          ) +
          stroke("M-60 0l-34 6", ink, 4) +
          stroke("M82 2q18 2 24 14", ink, 5),
        place(x, y, -10, size),
      );
    const ripples = (x: number, y: number, count: number, reach: number, colour: string) =>
      repeat(count, (i) =>
        stroke(
          d`M${x + i * 14} ${y + i * 22}q${reach * 0.25} -14 ${reach * 0.5} 0t${reach * 0.5} 0`,
          colour,
          4,
          'opacity=".6"',
        ),
      );
    return (
      rect(0, 0, width, 640, air) +
      circle(1130, 270, 230, mix(air, glow, 0.45)) +
      circle(1130, 270, 156, mix(glow, paper, 0.1)) +
      scatter(
        [
          [120, 130, 360],
          [260, 164, 420],
          [1330, 120, 300],
          [640, 300, 240],
          [60, 360, 200],
        ],
        ([x, y, l]) => rect(x, y, l, 18, mix(air, paper, 0.7), 'rx="9"'),
      ) +
      path(
        "M0 520C260 440 420 420 640 480C820 410 1000 430 1180 490C1340 440 1480 450 1600 490V760H0z",
        mix(light, air, 0.3),
      ) +
      path(
        "M640 480C700 540 820 560 930 580C840 610 640 600 460 640C580 580 640 540 640 480z",
        mix(shade, air, 0.35),
      ) +
      path(
        "M1180 490C1230 550 1380 580 1600 580V680C1400 660 1220 620 1060 640C1150 590 1190 550 1180 490z",
        mix(shade, air, 0.35),
      ) +
      path("M0 640C220 520 420 540 600 660C860 580 1260 580 1600 630V1000H0z", sand) +
      path(
        "M600 660C560 700 660 750 560 810C460 860 200 850 0 850V740C260 780 470 760 500 700C520 660 560 648 600 660z",
        shade,
      ) +
      path("M600 660C760 610 900 596 1020 594C900 640 780 680 700 716C660 700 640 680 600 660z", light) +
      water(
        "far-lagoon",
        "M720 770C880 716 1180 712 1360 752C1440 784 1330 836 1130 842C920 852 670 836 720 770z",
        repeat(9, () =>
          stroke(
            d`M${random.between(740, 1220)} ${random.between(746, 824)}h${random.between(30, 110)}`,
            mix(lagoon, paper, 0.5),
            5,
          ),
        ),
      ) +
      path(
        "M0 900C200 800 420 770 640 850C800 910 900 940 1060 930C1280 910 1440 850 1600 800V1200H0z",
        light,
      ) +
      path(
        "M640 850C740 900 600 960 700 1020C790 1070 760 1140 640 1200H1600V800C1440 850 1280 910 1060 930C900 940 800 910 640 850z",
        shade,
      ) +
      path("M1060 930C1280 910 1440 850 1600 800V930C1440 990 1240 1010 1060 930z", mix(shade, sand, 0.5)) +
      path(
        "M640 850C740 900 600 960 700 1020C790 1070 760 1140 640 1200H720C850 1130 880 1070 790 1000C720 950 800 910 760 892z",
        dusk,
        'opacity=".45"',
      ) +
      ripples(60, 960, 8, 380, mix(sand, earth, 0.35)) +
      ripples(330, 900, 5, 200, mix(sand, earth, 0.35)) +
      water(
        "near-lagoon",
        "M930 1110C1080 1040 1400 1030 1660 1070V1240H780C800 1180 840 1150 930 1110z",
        repeat(12, () =>
          stroke(
            d`M${random.between(880, 1500)} ${random.between(1086, 1190)}h${random.between(50, 170)}`,
            mix(lagoon, paper, 0.5),
            7,
          ),
        ),
      ) +
      path("M546 842L690 906L600 872z", dusk, 'opacity=".6"') +
      group(
        path("M-16 0L-10 -72Q0 -86 11 -72L18 0z", hot) +
          stroke("M8 -60L34 -40", mix(earth, ink, 0.3), 8) +
          circle(0, -92, 14, mix(earth, ink, 0.3)) +
          ellipse(0, -100, 30, 6, glow) +
          path("M-14 -101Q0 -124 14 -101z", glow),
        place(540, 826),
      ) +
      repeat(15, (i) =>
        ellipse(510 - i * 34, 824 + i * i * 0.42 + (i % 2) * 10, 8, 3.6, mix(sand, ink, 0.3)),
      ) +
      ibis(400, 350, 1.25, 1) +
      ibis(590, 270, 1, 0.7) +
      ibis(620, 410, 0.92, -0.5) +
      ibis(780, 210, 0.78, 1) +
      ibis(270, 450, 0.74, 0.8) +
      ibis(900, 310, 0.66, -0.6) +
      ibis(800, 390, 0.58, 0.9) +
      ibis(990, 190, 0.5, 0.9) +
      ibis(160, 300, 0.52, -0.6)
    );
  },
};
