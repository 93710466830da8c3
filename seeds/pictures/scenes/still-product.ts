/** A bottle on steps and arches in hard sunlight, as in a product photograph. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
import { leaf, monstera } from "#seeds/pictures/plants.ts";
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

/** A round plinth standing on y. */
function plinth(x: number, y: number, radius: number, tall: number, colour: string, ink: string): string {
  const rim = radius * 0.22;
  const side = d`M${x - radius} ${y - tall}V${y}A${radius} ${rim} 0 0 0 ${x + radius} ${y}V${y - tall}z`;
  return (
    path(side, colour) +
    path(
      d`M${x + radius * 0.2} ${y - tall}V${y + rim * 0.97}A${radius} ${rim} 0 0 0 ${x + radius} ${y}V${y - tall}z`,
      mix(colour, ink, 0.16),
    ) +
    path(
      d`M${x + radius * 0.7} ${y - tall}V${y + rim * 0.7}A${radius} ${rim} 0 0 0 ${x + radius} ${y}V${y - tall}z`,
      mix(colour, ink, 0.28),
    ) +
    ellipse(x, y - tall, radius, rim, lift(colour, 0.05))
  );
}

function bottle({ palette }: Stage): string {
  const { hot, glow, paper, ink, earth, deep, main } = palette;
  const glass = mix(glow, hot, 0.35);
  const outline =
    "M-150 0V-330C-150 -400 -60 -400 -56 -460V-520H56V-460C60 -400 150 -400 150 -330V0C150 26 -150 26 -150 0z";
  return (
    path(outline, glass) +
    clipped(
      "bottle",
      path(outline, glass),
      rect(-160, -300, 320, 340, mix(glass, hot, 0.45)) +
        ellipse(0, -300, 150, 22, mix(glass, hot, 0.2)) +
        rect(70, -540, 100, 600, ink, 'opacity=".16"') +
        rect(-128, -340, 24, 320, paper, 'rx="12" opacity=".55"') +
        rect(-92, -340, 9, 240, paper, 'rx="4" opacity=".5"'),
    ) +
    rect(-62, -660, 124, 150, mix(earth, ink, 0.2), 'rx="12"') +
    rect(10, -660, 52, 150, mix(earth, ink, 0.38), 'rx="12"') +
    ellipse(0, -656, 62, 12, mix(earth, paper, 0.2)) +
    repeat(3, (i) => rect(-62, -620 + i * 34, 124, 5, mix(earth, ink, 0.5))) +
    rect(-70, -520, 140, 18, glow, 'rx="5"') +
    rect(-104, -250, 208, 190, paper, 'rx="8"') +
    rect(44, -250, 60, 190, ink, 'opacity=".08"') +
    repeat(4, (i) => {
      const at = [
        [-76, -226],
        [4, -226],
        [-76, -146],
        [4, -146],
      ][i] as [number, number];
      return (
        rect(at[0], at[1], 72, 72, i % 3 ? mix(main, paper, 0.65) : deep) +
        path(
          sector(
            at[0] + (i % 2 ? 0 : 72),
            at[1] + (i > 1 ? 0 : 72),
            72,
            [180, 270, 90, 0][i] as number,
            ([180, 270, 90, 0][i] as number) + 90,
          ),
          i === 3 ? hot : i === 0 ? glow : deep,
        )
      );
    })
  );
}

export const stillProduct: Scene = {
  width: 1400,
  height: 1400,
  draw(stage) {
    const { width, height, palette } = stage;
    const { soft, paper, main, hot, glow, ink, deep, cool, earth } = palette;
    const green = mix(oklch(0.55, 0.11, 152), cool, 0.3);
    const wall = mix(soft, main, 0.1);
    const floor = mix(soft, paper, 0.4);
    const shadow = (points: [number, number][], on: string) => polygon(points, mix(on, ink, 0.2));
    const slice =
      circle(0, 0, 92, mix(hot, glow, 0.5)) +
      circle(0, 0, 80, paper) +
      repeat(8, (i) => path(sector(0, 0, 70, i * 45 + 4, i * 45 + 41), mix(glow, hot, 0.25))) +
      circle(0, 0, 9, paper);
    const stem =
      stroke("M0 0C-20 -140 10 -280 70 -420", mix(green, ink, 0.3), 9) +
      repeat(9, (i) =>
        group(
          leaf(150 - i * 6, 38, i % 2 ? green : lift(green, -0.06)),
          place(
            [-8, -10, -10, -6, 0, 10, 26, 44, 70][i] as number,
            -60 - i * 44,
            i === 8 ? 20 : i % 2 ? 62 : -58,
          ),
        ),
      );
    return (
      rect(0, 0, width, 980, wall) +
      group(monstera(560, mix(wall, ink, 0.1), mix(wall, ink, 0.1)), place(250, 620, -36)) +
      group(monstera(460, mix(wall, ink, 0.1), mix(wall, ink, 0.1)), place(120, 300, 40)) +
      path("M520 980V470A300 300 0 0 1 1120 470V980z", mix(wall, ink, 0.22)) +
      path("M560 980V470A280 280 0 0 1 1120 470V980z", main) +
      path("M640 980V520A220 220 0 0 1 1080 520V980z", mix(main, deep, 0.55)) +
      path("M690 980V540A195 195 0 0 1 1080 540V980z", hot) +
      circle(905, 470, 120, glow) +
      rect(0, 980, width, height, floor) +
      rect(0, 980, width, 10, mix(floor, ink, 0.14)) +
      shadow(
        [
          [380, 1240],
          [1000, 1240],
          [1400, 1130],
          [1400, 1010],
          [900, 1010],
        ],
        floor,
      ) +
      shadow(
        [
          [900, 1330],
          [1240, 1330],
          [1400, 1290],
          [1400, 1230],
          [1100, 1240],
        ],
        floor,
      ) +
      plinth(660, 1190, 300, 110, mix(soft, paper, 0.7), ink) +
      plinth(1120, 1290, 170, 190, glow, ink) +
      plinth(250, 1270, 150, 90, hot, ink) +
      shadow(
        [
          [640, 1086],
          [790, 1100],
          [958, 1062],
          [900, 1036],
          [720, 1040],
        ],
        lift(mix(soft, paper, 0.7), 0.05),
      ) +
      group(bottle(stage), place(620, 1080)) +
      group(stem, place(1250, 1080, 14, 0.9)) +
      circle(1120, 1032, 76, cool) +
      path(sector(1120, 1032, 76, -50, 130), lift(cool, -0.08)) +
      circle(1094, 1002, 16, mix(cool, paper, 0.6)) +
      group(slice, place(250, 1090, 10)) +
      group(ellipse(0, 0, 96, 30, mix(glow, hot, 0.5)), place(250, 1180)) +
      group(slice, `translate(470 1330) scale(1.05 .5)`) +
      ellipse(850, 1330, 54, 30, mix(earth, ink, 0.2)) +
      ellipse(842, 1322, 40, 18, mix(earth, paper, 0.15)) +
      ellipse(770, 1352, 34, 19, mix(earth, ink, 0.35)) +
      group(leaf(150, 40, green), place(560, 1350, 98)) +
      path("M0 0L330 0L0 520z", paper, 'opacity=".16"') +
      path("M470 0L620 0L0 980L0 760z", paper, 'opacity=".16"')
    );
  },
};
