/** A hammock slung between the moon and a ringed planet, someone asleep in it. */
import { lift, mix } from "#seeds/pictures/colour.ts";
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
  ring,
  stroke,
} from "#seeds/pictures/shapes.ts";

function planet({ palette }: Stage): string {
  const { hot, glow, paper, ink, earth } = palette;
  const bands = [
    hot,
    mix(hot, glow, 0.4),
    glow,
    mix(glow, paper, 0.4),
    mix(hot, glow, 0.5),
    lift(hot, -0.06),
    hot,
  ];
  const body = bands
    .map((fill, i) => path(d`M-260 ${-220 + i * 66}Q0 ${-180 + i * 66} 260 ${-220 + i * 66}V230H-260z`, fill))
    .join("");
  const hoop = (colour: string, rx: number, wide: number) =>
    `<ellipse cx="0" cy="0" rx="${rx}" ry="${rx * 0.26}" fill="none" stroke="${colour}" stroke-width="${wide}"/>`;
  const hoops = hoop(mix(glow, paper, 0.5), 340, 30) + hoop(earth, 292, 16);
  return group(
    clipped("ring-back", rect(-400, -200, 800, 200, ink), hoops) +
      clipped(
        "planet",
        circle(0, 0, 210, ink),
        body + path("M60 -220C220 -100 220 120 40 220H260V-220z", ink, 'opacity=".2"'),
      ) +
      clipped("ring-front", rect(-400, 0, 800, 200, ink), hoops),
    place(1290, 380, -18),
  );
}

function moon({ palette }: Stage): string {
  const { glow, paper, earth } = palette;
  const light = mix(glow, paper, 0.55);
  return group(
    path("M90 -230A236 236 0 1 0 90 230A190 190 0 1 1 90 -230z", light) +
      circle(-176, -30, 22, mix(light, earth, 0.28)) +
      circle(-150, 60, 32, mix(light, earth, 0.28)) +
      circle(-110, -140, 18, mix(light, earth, 0.28)) +
      circle(-190, 40, 10, mix(light, earth, 0.28)),
    place(330, 330, -14),
  );
}

function sleeper({ palette }: Stage): string {
  const { hot, glow, paper, cool, main, earth, ink, deep } = palette;
  const cloth = "M340 700C470 960 1060 980 1210 700C1190 900 1060 1010 780 1014C500 1016 370 900 340 700z";
  const stripes = repeat(13, (i) =>
    path(
      d`M${300 + i * 76} 640C${360 + i * 66} 900 ${400 + i * 60} 960 ${440 + i * 54} 1040H${480 + i * 54}C${440 + i * 60} 960 ${400 + i * 66} 900 ${340 + i * 76} 640z`,
      [hot, glow, cool, paper][i % 4] as string,
    ),
  );
  const fringe = repeat(20, (i) => {
    const t = i / 19;
    const x = 400 + t * 750;
    const y = 880 + Math.sin(Math.PI * t) * 132;
    return path(d`M${x} ${y}l20 6l-10 46z`, i % 2 ? glow : paper);
  });
  return (
    path(
      "M350 716C520 880 1010 890 1200 716C1120 830 980 880 780 884C570 886 430 820 350 716z",
      mix(deep, ink, 0.35),
    ) +
    path(
      "M470 800C480 744 560 742 600 792L900 824C980 830 1080 800 1120 768L1136 800C1080 880 960 900 860 896L560 890C500 880 470 850 470 800z",
      main,
    ) +
    path("M1110 776C1130 740 1170 716 1196 720C1204 740 1170 790 1136 806z", earth) +
    path("M1160 740C1176 716 1204 704 1220 712L1204 740z", hot) +
    path("M600 792C640 800 700 806 760 812C770 850 740 890 700 894L560 890C540 840 560 800 600 792z", paper) +
    repeat(3, (i) => path(d`M${596 + i * 50} ${796 + i * 6}l18 2l-8 92h-18z`, hot)) +
    circle(520, 770, 54, earth) +
    path("M466 770a54 54 0 0 1 80 -48l-20 40z", ink) +
    group(
      ellipse(0, 0, 96, 22, glow) +
        path("M-50 -4Q-44 -66 0 -66Q44 -66 50 -4z", glow) +
        path("M-51 -14Q0 2 51 -14L50 -2Q0 14 -50 -2z", hot),
      place(520, 734, 12),
    ) +
    path("M640 812C700 860 740 860 760 850L774 872C740 892 660 884 616 840z", earth) +
    clipped(
      "hammock",
      path(cloth, ink),
      rect(300, 640, 960, 400, paper) +
        stripes +
        path("M340 700C470 960 1060 980 1210 700L1200 740C1060 1010 470 1000 352 760z", ink, 'opacity=".14"'),
    ) +
    fringe
  );
}

