/** A loaded van on a coastal road, hills and sea behind. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
import { leaf, palm } from "#seeds/pictures/plants.ts";
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
  stroke,
} from "#seeds/pictures/shapes.ts";

function van({ palette }: Stage): string {
  const { hot, paper, ink, glow, soft, main, cool, earth } = palette;
  const body = "M-420 -20V-210C-420 -330 -380 -400 -280 -404H210C320 -404 380 -330 410 -220L424 -150V-20z";
  const glass = mix(soft, main, 0.35);
  const pane = (x: number, wide: number) =>
    rect(x, -350, wide, 130, mix(paper, ink, 0.2), 'rx="20"') +
    rect(x + 9, -341, wide - 18, 112, glass, 'rx="14"') +
    path(d`M${x + 22} -229L${x + 62} -341h30L${x + 52} -229z`, mix(glass, paper, 0.5));
  const wheel = (x: number) =>
    circle(x, -6, 84, ink) +
    circle(x, -6, 50, mix(paper, ink, 0.15)) +
    circle(x, -6, 30, hot) +
    circle(x, -6, 12, paper);
  const case_ = (x: number, wide: number, tall: number, fill: string) =>
    rect(x, -450 - tall, wide, tall, fill, 'rx="12"') +
    rect(x + wide * 0.2, -450 - tall, 12, tall, mix(fill, ink, 0.3)) +
    rect(x + wide * 0.72, -450 - tall, 12, tall, mix(fill, ink, 0.3)) +
    `<path d="M${x + wide / 2 - 24} ${-450 - tall}v-14h48v14" fill="none" stroke="${ink}" stroke-width="8"/>`;
  return (
    ellipse(0, 74, 480, 26, ink, 'opacity=".3"') +
    case_(-330, 170, 96, mix(earth, ink, 0.3)) +
    case_(-150, 130, 70, glow) +
    case_(-10, 150, 110, cool) +
    rect(160, -500, 120, 50, mix(hot, paper, 0.4), 'rx="25"') +
    ring(220, -475, 12, mix(hot, ink, 0.3), 6) +
    path("M-380 -470C-300 -520 140 -524 330 -470C140 -440 -300 -440 -380 -470z", paper) +
    path("M-380 -470C-300 -476 140 -476 330 -470C140 -440 -300 -440 -380 -470z", mix(main, soft, 0.3)) +
    stroke("M-360 -470H310", hot, 6) +
    stroke("M-330 -404v-44M-130 -404v-44M80 -404v-44M250 -404v-44M-350 -448H280", ink, 10) +
    path(body, paper) +
    clipped(
      "van",
      path(body, paper),
      rect(-440, -200, 900, 200, hot) +
        rect(-440, -212, 900, 20, mix(paper, ink, 0.16)) +
        path("M440 -420C380 -200 380 -100 390 0H460V-420z", ink, 'opacity=".1"') +
        rect(-440, -60, 900, 60, lift(hot, -0.08)),
    ) +
    pane(-380, 160) +
    pane(-200, 160) +
    pane(-20, 160) +
    path("M160 -350H230C290 -350 322 -300 340 -222H160z", mix(paper, ink, 0.2), 'stroke-linejoin="round"') +
    path("M170 -340H230C280 -340 310 -300 326 -231H170z", glass) +
    path("M190 -231L226 -340h30L222 -231z", mix(glass, paper, 0.5)) +
    clipped(
      "driver",
      rect(160, -350, 180, 119, ink),
      path("M196 -200q54 -78 108 0z", glow) +
        circle(250, -272, 30, mix(earth, ink, 0.2)) +
        path("M220 -272a30 30 0 0 1 60 -6l-24 6z", ink),
    ) +
    stroke("M150 -400V-30", mix(hot, ink, 0.25), 4) +
    stroke("M150 -205V-30", mix(hot, ink, 0.3), 5) +
    rect(176, -160, 50, 13, mix(paper, ink, 0.25), 'rx="6"') +
    circle(404, -150, 26, glow) +
    circle(404, -150, 26, "none", `stroke="${paper}" stroke-width="8"`) +
    rect(-430, -160, 20, 50, mix(hot, ink, 0.3), 'rx="6"') +
    rect(-440, -44, 880, 30, mix(paper, ink, 0.22), 'rx="15"') +
    path("M-330 -20a100 100 0 0 1 200 0z", ink) +
    path("M150 -20a100 100 0 0 1 200 0z", ink) +
    wheel(-230) +
    wheel(250) +
    group(
      repeat(6, (i) => group(ellipse(0, -22, 12, 22, paper), d`rotate(${i * 60})`)) + circle(0, 0, 13, glow),
      place(-60, -110, 0, 0.95),
    )
  );
}

export const road: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, random, palette } = stage;
    const { soft, paper, main, deep, glow, ink, earth, hot, cool } = palette;
    const green = mix(oklch(0.6, 0.11, 145), cool, 0.2);
    const sea = mix(oklch(0.66, 0.1, 215), main, 0.4);
    const air = mix(soft, paper, 0.25);
    const cloud = (x: number, y: number, s: number) =>
      path(
        d`M${x} ${y}h${s * 5}a${s * 0.8} ${s * 0.8} 0 0 0 0 ${-s * 1.6}a${s * 1.2} ${s * 1.2} 0 0 0 ${-s * 2} ${-s * 0.7}a${s} ${s} 0 0 0 ${-s * 1.9} ${s * 0.7}a${s * 0.8} ${s * 0.8} 0 0 0 ${-s * 1.1} ${s * 1.6}z`,
        paper,
      );
    const colours = {
      trunk: mix(earth, ink, 0.45),
      back: mix(green, deep, 0.45),
      front: mix(green, deep, 0.15),
      fruit: mix(earth, hot, 0.3),
    };
    const fence =
      repeat(
        14,
        (i) => rect(i * 124 - 20, 870, 18, 96, paper) + rect(i * 124 - 8, 870, 6, 96, mix(paper, ink, 0.2)),
      ) +
      rect(0, 890, width, 14, paper) +
      rect(0, 926, width, 14, mix(paper, ink, 0.12));
    return (
      rect(0, 0, width, 640, air) +
      circle(420, 330, 250, mix(air, glow, 0.4)) +
      circle(420, 330, 178, glow) +
      cloud(760, 220, 42) +
      cloud(1240, 330, 56) +
      cloud(60, 150, 34) +
      rect(0, 560, width, 260, sea) +
      rect(0, 560, width, 8, mix(sea, paper, 0.4)) +
      repeat(32, () => {
        const y = random.between(580, 740);
        return stroke(
          d`M${random.between(0, width)} ${y}h${random.between(20, 100)}`,
          mix(sea, Math.abs(y - 600) < 60 ? glow : paper, 0.5),
          5,
        );
      }) +
      path(
        "M860 568C960 420 1040 330 1140 326C1240 326 1260 420 1340 450C1420 400 1500 380 1600 400V620H840z",
        mix(green, air, 0.35),
      ) +
      path(
        "M1140 326C1240 326 1260 420 1340 450C1380 500 1400 560 1400 620H1180C1220 520 1190 420 1140 326z",
        mix(green, deep, 0.2),
      ) +
      path(
        "M0 700C160 640 330 640 460 700C600 760 780 770 940 730C1140 680 1380 620 1600 650V960H0z",
        mix(green, glow, 0.12),
      ) +
      path("M0 780C260 730 480 780 700 820C980 800 1300 740 1600 760V980H0z", lift(green, -0.05)) +
      repeat(20, (i) => {
        const x = i * 84 + random.between(-20, 20);
        const y = 800 + random.between(-20, 40);
        return circle(x, y, random.between(24, 44), mix(green, deep, random.between(0.15, 0.4)));
      }) +
      group(palm(560, 70, colours), place(160, 900)) +
      group(palm(420, -50, colours), place(1480, 880)) +
      group(palm(500, 30, colours), place(1330, 890)) +
      fence +
      rect(0, 950, width, height, mix(ink, soft, 0.26)) +
      rect(0, 950, width, 20, mix(earth, paper, 0.4)) +
      rect(0, 1134, width, 12, paper) +
      repeat(8, (i) => rect(i * 230 - 60, 1046, 130, 14, glow)) +
      rect(0, 1160, width, 40, mix(green, deep, 0.3)) +
      repeat(44, (i) =>
        group(
          leaf(random.between(40, 84), 11, mix(green, deep, random.between(0.1, 0.5))),
          place(i * 37, 1204, random.between(-24, 24)),
        ),
      ) +
      group(van(stage), place(800, 1034, 0, 1.04))
    );
  },
};
