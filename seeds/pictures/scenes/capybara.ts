/** A capybara at rest in a pond, an orange on its head and a bird on its back. */
import { lift, mix, oklch } from "#seeds/pictures/colour.ts";
import { palm } from "#seeds/pictures/plants.ts";
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
  scatter,
  sector,
  stroke,
} from "#seeds/pictures/shapes.ts";

const bank = 600;

function animal({ random, palette }: Stage): string {
  const { earth, ink, hot, glow, paper } = palette;
  const fur = mix(oklch(0.6, 0.09, 56), earth, 0.25);
  const dark = mix(fur, ink, 0.35);
  const outline =
    "M-380 60C-480 -20 -500 -170 -400 -268C-340 -322 -260 -334 -180 -334C-40 -342 60 -336 146 -322C172 -378 226 -416 296 -416C376 -414 446 -376 506 -346C548 -322 552 -252 538 -214C522 -178 452 -160 396 -146C366 -106 352 -40 350 40z";
  const hairs = repeat(46, () => {
    const [x, y] = [random.between(-380, 250), random.between(-280, 0)];
    return stroke(d`M${x} ${y}q-12 8 -18 ${random.between(16, 28)}`, dark, 4, 'opacity=".55"');
  });
  const orange = mix(hot, glow, 0.45);
  return (
    path("M238 -404C216 -440 226 -470 256 -470C288 -468 300 -430 292 -404z", dark) +
    path("M246 -408C236 -432 240 -450 258 -450C276 -448 284 -426 280 -408z", mix(earth, hot, 0.3)) +
    path(outline, fur) +
    clipped(
      "fur",
      path(outline, fur),
      path("M-480 60C-300 -60 100 -40 240 -96C300 -130 330 -170 400 -150L420 60z", mix(fur, ink, 0.17)) +
        hairs +
        path("M470 -420C430 -340 430 -240 474 -150H600V-420z", dark),
    ) +
    stroke("M352 -318q26 20 54 0", ink, 9) +
    stroke("M350 -300l-12 8M380 -296l0 12M408 -304l12 6", ink, 4) +
    stroke("M536 -226C506 -206 470 -206 446 -220", ink, 7) +
    ellipse(526, -318, 13, 17, ink, 'transform="rotate(20 526 -318)"') +
    stroke("M470 -268l-26 -6M474 -252l-30 4M482 -238l-26 14", mix(dark, paper, 0.5), 4) +
    ellipse(404, -256, 34, 20, hot, 'opacity=".35"') +
    group(
      circle(0, -56, 62, orange) +
        path(sector(0, -56, 62, -40, 120), lift(orange, -0.07)) +
        repeat(9, (i) => circle(-30 + (i % 3) * 24, -84 + Math.floor(i / 3) * 22, 3, lift(orange, -0.12))) +
        path("M-4 -114C20 -160 70 -158 84 -140C66 -112 30 -104 -4 -114z", oklch(0.58, 0.12, 148)) +
        stroke("M-4 -116v-18", dark, 7),
      place(330, -408, 6),
    ) +
    group(
      path(
        "M-70 -30C-60 -90 10 -100 44 -66C70 -110 130 -96 128 -56L160 -44L126 -36C110 10 -10 26 -54 -6L-130 10L-116 -26z",
        glow,
      ) +
        path("M-48 -40C-20 -70 40 -60 50 -20C20 6 -30 0 -48 -40z", lift(glow, -0.12)) +
        path("M74 -88C96 -108 130 -94 128 -64C110 -70 90 -74 74 -88z", ink) +
        circle(108, -62, 6, paper) +
        stroke("M0 6v26M24 6v26", ink, 6),
      place(-150, -352),
    )
  );
}

