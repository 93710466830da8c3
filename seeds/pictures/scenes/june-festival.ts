/** A June festival: strings of little flags, painted façades, a bonfire and two who dance. */
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

const ground = 960;

function bunting(
  { random, width, palette }: Stage,
  y: number,
  sag: number,
  size: number,
  tilt: number,
): string {
  const { hot, glow, paper, cool, main, soft } = palette;
  const count = Math.round(width / (size * 1.16));
  const colours = [hot, glow, paper, cool, mix(main, soft, 0.5), mix(hot, glow, 0.5)];
  const line = (x: number) => y + sag * (1 - ((x - width / 2) / (width / 2)) ** 2) + (x / width - 0.5) * tilt;
  let last = -1;
  return (
    stroke(d`M-20 ${line(-20)}Q${width / 2} ${y + sag * 2} ${width + 20} ${line(width + 20)}`, paper, 4) +
    repeat(count, (i) => {
      const x = (i + 0.5) * (width / count);
      let choice = random.whole(0, colours.length - 1);
      if (choice === last) choice = (choice + 1) % colours.length;
      last = choice;
      const fill = colours[choice] as string;
      const half = size * 0.5;
      const lean = ((x - width / 2) / width) * -sag * 0.1;
      return group(
        polygon(
          [
            [-half, 0],
            [half, 0],
            [half, size * 1.42],
            [0, size * 0.98],
            [-half, size * 1.42],
          ],
          fill,
        ) +
          polygon(
            [
              [0, 0],
              [half, 0],
              [half, size * 1.42],
              [0, size * 0.98],
            ],
            lift(fill, -0.05),
          ),
        place(x, line(x), lean),
      );
    })
  );
}

function facades(stage: Stage): string {
  const { palette } = stage;
  const { hot, glow, paper, cool, main, soft, deep, ink } = palette;
  const walls = [
    mix(hot, paper, 0.2),
    mix(main, soft, 0.45),
    glow,
    paper,
    mix(cool, paper, 0.25),
    mix(hot, glow, 0.45),
    mix(soft, paper, 0.3),
  ];
  return repeat(7, (i) => {
    const x = -40 + i * 244;
    const [across, tall] = [236, 250 + ((i * 53) % 90)];
    const wall = walls[i] as string;
    const trim = [paper, deep, hot, main, paper, deep, hot][i] as string;
    const door = [deep, hot, main, deep, hot, cool, deep][i] as string;
    const top = ground - tall;
    const gable = [
      d`M${x} ${top}L${x + across / 2} ${top - 92}L${x + across} ${top}z`,
      d`M${x} ${top}V${top - 30}H${x + 50}A68 68 0 0 1 ${x + across - 50} ${top - 30}H${x + across}V${top}z`,
      d`M${x} ${top}V${top - 40}H${x + 60}V${top - 86}H${x + across - 60}V${top - 40}H${x + across}V${top}z`,
    ][i % 3] as string;
    const arch = (cx: number, base: number, w: number, h: number, fill: string) =>
      path(
        d`M${cx - w / 2} ${base}V${base - h}A${w / 2} ${w / 2} 0 0 1 ${cx + w / 2} ${base - h}V${base}z`,
        fill,
      );
    return (
      rect(x, top, across, tall, wall) +
      path(gable, wall) +
      rect(x, top - 6, across, 12, trim) +
      circle(x + across / 2, top - 34, 18, trim) +
      arch(x + across / 2, ground, 84, 120, trim) +
      arch(x + across / 2, ground, 62, 112, door) +
      stroke(d`M${x + across / 2} ${ground}V${ground - 138}`, mix(door, ink, 0.4), 4) +
      [48, across - 48]
        .map(
          (at) =>
            rect(x + at - 26, top + 66, 52, 74, trim) +
            rect(x + at - 18, top + 74, 36, 58, mix(glow, paper, 0.25)) +
            stroke(d`M${x + at} ${top + 74}v58`, trim, 5),
        )
        .join("") +
      rect(x, ground - 22, across, 22, mix(wall, ink, 0.45))
    );
  });
}

