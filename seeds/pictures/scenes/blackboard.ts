/** A blackboard with chalk figures above a teacher's desk. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  curve,
  ellipse,
  group,
  type Point,
  path,
  place,
  polar,
  polyline,
  rect,
  repeat,
  ring,
  sector,
  stroke,
} from "#seeds/pictures/shapes.ts";

function chalk({ palette }: Stage): string {
  const { paper, glow, hot, soft } = palette;
  const line = (data: string, colour = paper, width = 7, extra = "") =>
    stroke(data, colour, width, `opacity=".92" ${extra}`);
  const wave: Point[] = Array.from({ length: 41 }, (_, i) => [i * 11, Math.sin(i * 0.314) * 76]);
  const corners = [0, 1, 2].map((i) => polar(0, 0, 150, i * 120 - 90));
  const cube =
    line("M-90 -50H50V90H-90zM-30 -110H110V30M-90 -50L-30 -110M50 -50L110 -110M50 90L110 30") +
    line("M-90 90L-30 30M-30 30V-110M-30 30H110", soft, 5, 'stroke-dasharray="4 16"') +
    line("M-90 -50L110 30", hot, 7);
  const atom =
    [0, 60, 120]
      .map((a) =>
        group(
          `<ellipse rx="130" ry="46" fill="none" stroke="${a === 60 ? glow : paper}" stroke-width="6" opacity=".92"/>`,
          place(0, 0, a),
        ),
      )
      .join("") +
    circle(0, 0, 20, hot) +
    [0, 60, 120].map((a, i) => group(circle(i === 1 ? -128 : 128, 0, 12, glow), place(0, 0, a))).join("");
  const sprout =
    line("M0 120V-10", paper) +
    path(
      "M0 30C-20 -40 -90 -50 -120 -40C-110 10 -60 40 0 30z",
      "none",
      `stroke="${glow}" stroke-width="7" opacity=".92"`,
    ) +
    path(
      "M0 -6C10 -70 70 -100 116 -92C110 -40 60 -6 0 -6z",
      "none",
      `stroke="${glow}" stroke-width="7" opacity=".92"`,
    ) +
    line("M0 30L-80 -10M0 -6L76 -60", glow, 5) +
    line("M-130 120H130", paper) +
    line("M0 120C-20 150 -50 160 -70 186M0 120C10 150 40 160 60 190M0 120V196", soft, 6);
  return (
    group(
      ring(0, 0, 150, paper, 7, 'opacity=".92"') +
        line(polyline(corners, true), glow) +
        line("M0 0L129.9 75M0 0V-150", soft, 5, 'stroke-dasharray="12 14"') +
        circle(0, 0, 9, hot) +
        path(sector(0, 0, 44, -90, 30), "none", `stroke="${hot}" stroke-width="6"`),
      place(400, 330),
    ) +
    group(
      line("M-20 0H470M460 -14L476 0L460 14M0 130V-140M-14 -128L0 -146L14 -128") +
        line(curve(wave), glow, 9) +
        line("M110 -10v20M220 -10v20M330 -10v20M-10 -76h20M-10 76h20") +
        line("M55 0V76M165 0V-76", soft, 5, 'stroke-dasharray="4 14"') +
        circle(173, -62, 12, hot),
      place(640, 300),
    ) +
    group(cube, place(1290, 330)) +
    group(atom, place(440, 650)) +
    group(sprout, place(1250, 600)) +
    group(
      repeat(6, (i) =>
        rect(
          i * 58,
          -([50, 92, 74, 130, 112, 160][i] as number),
          38,
          [50, 92, 74, 130, 112, 160][i] as number,
          "none",
          `stroke="${i === 5 ? hot : paper}" stroke-width="6" opacity=".92"`,
        ),
      ) +
        line("M-24 0H370") +
        line("M18 -76L76 -118L134 -100L192 -156L250 -138L310 -190", glow, 6),
      place(690, 710),
    )
  );
}

export const blackboard: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, palette } = stage;
    const { soft, paper, main, deep, hot, glow, ink, earth, cool } = palette;
    const wall = mix(soft, paper, 0.25);
    const board = mix(deep, ink, 0.42);
    const wood = mix(earth, ink, 0.12);
    const books = [
      [0, 300, 44, main],
      [18, 262, 40, glow],
      [-8, 280, 48, hot],
      [26, 230, 36, cool],
    ].reduce<[string, number]>(
      ([all, y], [x, wide, tall, fill]) => {
        const [bx, w, h] = [x as number, wide as number, tall as number];
        return [
          all +
            rect(bx, y - h, w, h, fill as string, 'rx="5"') +
            rect(bx + w - 24, y - h + 6, 24, h - 12, paper) +
            rect(bx + 26, y - h, 12, h, mix(fill as string, ink, 0.3)),
          y - h,
        ];
      },
      ["", 0],
    )[0];
    const apple =
      path("M0 -60C40 -90 92 -60 84 0C78 56 40 84 0 74C-40 84 -78 56 -84 0C-92 -60 -40 -90 0 -60z", hot) +
      path("M30 -76C70 -78 92 -50 84 0C78 56 40 84 6 75C60 40 66 -30 30 -76z", lift(hot, -0.08)) +
      stroke("M0 -60C0 -84 8 -98 20 -108", mix(earth, ink, 0.6), 10) +
      path("M12 -84C36 -116 70 -112 84 -104C70 -78 40 -72 12 -84z", oklch(0.58, 0.12, 148)) +
      ellipse(-46, -24, 13, 22, mix(hot, paper, 0.5));
    const globe =
      path("M-90 8Q0 -36 90 8z", mix(earth, ink, 0.5)) +
      rect(-9, -60, 18, 50, glow) +
      `<path d="M-150 -250A160 160 0 1 0 90 -330" fill="none" stroke="${glow}" stroke-width="14" stroke-linecap="round"/>` +
      circle(-10, -200, 130, mix(main, soft, 0.4)) +
      path(
        "M-110 -260C-80 -320 0 -340 30 -310C50 -270 -30 -270 -40 -220C-60 -180 -90 -180 -104 -190C-130 -210 -124 -240 -110 -260z",
        mix(cool, paper, 0.1),
      ) +
      path(
        "M20 -190C60 -210 100 -190 92 -150C80 -100 40 -90 30 -120C26 -150 0 -160 20 -190z",
        mix(cool, paper, 0.1),
      ) +
      path(sector(-10, -200, 130, -50, 120), ink, 'opacity=".13"');
    const pencils =
      [
        [-40, -12, hot],
        [-12, -3, glow],
        [16, 5, deep],
        [44, 13, cool],
      ]
        .map(([x, a, fill]) =>
          group(
            rect(-11, -250, 22, 200, fill as string) +
              rect(3, -250, 8, 200, ink, 'opacity=".16"') +
              path("M-11 -250L11 -250L0 -286z", mix(earth, paper, 0.4)) +
              path("M-4 -273L4 -273L0 -286z", ink),
            place(x as number, 0, a as number),
          ),
        )
        .join("") +
      path("M-74 -130H74L64 0H-64z", paper) +
      path("M20 -130H74L64 0H16z", mix(paper, ink, 0.16)) +
      repeat(5, (i) => path(sector(-54 + i * 27, -64, 14, i % 2 ? 0 : 180, i % 2 ? 180 : 360), main));
    return (
      rect(0, 0, width, height, wall) +
      repeat(9, (i) => rect(i * 200, 0, 100, 960, mix(wall, paper, 0.35))) +
      rect(158, 86, 1312, 764, mix(wall, ink, 0.2)) +
      rect(140, 60, 1320, 770, wood) +
      rect(140, 60, 1320, 14, lift(wood, 0.06)) +
      rect(172, 92, 1256, 700, board) +
      path("M172 92H700L400 792H172z", paper, 'opacity=".05"') +
      path("M860 92H1000L700 792H560z", paper, 'opacity=".05"') +
      ellipse(1080, 190, 180, 50, paper, 'opacity=".05"') +
      chalk(stage) +
      rect(120, 806, 1360, 34, lift(wood, 0.03)) +
      rect(120, 834, 1360, 12, mix(wood, ink, 0.35)) +
      rect(640, 788, 90, 18, paper, 'rx="7"') +
      rect(760, 790, 60, 16, glow, 'rx="7"') +
      rect(850, 790, 46, 16, hot, 'rx="7"') +
      rect(980, 772, 150, 36, deep, 'rx="6"') +
      rect(980, 792, 150, 16, mix(paper, soft, 0.5), 'rx="4"') +
      rect(0, 1050, width, 150, mix(wood, ink, 0.22)) +
      rect(0, 1050, width, 16, lift(wood, 0.05)) +
      repeat(
        4,
        (i) =>
          rect(110 + i * 390, 1098, 280, 80, mix(wood, ink, 0.32), 'rx="8"') +
          circle(250 + i * 390, 1138, 12, glow),
      ) +
      ellipse(320, 1052, 220, 14, ink, 'opacity=".3"') +
      group(books, place(180, 1052)) +
      group(apple, place(330, 812, 0, 0.92)) +
      ellipse(1310, 1052, 170, 14, ink, 'opacity=".3"') +
      group(globe, place(1310, 1046)) +
      ellipse(640, 1052, 110, 12, ink, 'opacity=".3"') +
      group(pencils, place(640, 1052)) +
      group(
        path("M-190 0L0 -18L190 0L180 14L0 0L-180 14z", hot) +
          path("M-184 -4L-150 -60L0 -40L0 -14z", paper) +
          path("M184 -4L150 -60L0 -40L0 -14z", mix(paper, soft, 0.5)),
        place(960, 1050, 0, 1.04),
      )
    );
  },
};
