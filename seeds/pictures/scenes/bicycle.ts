/** A bicycle with a basket of flowers, leaning on a wall of modern tiles. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
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
  polar,
  rect,
  repeat,
  ring,
  sector,
  stroke,
} from "#seeds/pictures/shapes.ts";

const pavement = 1010;

/** The mason's whim: one figure, four turns, now and then its negative. */
function tiles({ width, random, palette }: Stage): string {
  const { paper, main, deep, soft, glow } = palette;
  const size = 168;
  return repeat(60, (i) => {
    const [x, y] = [(i % 10) * size - 40, Math.floor(i / 10) * size - 10];
    if (x > width) return "";
    const negative = random.chance(0.3);
    const [ground, figure] = negative
      ? [random.chance(0.5) ? main : deep, paper]
      : [paper, random.pick([main, main, deep, mix(main, soft, 0.6)])];
    const body =
      path(sector(0, 0, size, 0, 90, size * 0.62), figure) +
      path(sector(0, 0, size * 0.38, 0, 90), random.chance(0.1) ? glow : figure) +
      path(sector(size, size, size * 0.3, 180, 270), figure);
    return (
      rect(x, y, size, size, ground) +
      group(
        group(body, d`translate(${-size / 2} ${-size / 2})`),
        place(x + size / 2, y + size / 2, random.whole(0, 3) * 90),
      ) +
      rect(x, y, size, size, "none", `stroke="${mix(soft, paper, 0.45)}" stroke-width="4"`)
    );
  });
}

function wheel(x: number, y: number, { palette }: Stage): string {
  const { ink, paper, glow, soft } = palette;
  return (
    ring(x, y, 196, ink, 20) +
    ring(x, y, 180, mix(paper, ink, 0.3), 8) +
    repeat(20, (i) =>
      stroke(
        d`M${polar(x, y, 18, i * 18 + 40)[0]} ${polar(x, y, 18, i * 18 + 40)[1]}L${polar(x, y, 178, i * 18)[0]} ${polar(x, y, 178, i * 18)[1]}`,
        mix(soft, ink, 0.4),
        3,
      ),
    ) +
    circle(x, y, 20, glow) +
    circle(x, y, 9, ink)
  );
}

function frame(stage: Stage): string {
  const { palette } = stage;
  const { ink, hot, glow, paper, earth, deep } = palette;
  const tube = (data: string, wide = 22) =>
    stroke(data, hot, wide) + stroke(data, lift(hot, 0.07), wide * 0.25);
  return (
    wheel(470, 890, stage) +
    wheel(1110, 890, stage) +
    tube("M470 890L712 890", 16) +
    tube("M470 890L640 640", 16) +
    tube("M712 890L624 600") +
    tube("M712 890C820 850 900 780 962 640") +
    tube("M668 742C760 720 880 680 946 596") +
    tube("M940 560L968 660") +
    tube("M968 660C990 740 1060 820 1110 890", 18) +
    stroke("M320 800A192 192 0 0 1 560 700", deep, 18) +
    stroke("M1000 740A208 208 0 0 1 1290 800", deep, 18) +
    path("M440 862H730A34 34 0 0 1 730 924H440A31 31 0 0 1 440 862z", deep) +
    circle(712, 892, 46, glow) +
    repeat(6, (i) => circle(polar(712, 892, 28, i * 60)[0], polar(712, 892, 28, i * 60)[1], 8, deep)) +
    stroke("M712 892L762 968", ink, 13) +
    rect(734, 962, 66, 16, ink, 'rx="8"') +
    stroke("M624 600L612 556", mix(paper, ink, 0.3), 16) +
    path(
      "M520 540C560 520 660 524 716 544C720 560 690 566 650 566C620 580 560 590 524 574C510 564 510 548 520 540z",
      mix(earth, ink, 0.4),
    ) +
    path("M520 540C560 520 660 524 716 544C640 548 580 552 520 556z", mix(earth, ink, 0.15)) +
    stroke("M940 560C934 500 930 470 880 462C850 458 830 466 812 484", mix(paper, ink, 0.3), 15) +
    stroke("M812 484L790 506", mix(earth, ink, 0.4), 24) +
    circle(912, 458, 18, glow) +
    path("M420 630H610V650H420z", ink) +
    stroke("M440 650L462 880M590 650L600 690", ink, 8)
  );
}

