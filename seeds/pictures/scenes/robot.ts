/** A friendly robot watering its plants by a round window. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
import { leaf, mandacaru, monstera, pot } from "#seeds/pictures/plants.ts";
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

function robot({ palette }: Stage): string {
  const { hot, glow, paper, ink, deep, soft, cool, main } = palette;
  const shell = mix(paper, soft, 0.35);
  const dim = mix(shell, deep, 0.22);
  const joint = mix(ink, deep, 0.35);
  const limb = (data: string) =>
    stroke(data, joint, 44) + stroke(data, mix(joint, paper, 0.35), 5, 'stroke-dasharray="1 16"');
  return (
    ellipse(0, 372, 240, 26, ink, 'opacity=".28"') +
    limb("M-80 200V330M80 200V330") +
    path("M-150 372V350a46 46 0 0 1 110 0V372z", hot) +
    path("M40 372V350a46 46 0 0 1 110 0V372z", hot) +
    limb("M-160 -10C-250 40 -250 110 -210 170") +
    circle(-208, 186, 40, hot) +
    path("M-236 186a30 30 0 0 0 56 0z", lift(hot, -0.1)) +
    rect(-176, -96, 352, 316, shell, 'rx="70"') +
    clipped(
      "robot-body",
      rect(-176, -96, 352, 316, shell, 'rx="70"'),
      rect(70, -100, 140, 330, dim) +
        rect(-180, 150, 360, 80, hot) +
        rect(70, 150, 140, 80, lift(hot, -0.08)),
    ) +
    rect(-104, -30, 208, 130, deep, 'rx="24"') +
    repeat(3, (i) =>
      rect(
        -78 + i * 36,
        60 - ([26, 50, 38][i] as number),
        24,
        [26, 50, 38][i] as number,
        [cool, glow, hot][i] as string,
        'rx="6"',
      ),
    ) +
    circle(60, 20, 22, "none", `stroke="${glow}" stroke-width="10" stroke-dasharray="90 60"`) +
    circle(60, 20, 8, cool) +
    rect(-44, -140, 88, 56, joint, 'rx="10"') +
    repeat(3, (i) => rect(-44, -130 + i * 16, 88, 5, mix(joint, paper, 0.3))) +
    rect(-214, -270, 428, 80, hot, 'rx="40"') +
    rect(-190, -386, 380, 262, shell, 'rx="96"') +
    clipped("robot-head", rect(-190, -386, 380, 262, shell, 'rx="96"'), rect(96, -400, 140, 300, dim)) +
    rect(-142, -338, 284, 166, ink, 'rx="70"') +
    rect(-142, -338, 284, 166, deep, 'rx="70" opacity=".6"') +
    [-64, 64]
      .map((x) => circle(x, -262, 33, glow) + circle(x, -262, 18, ink) + circle(x - 7, -270, 7, paper))
      .join("") +
    stroke("M-30 -206Q0 -184 30 -206", glow, 10) +
    circle(-110, -214, 15, hot, 'opacity=".75"') +
    circle(110, -214, 15, hot, 'opacity=".75"') +
    stroke("M0 -386V-452", joint, 12) +
    circle(0, -468, 28, glow) +
    circle(-8, -476, 8, paper) +
    group(leaf(74, 22, oklch(0.6, 0.13, 145)), place(10, -440, 62)) +
    limb("M160 -10C230 -10 280 -40 330 -70") +
    circle(344, -78, 40, hot) +
    group(
      path("M-60 -70H70L86 60H-76z", cool) +
        path("M20 -70H70L86 60H30z", lift(cool, -0.08)) +
        stroke("M70 30L180 -60", cool, 26) +
        path("M160 -96L222 -40L196 -14L136 -70z", lift(cool, -0.05)) +
        `<path d="M-60 -50C-150 -60 -150 40 -72 40" fill="none" stroke="${mix(cool, ink, 0.3)}" stroke-width="20" stroke-linecap="round"/>` +
        ellipse(6, -70, 66, 14, mix(cool, ink, 0.35)),
      place(410, -90, 16),
    ) +
    repeat(12, (i) =>
      group(
        path("M0 -16C10 0 12 8 12 14a12 12 0 0 1 -24 0C-12 8 -10 0 0 -16z", mix(main, soft, 0.5)),
        place(620 + (i % 4) * 26 + Math.floor(i / 4) * 8, -20 + Math.floor(i / 4) * 62 + (i % 2) * 22),
      ),
    )
  );
}

export const robotGarden: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, palette } = stage;
    const { soft, paper, main, deep, hot, glow, ink, earth, cool } = palette;
    const green = mix(oklch(0.56, 0.12, 150), cool, 0.15);
    const wall = mix(soft, main, 0.16);
    const [wx, wy, wr] = [640, 440, 350];
    const spiky = (count: number, length: number) =>
      repeat(count, (i) =>
        group(
          leaf(length, length * 0.17, i % 2 ? green : lift(green, -0.06)),
          place(0, 0, -70 + (i * 140) / (count - 1)),
        ),
      );
    const shelf =
      rect(1060, 330, 460, 22, mix(earth, ink, 0.2)) +
      rect(1060, 352, 460, 9, mix(earth, ink, 0.45)) +
      group(spiky(7, 150), place(1160, 250)) +
      group(pot(120, 96, hot), place(1160, 236)) +
      group(mandacaru(150, mix(green, cool, 0.3), paper), place(1300, 258)) +
      group(pot(104, 90, glow), place(1300, 242)) +
      repeat(5, (i) =>
        rect(
          1390 + i * 24,
          330 - ([110, 130, 96, 120, 104][i] as number),
          22,
          [110, 130, 96, 120, 104][i] as number,
          [deep, hot, paper, main, glow][i] as string,
        ),
      );
    return (
      rect(0, 0, width, height, wall) +
      repeat(7, (i) => rect(i * 240 - 20, 0, 120, 980, mix(wall, paper, 0.12))) +
      circle(wx, wy, wr + 34, paper) +
      circle(wx + 6, wy + 10, wr + 6, mix(paper, ink, 0.18)) +
      clipped(
        "window",
        circle(wx, wy, wr, ink),
        rect(200, 0, 900, 900, mix(soft, glow, 0.35)) +
          circle(780, 330, 120, glow) +
          path("M200 560C340 420 480 420 620 540C760 430 900 450 1060 540V900H200z", mix(cool, soft, 0.4)) +
          path("M200 640C400 540 560 600 700 640C820 600 960 590 1060 620V900H200z", green) +
          repeat(3, (i) => rect(350 + i * 90, 250 + i * 40, 130, 24, paper, 'rx="12"')),
      ) +
      rect(wx - 9, wy - wr, 18, wr * 2, paper) +
      rect(wx - wr, wy - 9, wr * 2, 18, paper) +
      ring(wx, wy, wr + 16, paper, 34) +
      shelf +
      rect(0, 980, width, height, mix(earth, ink, 0.16)) +
      rect(0, 980, width, 14, mix(earth, paper, 0.2)) +
      repeat(4, (i) => stroke(d`M0 ${1040 + i * 54}H1600`, mix(earth, ink, 0.3), 4)) +
      ellipse(720, 1092, 620, 70, mix(hot, earth, 0.4)) +
      ellipse(720, 1092, 560, 60, mix(glow, earth, 0.25)) +
      group(
        group(monstera(420, green, soft), place(-70, 0, -30)) +
          group(monstera(440, lift(green, 0.06), deep), place(60, 0, 24)) +
          group(monstera(380, mix(green, deep, 0.3), green), place(0, -40, -2)),
        place(170, 900),
      ) +
      group(pot(280, 240, mix(hot, earth, 0.35)), place(170, 880)) +
      group(robot(stage), place(620, 700, 0, 1.02)) +
      group(spiky(9, 260), place(1330, 850)) +
      repeat(3, (i) =>
        group(
          repeat(6, (k) => group(ellipse(0, -22, 13, 22, i % 2 ? paper : hot), d`rotate(${k * 60})`)) +
            circle(0, 0, 13, glow),
          place(1240 + i * 92, 640 - (i % 2) * 60),
        ),
      ) +
      repeat(3, (i) =>
        stroke(d`M${1240 + i * 92} ${660 - (i % 2) * 60}Q${1290 + i * 40} 760 1330 850`, green, 7),
      ) +
      group(pot(250, 220, cool), place(1330, 850)) +
      group(spiky(5, 110), place(1060, 1000)) +
      group(pot(110, 90, glow), place(1060, 1000))
    );
  },
};
