/** Letters leave an open envelope and fold into paper planes over the clouds. */
import { lift, mix } from "#seeds/pictures/colour.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  clipped,
  curve,
  d,
  group,
  type Point,
  path,
  place,
  polygon,
  rect,
  repeat,
  stroke,
} from "#seeds/pictures/shapes.ts";

function plane(colour: string, shade: string, dark: string): string {
  return (
    path("M-150 -34L180 0L-104 46z", colour) +
    path("M-104 46L180 0L-70 88z", dark) +
    path("M-150 -34L180 0L-128 4z", lift(colour, 0.03)) +
    path("M-104 46L180 0L-62 40L-70 88z", shade)
  );
}

function letter({ palette }: Stage, kind: number): string {
  const { paper, main, soft, hot, glow, ink } = palette;
  const line = (y: number, length: number) => rect(-70, y, length, 9, mix(soft, main, 0.35), 'rx="4.5"');
  const mark = [
    path("M0 30C-34 4 -36 -26 -14 -28C-4 -28 0 -20 0 -16C0 -20 4 -28 14 -28C36 -26 34 4 0 30z", hot),
    circle(0, 0, 28, glow) + stroke("M-10 -6v1M10 -6v1M-12 8q12 12 24 0", ink, 6),
    stroke("M-24 0l16 18l32 -36", hot, 11),
  ][kind % 3] as string;
  return (
    rect(-94, -124, 188, 248, paper) +
    path("M94 124L94 88L58 124z", mix(paper, ink, 0.16)) +
    rect(-70, -98, 84, 14, main, 'rx="7"') +
    line(-66, 140) +
    line(-42, 118) +
    line(-18, 134) +
    line(6, 80) +
    group(mark, place(34, 66))
  );
}

export const letters: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, palette } = stage;
    const { soft, paper, main, deep, hot, glow, ink, cool } = palette;
    const air = mix(soft, main, 0.1);
    const cloud = (x: number, y: number, size: number, colour: string) =>
      path(
        d`M${x} ${y}h${size * 5}a${size * 0.8} ${size * 0.8} 0 0 0 0 ${-size * 1.6}a${size * 1.2} ${size * 1.2} 0 0 0 ${-size * 2} ${-size * 0.7}a${size} ${size} 0 0 0 ${-size * 1.9} ${size * 0.7}a${size * 0.8} ${size * 0.8} 0 0 0 ${-size * 1.1} ${size * 1.6}z`,
        colour,
      );
    const loop: Point[] = [
      [520, 720],
      [640, 640],
      [760, 540],
      [900, 470],
      [1030, 500],
      [1060, 610],
      [960, 660],
      [890, 580],
      [960, 450],
      [1100, 360],
      [1230, 290],
    ];
    const trail = (points: Point[]) => stroke(curve(points), paper, 8, 'stroke-dasharray="2 26"');
    const wide = 640;
    const border = repeat(15, (i) =>
      polygon(
        [
          [-320 + i * 46, 420],
          [-290 + i * 46, 420],
          [-310 + i * 46, 396],
          [-340 + i * 46, 396],
        ],
        i % 2 ? hot : main,
      ),
    );
    const envelope =
      polygon(
        [
          [-wide / 2, 0],
          [0, -250],
          [wide / 2, 0],
        ],
        mix(paper, deep, 0.34),
      ) +
      rect(-wide / 2, 0, wide, 420, mix(paper, deep, 0.24)) +
      group(letter(stage, 0), place(-90, -70, -9, 1.25)) +
      group(letter(stage, 1), place(120, -110, 8, 1.25)) +
      polygon(
        [
          [-wide / 2, 0],
          [10, 240],
          [-wide / 2, 420],
        ],
        paper,
      ) +
      polygon(
        [
          [wide / 2, 0],
          [-10, 240],
          [wide / 2, 420],
        ],
        mix(paper, soft, 0.35),
      ) +
      polygon(
        [
          [-wide / 2, 420],
          [0, 176],
          [wide / 2, 420],
        ],
        mix(paper, soft, 0.7),
      ) +
      polygon(
        [
          [0, 176],
          [wide / 2, 420],
          [20, 420],
        ],
        mix(paper, soft, 0.95),
      ) +
      clipped("airmail", rect(-wide / 2, 390, wide, 30, ink), border) +
      circle(0, 226, 50, hot) +
      path(
        "M0 256C-34 232 -36 200 -14 198C-4 198 0 206 0 210C0 206 4 198 14 198C36 200 34 232 0 256z",
        paper,
      );
    return (
      rect(0, 0, width, height, air) +
      circle(1210, 300, 300, mix(air, glow, 0.4)) +
      circle(1210, 300, 220, mix(air, glow, 0.75)) +
      circle(1210, 300, 146, glow) +
      cloud(60, 330, 46, mix(air, paper, 0.7)) +
      cloud(1190, 520, 54, mix(air, paper, 0.85)) +
      cloud(560, 240, 34, mix(air, paper, 0.6)) +
      path(
        "M0 1000C200 900 420 880 640 960C860 860 1120 850 1300 930C1420 900 1530 900 1600 920V1200H0z",
        mix(cool, air, 0.45),
      ) +
      path("M0 1080C260 980 520 1000 760 1060C1020 970 1320 970 1600 1040V1200H0z", mix(cool, air, 0.1)) +
      trail(loop) +
      trail([
        [560, 640],
        [760, 760],
        [1000, 800],
        [1200, 760],
        [1330, 690],
      ]) +
      trail([
        [420, 560],
        [440, 440],
        [400, 330],
        [440, 220],
      ]) +
      group(letter(stage, 2), place(650, 610, 22, 0.72)) +
      group(letter(stage, 0), place(780, 770, 38, 0.62)) +
      group(plane(paper, mix(paper, main, 0.4), mix(main, deep, 0.4)), place(1290, 260, -24, 1.36)) +
      group(plane(hot, lift(hot, -0.1), mix(hot, ink, 0.4)), place(1390, 664, -18, 0.92)) +
      group(plane(glow, lift(glow, -0.1), mix(glow, ink, 0.4)), place(452, 190, -66, 0.8)) +
      group(plane(paper, mix(paper, main, 0.4), mix(main, deep, 0.4)), place(1000, 150, -14, 0.5)) +
      group(plane(deep, mix(deep, ink, 0.4), ink), place(170, 200, -40, 0.5)) +
      cloud(980, 1080, 80, paper) +
      cloud(-160, 1150, 96, paper) +
      group(envelope, place(430, 720, -6)) +
      cloud(180, 1230, 80, mix(paper, air, 0.25)) +
      cloud(760, 1240, 110, paper) +
      cloud(1340, 1220, 70, mix(paper, air, 0.25))
    );
  },
};
