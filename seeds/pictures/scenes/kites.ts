/** Kites over a hillside of stacked, painted houses. */
import { lift, mix } from "#seeds/pictures/colour.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  curve,
  d,
  group,
  type Point,
  path,
  place,
  polygon,
  rect,
  stroke,
} from "#seeds/pictures/shapes.ts";

/** A paper kite: a lozenge of four panes on two sticks. */
function kite(size: number, colours: readonly [string, string, string], ink: string): string {
  const [a, b, c] = colours;
  const [top, side, low]: Point[] = [
    [0, -size * 0.78],
    [size * 0.72, -size * 0.12],
    [0, size],
  ] as const as Point[] & [Point, Point, Point];
  const [x, y] = side as Point;
  return (
    polygon([top as Point, [x, y], [0, y]], a) +
    polygon([top as Point, [-x, y], [0, y]], lift(b, 0.02)) +
    polygon([[x, y], low as Point, [0, y]], b) +
    polygon([[-x, y], low as Point, [0, y]], lift(a, -0.05)) +
    polygon(
      [
        [0, y + size * 0.2],
        [x * 0.52, y],
        [0, y - size * 0.32],
        [-x * 0.52, y],
      ],
      c,
    ) +
    polygon(
      [
        [0, y + size * 0.2],
        [x * 0.52, y],
        [0, y - size * 0.32],
      ],
      lift(c, -0.06),
    ) +
    stroke(d`M0 ${-size * 0.78}V${size}M${-x} ${y}Q0 ${y - size * 0.07} ${x} ${y}`, ink, size * 0.018)
  );
}

/** A tail of paper strips knotted on a curved string. */
function tail(points: Point[], size: number, colours: readonly string[], ink: string): string {
  const strips = points.slice(1).map(([x, y], i) => {
    const [px, py] = points[i] as Point;
    const angle = (Math.atan2(y - py, x - px) * 180) / Math.PI;
    return group(
      polygon(
        [
          [0, 0],
          [-size * 0.5, -size],
          [size * 0.42, -size * 0.9],
        ],
        colours[i % colours.length] as string,
      ) +
        polygon(
          [
            [0, 0],
            [-size * 0.42, size * 0.9],
            [size * 0.5, size],
          ],
          lift(colours[i % colours.length] as string, -0.05),
        ),
      place(x, y, angle),
    );
  });
  return stroke(curve(points), ink, 3) + strips.join("");
}

function house(
  { random, palette }: Stage,
  x: number,
  y: number,
  across: number,
  tall: number,
  wall: string,
): string {
  const { ink, paper, glow, cool, deep, main } = palette;
  const shade = mix(wall, ink, 0.2);
  const glass = random.pick([mix(deep, ink, 0.3), mix(deep, ink, 0.3), glow]);
  const trim = random.pick([paper, mix(wall, paper, 0.55), lift(wall, -0.12)]);
  const window = (wx: number, wy: number) =>
    rect(wx - 4, wy - 4, 38, 42, trim) + rect(wx, wy, 30, 34, glass) + rect(wx + 13, wy, 4, 34, trim);
  const extra = random.whole(0, 5);
  return (
    rect(x, y, across, tall, wall) +
    rect(x + across * 0.74, y, across * 0.26, tall, shade) +
    rect(x - 5, y - 9, across + 10, 14, lift(wall, 0.05)) +
    rect(x + across * 0.74, y - 9, across * 0.26 + 5, 14, mix(wall, ink, 0.1)) +
    window(x + across * 0.12, y + 30) +
    (across > 120 ? window(x + across * 0.44, y + 30) : "") +
    (extra === 0
      ? path(d`M${x + 16} ${y - 9}l5 -38h50l5 38z`, mix(cool, main, 0.35)) +
        rect(x + 13, y - 52, 66, 9, mix(cool, paper, 0.25), 'rx="4"')
      : "") +
    (extra === 1
      ? stroke(d`M${x + 30} ${y - 9}v-58M${x + 12} ${y - 60}h36M${x + 18} ${y - 48}h24`, ink, 4)
      : "") +
    (extra === 2
      ? stroke(
          d`M${x + 8} ${y - 9}v-46M${x + across - 8} ${y - 9}v-46M${x + 8} ${y - 50}Q${x + across / 2} ${y - 36} ${x + across - 8} ${y - 50}`,
          ink,
          3,
        ) +
        [0.25, 0.45, 0.65]
          .map((t, i) => rect(x + across * t, y - 45, 20, 24, [paper, glow, cool][i] as string))
          .join("")
      : "")
  );
}

