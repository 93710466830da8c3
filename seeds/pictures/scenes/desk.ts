/** A desk with a screen: code at night, or a spreadsheet by day. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
import { leaf, pot } from "#seeds/pictures/plants.ts";
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

const table = 960;
const [left, top, across, tall] = [440, 230, 780, 500];

function code({ random, palette }: Stage): string {
  const { ink, deep, hot, glow, cool, paper, soft, main } = palette;
  const indents = [0, 1, 1, 2, 2, 3, 2, 1, 0, 0, 1, 2, 2, 1, 0];
  const lines = indents.map((indent, i) => {
    const y = top + 66 + i * 28;
    let x = left + 78 + indent * 36;
    let drawing = rect(left + 26, y, 18, 10, mix(deep, soft, 0.35), 'rx="5"');
    const words = i === 8 ? 0 : random.whole(1, 4);
    for (let word = 0; word < words; word++) {
      const length = random.between(28, 120);
      if (x + length > left + 500) break;
      drawing += rect(
        x,
        y - 3,
        length,
        15,
        word === 0 ? random.pick([hot, cool]) : random.pick([glow, paper, paper, soft, cool]),
        'rx="7.5"',
      );
      x += length + 14;
    }
    return drawing;
  });
  return (
    rect(left, top, across, tall, mix(deep, ink, 0.72)) +
    rect(left, top, across, 38, mix(deep, ink, 0.4)) +
    [hot, glow, cool].map((fill, i) => circle(left + 26 + i * 26, top + 19, 8, fill)).join("") +
    rect(left + 60, top + 66 + 5 * 28 - 10, 480, 28, mix(main, ink, 0.35)) +
    lines.join("") +
    rect(left + 310, top + 66 + 14 * 28 - 7, 13, 24, glow) +
    rect(left + 560, top + 38, 220, tall, mix(deep, ink, 0.55)) +
    repeat(6, (i) =>
      rect(
        left + 584 + (i % 3) * 18,
        top + 72 + i * 30,
        120 - (i % 3) * 26,
        10,
        mix(deep, soft, i === 2 ? 0.9 : 0.4),
        'rx="5"',
      ),
    ) +
    rect(left + 584, top + 290, 172, 172, mix(deep, ink, 0.3), 'rx="10"') +
    repeat(5, (i) =>
      rect(
        left + 604 + i * 28,
        top + 440 - ([40, 74, 56, 110, 90][i] as number),
        18,
        [40, 74, 56, 110, 90][i] as number,
        [cool, cool, glow, cool, hot][i] as string,
        'rx="4"',
      ),
    )
  );
}

function sheet({ random, palette }: Stage): string {
  const { ink, deep, hot, glow, cool, paper, soft, main } = palette;
  const [column, line] = [98, 40];
  const cells = repeat(88, (i) => {
    const [c, r] = [i % 8, Math.floor(i / 8)];
    const [x, y] = [left + 46 + c * column, top + 78 + r * line];
    if (c > 4 && r > 3) return "";
    const length = random.between(30, 70);
    return rect(
      c ? x + column - 16 - length : x + 14,
      y + 14,
      length,
      12,
      r === 0 ? paper : c === 0 ? mix(main, soft, 0.3) : mix(paper, ink, 0.3),
      'rx="6"',
    );
  });
  return (
    rect(left, top, across, tall, paper) +
    rect(left, top, across, 42, main) +
    rect(left + 20, top + 13, 130, 16, mix(main, paper, 0.7), 'rx="8"') +
    rect(left + 170, top + 9, 420, 24, mix(main, ink, 0.35), 'rx="12"') +
    rect(left, top + 42, across, 36, mix(soft, paper, 0.4)) +
    rect(left, top + 42, 46, tall, mix(soft, paper, 0.4)) +
    rect(left + 46, top + 78, across, line, deep) +
    rect(left + 46 + column * 3, top + 78, column, tall, glow, 'opacity=".28"') +
    cells +
    repeat(9, (i) => rect(left + 46 + i * column - 1, top + 42, 2, tall, mix(soft, paper, 0.2))) +
    repeat(12, (i) => rect(left, top + 78 + i * line - 1, across, 2, mix(soft, paper, 0.2))) +
    rect(
      left + 46 + column * 3,
      top + 78 + line * 4,
      column,
      line,
      "none",
      `stroke="${hot}" stroke-width="6"`,
    ) +
    rect(left + 46 + column * 4 - 7, top + 78 + line * 5 - 7, 14, 14, hot) +
    rect(left + 552, top + 250, 212, 226, ink, 'opacity=".12" rx="10"') +
    rect(
      left + 546,
      top + 242,
      212,
      226,
      paper,
      `rx="10" stroke="${mix(soft, main, 0.2)}" stroke-width="3"`,
    ) +
    path(sector(left + 620, top + 316, 50, -90, 50), hot) +
    path(sector(left + 620, top + 316, 50, 50, 170), glow) +
    path(sector(left + 620, top + 316, 50, 170, 270), cool) +
    repeat(3, (i) => rect(left + 688, top + 284 + i * 24, 46, 11, [hot, glow, cool][i] as string, 'rx="5"')) +
    repeat(6, (i) =>
      rect(
        left + 568 + i * 29,
        top + 452 - (24 + ((i * 29) % 58)),
        18,
        24 + ((i * 29) % 58),
        i === 4 ? hot : main,
        'rx="3"',
      ),
    )
  );
}

function desk(screen: (stage: Stage) => string, night: boolean): Scene["draw"] {
  return (stage) => {
    const { width, height, palette } = stage;
    const { ink, deep, main, soft, paper, hot, glow, cool, earth } = palette;
    const green = mix(oklch(0.56, 0.12, 152), cool, 0.25);
    const wall = night ? mix(deep, ink, 0.35) : mix(soft, paper, 0.25);
    const wood = night ? mix(earth, ink, 0.38) : mix(earth, paper, 0.12);
    const dim = (colour: string) => (night ? mix(colour, ink, 0.22) : colour);
    const pane = night ? mix(deep, main, 0.55) : mix(main, soft, 0.6);
    const window =
      rect(70, 110, 300, 420, dim(paper)) +
      clipped(
        "window",
        rect(90, 130, 260, 380, pane),
        rect(90, 130, 260, 380, pane) +
          circle(270, 230, 52, night ? mix(glow, paper, 0.4) : glow) +
          (night ? repeat(14, (i) => circle(110 + ((i * 83) % 230), 150 + ((i * 61) % 190), 3, paper)) : "") +
          path("M90 420C160 350 220 400 350 340V510H90z", mix(cool, pane, 0.45)) +
          path("M90 460C180 410 250 450 350 420V510H90z", dim(green)),
      ) +
      rect(214, 130, 12, 380, dim(paper)) +
      rect(90, 306, 260, 12, dim(paper)) +
      rect(54, 526, 332, 24, dim(paper));
    const poster =
      rect(1308, 120, 230, 300, ink, 'opacity=".18"') +
      rect(1296, 108, 230, 300, dim(paper)) +
      repeat(12, (i) => {
        const [x, y] = [1316 + (i % 3) * 64, 128 + Math.floor(i / 3) * 64];
        const turn = (i * 5 + Math.floor(i / 4)) % 4;
        const at = [
          [x, y],
          [x + 60, y],
          [x + 60, y + 60],
          [x, y + 60],
        ][turn] as [number, number];
        return (
          rect(x, y, 60, 60, dim(i % 3 ? soft : glow)) +
          path(
            sector(at[0], at[1], 60, turn * 90, turn * 90 + 90),
            dim([main, hot, deep, main][i % 4] as string),
          )
        );
      });
    const monitor =
      rect(792, 770, 76, 150, mix(paper, ink, 0.4)) +
      path("M700 944h260l-22 -34h-216z", mix(paper, ink, 0.3)) +
      rect(left - 26, top - 26, across + 52, tall + 82, mix(ink, deep, 0.2), 'rx="26"') +
      clipped("screen", rect(left, top, across, tall, ink, 'rx="8"'), screen(stage)) +
      circle(830, 757, 8, mix(ink, paper, 0.4));
    const keyboard =
      path("M560 984L1030 984L1062 1058L528 1058z", dim(paper)) +
      rect(528, 1058, 534, 12, mix(dim(paper), ink, 0.3), 'rx="4"') +
      repeat(3, (r) =>
        repeat(13, (i) =>
          rect(
            576 - r * 9 + i * (33.5 + r * 1.1),
            993 + r * 21,
            26 + r,
            14,
            i === 12 && r === 1 ? hot : mix(dim(paper), ink, 0.14),
            'rx="4"',
          ),
        ),
      ) +
      ellipse(1140, 1030, 34, 24, dim(paper)) +
      stroke("M1140 1008v14", mix(paper, ink, 0.4), 4);
    const mug =
      ellipse(400, 1046, 92, 14, ink, 'opacity=".25"') +
      path("M330 920c-70 0 -70 90 6 92v-20c-44 -2 -44 -50 -4 -52z", hot) +
      path("M322 900H452V1010Q452 1044 418 1044H356Q322 1044 322 1010z", hot) +
      path("M410 900H452V1010Q452 1044 418 1044H392Q414 1000 410 900z", lift(hot, -0.08)) +
      ellipse(387, 900, 65, 13, mix(ink, earth, 0.3)) +
      repeat(2, (i) => stroke(d`M${370 + i * 36} 870c-18 -22 18 -36 0 -62`, dim(paper), 8, 'opacity=".6"'));
    const plant =
      [-58, 58, -34, 34, -12, 12]
        .map((angle, i) =>
          group(
            leaf(250 - Math.abs(angle), 46, i % 2 ? green : lift(green, -0.06)),
            place(1420 + angle * 0.4, 800, angle),
          ),
        )
        .join("") + group(pot(190, 160, dim(mix(hot, earth, 0.35))), place(1420, 800));
    const lamp =
      (night
        ? polygon(
            [
              [250, 620],
              [330, 690],
              [600, table + 90],
              [-30, table + 90],
            ],
            glow,
            'opacity=".16"',
          )
        : "") +
      ellipse(170, 972, 96, 18, ink) +
      stroke("M170 964L110 780L260 640", ink, 14) +
      circle(110, 780, 17, hot) +
      group(
        path("M-70 40C-70 -50 70 -50 70 40z", hot) +
          ellipse(0, 40, 70, 14, night ? mix(glow, paper, 0.5) : lift(hot, -0.1)),
        place(284, 632, -36),
      );
    const books = [
      [1190, 920, 250, main],
      [1206, 882, 220, glow],
      [1180, 846, 236, cool],
    ]
      .map(
        ([x, y, w, fill], i) =>
          rect((x as number) - 10, y as number, (w as number) * 0.62, 38, dim(fill as string), 'rx="4"') +
          rect((x as number) + (w as number) * 0.62 - 46 + i * 2, y as number, 10, 38, dim(paper)),
      )
      .join("");
    return (
      rect(0, 0, width, table, wall) +
      window +
      poster +
      (night
        ? circle(830, 480, 560, mix(wall, main, 0.4), 'opacity=".35"')
        : polygon(
            [
              [420, 0],
              [700, 0],
              [1240, table],
              [900, table],
            ],
            paper,
            'opacity=".35"',
          )) +
      rect(0, table, width, height, wood) +
      rect(0, table, width, 14, lift(wood, 0.06)) +
      rect(0, 1120, width, 80, mix(wood, ink, 0.3)) +
      books +
      monitor +
      plant +
      lamp +
      keyboard +
      mug
    );
  };
}

export const codeDesk: Scene = { width: 1600, height: 1200, draw: desk(code, true) };
export const sheetDesk: Scene = { width: 1600, height: 1200, draw: desk(sheet, false) };
