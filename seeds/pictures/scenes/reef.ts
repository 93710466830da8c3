/** Fish in patterned scales among corals: a motif for cloth. */
import { lift, mix } from "#seeds/pictures/colour.ts";
import { leaf } from "#seeds/pictures/plants.ts";
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
  ring,
  sector,
  stroke,
} from "#seeds/pictures/shapes.ts";

/** A fish 600 long, its scales cut from half circles in three colours. */
function fish(id: string, colours: readonly [string, string, string], { palette }: Stage): string {
  const { ink, paper, glow } = palette;
  const [a, b, c] = colours;
  const body = "M-300 0C-220 -170 60 -210 220 0C60 210 -220 170 -300 0z";
  const scales = repeat(84, (i) => {
    const [x, y] = [-110 + (i % 12) * 32 + (Math.floor(i / 12) % 2) * 16, -170 + Math.floor(i / 12) * 52];
    const tint = [a, b, c][(i + Math.floor(i / 12)) % 3] as string;
    return path(sector(x, y, 31, -90, 90), tint) + path(sector(x, y, 17, -90, 90), mix(tint, paper, 0.45));
  });
  const rays = (count: number, draw: (i: number) => string) => repeat(count, draw);
  return (
    path(
      "M190 0C260 -20 300 -130 360 -150C352 -80 330 -30 326 0C330 30 352 80 360 150C300 130 260 20 190 0z",
      b,
    ) +
    rays(5, (i) => stroke(d`M232 ${-16 + i * 8}L340 ${-104 + i * 52}`, lift(b, -0.1), 6)) +
    path("M-120 -130C-60 -230 80 -240 150 -100C80 -150 -40 -150 -120 -130z", c) +
    rays(6, (i) =>
      stroke(d`M${-80 + i * 36} -138L${-50 + i * 36} ${-186 + Math.abs(i - 2) * 9}`, lift(c, -0.1), 6),
    ) +
    path("M-60 140C-40 200 40 220 90 110C40 150 -20 150 -60 140z", c) +
    path(body, mix(a, paper, 0.25)) +
    clipped(
      id,
      path(body, a),
      rect(-320, -220, 560, 440, mix(b, paper, 0.2)) +
        scales +
        path("M-340 -220H-160C-90 -100 -90 100 -160 220H-340z", a) +
        path("M-160 -220C-90 -100 -90 100 -160 220H-128C-56 100 -56 -100 -128 -220z", glow) +
        path("M-320 60C-100 190 120 140 260 0V240H-320z", ink, 'opacity=".12"'),
    ) +
    circle(-206, -34, 36, paper) +
    circle(-212, -34, 21, ink) +
    circle(-220, -42, 7, paper) +
    stroke("M-296 22C-270 40 -250 40 -236 30", ink, 8) +
    path("M-96 20C-40 -10 20 30 30 80C-30 90 -90 70 -96 20z", b) +
    rays(3, (i) => stroke(d`M-76 ${30 + i * 12}L${4 - i * 10} ${54 + i * 10}`, lift(b, -0.1), 5))
  );
}

function coral(height: number, colour: string): string {
  const arm = (data: string, wide: number) => stroke(data, colour, wide);
  return (
    arm(d`M0 0V${-height}`, 34) +
    arm(d`M0 ${-height * 0.3}C-90 ${-height * 0.34} -96 ${-height * 0.5} -90 ${-height * 0.8}`, 28) +
    arm(d`M0 ${-height * 0.42}C90 ${-height * 0.46} 100 ${-height * 0.6} 92 ${-height * 0.94}`, 28) +
    arm(d`M-92 ${-height * 0.56}C-150 ${-height * 0.56} -156 ${-height * 0.64} -150 ${-height * 0.74}`, 22) +
    arm(d`M96 ${-height * 0.66}C150 ${-height * 0.66} 160 ${-height * 0.74} 152 ${-height * 0.86}`, 22) +
    arm(d`M0 ${-height * 0.74}C-40 ${-height * 0.78} -44 ${-height * 0.9} -40 ${-height * 1.04}`, 22) +
    repeat(7, (i) => circle(i % 2 ? 6 : -6, -30 - i * height * 0.13, 5, mix(colour, "#ffffff", 0.4)))
  );
}