export const hammock: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, random, palette } = stage;
    const { deep, ink, main, soft, glow, paper, hot, cool } = palette;
    const air = mix(deep, ink, 0.35);
    const star = (x: number, y: number, size: number) =>
      path(
        d`M${x} ${y - size}Q${x} ${y} ${x + size} ${y}Q${x} ${y} ${x} ${y + size}Q${x} ${y} ${x - size} ${y}Q${x} ${y} ${x} ${y - size}z`,
        mix(glow, paper, 0.5),
      );
    const rope = (data: string) => stroke(data, mix(paper, soft, 0.4), 5);
    const fan = (x: number, y: number, toX: number, step: number) =>
      repeat(7, (i) =>
        rope(
          d`M${x} ${y}Q${(x + toX) / 2 + i * step * 0.4} ${y + 120} ${toX + i * step} ${700 + Math.abs(i) * 9}`,
        ),
      );
    return (
      rect(0, 0, width, height, air) +
      repeat(4, (i) => ring(800, 1560, 700 + i * 190, mix(air, main, 0.3), 4, 'stroke-dasharray="4 22"')) +
      nebula(900, 560, mix(air, main, 0.28)) +
      repeat(120, () =>
        circle(
          random.between(0, width),
          random.between(0, 1000),
          random.between(1.4, 4),
          mix(soft, paper, random.between(0, 0.9)),
        ),
      ) +
      star(760, 150, 42) +
      star(620, 420, 24) +
      star(980, 210, 20) +
      star(100, 720, 30) +
      star(1500, 760, 36) +
      star(1440, 90, 20) +
      star(840, 560, 18) +
      star(160, 90, 22) +
      group(
        path("M0 0L330 -44L330 44z", mix(air, cool, 0.55)) +
          path("M0 0L240 -26L240 26z", mix(cool, paper, 0.35)) +
          circle(0, 0, 30, paper),
        place(690, 300, -24, 0.9),
      ) +
      moon(stage) +
      planet(stage) +
      fan(300, 566, 346, 5) +
      fan(1240, 596, 1206, -4) +
      circle(300, 562, 12, hot) +
      circle(1240, 592, 12, hot) +
      sleeper(stage) +
      path("M0 1130C220 1040 420 1060 620 1110C860 1040 1160 1030 1600 1120V1200H0z", mix(deep, main, 0.35)) +
      path("M0 1170C300 1100 620 1120 820 1160C1080 1100 1340 1110 1600 1170V1200H0z", mix(ink, deep, 0.3)) +
      repeat(5, (i) => {
        const x = [190, 260, 1180, 1262, 1330][i] as number;
        const tall = [46, 34, 40, 54, 36][i] as number;
        return (
          rect(x, 1122 - tall * 0.4, tall, tall, mix(ink, deep, 0.2)) +
          polygon(
            [
              [x - 8, 1122 - tall * 0.4],
              [x + tall / 2, 1094 - tall * 0.55],
              [x + tall + 8, 1122 - tall * 0.4],
            ],
            mix(ink, deep, 0.45),
          ) +
          rect(x + tall * 0.34, 1130 - tall * 0.2, tall * 0.3, tall * 0.3, glow)
        );
      })
    );
  },
};

/** A patch of faint light behind everything. */
function nebula(x: number, y: number, colour: string): string {
  return path(
    d`M${x - 700} ${y + 40}C${x - 560} ${y - 260} ${x - 180} ${y - 120} ${x + 40} ${y - 330}C${x + 260} ${y - 520} ${x + 640} ${y - 380} ${x + 760} ${y - 60}C${x + 560} ${y + 60} ${x + 300} ${y - 40} ${x + 60} ${y + 140}C${x - 200} ${y + 300} ${x - 520} ${y + 260} ${x - 700} ${y + 40}z`,
    colour,
  );
}
