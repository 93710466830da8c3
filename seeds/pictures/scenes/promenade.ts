/** A wave-paved promenade by the sea, with hills, parasols and a palm. */
import { lift, mix } from "#seeds/pictures/colour.ts";
import { palm } from "#seeds/pictures/plants.ts";
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
  polygon,
  polyline,
  rect,
  repeat,
  sector,
  stroke,
} from "#seeds/pictures/shapes.ts";

const horizon = 560;
const kerb = 790;

function sky({ width, palette }: Stage): string {
  const { soft, glow, paper, main } = palette;
  const air = mix(soft, paper, 0.35);
  return (
    rect(0, 0, width, horizon, air) +
    [330, 255, 185].map((r, i) => circle(610, 350, r, mix(air, glow, 0.28 + i * 0.24))).join("") +
    circle(610, 350, 120, glow) +
    repeat(3, (i) => stroke(d`M${830 + i * 62} ${130 + i * 30}q16 -16 30 0q14 -16 30 0`, main, 6))
  );
}

function hills({ width, palette }: Stage): string {
  const { main, soft, deep, cool, paper } = palette;
  const far = mix(main, soft, 0.45);
  const near = mix(deep, main, 0.35);
  const loaf = d`M860 ${horizon}C900 520 950 500 1000 480C1040 400 1075 205 1150 196C1235 188 1258 330 1300 410C1340 470 1400 480 1450 ${horizon}z`;
  const shade = d`M1165 196C1235 196 1258 330 1300 410C1340 470 1400 480 1450 ${horizon}L1245 ${horizon}C1225 420 1235 300 1165 196z`;
  return (
    path(
      d`M0 ${horizon}V430C90 400 150 300 235 290C320 282 350 400 430 430C520 460 560 500 640 ${horizon}z`,
      far,
    ) +
    path(d`M1250 ${horizon}C1330 440 1400 380 1480 372C1530 368 1570 390 ${width} 400V${horizon}z`, far) +
    path(loaf, near) +
    path(shade, lift(near, -0.06)) +
    path(d`M780 ${horizon}C810 500 880 470 935 486C990 500 1010 530 1050 ${horizon}z`, lift(near, -0.035)) +
    stroke(d`M930 486Q1040 330 1142 206`, paper, 3) +
    rect(1018, 330, 30, 20, paper, 'rx="7"') +
    rect(0, horizon - 14, width, 14, mix(cool, deep, 0.3))
  );
}

function sea({ width, random, palette }: Stage): string {
  const { main, paper, earth, deep, glow } = palette;
  const shore: Point[] = Array.from({ length: 9 }, (_, i) => [i * 205 - 20, 690 + Math.sin(i * 1.3) * 16]);
  const glints = repeat(34, () => {
    const y = random.between(horizon + 16, 665);
    const reach = random.between(18, 74) * (0.5 + (y - horizon) / 140);
    const x = random.between(0, width);
    return stroke(d`M${x} ${y}h${reach}`, Math.abs(x - 610) < 150 ? glow : mix(main, paper, 0.5), 4);
  });
  return (
    rect(0, horizon, width, 200, main) +
    glints +
    group(
      path("M-52 0h104l-20 24h-64z", deep) +
        path("M-4 -8V-118L-62 -8z", paper) +
        path("M6 -8V-96L50 -8z", glow),
      place(300, 622),
    ) +
    path(`${curve(shore)}L${width} ${kerb}L0 ${kerb}z`, mix(main, paper, 0.75)) +
    path(`${curve(shore.map(([x, y]) => [x, y + 14]))}L${width} ${kerb}L0 ${kerb}z`, earth)
  );
}

function parasol(stage: Stage, x: number, y: number, size: number, first: string, second: string): string {
  const { ink, earth } = stage.palette;
  const shadow = mix(earth, ink, 0.22);
  const canopy = repeat(6, (i) =>
    path(sector(0, 0, size, 180 + i * 30, 210 + i * 30), i % 2 ? first : second),
  );
  return group(
    ellipse(size * 0.35, size * 0.98, size * 1.05, size * 0.16, shadow) +
      stroke(d`M0 0L0 ${size}`, ink, 5) +
      group(canopy, "scale(1 .74)"),
    place(x, y, -7),
  );
}

/** Waves in perspective: every band is wider, taller and longer than the one behind it. */
function pavement({ width, height, palette }: Stage): string {
  const { ink, paper } = palette;
  const bands = 8;
  const boundary = (k: number): Point[] => {
    const t = k / bands;
    const y = kerb + 26 + (height - kerb + 60) * t ** 1.45;
    const [reach, length] = [9 + 46 * t ** 1.1, 150 + 330 * t];
    return Array.from({ length: 97 }, (_, i) => {
      const x = -40 + (i / 96) * (width + 80);
      return [x, y + Math.sin(((x - 690) / length) * Math.PI * 2) * reach] as const;
    });
  };
  return (
    rect(0, kerb, width, height - kerb, paper) +
    repeat(bands / 2, (i) => polygon([...boundary(i * 2 + 0.9), ...boundary(i * 2 + 1.9).reverse()], ink)) +
    rect(0, kerb - 6, width, 22, mix(paper, ink, 0.22)) +
    rect(0, kerb - 6, width, 8, lift(paper, 0.02))
  );
}

export const promenade: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { palette } = stage;
    const { hot, glow, paper, cool, deep, ink, earth } = palette;
    const colours = {
      trunk: mix(earth, ink, 0.55),
      back: mix(deep, cool, 0.2),
      front: mix(cool, deep, 0.25),
      fruit: mix(hot, ink, 0.25),
    };
    return (
      sky(stage) +
      hills(stage) +
      sea(stage) +
      parasol(stage, 520, 676, 46, hot, paper) +
      parasol(stage, 760, 690, 54, glow, hot) +
      parasol(stage, 1010, 672, 44, deep, paper) +
      parasol(stage, 1190, 700, 58, paper, hot) +
      parasol(stage, 300, 704, 52, deep, glow) +
      pavement(stage) +
      path(
        polyline(
          [
            [1180, kerb + 40],
            [1600, kerb + 96],
            [1600, kerb + 132],
            [1200, kerb + 52],
          ],
          true,
        ),
        ink,
        'opacity=".28"',
      ) +
      ellipse(1440, 852, 92, 17, mix(paper, ink, 0.4)) +
      ellipse(1440, 850, 78, 12, mix(earth, ink, 0.35)) +
      group(palm(800, -150, colours), place(1440, 852)) +
      group(palm(520, 60, colours), place(90, 772))
    );
  },
};
