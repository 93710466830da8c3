/** A street of colonial houses below a church tower and green hills. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
import { leaf, palm, pot } from "#seeds/pictures/plants.ts";
import type { Scene } from "#seeds/pictures/scene.ts";
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
  stroke,
} from "#seeds/pictures/shapes.ts";

const street = 940;

/** An opening with a segmental arch, standing on y. */
const arch = (x: number, y: number, wide: number, tall: number, fill: string) =>
  path(
    d`M${x - wide / 2} ${y}V${y - tall}Q${x} ${y - tall - wide * 0.3} ${x + wide / 2} ${y - tall}V${y}z`,
    fill,
  );

function shutters(
  x: number,
  y: number,
  wide: number,
  tall: number,
  trim: string,
  leafColour: string,
  dark: string,
  open: boolean,
): string {
  const slats = (from: number, to: number) =>
    repeat(Math.floor(tall / 16), (i) =>
      rect(from + 7, y - tall + 8 + i * 16, to - from - 14, 6, mix(leafColour, dark, 0.3)),
    );
  const half = wide / 2;
  return (
    arch(x, y + 12, wide + 34, tall + 10, trim) +
    arch(x, y, wide, tall, open ? mix(dark, leafColour, 0.15) : leafColour) +
    (open
      ? rect(x - wide - 4, y - tall, half, tall, leafColour) +
        slats(x - wide - 4, x - half - 4) +
        rect(x + half + 4, y - tall, half, tall, leafColour) +
        slats(x + half + 4, x + wide + 4)
      : slats(x - half, x) +
        slats(x, x + half) +
        stroke(d`M${x} ${y}V${y - tall - wide * 0.14}`, mix(leafColour, dark, 0.45), 5))
  );
}

function door(
  x: number,
  tall: number,
  trim: string,
  leafColour: string,
  dark: string,
  glass: string,
): string {
  const wide = 122;
  const panel = (px: number, py: number, w: number, h: number) =>
    rect(px, py, w, h, mix(leafColour, dark, 0.22)) +
    rect(px + 5, py + 5, w - 5, h - 5, lift(leafColour, 0.04));
  return (
    arch(x, street, wide + 40, tall + 8, trim) +
    arch(x, street, wide, tall, leafColour) +
    arch(x, street - tall + 46, wide - 16, 34, glass) +
    stroke(
      d`M${x} ${street - tall + 46}v-46M${x - 40} ${street - tall + 46}l12 -38M${x + 40} ${street - tall + 46}l-12 -38`,
      leafColour,
      6,
    ) +
    [0, 1]
      .map((side) =>
        repeat(3, (i) =>
          panel(x - 52 + side * 56, street - tall + 66 + i * ((tall - 84) / 3), 48, (tall - 84) / 3 - 14),
        ),
      )
      .join("") +
    stroke(d`M${x} ${street}V${street - tall + 52}`, mix(leafColour, dark, 0.45), 4) +
    circle(x + 10, street - tall * 0.42, 7, glass) +
    rect(x - wide / 2 - 26, street - 14, wide + 52, 16, mix(trim, dark, 0.2))
  );
}

function eaves(x: number, y: number, wide: number, tile: string, dark: string): string {
  return (
    polygon(
      [
        [x + 20, y - 74],
        [x + wide - 20, y - 74],
        [x + wide + 18, y],
        [x - 18, y],
      ],
      tile,
    ) +
    repeat(Math.floor(wide / 26), (i) =>
      stroke(d`M${x + 24 + i * 25.4} ${y - 70}L${x + i * 26.6} ${y - 4}`, mix(tile, dark, 0.26), 5),
    ) +
    repeat(Math.ceil((wide + 36) / 26), (i) => circle(x - 8 + i * 26, y, 12, lift(tile, 0.05)))
  );
}