export const reef: Scene = {
  width: 1400,
  height: 1400,
  draw(stage) {
    const { width, height, random, palette } = stage;
    const { deep, main, soft, hot, glow, paper, cool, ink } = palette;
    const water = mix(deep, ink, 0.15);
    const weed = (x: number, tall: number, lean: number, colour: string) =>
      group(
        stroke(d`M0 0C${lean} ${-tall * 0.3} ${-lean} ${-tall * 0.7} ${lean * 0.4} ${-tall}`, colour, 9) +
          repeat(Math.floor(tall / 46), (i) => {
            const t = (i + 1) / (tall / 46 + 1);
            return group(
              leaf(86, 24, colour),
              place(lean * Math.sin(t * 6) * 0.4, -tall * t, i % 2 ? 56 : -56),
            );
          }),
        place(x, 1400),
      );
    const star = (x: number, y: number, size: number, colour: string) =>
      repeat(5, (i) =>
        group(
          path(
            d`M${-size * 0.3} 0C${-size * 0.24} ${-size * 0.5} ${-size * 0.16} ${-size} 0 ${-size}C${size * 0.16} ${-size} ${size * 0.24} ${-size * 0.5} ${size * 0.3} 0z`,
            colour,
          ),
          place(x, y, i * 72 + 12),
        ),
      ) +
      circle(x, y, size * 0.34, colour) +
      repeat(5, (i) =>
        repeat(3, (k) =>
          group(
            circle(0, -size * (0.24 + k * 0.22), size * 0.06, mix(colour, paper, 0.6)),
            place(x, y, i * 72 + 12),
          ),
        ),
      );
    const bubbles = repeat(34, () => {
      const [x, y, r] = [random.between(0, width), random.between(0, 1100), random.between(6, 24)];
      return ring(x, y, r, mix(main, soft, 0.6), 4) + path(sector(x, y, r * 0.62, 200, 260, r * 0.4), soft);
    });
    return (
      rect(0, 0, width, height, water) +
      repeat(7, (i) =>
        path(
          d`M0 ${150 + i * 190}q87.5 -60 175 0t175 0t175 0t175 0t175 0t175 0t175 0t175 0`,
          "none",
          `stroke="${mix(water, main, 0.4)}" stroke-width="10"`,
        ),
      ) +
      bubbles +
      weed(90, 760, 40, mix(cool, deep, 0.35)) +
      weed(1330, 820, -44, mix(cool, deep, 0.35)) +
      weed(230, 480, 30, cool) +
      weed(1180, 520, -30, cool) +
      weed(700, 330, 24, mix(cool, deep, 0.35)) +
      group(coral(420, hot), place(420, 1400)) +
      group(coral(360, glow), place(1000, 1400, 6)) +
      group(coral(520, mix(hot, deep, 0.35)), place(1290, 1420, 8)) +
      group(coral(460, mix(glow, hot, 0.5)), place(60, 1420, -8)) +
      group(coral(220, mix(main, paper, 0.5)), place(720, 1410)) +
      group(fish("fish-a", [hot, glow, paper], stage), place(560, 420, -10, 1.14)) +
      group(fish("fish-b", [main, soft, glow], stage), place(860, 830, 8, 1.0, true)) +
      group(fish("fish-c", [glow, hot, deep], stage), place(1170, 230, 14, 0.52, true)) +
      group(fish("fish-d", [paper, hot, main], stage), place(270, 850, -6, 0.56)) +
      group(fish("fish-e", [cool, paper, glow], stage), place(1180, 560, -14, 0.4)) +
      star(560, 1290, 92, paper) +
      star(1180, 1300, 70, hot) +
      star(180, 150, 60, glow) +
      ellipse(880, 1350, 40, 24, soft) +
      ellipse(300, 1368, 52, 26, mix(soft, main, 0.4)) +
      ellipse(950, 1376, 60, 26, mix(soft, deep, 0.4))
    );
  },
};
