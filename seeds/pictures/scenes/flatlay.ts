/** A study desk seen from above: notebook, cards, pencils, coffee. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
import { leaf } from "#seeds/pictures/plants.ts";
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
  scatter,
  sector,
  stroke,
} from "#seeds/pictures/shapes.ts";

/** A thing lying on the desk, with the shadow it throws. */
const lying = (drawing: string, shadow: string, x: number, y: number, angle: number, scale = 1) =>
  group(`${group(shadow, "translate(12 16)", 'opacity=".22"')}${drawing}`, place(x, y, angle, scale));

function notebook({ random, palette }: Stage): [string, string] {
  const { paper, soft, main, hot, glow, deep, cool, ink } = palette;
  const line = mix(soft, main, 0.15);
  const written = (x: number, y: number, width: number, colour: string) =>
    rect(x, y, width, 9, colour, 'rx="4.5"');
  const left =
    rect(-440, -300, 440, 600, paper) +
    repeat(13, (i) => rect(-410, -226 + i * 38, 380, 2, line)) +
    rect(-372, -300, 3, 600, hot, 'opacity=".6"') +
    rect(-352, -276, 210, 20, deep, 'rx="10"') +
    repeat(9, (i) =>
      i === 4
        ? ""
        : rect(-360, -220 + i * 38, 20, 20, "none", `stroke="${main}" stroke-width="4" rx="4"`) +
          (i < 6 ? stroke(d`M-356 ${-211 + i * 38}l7 8l16 -20`, hot, 6) : "") +
          written(-326, -214 + i * 38, random.between(120, 260), mix(ink, paper, 0.3)),
    ) +
    rect(-330, 118, 220, 26, glow, 'opacity=".7"') +
    written(-326, 126, 200, mix(ink, paper, 0.3)) +
    written(-360, 166, 250, mix(ink, paper, 0.3)) +
    written(-360, 204, 180, mix(ink, paper, 0.3));
  const right =
    rect(0, -300, 440, 600, mix(paper, soft, 0.12)) +
    repeat(13, (i) => rect(30, -226 + i * 38, 380, 2, line)) +
    rect(40, -276, 150, 20, deep, 'rx="10"') +
    circle(150, -130, 88, soft) +
    path(sector(150, -130, 88, -90, 40), hot) +
    path(sector(150, -130, 88, 40, 130), glow) +
    path(sector(150, -130, 88, 130, 190), cool) +
    circle(150, -130, 40, mix(paper, soft, 0.12)) +
    repeat(
      4,
      (i) =>
        rect(270, -190 + i * 36, 18, 18, [hot, glow, cool, soft][i] as string, 'rx="4"') +
        written(300, -186 + i * 36, 90 - i * 14, mix(ink, paper, 0.35)),
    ) +
    repeat(7, (i) =>
      rect(
        50 + i * 52,
        200 - ([60, 96, 74, 130, 116, 168, 150][i] as number),
        34,
        [60, 96, 74, 130, 116, 168, 150][i] as number,
        i === 5 ? hot : main,
        'rx="4"',
      ),
    ) +
    stroke("M36 202H420", ink, 4) +
    stroke("M66 118L118 84L170 104L222 48L274 62L326 10L390 26", glow, 7) +
    written(50, 236, 220, mix(ink, paper, 0.35));
  const rings = repeat(
    12,
    (i) =>
      rect(-22, -272 + i * 48, 44, 15, mix(soft, ink, 0.35), 'rx="7.5"') +
      circle(-24, -265 + i * 48, 8, mix(paper, ink, 0.35)) +
      circle(24, -265 + i * 48, 8, mix(paper, ink, 0.35)),
  );
  return [
    rect(-456, -314, 912, 630, deep, 'rx="16"') +
      left +
      right +
      rect(0, -300, 26, 600, ink, 'opacity=".08"') +
      rings,
    rect(-456, -314, 912, 630, ink, 'rx="16"'),
  ];
}

function pencil(length: number, colour: string, { palette }: Stage): [string, string] {
  const { earth, paper, ink, hot } = palette;
  const wood = mix(earth, paper, 0.45);
  return [
    polygon(
      [
        [-length / 2, -13],
        [length / 2, -13],
        [length / 2, -4],
        [-length / 2, -4],
      ],
      lift(colour, 0.04),
    ) +
      rect(-length / 2, -4, length, 9, colour) +
      rect(-length / 2, 5, length, 9, lift(colour, -0.07)) +
      polygon(
        [
          [length / 2, -13],
          [length / 2 + 44, 0],
          [length / 2, 14],
        ],
        wood,
      ) +
      polygon(
        [
          [length / 2 + 28, -5],
          [length / 2 + 44, 0],
          [length / 2 + 28, 5],
        ],
        ink,
      ) +
      rect(-length / 2 - 22, -13, 24, 27, mix(paper, ink, 0.35)) +
      rect(-length / 2 - 52, -13, 32, 27, mix(hot, paper, 0.35), 'rx="7"'),
    rect(-length / 2 - 52, -13, length + 92, 27, ink, 'rx="7"'),
  ];
}

