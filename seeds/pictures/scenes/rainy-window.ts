/** Rain on a window at night, the city blurred behind it, a lamp and a notebook before it. */
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
  rect,
  repeat,
  ring,
  stroke,
} from "#seeds/pictures/shapes.ts";

const sill = 930;

function outside({ random, width, palette }: Stage): string {
  const { deep, ink, main, soft, hot, glow, paper, cool } = palette;
  const air = mix(deep, main, 0.3);
  const towers = (base: string, low: number, high: number, lit: number) =>
    repeat(16, (i) => {
      const [x, tall, wide] = [
        i * 104 - 30 + random.between(-14, 14),
        random.between(low, high),
        random.between(84, 120),
      ];
      return (
        rect(x, sill - tall, wide, tall, base) +
        repeat(Math.floor(tall / 44), (r) =>
          repeat(3, (c) =>
            random.chance(lit)
              ? rect(x + 14 + c * 26, sill - tall + 18 + r * 44, 15, 20, mix(base, glow, 0.6), 'rx="3"')
              : "",
          ),
        )
      );
    });
  const lights = repeat(54, () => {
    const [x, y, r] = [random.between(0, width), random.between(380, 920), random.between(20, 62)];
    const colour = random.pick([glow, glow, hot, cool, soft, mix(hot, glow, 0.5)]);
    return (
      circle(x, y, r, colour, 'opacity=".22"') +
      (random.chance(0.6) ? ring(x, y, r - 2, mix(colour, paper, 0.2), 3, 'opacity=".3"') : "")
    );
  });
  return (
    rect(0, 0, width, sill, air) +
    circle(1180, 230, 120, mix(air, soft, 0.4)) +
    circle(1180, 230, 86, mix(glow, paper, 0.4)) +
    towers(mix(air, soft, 0.16), 260, 520, 0.3) +
    towers(mix(deep, ink, 0.35), 150, 360, 0.36) +
    lights
  );
}

function rain({ random, width, palette }: Stage): string {
  const { soft, paper } = palette;
  const drop = mix(soft, paper, 0.55);
  return (
    repeat(60, () =>
      stroke(
        d`M${random.between(0, width)} ${random.between(0, 800)}l-10 ${random.between(30, 70)}`,
        drop,
        3,
        'opacity=".35"',
      ),
    ) +
    repeat(120, () => {
      const [x, y, r] = [random.between(40, width - 40), random.between(40, 900), random.between(4, 11)];
      return (
        ellipse(x, y, r * 0.8, r, drop, 'opacity=".75"') + circle(x - r * 0.2, y - r * 0.3, r * 0.24, paper)
      );
    }) +
    repeat(22, () => {
      const [x, y, length, r] = [
        random.between(60, width - 60),
        random.between(60, 560),
        random.between(90, 300),
        random.between(9, 14),
      ];
      return (
        stroke(
          d`M${x} ${y}c${random.between(-9, 9)} ${length * 0.3} ${random.between(-9, 9)} ${length * 0.6} 0 ${length}`,
          drop,
          5,
          'opacity=".4"',
        ) +
        path(
          d`M${x} ${y + length - r * 2}C${x + r} ${y + length - r} ${x + r} ${y + length + r * 0.2} ${x + r} ${y + length + r * 0.4}A${r} ${r} 0 0 1 ${x - r} ${y + length + r * 0.4}C${x - r} ${y + length} ${x - r} ${y + length - r} ${x} ${y + length - r * 2}z`,
          drop,
          'opacity=".9"',
        ) +
        circle(x - r * 0.35, y + length, r * 0.3, paper)
      );
    })
  );
}

