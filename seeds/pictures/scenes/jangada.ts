/** A raft under sail on rows of scalloped waves, the sun behind it. */
import { lift, mix } from "#seeds/pictures/colour.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
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

const horizon = 640;

/** A row of waves, each of nested half circles. */
function waves(width: number, y: number, radius: number, shift: number, fill: string, line: string): string {
  const count = Math.ceil(width / (radius * 1.5)) + 2;
  return repeat(count, (i) => {
    const x = -radius + i * radius * 1.5 + shift;
    return (
      circle(x, y, radius, line) +
      circle(x, y, radius * 0.9, fill) +
      circle(x, y, radius * 0.68, line) +
      circle(x, y, radius * 0.6, lift(fill, 0.03)) +
      circle(x, y, radius * 0.36, line) +
      circle(x, y, radius * 0.28, fill)
    );
  });
}

function raft({ palette }: Stage): string {
  const { earth, ink, paper, hot, glow, deep, soft } = palette;
  const wood = mix(earth, ink, 0.3);
  return (
    stroke("M20 -20C40 -300 0 -560 -60 -700", wood, 16) +
    path("M-60 -700C150 -560 330 -330 392 -86C260 -66 140 -64 22 -74C40 -320 0 -560 -60 -700z", paper) +
    path(
      "M-60 -700C150 -560 330 -330 392 -86C350 -79 306 -74 262 -71C220 -330 100 -560 -60 -700z",
      mix(paper, soft, 0.75),
    ) +
    path(
      "M2 -452C90 -452 180 -440 246 -420C274 -376 300 -330 320 -286C220 -314 120 -320 27 -316C24 -362 16 -408 2 -452z",
      hot,
    ) +
    path(
      "M27 -316C120 -320 220 -314 320 -286C334 -256 346 -226 358 -194C250 -214 140 -220 32 -216C32 -250 30 -284 27 -316z",
      glow,
    ) +
    stroke("M22 -74C140 -64 260 -66 392 -86", wood, 12) +
    stroke("M-60 -700C150 -560 330 -330 392 -86", wood, 5) +
    group(
      stroke("M0 0L6 -60M26 0L20 -60", ink, 16) +
        path("M-10 -54L-6 -118Q10 -132 30 -116L34 -54z", deep) +
        circle(14, -150, 22, mix(earth, ink, 0.3)) +
        ellipse(14, -164, 42, 9, glow) +
        path("M-6 -166Q14 -196 34 -166z", glow) +
        stroke("M-2 -108L-50 -66M28 -108L62 -80", mix(earth, ink, 0.3), 11),
      place(-150, -38),
    ) +
    stroke("M-206 -104L-300 60", wood, 10) +
    path(
      "M-330 -50C-300 -20 -250 -6 -180 -4H240C300 -8 340 -26 372 -56L376 -36C350 20 300 40 220 40H-170C-250 40 -310 10 -330 -50z",
      wood,
    ) +
    path(
      "M-330 -50C-300 -20 -250 -6 -180 -4H240C300 -8 340 -26 372 -56",
      "none",
      `stroke="${lift(earth, 0.05)}" stroke-width="9"`,
    ) +
    repeat(4, (i) =>
      stroke(d`M-290 ${-2 + i * 11}Q0 ${18 + i * 9} 340 ${-8 + i * 11}`, mix(wood, ink, 0.35), 3),
    ) +
    rect(90, -44, 120, 36, hot, 'rx="6"') +
    rect(90, -44, 120, 12, lift(hot, -0.1), 'rx="6"')
  );
}

export const jangada: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, random, palette } = stage;
    const { soft, glow, hot, paper, main, deep, ink } = palette;
    const air = mix(soft, glow, 0.32);
    const foam = mix(main, paper, 0.82);
    const row = (i: number) =>
      waves(
        width,
        764 + i * 92 + (i ? 40 : 0),
        84 + i * 19,
        (i % 2) * (70 + i * 14) + random.between(-16, 16),
        mix(mix(main, soft, 0.3), deep, i / 5.2),
        mix(foam, deep, i * 0.05),
      );
    const bar = (x: number, y: number, length: number) =>
      rect(x, y, length, 20, mix(air, paper, 0.75), 'rx="10"');
    return (
      rect(0, 0, width, height, air) +
      repeat(18, (i) =>
        polygon(
          [
            [760, 500],
            [
              760 + Math.cos((i * 20 * Math.PI) / 180) * 1500,
              500 + Math.sin((i * 20 * Math.PI) / 180) * 1500,
            ],
            [
              760 + Math.cos(((i * 20 + 10) * Math.PI) / 180) * 1500,
              500 + Math.sin(((i * 20 + 10) * Math.PI) / 180) * 1500,
            ],
          ],
          mix(air, glow, 0.55),
        ),
      ) +
      circle(760, 500, 330, mix(glow, paper, 0.2)) +
      circle(760, 500, 262, hot) +
      bar(90, 230, 260) +
      bar(180, 262, 320) +
      bar(1180, 170, 330) +
      bar(1120, 202, 220) +
      bar(1310, 400, 240) +
      bar(60, 470, 180) +
      repeat(6, (i) =>
        stroke(
          d`M${1150 + (i % 3) * 74 + (i > 2 ? 36 : 0)} ${300 + Math.floor(i / 3) * 46 - (i % 3) * 18}q17 -18 32 0q15 -18 32 0`,
          ink,
          6,
        ),
      ) +
      rect(0, horizon + 30, width, height, mix(main, soft, 0.35)) +
      rect(0, horizon + 30, width, 8, foam) +
      repeat(26, () => {
        const y = random.between(horizon + 44, 720);
        return stroke(
          d`M${random.between(-20, width)} ${y}h${random.between(24, 110)}`,
          mix(main, paper, 0.55),
          5,
        );
      }) +
      row(0) +
      group(raft(stage), place(720, 782, -4, 0.98)) +
      row(1) +
      row(2) +
      row(3) +
      row(4)
    );
  },
};
