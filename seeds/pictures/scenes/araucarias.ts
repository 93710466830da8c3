/** Sunrise over hill upon hill, with araucarias in front and mist in the valleys. */
import { lift, mix } from "#seeds/pictures/colour.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  curve,
  d,
  ellipse,
  group,
  type Point,
  path,
  place,
  rect,
  repeat,
  stroke,
} from "#seeds/pictures/shapes.ts";

/** An araucaria: a bare trunk, boughs that rise like a candelabrum, tufts laid flat. */
function araucaria(height: number, colour: string, light: string): string {
  const thick = height * 0.026;
  const tiers: [y: number, reach: number][] = [
    [0.74, 0.3],
    [0.84, 0.36],
    [0.93, 0.3],
    [1, 0.18],
  ];
  const tuft = (x: number, y: number, size: number) =>
    ellipse(x, y, size, size * 0.42, colour) +
    ellipse(x - size * 0.1, y - size * 0.14, size * 0.72, size * 0.2, light);
  return (
    path(d`M${-thick} 0L${-thick * 0.5} ${-height}H${thick * 0.5}L${thick} 0z`, colour) +
    tiers
      .map(([y, reach], i) =>
        [-1, -0.52, 0.52, 1]
          .map((side) => {
            const [tipX, tipY] = [side * reach * height, -height * (y + 0.1 + 0.035 * Math.abs(side))];
            return (
              stroke(
                d`M0 ${-height * (y - 0.06)}C${tipX * 0.6} ${-height * (y - 0.07)} ${tipX} ${-height * y} ${tipX} ${tipY}`,
                colour,
                thick * 0.7,
              ) + tuft(tipX, tipY, height * (0.1 - i * 0.012) * (Math.abs(side) < 0.6 ? 0.8 : 1))
            );
          })
          .join(""),
      )
      .join("") +
    tuft(0, -height * 1.12, height * 0.09)
  );
}

function ridge({ random, width }: Stage, y: number, rise: number, steps: number): Point[] {
  return Array.from({ length: steps + 3 }, (_, i) => [
    ((i - 1) / steps) * width,
    y + (i % 2 ? -rise : rise * 0.5) * random.between(0.35, 1),
  ]);
}

export const araucarias: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, random, palette } = stage;
    const { paper, soft, glow, hot, main, deep, ink } = palette;
    const air = mix(soft, glow, 0.3);
    const [sunX, sunY] = [random.between(640, 980), 470];
    const far = mix(main, mix(soft, hot, 0.25), 0.62);
    const hill = (points: Point[], colour: string) =>
      path(`${curve(points)}L${width + 200} ${height}L-200 ${height}z`, colour);
    const layers = repeat(5, (i) => {
      const colour = mix(far, deep, i / 4.4);
      const y = 560 + i * 92;
      const mist = mix(colour, paper, 0.42);
      return (
        hill(ridge(stage, y, 92 - i * 8, 7 - i), colour) +
        (i < 4
          ? repeat(4, () =>
              rect(
                random.between(-100, width - 300),
                y + random.between(56, 88),
                random.between(240, 520),
                random.between(12, 26),
                mist,
                'rx="13" opacity=".55"',
              ),
            )
          : "")
      );
    });
    const grove = (x: number, y: number, size: number, colour: string) =>
      group(araucaria(size, colour, lift(colour, 0.05)), place(x, y));
    const shade = mix(deep, ink, 0.5);
    const ground: Point[] = [
      [-200, 1090],
      [120, 1040],
      [420, 1068],
      [800, 1120],
      [1180, 1062],
      [1480, 1010],
      [1800, 1050],
    ];
    return (
      rect(0, 0, width, height, air) +
      repeat(6, (i) => circle(sunX, sunY, 620 - i * 90, mix(air, mix(glow, paper, 0.2), (i + 1) / 7))) +
      circle(sunX, sunY, 132, hot) +
      repeat(3, (i) => rect(sunX - 200 + i * 50, sunY + 24 + i * 32, 260 - i * 20, 9, mix(air, glow, 0.8))) +
      layers +
      grove(560, 1000, 170, mix(deep, main, 0.1)) +
      grove(640, 1010, 130, mix(deep, main, 0.1)) +
      grove(1010, 1010, 150, mix(deep, main, 0.1)) +
      hill(ground, shade) +
      grove(210, 1076, 610, shade) +
      grove(420, 1080, 380, shade) +
      grove(1400, 1050, 520, shade) +
      grove(1260, 1064, 300, shade) +
      hill(
        ground.map(([x, y]) => [x, y + 72]),
        ink,
      ) +
      repeat(60, () => {
        const x = random.between(0, width);
        return stroke(
          d`M${x} ${1190}q${random.between(-10, 10)} -40 ${random.between(-16, 16)} ${random.between(-90, -50)}`,
          ink,
          5,
        );
      }) +
      repeat(7, (i) =>
        stroke(d`M${sunX - 330 + i * 58} ${300 - (i % 3) * 40}q15 -17 29 0q14 -17 29 0`, ink, 5),
      )
    );
  },
};