function hillside(stage: Stage): string {
  const { width, random, palette } = stage;
  const { hot, glow, paper, cool, main, soft, earth, deep } = palette;
  const walls = [
    hot,
    glow,
    mix(hot, glow, 0.5),
    mix(main, soft, 0.35),
    mix(cool, paper, 0.25),
    mix(earth, paper, 0.15),
    mix(hot, paper, 0.35),
    paper,
    mix(earth, hot, 0.35),
  ];
  const rise = (x: number) =>
    250 * Math.exp(-(((x - 300) / 520) ** 2)) + 120 * Math.exp(-(((x - 1500) / 330) ** 2));
  let drawing = "";
  for (let row = 0; row < 6; row++) {
    let last = "";
    for (let x = -60 - (row % 2) * 50; x < width; ) {
      const across = random.between(96, 176);
      let wall = random.pick(walls);
      if (wall === last) wall = random.pick(walls);
      last = wall;
      const y = 860 + row * 84 - rise(x + across / 2) * (1 - row * 0.13) + random.between(-22, 22);
      drawing += house(stage, x, y, across, 520, mix(wall, deep, Math.max(0, 0.2 - row * 0.05)));
      if (random.chance(0.14))
        drawing +=
          circle(x + across + 6, y + 70, 40, mix(cool, deep, 0.35)) +
          circle(x + across - 6, y + 60, 22, cool);
      x += across + random.between(0, 14);
    }
  }
  return drawing;
}

function child({ palette }: Stage): string {
  const { ink, earth, hot, paper } = palette;
  return (
    stroke("M-12 0L-6 -52M16 0L8 -52", ink, 16) +
    path("M-20 -44L-18 -108Q0 -122 18 -108L22 -44z", paper) +
    rect(-20, -84, 41, 14, hot) +
    stroke("M14 -102L52 -142", earth, 12) +
    stroke("M-14 -102L36 -128", earth, 12) +
    circle(4, -138, 24, earth) +
    path("M-20 -138a24 24 0 0 1 44 -12l-12 4z", ink)
  );
}

export const kites: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, palette } = stage;
    const { soft, paper, hot, glow, main, deep, cool, ink } = palette;
    const air = mix(soft, main, 0.16);
    const cloud = (x: number, y: number, size: number) =>
      path(
        d`M${x} ${y}h${size * 4}a${size * 0.7} ${size * 0.7} 0 0 0 0 ${-size * 1.4}a${size} ${size} 0 0 0 ${-size * 1.5} ${-size * 0.6}a${size * 0.9} ${size * 0.9} 0 0 0 ${-size * 1.6} ${size * 0.6}a${size * 0.7} ${size * 0.7} 0 0 0 ${-size * 0.9} ${size * 1.4}z`,
        mix(paper, air, 0.12),
      );
    const string = mix(paper, air, 0.1);
    const wavy = (x: number, y: number, dx: number, dy: number, swing: number, count = 14): Point[] =>
      Array.from({ length: count }, (_, i) => [
        x + dx * i + Math.sin(i * 0.9) * swing,
        y + dy * i + Math.cos(i * 0.9) * swing * 0.3,
      ]);
    return (
      rect(0, 0, width, height, air) +
      circle(260, 240, 210, mix(air, glow, 0.4)) +
      circle(260, 240, 140, glow) +
      cloud(560, 250, 44) +
      cloud(1180, 170, 58) +
      cloud(60, 520, 40) +
      cloud(1320, 620, 36) +
      path(
        "M0 760C180 560 420 480 640 600C820 700 980 760 1140 740C1330 690 1480 610 1600 640V1000H0z",
        mix(cool, air, 0.3),
      ) +
      stroke("M396 520C620 560 860 540 1016 436", string, 4) +
      stroke("M1290 900C1330 760 1350 640 1352 470", string, 3) +
      stroke("M760 820C700 640 640 560 600 520", string, 3) +
      tail(wavy(1074, 640, 30, 15, 20, 17), 24, [glow, hot, paper], ink) +
      group(kite(310, [hot, glow, deep], ink), place(1000, 360, -12)) +
      tail(wavy(1400, 500, 6, 16, 12, 12), 14, [paper, main], ink) +
      group(kite(120, [cool, paper, hot], ink), place(1380, 390, -10)) +
      tail(wavy(570, 560, -12, 12, 10, 12), 13, [hot, glow], ink) +
      group(kite(104, [deep, glow, paper], ink), place(606, 470, 16)) +
      group(kite(58, [hot, paper, main], ink), place(800, 150, -20)) +
      tail(wavy(826, 200, 9, 8, 6, 9), 8, [hot], ink) +
      hillside(stage) +
      group(child(stage), place(340, 632, 0, 1.1))
    );
  },
};