function basket({ random, palette }: Stage, green: string): string {
  const { hot, glow, paper, earth, ink, main } = palette;
  const weave = mix(earth, paper, 0.1);
  const side = "M962 536H1276L1240 712Q1236 724 1222 724H1016Q1002 724 998 712z";
  const bloom = (x: number, y: number, size: number, colour: string, heart: string) =>
    repeat(8, (i) => group(ellipse(0, -size * 0.66, size * 0.3, size * 0.5, colour), place(x, y, i * 45))) +
    circle(x, y, size * 0.36, heart);
  return (
    repeat(16, (i) =>
      group(
        leaf(random.between(110, 170), 32, i % 2 ? green : lift(green, -0.06)),
        place(990 + i * 16, 540, -64 + i * 8.4),
      ),
    ) +
    bloom(1010, 440, 60, paper, glow) +
    bloom(1120, 390, 70, glow, mix(earth, ink, 0.4)) +
    bloom(1220, 450, 58, hot, glow) +
    bloom(1066, 500, 46, mix(hot, paper, 0.45), glow) +
    bloom(1176, 506, 50, paper, glow) +
    bloom(1246, 522, 36, glow, hot) +
    bloom(980, 516, 34, main, glow) +
    path(side, weave) +
    clipped(
      "basket",
      path(side, weave),
      repeat(7, (r) =>
        repeat(14, (i) =>
          rect(
            976 + i * 21 + (r % 2) * 9 - 6 + r * 2,
            562 + r * 22,
            15,
            13,
            mix(earth, ink, (i + r) % 2 ? 0.25 : 0.12),
            'rx="5"',
          ),
        ),
      ),
    ) +
    path("M1200 536H1276L1240 712Q1236 724 1222 724H1180z", ink, 'opacity=".13"') +
    rect(950, 524, 338, 26, mix(earth, ink, 0.25), 'rx="13"')
  );
}

export const bicycle: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, random, palette } = stage;
    const { paper, ink, hot, deep, soft, earth, cool } = palette;
    const green = mix(oklch(0.54, 0.11, 150), cool, 0.25);
    const stone = mix(paper, ink, 0.13);
    const bougainvillea = repeat(70, () => {
      const t = random.between(0, 1);
      const [x, y] = [
        1600 - t * 620 + random.between(-50, 50),
        -20 + (1 - t) ** 1.6 * 420 + random.between(-90, 60),
      ];
      return random.chance(0.42)
        ? group(
            leaf(random.between(60, 96), 26, random.chance(0.5) ? green : lift(green, -0.07)),
            place(x, y, random.between(100, 260)),
          )
        : repeat(3, (i) =>
            group(
              leaf(44, 22, random.chance(0.5) ? hot : mix(hot, paper, 0.25)),
              place(x, y, i * 120 + random.between(0, 60)),
            ),
          ) + circle(x, y, 6, paper);
    });
    const cobbles = repeat(84, (i) => {
      const row = Math.floor(i / 14);
      const across = 118 + row * 16;
      return rect(
        (i % 14) * across - 60 - (row % 2) * across * 0.5,
        pavement + 34 + row * 27 + row * row * 1.6,
        across - 10,
        22 + row * 3,
        mix(stone, random.chance(0.16) ? ink : paper, random.between(0, 0.42)),
        'rx="9"',
      );
    });
    const shadow = group(
      `<g fill="none" stroke="${deep}" stroke-width="22"><circle cx="470" cy="890" r="196"/><circle cx="1110" cy="890" r="196"/><path d="M470 890H712L624 560M712 890C820 850 900 780 962 640M668 742C760 720 880 680 946 596M940 470L968 660L1110 890"/></g>${rect(962, 470, 314, 250, deep, 'rx="30"')}`,
      "translate(-96 10)",
      'opacity=".2"',
    );
    return (
      tiles(stage) +
      rect(0, pavement - 60, width, 60, mix(deep, ink, 0.2)) +
      rect(0, pavement - 66, width, 8, mix(soft, paper, 0.4)) +
      rect(0, pavement, width, height, mix(stone, ink, 0.35)) +
      cobbles +
      rect(0, pavement, width, 26, mix(stone, ink, 0.2)) +
      ellipse(780, 1092, 600, 24, ink, 'opacity=".35"') +
      shadow +
      bougainvillea +
      frame(stage) +
      basket(stage, green) +
      group(
        path("M-70 0L-56 -120H56L70 0z", mix(hot, earth, 0.45)) +
          rect(-68, -134, 136, 30, mix(hot, earth, 0.3), 'rx="4"') +
          path("M14 0L22 -120H56L70 0z", ink, 'opacity=".14"'),
        place(190, 1120),
      ) +
      repeat(9, (i) =>
        group(
          leaf(230 - Math.abs(i - 4) * 18, 40, i % 2 ? green : lift(green, -0.06)),
          place(190 + (i - 4) * 7, 990, -64 + i * 16),
        ),
      ) +
      rect(122, 986, 136, 30, mix(hot, earth, 0.3), 'rx="4"')
    );
  },
};