export const capybara: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, random, palette } = stage;
    const { soft, paper, main, deep, hot, glow, ink, earth } = palette;
    const green = mix(oklch(0.58, 0.12, 148), main, 0.25);
    const water = mix(oklch(0.72, 0.08, 205), main, 0.3);
    const ripple = (x: number, y: number, rx: number) =>
      ellipse(x, y, rx, rx * 0.14, "none", `stroke="${mix(water, paper, 0.55)}" stroke-width="6"`);
    const reed = (x: number, base: number, tall: number, lean: number) =>
      stroke(d`M${x} ${base}Q${x} ${base - tall * 0.6} ${x + lean} ${base - tall}`, lift(green, -0.12), 8) +
      group(
        rect(-11, -96, 22, 90, mix(earth, ink, 0.45), 'rx="11"') +
          stroke("M0 -96v-34", lift(green, -0.12), 5),
        place(x + lean, base - tall + 20, lean * 0.16),
      );
    const blade = (x: number, base: number, tall: number, lean: number, fill: string) =>
      path(
        d`M${x - 13} ${base}Q${x - 8} ${base - tall * 0.6} ${x + lean} ${base - tall}Q${x + 16} ${base - tall * 0.5} ${x + 15} ${base}z`,
        fill,
      );
    const pad = (x: number, y: number, size: number, turn: number) =>
      group(
        path(sector(0, 0, size, turn + 18, turn + 342), lift(green, -0.02)) +
          path(sector(0, 0, size * 0.72, turn + 18, turn + 342), lift(green, 0.05)),
        d`translate(${x} ${y}) scale(1 .36)`,
      );
    const lotus = (x: number, y: number, s: number) =>
      group(
        repeat(7, (i) =>
          group(
            path("M0 0C-18 -22 -12 -60 0 -76C12 -60 18 -22 0 0z", i % 2 ? hot : mix(hot, paper, 0.45)),
            d`rotate(${-72 + i * 24})`,
          ),
        ) + circle(0, -8, 9, glow),
        place(x, y, 0, s),
      );
    const palmColours = {
      trunk: mix(earth, ink, 0.45),
      back: mix(green, deep, 0.5),
      front: mix(green, deep, 0.15),
    };
    return (
      rect(0, 0, width, bank + 60, mix(soft, glow, 0.22)) +
      circle(1110, 330, 250, mix(soft, glow, 0.55)) +
      circle(1110, 330, 180, mix(glow, paper, 0.1)) +
      path(
        "M0 520C200 380 420 360 640 470C860 380 1100 420 1280 470C1400 440 1500 420 1600 430V700H0z",
        mix(green, soft, 0.5),
      ) +
      path("M0 590C260 500 520 520 760 570C1040 510 1340 520 1600 570V700H0z", mix(green, soft, 0.15)) +
      group(palm(400, 40, palmColours), place(250, 600)) +
      group(palm(300, -30, palmColours), place(420, 596)) +
      group(palm(440, -50, palmColours), place(1430, 600)) +
      rect(0, bank + 26, width, height, water) +
      rect(0, bank + 26, width, 14, mix(green, deep, 0.45)) +
      repeat(50, (i) =>
        blade(
          i * 33 + random.between(-10, 10),
          bank + 40,
          random.between(30, 76),
          random.between(-16, 16),
          mix(green, deep, random.between(0.1, 0.4)),
        ),
      ) +
      repeat(24, () => {
        const y = random.between(bank + 70, 1130);
        return stroke(
          d`M${random.between(-40, width)} ${y}h${random.between(60, 220)}`,
          mix(water, paper, 0.35),
          5,
        );
      }) +
      path("M330 906C420 1010 700 1040 900 1010C1080 1000 1240 980 1320 930z", mix(water, deep, 0.35)) +
      group(animal(stage), place(760, 884)) +
      rect(300, 910, 900, 60, mix(water, deep, 0.18), 'rx="30"') +
      rect(360, 944, 700, 44, water, 'rx="22"') +
      ripple(770, 930, 520) +
      ripple(770, 950, 660) +
      stroke("M420 968h220M900 976h160M560 1000h180", mix(water, paper, 0.5), 6) +
      pad(1400, 860, 150, 200) +
      pad(1270, 1000, 120, 20) +
      pad(190, 940, 150, 320) +
      pad(330, 1080, 180, 240) +
      pad(700, 1130, 120, 90) +
      pad(1480, 1110, 200, 180) +
      pad(1050, 1100, 90, 300) +
      lotus(1400, 846, 1) +
      lotus(250, 930, 0.85) +
      lotus(1470, 1090, 1.35) +
      reed(60, 1210, 480, 26) +
      reed(130, 1210, 380, -18) +
      reed(1560, 1210, 400, -30) +
      scatter(
        [
          [20, 420, 40],
          [100, 340, -30],
          [180, 260, 50],
          [240, 200, -30],
          [1500, 300, -40],
          [1580, 420, 20],
          [1420, 180, 30],
          [380, 150, 20],
        ],
        ([x, tall, lean], i) => blade(x, 1210, tall, lean, mix(green, deep, 0.2 + (i % 3) * 0.16)),
      )
    );
  },
};