function bonfire({ palette }: Stage, x: number, y: number): string {
  const { hot, glow, paper, ink, earth } = palette;
  const flame = (size: number, lean: number) =>
    d`M0 0C${-size * 0.62} ${-size * 0.1} ${-size * 0.56} ${-size * 0.62} ${-size * 0.2 + lean} ${-size * 0.98}C${-size * 0.16} ${-size * 0.76} ${size * 0.06} ${-size * 0.9} ${lean} ${-size * 1.4}C${size * 0.34} ${-size * 1.06} ${size * 0.2} ${-size * 0.86} ${size * 0.34} ${-size * 0.82}C${size * 0.62} ${-size * 0.4} ${size * 0.5} ${-size * 0.06} 0 0z`;
  const log = (angle: number) =>
    group(
      rect(-120, -15, 240, 30, mix(earth, ink, 0.45), 'rx="6"') +
        circle(116, 0, 15, earth) +
        circle(116, 0, 7, mix(earth, ink, 0.4)),
      place(0, -16, angle),
    );
  return group(
    circle(0, -130, 300, glow, 'opacity=".12"') +
      circle(0, -130, 210, glow, 'opacity=".16"') +
      path(flame(196, 14), hot) +
      path(flame(142, -8), mix(hot, glow, 0.55)) +
      path(flame(92, 6), glow) +
      path(flame(48, 0), mix(glow, paper, 0.65)) +
      log(20) +
      log(-18) +
      log(2) +
      repeat(7, (i) =>
        rect(
          -90 + i * 29,
          -330 - ((i * 47) % 120),
          9,
          9,
          glow,
          `transform="rotate(45 ${-86 + i * 29} ${-326 - ((i * 47) % 120)})"`,
        ),
      ),
    place(x, y),
  );
}

function dancers({ palette }: Stage): string {
  const { hot, glow, paper, ink, earth, cool, main, deep } = palette;
  const hat =
    path("M-44 0Q0 -16 44 0Q0 12 -44 0z", glow) +
    path("M-24 -4Q-22 -40 0 -40Q22 -40 24 -4z", glow) +
    rect(-24, -14, 48, 9, hot);
  const patch = (x: number, y: number, fill: string) =>
    rect(x, y, 24, 24, fill, `transform="rotate(9 ${x} ${y})"`);
  const woman =
    path("M-30 -150Q0 -168 30 -150L92 0Q0 26 -92 0z", hot) +
    path("M-74 -44L74 -44L82 -24L-82 -24z", paper) +
    repeat(9, (i) => circle(-78 + i * 19.5, -8, 12, glow)) +
    patch(-30, -108, cool) +
    patch(16, -92, glow) +
    path("M-28 -210H28L32 -148H-32z", mix(hot, paper, 0.3)) +
    stroke("M26 -200L88 -226", earth, 15) +
    stroke("M-26 -200L-60 -150", earth, 15) +
    circle(0, -246, 33, earth) +
    path("M-34 -246a34 34 0 0 1 68 0q-34 -22 -68 0z", ink) +
    stroke("M-30 -236L-40 -180M30 -236L42 -186", ink, 12) +
    group(hat, place(0, -268)) +
    stroke("M-16 22V44M16 22V44", ink, 12);
  const man =
    path("M-30 -120H34L40 44H12L4 -60L-8 44H-36z", deep) +
    patch(-26, -60, hot) +
    patch(14, -20, glow) +
    path("M-34 -218H36L40 -112H-36z", paper) +
    repeat(4, (i) => rect(-33 + i * 19, -218, 8, 106, i % 2 ? hot : main)) +
    stroke("M-30 -206L-84 -236", paper, 20) +
    stroke("M32 -206L60 -150", paper, 20) +
    circle(0, -252, 33, earth) +
    path("M-33 -252a33 33 0 0 1 66 0q-34 -18 -66 0z", ink) +
    group(hat, place(0, -274, 4));
  return group(woman, place(1130, 1104, -5)) + group(man, place(1305, 1104, 4));
}

export const juneFestival: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, random, palette } = stage;
    const { deep, ink, main, glow, paper, earth } = palette;
    const air = mix(deep, ink, 0.3);
    return (
      rect(0, 0, width, height, air) +
      repeat(46, () => {
        const [x, y, s] = [random.between(0, width), random.between(20, 620), random.between(4, 10)];
        return polygon(
          [
            [x, y - s],
            [x + s * 0.32, y],
            [x, y + s],
            [x - s * 0.32, y],
          ],
          mix(glow, paper, 0.4),
        );
      }) +
      path("M0 900C260 720 480 690 700 760C960 660 1300 640 1600 800V1000H0z", mix(deep, main, 0.35)) +
      facades(stage) +
      rect(0, ground, width, height, mix(earth, ink, 0.5)) +
      ellipse(560, 1110, 520, 74, mix(earth, ink, 0.32)) +
      ellipse(1210, 1136, 300, 40, mix(earth, ink, 0.36)) +
      repeat(70, () =>
        rect(
          random.between(0, width),
          random.between(ground + 20, height),
          random.between(10, 44),
          5,
          mix(earth, ink, random.pick([0.25, 0.65])),
          'rx="2"',
        ),
      ) +
      bonfire(stage, 560, 1110) +
      dancers(stage) +
      bunting(stage, -10, 120, 72, -60) +
      bunting(stage, 120, 150, 78, 90) +
      bunting(stage, 290, 130, 84, -70)
    );
  },
};