export const flatlay: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, palette } = stage;
    const { soft, paper, deep, main, hot, glow, cool, ink, earth } = palette;
    const green = mix(oklch(0.57, 0.12, 150), cool, 0.2);
    const desk = mix(soft, main, 0.1);
    const coffee =
      circle(0, 0, 176, paper) +
      circle(0, 0, 150, mix(paper, soft, 0.5)) +
      rect(96, -24, 106, 48, hot, 'rx="24"') +
      circle(0, 0, 118, hot) +
      circle(0, 0, 100, lift(hot, -0.1)) +
      circle(0, 0, 92, mix(earth, ink, 0.5)) +
      path(
        "M0 62C-52 26 -64 -8 -44 -34C-26 -52 -6 -44 0 -24C6 -44 26 -52 44 -34C64 -8 52 26 0 62z",
        mix(earth, paper, 0.6),
      ) +
      path(
        "M0 34C-26 14 -32 -4 -22 -16C-12 -24 -4 -18 0 -8C4 -18 12 -24 22 -16C32 -4 26 14 0 34z",
        mix(earth, ink, 0.5),
      );
    const card = (fill: string, marks: string): [string, string] => [
      rect(-92, -92, 184, 184, fill) + path("M92 92L92 54L54 92z", lift(fill, -0.08)) + marks,
      rect(-92, -92, 184, 184, ink),
    ];
    const glasses =
      ellipse(-92, 0, 78, 66, paper, 'opacity=".4"') +
      ellipse(92, 0, 78, 66, paper, 'opacity=".4"') +
      path(
        "M-130 -34L-66 42",
        "none",
        `stroke="${paper}" stroke-width="10" stroke-linecap="round" opacity=".7"`,
      ) +
      path(
        "M54 -34L118 42",
        "none",
        `stroke="${paper}" stroke-width="10" stroke-linecap="round" opacity=".7"`,
      ) +
      `<g fill="none" stroke="${ink}" stroke-width="14" stroke-linecap="round"><ellipse cx="-92" cy="0" rx="78" ry="66"/><ellipse cx="92" cy="0" rx="78" ry="66"/><path d="M-16 -10Q0 -26 16 -10M-168 -14L-196 -150M168 -14L196 -150"/></g>`;
    const calculator =
      rect(-110, -160, 220, 320, deep, 'rx="22"') +
      rect(-86, -136, 172, 70, mix(cool, paper, 0.55), 'rx="8"') +
      rect(10, -112, 56, 22, ink, 'rx="5" opacity=".55"') +
      repeat(16, (i) =>
        rect(
          -86 + (i % 4) * 45,
          -46 + Math.floor(i / 4) * 47,
          36,
          36,
          i === 15 ? hot : i % 4 === 3 ? glow : mix(deep, paper, 0.75),
          'rx="9"',
        ),
      );
    const ruler =
      rect(-360, -34, 720, 68, glow) +
      repeat(35, (i) => rect(-346 + i * 20, -34, 3, i % 5 ? 16 : 30, ink)) +
      circle(330, 8, 12, desk);
    const sprig =
      stroke("M0 0C20 -120 60 -220 120 -320", mix(green, ink, 0.3), 8) +
      scatter(
        [
          [6, -60, -60],
          [10, -70, 62],
          [28, -140, -54],
          [34, -150, 66],
          [62, -216, -44],
          [70, -226, 74],
          [96, -280, -30],
          [104, -284, 84],
          [120, -318, 26],
        ],
        ([x, y, a], i) => group(leaf(118 - i * 4, 34, i % 2 ? green : lift(green, -0.05)), place(x, y, a)),
      );
    const clip = (x: number, y: number, angle: number, colour: string) =>
      group(
        `<path d="M-30 14H34A16 16 0 0 0 34 -18H-32A24 24 0 0 0 -32 30H24" fill="none" stroke="${colour}" stroke-width="7" stroke-linecap="round"/>`,
        place(x, y, angle),
      );
    const tick = stroke("M-44 4l30 32l64 -78", hot, 16);
    const bulb =
      circle(0, -10, 44, paper) +
      rect(-18, 34, 36, 26, ink, 'rx="6"') +
      stroke("M-14 30V0L0 12L14 0V30", hot, 6);
    const star = polygon(
      Array.from(
        { length: 10 },
        (_, i) =>
          [
            Math.sin((i * Math.PI) / 5) * (i % 2 ? 24 : 56),
            -Math.cos((i * Math.PI) / 5) * (i % 2 ? 24 : 56),
          ] as const,
      ),
      glow,
    );
    return (
      rect(0, 0, width, height, desk) +
      path("M0 0L520 0L0 760z", paper, 'opacity=".14"') +
      path("M720 0L980 0L0 1430L0 1050z", paper, 'opacity=".14"') +
      lying(sprig, "", 1370, 470, 18, 1.05) +
      lying(sprig, "", 60, 1200, -4, 1) +
      lying(ruler, rect(-360, -34, 720, 68, ink), 470, 1090, -5) +
      lying(...notebook(stage), 760, 590, -7) +
      lying(coffee, circle(0, 0, 178, ink) + rect(96, -24, 106, 48, ink, 'rx="24"'), 1390, 300, -32) +
      lying(calculator, rect(-110, -160, 220, 320, ink, 'rx="22"'), 1420, 780, 12) +
      lying(...card(mix(glow, paper, 0.25), tick), 150, 330, 9) +
      lying(...card(mix(hot, paper, 0.45), bulb), 190, 560, -8) +
      lying(...card(mix(cool, paper, 0.45), star), 130, 790, 5) +
      lying(glasses, "", 490, 130, 8, 0.98) +
      lying(...pencil(420, hot, stage), 1130, 1040, -16) +
      lying(...pencil(330, main, stage), 1180, 1120, -12) +
      clip(880, 110, 30, hot) +
      clip(1000, 150, -46, deep) +
      clip(800, 1130, 12, main) +
      lying(
        rect(-56, -34, 112, 68, paper, 'rx="12"') + rect(-56, -34, 62, 68, main, 'rx="8"'),
        rect(-56, -34, 112, 68, ink, 'rx="12"'),
        1190,
        150,
        24,
      )
    );
  },
};
