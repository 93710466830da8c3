/** A great city after dark: a wave-shaped building of lit windows, the moon, trees below. */
import { lift, mix } from "#seeds/pictures/colour.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  d,
  ellipse,
  group,
  type Point,
  path,
  place,
  polygon,
  rect,
  repeat,
  stroke,
} from "#seeds/pictures/shapes.ts";

const street = 1030;

function skyline(
  { random, width }: Stage,
  base: number,
  colour: string,
  light: string,
  low: number,
  high: number,
  lit: number,
): string {
  let drawing = "";
  for (let x = -20; x < width; ) {
    const [across, tall] = [random.between(70, 150), random.between(low, high)];
    drawing += rect(x, base - tall, across, tall, colour);
    if (random.chance(0.3))
      drawing +=
        rect(x + across * 0.3, base - tall - 26, across * 0.4, 27, colour) +
        rect(x + across * 0.48, base - tall - 84, 5, 60, colour);
    for (let y = base - tall + 24; y < base - 20; y += 34)
      for (let column = x + 14; column < x + across - 20; column += 28)
        if (random.chance(lit)) drawing += rect(column, y, 13, 18, light);
    x += across + random.pick([0, 0, 8, 26]);
  }
  return drawing;
}

/** Floors in perspective: the building swings towards the viewer and away again. */
function wave({ random, palette }: Stage): string {
  const { paper, earth, deep, ink, glow, hot, soft } = palette;
  const [from, to, floors, tall] = [560, 1640, 17, 800];
  const closeness = (x: number) => 1 + 0.17 * Math.sin(((x - from) / 760) * Math.PI * 2 - 0.6);
  const y = (x: number, level: number) => street + 20 - tall * (level / floors) * closeness(x);
  const band = (low: number, high: number, start = from, end = to): Point[] => {
    const xs = Array.from({ length: 45 }, (_, i) => start + ((end - start) * i) / 44);
    return [...xs.map((x): Point => [x, y(x, low)]), ...xs.reverse().map((x): Point => [x, y(x, high)])];
  };
  const slab = mix(earth, paper, 0.62);
  return (
    polygon(band(0, floors + 0.5), mix(deep, ink, 0.45)) +
    repeat(floors, (level) =>
      repeat(27, (i) => {
        const x = from + 8 + i * 40;
        if (!random.chance(0.42)) return "";
        return polygon(
          [
            [x, y(x, level + 0.06)],
            [x + 30, y(x + 30, level + 0.06)],
            [x + 30, y(x + 30, level + 0.66)],
            [x, y(x, level + 0.66)],
          ],
          random.pick([glow, glow, mix(glow, hot, 0.4), mix(glow, paper, 0.5), mix(soft, deep, 0.4)]),
        );
      }),
    ) +
    repeat(
      floors,
      (level) =>
        polygon(band(level + 0.62, level + 0.98), slab) +
        polygon(band(level + 0.62, level + 0.72), mix(slab, ink, 0.35)),
    ) +
    polygon(band(floors, floors + 0.7), lift(slab, 0.03)) +
    polygon(
      [
        [from, y(from, 0)],
        [from, y(from, floors + 0.7)],
        [from - 34, y(from, floors + 0.5) + 16],
        [from - 34, y(from, 0)],
      ],
      mix(slab, ink, 0.55),
    )
  );
}

function trees({ random, palette }: Stage): string {
  const { ink, cool, deep } = palette;
  return repeat(15, (i) => {
    const x = i * 118 - 20 + random.between(-30, 30);
    const colour = mix(mix(cool, deep, 0.55), ink, random.between(0.25, 0.6));
    const size = random.between(62, 104);
    return (
      rect(x - 5, street - 40, 10, 90, ink) +
      circle(x, street - 60, size, colour) +
      circle(x - size * 0.25, street - 60 - size * 0.25, size * 0.6, lift(colour, 0.035))
    );
  });
}

function sidewalk({ width, height, palette }: Stage): string {
  const { ink, deep, glow, hot, earth, paper, main } = palette;
  const lamp = (x: number) =>
    circle(x, street - 128, 90, glow, 'opacity=".13"') +
    circle(x, street - 128, 52, glow, 'opacity=".22"') +
    stroke(d`M${x} ${street + 90}V${street - 110}`, ink, 8) +
    circle(x, street - 128, 22, mix(glow, paper, 0.4));
  const dog = "M0 0V-26L-14 -34V-50L-4 -60H8L20 -48H70L84 -66L80 -38V0H70V-24H24L16 0z";
  return (
    rect(0, street + 40, width, height, mix(deep, ink, 0.75)) +
    rect(0, street + 40, width, 9, main) +
    repeat(6, (i) =>
      polygon(
        [
          [i * 290 - 40, 1180],
          [i * 290 + 90, 1180],
          [i * 290 + 80, 1192],
          [i * 290 - 54, 1192],
        ],
        mix(earth, ink, 0.3),
      ),
    ) +
    stroke(d`M0 ${street + 92}H520M700 ${street + 116}H1240`, hot, 5, 'opacity=".8"') +
    stroke(d`M880 ${street + 78}H1600M120 ${street + 126}H560`, glow, 5, 'opacity=".8"') +
    lamp(250) +
    lamp(900) +
    lamp(1500) +
    ellipse(330, street + 92, 120, 10, ink) +
    group(
      path("M-22 0L-14 -84Q0 -112 18 -84L24 0H10L2 -46L-6 0z", hot) +
        circle(2, -116, 17, earth) +
        path("M-16 -118a18 18 0 0 1 36 -2l-6 8z", ink) +
        stroke("M16 -72L60 -46", ink, 4),
      place(300, street + 90),
    ) +
    group(path(dog, mix(earth, paper, 0.3)), place(352, street + 90, 0, 0.78))
  );
}

export const nightCity: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, random, palette } = stage;
    const { ink, deep, main, soft, glow, paper } = palette;
    const air = mix(deep, main, 0.35);
    return (
      rect(0, 0, width, height, air) +
      repeat(70, () =>
        circle(
          random.between(0, width),
          random.between(0, 620),
          random.between(1.5, 3.6),
          mix(soft, paper, 0.5),
        ),
      ) +
      circle(330, 300, 240, mix(air, soft, 0.18)) +
      circle(330, 300, 190, mix(air, soft, 0.34)) +
      circle(330, 300, 138, mix(glow, paper, 0.35)) +
      circle(290, 262, 26, mix(glow, soft, 0.35)) +
      circle(372, 330, 38, mix(glow, soft, 0.3)) +
      circle(352, 236, 14, mix(glow, soft, 0.35)) +
      skyline(stage, street + 40, mix(air, soft, 0.22), mix(air, glow, 0.45), 180, 420, 0.18) +
      skyline(stage, street + 40, mix(deep, ink, 0.25), glow, 130, 330, 0.32) +
      wave(stage) +
      trees(stage) +
      sidewalk(stage)
    );
  },
};
