/** A pair of scales weighing a house against a contract, before an arch. */
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
  ring,
  sector,
  stroke,
} from "#seeds/pictures/shapes.ts";

function pan(x: number, y: number, top: number, { palette }: Stage): string {
  const { glow, ink, hot } = palette;
  const metal = mix(glow, hot, 0.12);
  return (
    stroke(
      d`M${x} ${top}L${x - 170} ${y}M${x} ${top}L${x + 170} ${y}M${x} ${top}L${x} ${y}`,
      mix(metal, ink, 0.35),
      5,
    ) +
    path(
      d`M${x - 196} ${y}H${x + 196}C${x + 176} ${y + 84} ${x + 80} ${y + 104} ${x} ${y + 104}C${x - 80} ${y + 104} ${x - 176} ${y + 84} ${x - 196} ${y}z`,
      metal,
    ) +
    path(
      d`M${x + 60} ${y}H${x + 196}C${x + 176} ${y + 84} ${x + 80} ${y + 104} ${x} ${y + 104}C${x + 40} ${y + 90} ${x + 60} ${y + 50} ${x + 60} ${y}z`,
      lift(metal, -0.09),
    ) +
    rect(x - 204, y - 12, 408, 24, lift(metal, 0.04), 'rx="12"')
  );
}

export const balance: Scene = {
  width: 1400,
  height: 1400,
  draw(stage: Stage) {
    const { width, height, palette } = stage;
    const { soft, paper, main, deep, hot, glow, ink, earth, cool } = palette;
    const metal = mix(glow, hot, 0.12);
    const wall = mix(soft, paper, 0.1);
    const [leftY, rightY] = [800, 740];
    const columns = [190, 1210]
      .map(
        (x) =>
          rect(x - 84, 320, 168, 780, mix(soft, paper, 0.55)) +
          repeat(5, (i) => rect(x - 66 + i * 32, 320, 12, 780, mix(soft, main, 0.2))) +
          rect(x + 30, 320, 54, 780, ink, 'opacity=".07"') +
          rect(x - 116, 270, 232, 54, mix(soft, paper, 0.7)) +
          rect(x - 100, 250, 200, 24, mix(soft, main, 0.25)) +
          rect(x - 116, 1096, 232, 60, mix(soft, paper, 0.7)) +
          rect(x - 116, 1096, 232, 12, mix(soft, main, 0.25)),
      )
      .join("");
    const house =
      rect(-92, -120, 184, 120, paper) +
      rect(30, -120, 62, 120, mix(paper, deep, 0.2)) +
      path("M-124 -112L0 -216L124 -112z", hot) +
      path("M0 -216L124 -112L40 -112z", lift(hot, -0.09)) +
      rect(44, -206, 30, 64, mix(earth, ink, 0.35)) +
      path("M-24 0V-58a24 24 0 0 1 48 0V0z", deep) +
      circle(12, -30, 5, glow) +
      rect(-76, -86, 38, 38, main) +
      rect(48, -86, 34, 38, main) +
      stroke("M-57 -86v38M-76 -67h38M65 -86v38M48 -67h34", paper, 5) +
      ellipse(-100, -14, 34, 26, cool) +
      ellipse(-70, -8, 24, 18, lift(cool, 0.05)) +
      ellipse(104, -12, 26, 22, cool);
    const sheet =
      rect(-84, -230, 168, 226, paper, 'rx="4"') +
      path("M84 -186L40 -230L40 -186z", mix(paper, deep, 0.25)) +
      path("M40 -230L84 -230L84 -186z", wall) +
      rect(-62, -200, 76, 15, deep, 'rx="7"') +
      repeat(5, (i) =>
        rect(-62, -166 + i * 24, [120, 104, 116, 88, 60][i] as number, 9, mix(soft, main, 0.4), 'rx="4"'),
      ) +
      stroke("M-56 -32c16 -26 24 -24 22 -6c-2 16 16 -20 26 -10c6 8 2 12 22 6", main, 6) +
      circle(46, -44, 28, hot) +
      circle(46, -44, 17, lift(hot, 0.08)) +
      path("M30 -26L38 6L48 -8L60 6L62 -26z", lift(hot, -0.08));
    const keyring =
      ring(0, 0, 26, mix(ink, soft, 0.3), 9) +
      group(
        rect(-8, 20, 16, 96, glow) +
          circle(0, 20, 30, glow) +
          circle(0, 14, 11, wall) +
          rect(6, 84, 24, 13, glow) +
          rect(6, 104, 18, 12, glow),
        place(0, 22, 14),
      ) +
      group(
        rect(-7, 20, 14, 84, mix(soft, ink, 0.4)) +
          circle(0, 20, 26, mix(soft, ink, 0.4)) +
          circle(0, 14, 10, wall) +
          rect(6, 76, 20, 12, mix(soft, ink, 0.4)),
        place(0, 22, -22),
      );
    return (
      rect(0, 0, width, height, wall) +
      path("M360 1156V620A340 340 0 0 1 1040 620V1156z", mix(soft, main, 0.26)) +
      path("M410 1156V620A290 290 0 0 1 990 620V1156z", main) +
      circle(700, 600, 214, mix(main, glow, 0.85)) +
      repeat(14, (i) => path(sector(700, 600, 290, i * 25.7, i * 25.7 + 12.8, 226), mix(main, soft, 0.24))) +
      path("M60 250L700 60L1340 250z", mix(soft, paper, 0.7)) +
      path("M180 232L700 92L1220 232z", mix(soft, main, 0.24)) +
      circle(700, 172, 40, hot) +
      repeat(2, (i) => circle(540 + i * 320, 196, 20, mix(soft, paper, 0.7))) +
      rect(40, 236, 1320, 24, mix(soft, paper, 0.4)) +
      columns +
      rect(0, 1156, width, height, mix(deep, main, 0.2)) +
      repeat(28, (i) => {
        const [column, row] = [i % 14, Math.floor(i / 14)];
        return (column + row) % 2
          ? polygon(
              [
                [700 + (column - 7) * (110 + row * 34), 1156 + row * 100 + row * 16],
                [700 + (column - 6) * (110 + row * 34), 1156 + row * 116],
                [700 + (column - 6) * (144 + row * 44), 1272 + row * 130],
                [700 + (column - 7) * (144 + row * 44), 1272 + row * 130],
              ],
              paper,
            )
          : "";
      }) +
      ellipse(700, 1226, 330, 36, ink, 'opacity=".4"') +
      path("M500 1220C520 1150 620 1140 660 1120H740C780 1140 880 1150 900 1220z", metal) +
      path("M740 1120C780 1140 880 1150 900 1220H780C780 1170 760 1140 740 1120z", lift(metal, -0.1)) +
      rect(678, 440, 44, 690, metal) +
      rect(706, 440, 16, 690, lift(metal, -0.1)) +
      circle(700, 1040, 40, metal) +
      circle(700, 620, 34, metal) +
      path("M700 1000a40 40 0 0 1 0 80z", lift(metal, -0.1)) +
      group(
        path(
          "M-440 14C-300 -60 -120 -30 0 -30C120 -30 300 -60 440 14C300 -10 140 24 0 24C-140 24 -300 -10 -440 14z",
          metal,
        ) +
          circle(-430, 12, 22, lift(metal, -0.08)) +
          circle(430, 12, 22, lift(metal, -0.08)),
        place(700, 470, -4),
      ) +
      circle(700, 456, 54, metal) +
      circle(700, 456, 32, hot) +
      path("M664 410L736 410L700 330z", metal) +
      path("M700 330L736 410L700 410z", lift(metal, -0.1)) +
      pan(270, leftY, 512, stage) +
      pan(1130, rightY, 452, stage) +
      group(house, place(270, leftY - 10)) +
      group(sheet, place(1090, rightY - 8, -4)) +
      group(keyring, place(1220, rightY - 126, 0, 0.86))
    );
  },
};
