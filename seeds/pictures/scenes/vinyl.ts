/** A record player seen from above, striped sound flowing from the disc, sleeves beside it. */
import { lift, mix } from "#seeds/pictures/colour.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  clipped,
  d,
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

const [cx, cy] = [700, 610];

function disc({ palette }: Stage): string {
  const { ink, hot, glow, paper, deep, main } = palette;
  const black = mix(ink, deep, 0.1);
  return (
    circle(cx + 14, cy + 20, 430, ink, 'opacity=".35"') +
    circle(cx, cy, 430, mix(paper, ink, 0.25)) +
    circle(cx, cy, 410, black) +
    path(sector(cx, cy, 404, -64, -34, 150), lift(black, 0.1)) +
    path(sector(cx, cy, 404, 116, 146, 150), lift(black, 0.1)) +
    path(sector(cx, cy, 404, -56, -44, 150), lift(black, 0.17)) +
    path(sector(cx, cy, 404, 124, 136, 150), lift(black, 0.17)) +
    repeat(16, (i) =>
      ring(cx, cy, 168 + i * 15, mix(black, paper, i % 5 === 4 ? 0.22 : 0.1), i % 5 === 4 ? 5 : 2),
    ) +
    circle(cx, cy, 142, hot) +
    repeat(4, (i) => path(sector(cx, cy, 142, i * 90, i * 90 + 45), glow)) +
    repeat(4, (i) => path(sector(cx, cy, 96, i * 90 + 45, i * 90 + 90), main)) +
    circle(cx, cy, 46, paper) +
    circle(cx, cy, 12, ink)
  );
}

function arm({ palette }: Stage): string {
  const { ink, paper, soft, hot, deep } = palette;
  const metal = mix(soft, paper, 0.55);
  return (
    circle(1226, 300, 104, mix(deep, ink, 0.4)) +
    circle(1226, 300, 84, mix(metal, ink, 0.28)) +
    stroke("M1240 318L1236 620C1234 720 1160 760 1040 830", ink, 26, 'opacity=".3"') +
    stroke("M1226 220V600C1226 700 1150 740 1026 806", metal, 20) +
    stroke("M1221 220V600C1221 696 1146 736 1022 802", lift(metal, 0.03), 6) +
    group(rect(-40, -28, 96, 56, ink, 'rx="10"') + rect(-40, -28, 30, 56, hot), place(1000, 820, -31)) +
    rect(1196, 172, 60, 74, ink, 'rx="12"') +
    circle(1226, 300, 46, metal) +
    circle(1226, 300, 22, mix(metal, ink, 0.4))
  );
}

/** A sleeve with a picture of its own. */
function sleeve(id: string, { palette }: Stage, size: number, kind: number): string {
  const { hot, glow, paper, deep, cool, main, soft, ink } = palette;
  const half = size / 2;
  const art = [
    rect(-half, -half, size, size, glow) +
      circle(0, -20, size * 0.3, hot) +
      repeat(5, (i) =>
        path(
          d`M${-half} ${40 + i * 42}q${size / 8} -38 ${size / 4} 0t${size / 4} 0t${size / 4} 0t${size / 4} 0V${half}H${-half}z`,
          [cool, main, deep, main, ink][i] as string,
        ),
      ),
    rect(-half, -half, size, size, deep) +
      repeat(16, (i) => {
        const [x, y] = [-half + (i % 4) * (size / 4), -half + Math.floor(i / 4) * (size / 4)];
        const turn = (i * 7 + Math.floor(i / 3)) % 4;
        const q = size / 4;
        const corner = [
          [x, y],
          [x + q, y],
          [x + q, y + q],
          [x, y + q],
        ][turn] as [number, number];
        return path(
          sector(corner[0], corner[1], q, turn * 90, turn * 90 + 90),
          [paper, glow, hot, soft][(i * 3) % 4] as string,
        );
      }),
    rect(-half, -half, size, size, paper) +
      repeat(6, (i) =>
        ring(-half * 0.2, half * 0.3, 40 + i * 44, [hot, main, glow, cool, deep, hot][i] as string, 24),
      ),
  ][kind] as string;
  return (
    rect(-half + 12, -half + 16, size, size, ink, 'opacity=".3"') +
    clipped(id, rect(-half, -half, size, size, paper), art)
  );
}

export const vinyl: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, palette } = stage;
    const { soft, paper, deep, ink, hot, glow, cool, main, earth } = palette;
    const stripes = [hot, mix(hot, glow, 0.5), glow, paper, cool, main];
    const wood = mix(earth, ink, 0.12);
    return (
      rect(0, 0, width, height, mix(soft, main, 0.2)) +
      stripes
        .map((fill, i) =>
          stroke(
            d`M${-60} ${80 + i * 66}H760C${1000 - i * 8} ${80 + i * 66} ${1080 - i * 30} ${240 + i * 50} ${1100 - i * 8} ${520}S${1280} ${1130 - (5 - i) * 66} 1700 ${1150 - (5 - i) * 66}`,
            fill,
            68,
          ),
        )
        .join("") +
      group(sleeve("sleeve-back", stage, 460, 2), place(1452, 250, 14)) +
      group(sleeve("sleeve-front", stage, 480, 0), place(1440, 900, -9)) +
      group(sleeve("sleeve-left", stage, 420, 1), place(60, 1060, 8)) +
      rect(186, 130, 1160, 970, ink, 'rx="44" opacity=".3"') +
      rect(170, 106, 1160, 970, wood, 'rx="44"') +
      rect(170, 106, 1160, 952, lift(wood, 0.05), 'rx="44"') +
      repeat(6, (i) =>
        stroke(
          d`M${200 + i * 20} ${170 + i * 160}c300 ${20 + i * 4} 700 ${-30 - i * 5} ${1100 - i * 20} ${10}`,
          mix(wood, ink, 0.1),
          4,
        ),
      ) +
      rect(206, 142, 1088, 884, paper, 'rx="26"') +
      disc(stage) +
      arm(stage) +
      circle(1216, 930, 58, mix(deep, ink, 0.3)) +
      circle(1216, 926, 48, hot) +
      stroke(d`M1216 926L${polar(1216, 926, 38, -50)[0]} ${polar(1216, 926, 38, -50)[1]}`, paper, 8) +
      circle(282, 950, 34, mix(deep, ink, 0.3)) +
      circle(282, 947, 26, glow) +
      repeat(5, (i) => rect(262 + i * 30, 190, 12, 40, mix(paper, ink, 0.2), 'rx="6"'))
    );
  },
};