export const rainyWindow: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, palette } = stage;
    const { deep, ink, main, soft, hot, glow, paper, cool, earth } = palette;
    const wood = mix(earth, ink, 0.42);
    const green = mix(oklch(0.5, 0.1, 155), cool, 0.3);
    const frame =
      [0, 520, 1080, 1600]
        .map((x) => rect(x - 24, 0, 48, sill, wood) + rect(x + 12, 0, 12, sill, mix(wood, ink, 0.35)))
        .join("") +
      rect(0, -10, width, 50, wood) +
      rect(0, 300, width, 34, wood) +
      rect(0, 328, width, 8, mix(wood, ink, 0.35));
    const curtain = (side: number) =>
      group(
        repeat(5, (i) =>
          path(
            d`M${i * 46} -10C${i * 46 + 20} 300 ${i * 40 + 6} 560 ${i * 26 - 10} 960H${i * 26 + 60}C${i * 40 + 60} 560 ${i * 46 + 70} 300 ${i * 46 + 52} -10z`,
            i % 2 ? mix(main, deep, 0.3) : mix(main, deep, 0.55),
          ),
        ),
        side < 0 ? "translate(-20 0)" : d`translate(${width + 20} 0) scale(-1 1)`,
      );
    const mug =
      ellipse(20, 96, 120, 14, ink, 'opacity=".4"') +
      `<path d="M74 -30C150 -40 150 60 70 52" fill="none" stroke="${hot}" stroke-width="22"/>` +
      path("M-86 -60H86V50Q86 94 42 94H-42Q-86 94 -86 50z", hot) +
      path("M30 -60H86V50Q86 94 42 94H6Q40 40 30 -60z", lift(hot, -0.09)) +
      ellipse(0, -60, 86, 18, lift(hot, -0.05)) +
      ellipse(0, -58, 74, 13, mix(ink, earth, 0.3)) +
      repeat(4, (i) => circle(-56 + i * 28, 20, 9, glow)) +
      [-24, 22]
        .map((x) =>
          stroke(d`M${x} -90c-26 -30 26 -52 0 -84c-20 -26 12 -40 4 -60`, paper, 11, 'opacity=".55"'),
        )
        .join("");
    const notebook =
      path("M-250 70L-190 -50L10 -40L10 90z", paper) +
      path("M10 90L10 -40L210 -50L270 70z", mix(paper, soft, 0.3)) +
      path("M-250 70L10 90L270 70L276 86L10 108L-256 86z", mix(deep, ink, 0.3)) +
      repeat(5, (i) =>
        stroke(d`M${-178 - i * 11} ${-24 + i * 21}L${-14 - i * 2} ${-16 + i * 22}`, mix(soft, deep, 0.35), 5),
      ) +
      repeat(3, (i) =>
        stroke(d`M${34 + i * 2} ${-16 + i * 22}L${186 + i * 11} ${-24 + i * 21}`, mix(soft, deep, 0.35), 5),
      ) +
      group(
        rect(-120, -9, 220, 18, glow, 'rx="5"') +
          path("M100 -9L132 0L100 9z", mix(earth, paper, 0.4)) +
          path("M122 -3L132 0L122 3z", ink) +
          rect(-134, -9, 20, 18, hot),
        place(130, 40, -24),
      );
    const lamp =
      circle(0, -250, 330, glow, 'opacity=".1"') +
      circle(0, -250, 220, glow, 'opacity=".14"') +
      ellipse(10, 92, 120, 14, ink, 'opacity=".4"') +
      path("M-66 90C-70 20 -20 10 -14 -60V-150H14V-60C20 10 70 20 66 90z", cool) +
      path("M14 -150V-60C20 10 70 20 66 90H20C30 20 2 0 0 -60V-150z", lift(cool, -0.09)) +
      path("M-150 -140L150 -140L86 -330L-86 -330z", mix(glow, paper, 0.35)) +
      path("M60 -140L150 -140L86 -330L40 -330z", mix(glow, hot, 0.25)) +
      rect(-152, -152, 304, 16, mix(glow, hot, 0.4), 'rx="8"') +
      rect(-88, -338, 176, 12, mix(glow, hot, 0.4), 'rx="6"');
    const plant =
      repeat(9, (i) =>
        group(
          leaf(220 - Math.abs(i - 4) * 16, 44, i % 2 ? green : lift(green, -0.06)),
          place(0, -60, -72 + i * 18),
        ),
      ) +
      ellipse(10, 94, 110, 14, ink, 'opacity=".4"') +
      group(pot(180, 150, mix(hot, earth, 0.45)), place(0, -58));
    return (
      outside(stage) +
      clipped("glass", rect(0, 0, width, sill, ink), rain(stage)) +
      frame +
      curtain(-1) +
      curtain(1) +
      rect(0, sill, width, height, mix(wood, earth, 0.35)) +
      rect(0, sill, width, 24, mix(wood, earth, 0.75)) +
      rect(0, 1110, width, 90, mix(wood, ink, 0.3)) +
      ellipse(380, 1030, 480, 60, glow, 'opacity=".12"') +
      group(lamp, place(330, 940)) +
      group(plant, place(1330, 960)) +
      group(mug, place(1050, 990)) +
      group(notebook, place(690, 1000, 0, 1.04))
    );
  },
};