export const facades: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, random, palette } = stage;
    const { paper, soft, main, deep, hot, glow, cool, ink, earth } = palette;
    const green = mix(oklch(0.52, 0.1, 152), cool, 0.25);
    const tile = mix(oklch(0.58, 0.13, 40), hot, 0.3);
    const air = mix(soft, glow, 0.16);
    const houses: [x: number, wide: number, tall: number, wall: string, trim: string, wood: string][] = [
      [-60, 340, 430, mix(hot, paper, 0.2), paper, mix(cool, deep, 0.3)],
      [292, 270, 560, paper, mix(main, soft, 0.1), main],
      [574, 352, 440, glow, paper, deep],
      [938, 300, 520, mix(main, soft, 0.42), paper, hot],
      [1250, 410, 430, mix(paper, soft, 0.2), hot, mix(green, deep, 0.2)],
    ];
    const row = houses.map(([x, wide, tall, wall, trim, wood], i) => {
      const top = street - tall;
      const high = tall > 500;
      const columns = wide > 320 ? [0.2, 0.52, 0.82] : [0.28, 0.72];
      return (
        rect(x, top, wide, tall, wall) +
        rect(x, top, 22, tall, trim) +
        rect(x + wide - 22, top, 22, tall, trim) +
        rect(x, top, wide, 18, mix(trim, ink, 0.12)) +
        rect(x, street - 54, wide, 54, mix(wall, ink, 0.28)) +
        eaves(x, top + 6, wide, tile, ink) +
        (high
          ? columns
              .map(
                (c) =>
                  shutters(x + wide * c, top + 240, 66, 140, trim, wood, ink, false) +
                  stroke(
                    d`M${x + wide * c - 58} ${top + 246}h116M${x + wide * c - 58} ${top + 200}h116`,
                    ink,
                    6,
                  ) +
                  repeat(7, (k) => stroke(d`M${x + wide * c - 52 + k * 17.3} ${top + 246}v-46`, ink, 4)),
              )
              .join("")
          : "") +
        columns
          .map((c, k) =>
            k === i % 2
              ? door(x + wide * c, high ? 232 : 270, trim, wood, ink, mix(glow, paper, 0.3))
              : shutters(
                  x + wide * c,
                  street - 100,
                  84,
                  high ? 120 : 160,
                  trim,
                  wood,
                  ink,
                  wide > 320 && k === 1 && i !== 2,
                ),
          )
          .join("")
      );
    });
    const tower =
      rect(708, 170, 190, 500, paper) +
      rect(848, 170, 50, 500, mix(paper, ink, 0.14)) +
      rect(690, 330, 226, 20, mix(main, soft, 0.2)) +
      rect(690, 160, 226, 20, mix(main, soft, 0.2)) +
      path("M700 160C700 80 770 70 803 10C836 70 906 80 906 160z", mix(main, deep, 0.2)) +
      stroke("M803 12V-40M783 -18h40", ink, 8) +
      arch(803, 320, 74, 88, mix(deep, ink, 0.3)) +
      path("M772 300a31 34 0 0 1 62 0l8 16h-78z", glow) +
      circle(803, 430, 40, mix(main, soft, 0.2)) +
      circle(803, 430, 28, paper) +
      stroke("M803 430v-18M803 430l12 8", ink, 5);
    const lantern =
      rect(1206, 560, 12, 390, ink) +
      stroke("M1212 590C1212 550 1150 550 1150 590", ink, 8) +
      path("M1126 600L1174 600L1166 660L1134 660z", mix(glow, paper, 0.2)) +
      path("M1116 602L1184 602L1150 572z", ink) +
      rect(1132, 658, 36, 9, ink) +
      rect(1192, 930, 40, 26, ink);
    const stones = repeat(8, (r) =>
      repeat(26, (i) => {
        const size = 46 + r * 14;
        const x = 800 + (i - 13 + (r % 2) * 0.5) * size * 1.12 + random.between(-5, 5);
        const y = street + 34 + r * 24 + r * r * 2.2;
        return ellipse(
          x,
          y,
          size * 0.5,
          11 + r * 2.6,
          mix(mix(earth, paper, 0.35), random.chance(0.5) ? ink : paper, random.between(0.04, 0.24)),
        );
      }),
    );
    const flowering = repeat(80, () => {
      const angle = random.between(0, 6.28);
      const reach = Math.sqrt(random.between(0, 1));
      const [x, y] = [1530 + Math.cos(angle) * reach * 210, 520 + Math.sin(angle) * reach * 160];
      return random.chance(0.36)
        ? group(
            leaf(66, 24, random.chance(0.5) ? green : lift(green, -0.06)),
            place(x, y, random.between(0, 360)),
          )
        : circle(x, y, random.between(13, 24), mix(hot, paper, random.pick([0, 0.18, 0.34])));
    });
    return (
      rect(0, 0, width, street, air) +
      circle(420, 240, 150, mix(air, glow, 0.5)) +
      circle(420, 240, 100, glow) +
      scatter(
        [
          [90, 150, 200],
          [1080, 120, 260],
          [1280, 260, 190],
        ],
        ([x, y, l]) =>
          rect(x, y, l, 26, paper, 'rx="13"') + rect(x + l * 0.2, y - 22, l * 0.5, 30, paper, 'rx="15"'),
      ) +
      path(
        "M0 560C180 380 360 330 520 420C640 330 700 300 860 400C1040 260 1240 240 1400 360C1480 400 1560 400 1600 390V900H0z",
        mix(green, air, 0.45),
      ) +
      path("M0 640C240 500 460 470 640 560C900 470 1180 450 1600 560V940H0z", mix(green, air, 0.15)) +
      group(
        palm(330, 30, { trunk: mix(earth, ink, 0.45), back: mix(green, deep, 0.4), front: green }),
        place(600, 560),
      ) +
      group(
        palm(260, -26, { trunk: mix(earth, ink, 0.45), back: mix(green, deep, 0.4), front: green }),
        place(1010, 560),
      ) +
      tower +
      row.join("") +
      rect(0, street, width, height, mix(mix(earth, paper, 0.2), ink, 0.32)) +
      rect(0, street, width, 22, mix(earth, paper, 0.5)) +
      stones +
      path(
        "M240 1150C330 1090 620 1086 760 1120C820 1150 700 1182 520 1184C380 1186 220 1180 240 1150z",
        mix(air, main, 0.22),
      ) +
      path(
        "M330 1140C420 1112 560 1110 640 1124",
        "none",
        `stroke="${paper}" stroke-width="7" stroke-linecap="round" opacity=".7"`,
      ) +
      stroke("M1560 960C1570 800 1500 700 1530 560", mix(earth, ink, 0.5), 26) +
      flowering +
      lantern +
      [80, 940]
        .map(
          (x) =>
            repeat(5, (i) =>
              group(leaf(110, 32, i % 2 ? green : lift(green, -0.06)), place(x, street - 30, -60 + i * 30)),
            ) + group(pot(92, 76, tile), place(x, street - 40)),
        )
        .join("")
    );
  },
};
